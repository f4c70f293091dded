import { describe, expect, test } from 'vitest';
import { type Neighbours, neighbourSearch } from '../../../src/measures/fidelity/nearest.ts';
import { type Points, pointsOf } from '../../../src/measures/fidelity/points.ts';
import { Draw } from '../../support/draw.ts';
import { expectSame } from '../../support/same.ts';

/** By the definition: all pairs, in order. */
function bruteForce(queries: Points, references: Points, others: boolean): Neighbours {
  const row = new Uint32Array(queries.rows).fill(references.rows);
  const distance = new Float64Array(queries.rows).fill(Infinity);
  const second = distance.slice();
  for (let i = 0; i < queries.rows; i++) {
    for (let k = 0; k < references.rows; k++) {
      if (others && i === k) continue;
      let squared = 0;
      for (let j = 0; j < queries.width; j++) {
        squared +=
          (queries.values[i * queries.width + j] - references.values[k * queries.width + j]) ** 2;
      }
      const found = Math.sqrt(squared);
      if (found < distance[i]) {
        second[i] = distance[i];
        distance[i] = found;
        row[i] = k;
      } else if (found < second[i]) second[i] = found;
    }
  }
  return { row, distance, second };
}

function compare(queries: Points, references: Points): void {
  const search = neighbourSearch(references);
  const expected = bruteForce(queries, references, false);
  for (const count of [1, 2] as const) {
    const found = search.of(queries, count);
    expectSame(Float64Array.from(found.row), Float64Array.from(expected.row), 'row');
    expectSame(found.distance, expected.distance, 'distance');
    if (count === 2) expectSame(found.second, expected.second, 'second');
  }
  const among = search.amongThemselves();
  const expectedAmong = bruteForce(references, references, true);
  expectSame(Float64Array.from(among.row), Float64Array.from(expectedAmong.row), 'other row');
  expectSame(among.distance, expectedAmong.distance, 'other distance');
}

const normalish = (draw: Draw) => draw.uniform() + draw.uniform() + draw.uniform() - 1.5;

describe('nearest neighbours equal those of all pairs', () => {
  test.each([1, 2, 3, 8, 20, 61])('independent columns, %d of them', (width) => {
    const draw = new Draw(width);
    const make = (rows: number) =>
      pointsOf(Array.from({ length: width }, () => draw.column(rows, normalish)));
    compare(make(333), make(401));
  });

  test('columns that depend on two others, with little noise', () => {
    const draw = new Draw(77);
    const make = (rows: number) => {
      const factors = [draw.column(rows, normalish), draw.column(rows, normalish)];
      return pointsOf(
        Array.from({ length: 25 }, (_, j) =>
          factors[0].map((a, i) => a * j + factors[1][i] * (25 - j) + 0.1 * normalish(draw)),
        ),
      );
    };
    compare(make(500), make(500));
  });

  test.each([2, 5])('whole numbers from 0 to %d, with many ties and repeated rows', (levels) => {
    for (const width of [1, 3, 6]) {
      const draw = new Draw(levels * 100 + width);
      const make = (rows: number) =>
        pointsOf(
          Array.from({ length: width }, () => draw.column(rows, () => draw.integer(levels))),
        );
      compare(make(200), make(300));
    }
  });

  test('repeated columns, and fewer rows than columns', () => {
    const draw = new Draw(8);
    const make = (rows: number) => {
      const columns = Array.from({ length: 12 }, () => draw.column(rows, normalish));
      return pointsOf([...columns, ...columns, columns[0].map(() => 3)]);
    };
    compare(make(150), make(150));
    compare(make(9), make(7));
  });

  test.each([1e-9, 1e9])('scaled by %d and far from zero, where rounding makes ties', (scale) => {
    const draw = new Draw(9);
    const make = (rows: number) =>
      pointsOf(
        Array.from({ length: 6 }, () =>
          draw.column(rows, () => scale * (1e9 + normalish(draw) * 1e-5)),
        ),
      );
    compare(make(250), make(250));
  });

  test('two far clusters of near points, where turned coordinates lose the differences', () => {
    const draw = new Draw(10);
    const make = (rows: number) => {
      const side = draw.column(rows, () => (draw.integer(2) ? 2 ** 20 : -(2 ** 20)));
      return pointsOf(
        Array.from({ length: 6 }, () => side.map((x) => x + draw.integer(16) * 2 ** -32)),
      );
    };
    compare(make(250), make(250));
  });

  test('one row, two rows, all rows equal', () => {
    const one = pointsOf([Float64Array.of(1), Float64Array.of(2)]);
    const two = pointsOf([Float64Array.of(1, 4), Float64Array.of(2, 6)]);
    expect(neighbourSearch(one).of(two, 2)).toEqual({
      row: Uint32Array.of(0, 0),
      distance: Float64Array.of(0, 5),
      second: Float64Array.of(Infinity, Infinity),
    });
    expect(neighbourSearch(two).amongThemselves().row).toEqual(Uint32Array.of(1, 0));
    const equal = pointsOf([new Float64Array(100).fill(2)]);
    compare(equal, equal);
  });
});
