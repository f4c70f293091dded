/** All units of work that a thread may be asked for, by name: those of vines, measures and studies. */

import { attributeUnits } from '../measures/attribute/attributeAttack.ts';
import { membershipUnits } from '../measures/membership/units.ts';
import { membershipAuditUnits } from '../measures/membershipAudit/units.ts';
import { utilityUnits } from '../measures/utility/scoreSet.ts';
import { marginUnits } from '../model/fitMargins.ts';
import { vineUnits } from '../vine/units.ts';
import { studyUnits } from './fidelityUnit.ts';
import { riskUnits } from './risksUnit.ts';

export const threadUnits = {
  ...vineUnits,
  ...marginUnits,
  ...attributeUnits,
  ...membershipUnits,
  ...membershipAuditUnits,
  ...utilityUnits,
  ...studyUnits,
  ...riskUnits,
};
