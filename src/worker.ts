/** The program of a thread: all units of work of the library, ready to be called. */

import { expose } from 'comlink';
import { attributeUnits } from './measures/attribute/attributeAttack.ts';
import { membershipUnits } from './measures/membership/units.ts';
import { membershipAuditUnits } from './measures/membershipAudit/units.ts';
import { utilityUnits } from './measures/utility/scoreSet.ts';
import { studyUnits } from './study/fidelityUnit.ts';
import { riskUnits } from './study/risksUnit.ts';
import { vineUnits } from './vine/units.ts';
import { poolEndpoint } from './work/thread.ts';
import { workerApi } from './work/units.ts';

const units = {
  ...vineUnits,
  ...attributeUnits,
  ...membershipUnits,
  ...membershipAuditUnits,
  ...utilityUnits,
  ...studyUnits,
  ...riskUnits,
};

expose(workerApi(units), await poolEndpoint());
