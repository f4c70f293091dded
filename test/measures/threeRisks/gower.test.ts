import { expect, test } from 'vitest';
import type { Cells } from '../../../src/measures/threeRisks/cells.ts';
import { nearestRecords } from '../../../src/measures/threeRisks/gower.ts';
import { Draw } from '../../support/draw.ts';

/** By the definition, column after column, of equally near records the first. */
function plainly(targets: Cells, records: Cells, k: number): number[] {
  const scales = records.columns.map(({ values }, j) => {
    const all = [...values, ...targets.columns[j].values].filter((value) => !Number.isNaN(value));
    return Math.max(...all) - Math.min(...all);
  });
  return Array.from({ length: targets.rows }, (_, i) => {
    const near = Array.from({ length: records.rows }, (_, r) => {
      const distance = records.columns.reduce((sum, { values, isNumber }, j) => {
        const [a, b] = [targets.columns[j].values[i], values[r]];
        if (Number.isNaN(a) || Number.isNaN(b))
          return sum + (Number.isNaN(a) && Number.isNaN(b) ? 0 : 1);
        if (a === b) return sum;
        return sum + (isNumber ? Math.abs(a - b) / scales[j] : 1);
      }, 0);
      return { r, distance };
    });
    near.sort((x, y) => x.distance - y.distance || x.r - y.r);
    return near.slice(0, k).map(({ r }) => r);
  }).flat();
}

/** Numbers, whole numbers with ties, levels, a constant; gaps in some. */
function draw(draws: Draw, rows: number): Cells {
  const gap = (value: number) => (draws.integer(7) === 0 ? Number.NaN : value);
  const column = (name: string, isNumber: boolean, next: () => number) => ({
    name,
    isNumber,
    values: draws.column(rows, next),
  });
  return {
    rows,
    columns: [
      column('number', true, () => draws.uniform()),
      column('whole', true, () => gap(draws.integer(5))),
      column('level', false, () => draws.integer(3)),
      column('gappy', false, () => gap(draws.integer(2))),
      column('constant', true, () => 4),
    ],
  };
}

test.each([
  [1, 1, 1],
  [5, 7, 1],
  [30, 33, 3],
  [9, 1024, 2],
  [7, 2500, 5],
])('%s targets among %s records: the nearest %s are those of the definition', (n, m, k) => {
  const draws = new Draw(n + m);
  const [targets, records] = [draw(draws, n), draw(draws, m)];
  expect([...nearestRecords(targets, records, k)]).toEqual(plainly(targets, records, k));
  // levels and whole numbers alone: mostly ties
  const tied = ({ rows, columns }: Cells): Cells => ({ rows, columns: columns.slice(1) });
  expect([...nearestRecords(tied(targets), tied(records), k)]).toEqual(
    plainly(tied(targets), tied(records), k),
  );
});
