/**
 * What two tables show of the risks that limits are put on. The table is the release itself, so nothing is
 * scaled. No generator can be fitted again here: what dependence adds to margins, and whether single people
 * are recognised every time, cannot be judged.
 */

import type { CategoryAttack } from '../measures/attribute/attackCategories.ts';
import type { NumberAttack } from '../measures/attribute/attackNumbers.ts';
import type { ReleaseCheck } from '../measures/release/releaseChecks.ts';
import { avoidedErrors } from '../study/judgeLevel.ts';
import type { CategoryRisk, NumberRisk, RiskFigures } from '../study/riskFigures.ts';
import type { Audit } from './audit.ts';

export type Measured = Omit<Audit, 'verdict' | 'limits' | 'judged'>;

export const NOT_JUDGED =
  'Two tables cannot show what a study shows by fitting the generator again: whether single people are recognised every time, what dependence adds to what the margins give away, and what a model file gives away.';

export function auditRisks({
  attribute,
  membership,
  oneShot,
  fidelity,
  checks,
}: Measured): RiskFigures {
  return {
    numbers: attribute.flatMap((attack) => (attack.kind === 'numbers' ? [numberRisk(attack)] : [])),
    categories: attribute.flatMap((attack) =>
      attack.kind === 'levels' ? [categoryRisk(attack)] : [],
    ),
    audit: membership && {
      attackers: [
        ...(oneShot ? [{ by: 'density' as const, auc: oneShot.auc }] : []),
        { by: 'nearest row' as const, auc: membership.auc },
      ],
      beyondMargins: null,
      isAnybodyRecognised: false,
    },
    copies: copiesOf(checks, fidelity.copies.synthetic.rows),
  };
}

function numberRisk({ name, inTable, heldOut, strongestInReal }: NumberAttack): NumberRisk {
  return { name, inTable, heldOut: heldOut ?? inTable, real: strongestInReal.mr2 };
}

function categoryRisk({ name, people, strongest, rightFromReal }: CategoryAttack): CategoryRisk {
  const { real, control } = people[strongest.attacker];
  const baseline = real.rightByBaseline.estimate;
  return {
    name,
    inTable: real.right,
    heldOut: control?.right ?? real.right,
    baseline,
    real: avoidedErrors(rightFromReal.estimate, baseline),
  };
}

function copiesOf(checks: readonly ReleaseCheck[], rows: number): RiskFigures['copies'] {
  const check = checks.find(({ name }) => name === 'exact-copies');
  return { found: check?.found ?? 0, allowed: check?.allowed ?? 0, rows };
}
