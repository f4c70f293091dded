/** Tables for tests of the game. */

import { PLAIN_CSV, type Table } from '../../../src/table/table.ts';
import { Draw } from '../../support/draw.ts';

export const numeric = (name: string, values: ArrayLike<number>, decimals = 3) => ({
  kind: 'numeric' as const,
  name,
  values: Float64Array.from(values),
  missing: undefined,
  decimals,
});

/** Four numbers that depend on each other and a response of two levels. */
export function people(rows: number, seed = 1): Table {
  const draw = new Draw(seed);
  const a = draw.column(rows, () => draw.uniform());
  const near = (weight: number) => a.map((x) => x + weight * draw.uniform());
  return {
    rows,
    format: PLAIN_CSV,
    columns: [
      numeric('a', a),
      numeric('b', near(0.3)),
      numeric('c', near(1)),
      numeric('d', near(3)),
      numeric(
        'y',
        a.map((x) => (x + draw.uniform() > 1 ? 1 : 0)),
        0,
      ),
    ],
  };
}
