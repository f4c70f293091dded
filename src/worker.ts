/** The program of a thread: all units of work of the library, ready to be called. */

import { expose } from 'comlink';
import { membershipUnits } from './attacks/membership/units.ts';
import { poolEndpoint } from './parallel/thread.ts';
import { handOf } from './parallel/units.ts';
import { vineUnits } from './vine/crew.ts';

expose(handOf({ ...vineUnits, ...membershipUnits }), await poolEndpoint());
