/** All units of work that a thread may be asked for, by name: those of vines, measures and studies. */

import { attributeUnits } from '../measures/attribute/attributeAttack.ts';
import { membershipUnits } from '../measures/membership/units.ts';
import { membershipAuditUnits } from '../measures/membershipAudit/units.ts';
import { utilityUnits } from '../measures/utility/scoreSet.ts';
import { arrangeUnits } from '../model/arrange.ts';
import { vineUnits } from '../vine/units.ts';
import { studyUnits } from './fidelityUnit.ts';
import { riskUnits } from './risksUnit.ts';

export const threadUnits = {
  ...vineUnits,
  ...arrangeUnits,
  ...attributeUnits,
  ...membershipUnits,
  ...membershipAuditUnits,
  ...utilityUnits,
  ...studyUnits,
  ...riskUnits,
};
