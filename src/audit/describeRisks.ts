/** The three risks of an audit as text. */

import { riskRows } from '../measures/threeRisks/riskRows.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import type { Audit } from './audit.ts';
import { columnsOfText, rate } from './figureText.ts';

export function risksText({ threeRisks }: Audit): string[] {
  const rows = riskRows(threeRisks);
  if (rows.length === 0) return ['Not measured: the tables have no columns in common to attack.'];
  const isControlled = rows.some(({ risk }) => risk.control);
  const shown = (found: Parameters<typeof rate>[0] | null) => {
    if (!found) return '-';
    // of too few people to be told
    if (!Number.isFinite(found.estimate ?? Number.NaN)) {
      return `fewer than ${FEWEST_PEOPLE} (at most ${(100 * found.high).toFixed(1)} %)`;
    }
    return rate(found);
  };
  return [
    'Successful attacks on people in the table, beside people who were not in it and beside guessing.',
    ...columnsOfText([
      ['', 'in the table', ...(isControlled ? ['others'] : []), 'guessing', 'residual risk'],
      ...rows.map(({ name, risk: { main, control, baseline, residual } }) => [
        name,
        shown(main.rate),
        ...(isControlled ? [shown(control?.rate ?? null)] : []),
        shown(baseline.rate),
        shown(residual),
      ]),
    ]),
    isControlled
      ? 'The residual risk is what taking part costs a person: 0 % if others are attacked as well.'
      : 'Without test rows nobody can tell what taking part costs: such attacks succeed on others too.',
  ];
}
