/** The three risks as rows of a table, in the words of opinion 05/2014 of the Article 29 Working Party. */

import type { Risk } from './residualRisk.ts';
import type { ThreeRisks } from './threeRisks.ts';

export interface RiskRow {
  /** 'singling out, by one column', 'linkability', 'inference of cost'. */
  readonly name: string;
  readonly risk: Risk;
}

export const RISK_DEFINITIONS = {
  'singling out':
    'the possibility to isolate some or all records which identify an individual in the dataset',
  linkability:
    'the ability to link at least two records concerning the same data subject or a group of data subjects',
  inference:
    'the possibility to deduce, with significant probability, the value of an attribute from the values of a set of other attributes',
} as const;

export function riskRows({
  singlingOut: { univariate, multivariate },
  linkability,
  inference,
}: Omit<ThreeRisks, 'notes'>): RiskRow[] {
  const row = (name: string, risk: Risk | null): RiskRow[] => (risk ? [{ name, risk }] : []);
  return [
    ...row('singling out, by one column', univariate),
    ...row('singling out, by several columns', multivariate),
    ...row('linkability of two halves of the columns', linkability),
    ...inference.flatMap((each) => row(`inference of ${each.name}`, each)),
  ];
}

/** The row whose residual risk reaches farthest; nothing without people held out. */
export function worstResidual(rows: readonly RiskRow[]): RiskRow | undefined {
  const reach = ({ risk: { residual } }: RiskRow) => residual?.high ?? -1;
  const judged = rows.filter(({ risk }) => risk.residual !== null);
  return judged.reduce<RiskRow | undefined>(
    (worst, row) => (worst && reach(worst) >= reach(row) ? worst : row),
    undefined,
  );
}
