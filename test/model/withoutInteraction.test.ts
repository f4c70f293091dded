/** Tables of three from tables of two. */
import { expect, test } from 'vitest';
import type { PreparedColumn } from '../../src/model/prepareColumns.ts';
import { withoutInteraction } from '../../src/model/withoutInteraction.ts';

const column = (name: string, levels: readonly string[], codes: readonly number[]) =>
  ({ name, levels, values: Float64Array.from(codes) }) as unknown as PreparedColumn;

/** Rows of a 2 x 2 x 2 table: place, class, level and how many. */
function rowsOf(counts: readonly (readonly [number, number, number, number])[]) {
  const rows = counts.flatMap(([p, c, v, n]) => Array.from({ length: n }, () => [p, c, v]));
  return {
    places: Float64Array.from(rows, ([p]) => p),
    classes: column(
      'class',
      ['no', 'yes'],
      rows.map(([, c]) => c),
    ),
    own: column(
      'own',
      ['a', 'b'],
      rows.map(([, , v]) => v),
    ),
  };
}

test('effects of their own give the counts back; odds ratios are equal where they are not', () => {
  // odds of b: 1 in (0, no), times 2 in the other place, times 3 in the other class
  const { places, classes, own } = rowsOf([
    [0, 0, 0, 60],
    [0, 0, 1, 60],
    [1, 0, 0, 40],
    [1, 0, 1, 80],
    [0, 1, 0, 30],
    [0, 1, 1, 90],
    [1, 1, 0, 10],
    [1, 1, 1, 60],
  ]);
  const found = withoutInteraction(own, places, 2, classes, 5);
  const [a, b] = found(1, 1) as Float64Array;
  expect(b / a).toBeCloseTo(6, 3);
  expect(a + b).toBeCloseTo(190, 6);
  const odds = (place: number, of: number) => {
    const [x, y] = withoutInteraction(
      mixed.own,
      mixed.places,
      2,
      mixed.classes,
      5,
    )(place, of) as Float64Array;
    return y / x;
  };
  const mixed = rowsOf([
    [0, 0, 0, 60],
    [0, 0, 1, 20],
    [1, 0, 0, 20],
    [1, 0, 1, 60],
    [0, 1, 0, 20],
    [0, 1, 1, 60],
    [1, 1, 0, 60],
    [1, 1, 1, 20],
  ]);
  expect(odds(1, 1) / odds(1, 0)).toBeCloseTo(odds(0, 1) / odds(0, 0), 6);
});

test('what fewer than k rows have is not told', () => {
  const { places, classes, own } = rowsOf([
    [0, 0, 0, 40],
    [0, 0, 1, 40],
    [1, 0, 0, 40],
    [1, 0, 1, 3],
    [0, 1, 0, 30],
    [0, 1, 1, 30],
    [1, 1, 0, 4],
  ]);
  const found = withoutInteraction(own, places, 2, classes, 5);
  expect(found(1, 1)).toBeUndefined();
  expect([...(found(1, 0) as Float64Array)]).toEqual([47, 0]);
});
