/** The units of work of membership inference, by the names that threads know them by. */

import { attackSets } from './attackSets.ts';
import { summariseSets } from './summariseSets.ts';

export const membershipUnits = { summariseSets, attackSets };

export type MembershipUnits = typeof membershipUnits;
