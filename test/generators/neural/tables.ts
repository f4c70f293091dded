/** A small table with every kind of column. */

import { PLAIN_CSV, type Table } from '../../../src/table/table.ts';
import { Draw } from '../../support/draw.ts';

const LEVELS = ['red', 'green', 'blue'];

/** Numbers x and a count that depend on each other, a colour with gaps, a date, y with gaps, and more. */
export function mixedTable(rows: number): Table {
  const draw = new Draw(31);
  const x = draw.column(rows, () => Math.round(1000 * (draw.uniform() + draw.uniform())) / 100);
  const y = x.map((value) => (draw.uniform() < 0.2 ? Number.NaN : Math.round(10 * value) / 10 + 3));
  const numeric = (name: string, values: Float64Array, decimals: number) => ({
    kind: 'numeric' as const,
    name,
    values,
    missing: values.some(Number.isNaN)
      ? Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0))
      : undefined,
    decimals,
  });
  return {
    rows,
    format: PLAIN_CSV,
    columns: [
      numeric('x', x, 2),
      numeric('y', y, 1),
      numeric(
        'visits',
        x.map((value) => Math.floor(10 * value + 7 * draw.uniform())),
        0,
      ),
      {
        kind: 'text',
        name: 'colour',
        dictionary: LEVELS,
        codes: Int32Array.from(x, (value) => (draw.uniform() < 0.1 ? -1 : value > 10 ? 0 : 1)),
      },
      {
        kind: 'text',
        name: 'day',
        dictionary: Array.from(
          { length: 28 },
          (_, i) => `2024-02-${String(i + 1).padStart(2, '0')}`,
        ),
        codes: Int32Array.from(x, () => draw.integer(28)),
      },
      numeric('same', new Float64Array(rows).fill(4.5), 1),
      {
        kind: 'text',
        name: 'id',
        dictionary: Array.from({ length: rows }, (_, i) => `P${1000 + i}`),
        codes: Int32Array.from({ length: rows }, (_, i) => i),
      },
    ],
  };
}

export const SCHEMA = {
  columns: {
    x: { type: 'continuous' },
    y: { type: 'continuous' },
    visits: { type: 'count' },
    colour: { type: 'nominal' },
    day: { type: 'date' },
    same: { type: 'continuous' },
    id: { type: 'identifier' },
  },
};
