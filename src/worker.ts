/** The program of a thread: all units of work of the library, ready to be called. */

import { expose } from 'comlink';
import { attributeUnits } from './attacks/attribute/attributeAttack.ts';
import { membershipUnits } from './attacks/membership/units.ts';
import { studyUnits } from './study/likeness.ts';
import { utilityUnits } from './utility/utility.ts';
import { vineUnits } from './vine/units.ts';
import { poolEndpoint } from './work/thread.ts';
import { workerApi } from './work/units.ts';

const units = {
  ...vineUnits,
  ...attributeUnits,
  ...membershipUnits,
  ...utilityUnits,
  ...studyUnits,
};

expose(workerApi(units), await poolEndpoint());
