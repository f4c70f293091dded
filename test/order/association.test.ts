import { describe, expect, test } from 'vitest';
import { kendallTau } from '../../src/numerics/kendallTau.ts';
import { pearson } from '../../src/numerics/pearson.ts';
import {
  associationMatrix,
  associationNames,
  associationsWith,
} from '../../src/order/association.ts';
import { Draw } from '../support/draw.ts';
import { readShared, readSharedColumns } from '../support/shared.ts';
import { correlation } from '../support/statistics.ts';

/** Continuous, counts, a boolean, ordered levels with gaps, a continuous column with gaps, a constant. */
function mixedColumns(): Float64Array[] {
  const draw = new Draw(41);
  const x = draw.column(250, () => draw.uniform());
  return [
    x,
    x.map((v) => Math.floor(6 * v * draw.uniform())),
    x.map((v) => Number(v + draw.uniform() > 1)),
    x.map((v) => (draw.integer(4) === 0 ? NaN : Math.floor(3 * v + draw.uniform()))),
    x.map((v) => (draw.integer(4) === 0 ? NaN : v - draw.uniform())),
    x.map(() => 0.1),
  ];
}

/** Both columns without the rows in which one of them has no value. */
function completeRows(x: Float64Array, y: Float64Array): [Float64Array, Float64Array] {
  const rows = Array.from(x.keys()).filter((i) => !Number.isNaN(x[i] + y[i]));
  return [Float64Array.from(rows, (i) => x[i]), Float64Array.from(rows, (i) => y[i])];
}

/** Average ranks by counting. */
function averageRanks(x: Float64Array): Float64Array {
  return x.map((v) => {
    const less = x.filter((w) => w < v).length;
    const same = x.filter((w) => w === v).length;
    return less + (same + 1) / 2;
  });
}

describe('is what the definition gives on the complete rows of each pair', () => {
  const definitions = {
    kendall: kendallTau,
    pearson: correlation,
    spearman: (x: Float64Array, y: Float64Array) => correlation(averageRanks(x), averageRanks(y)),
  };
  test.each(associationNames)('%s', (method) => {
    const columns = mixedColumns();
    const matrix = associationMatrix(columns, method);
    const constant = columns.length - 1;
    for (let j = 0; j < columns.length; j++) {
      for (let k = 0; k < columns.length; k++) {
        const expected =
          j === constant || k === constant
            ? 0
            : definitions[method](...completeRows(columns[j], columns[k]));
        expect(Math.abs(matrix[j][k] - expected), `[${j}][${k}]`).toBeLessThan(1e-13);
      }
    }
  });
});

test.each(associationNames)('one row alone is that of the matrix: %s', (method) => {
  const columns = mixedColumns();
  const matrix = associationMatrix(columns, method);
  for (let j = 0; j < columns.length; j++) {
    associationsWith(columns, j, method).forEach((value, k) => {
      expect(Math.abs(value - matrix[j][k]), `[${j}][${k}]`).toBeLessThan(1e-13);
    });
  }
});

test.each(['kendall', 'spearman'] as const)('%s does not see rising transformations', (method) => {
  const columns = mixedColumns();
  const bent = columns.map((column) => column.map((v) => v ** 3 + 5 * v));
  expect(associationMatrix(bent, method)).toEqual(associationMatrix(columns, method));
});

test('kendall is the default, and the argument stays as it was', () => {
  const columns = mixedColumns();
  const copies = columns.map((column) => column.slice());
  expect(associationMatrix(columns)).toEqual(associationMatrix(columns, 'kendall'));
  expect(columns).toEqual(copies);
});

test('a pair without two rows in common has none', () => {
  const columns = [Float64Array.of(1, 2, NaN, NaN), Float64Array.of(NaN, 5, 6, 7)];
  for (const method of associationNames) {
    expect(associationMatrix(columns, method)[0][1], method).toBe(0);
  }
});

test('infinite values: ranks take them, Pearson refuses and names the place', () => {
  const columns = [Float64Array.of(1, 2, 3), Float64Array.of(1, Infinity, 2)];
  expect(associationMatrix(columns, 'spearman')[0][1]).toBeCloseTo(
    pearson(Float64Array.of(1, 2, 3), Float64Array.of(1, 3, 2)),
    14,
  );
  expect(() => associationMatrix(columns, 'pearson')).toThrow('column 1 is infinite in row 1');
});

test('refuses what it does not know and columns of unequal length', () => {
  expect(() => associationMatrix([], 'tau' as 'kendall')).toThrow(
    "found 'tau'. Give one of kendall, spearman, pearson",
  );
  expect(() => associationMatrix([new Float64Array(2), new Float64Array(3)])).toThrow(
    'column 1 has 3 rows, column 0 has 2',
  );
});

test('SUPPORT2: the sizes that the paper works with', (context) => {
  const [header] = readShared('data/real_support2_small.csv', context).split('\n', 1);
  const names = JSON.parse(`[${header}]`) as string[];
  const columns = readSharedColumns('data/real_support2_small.csv', context);
  const at = (name: string) => names.indexOf(name);
  const kendall = associationMatrix(columns, 'kendall');
  const pearsons = associationMatrix(columns, 'pearson');
  const rounded = (matrix: Float64Array[], a: string, b: string) =>
    Math.abs(matrix[at(a)][at(b)]).toFixed(3);
  expect(rounded(kendall, 'totcst', 'totmcst')).toBe('0.904');
  expect(rounded(kendall, 'totcst', 'charges')).toBe('0.899');
  expect(rounded(kendall, 'totcst', 'slos')).toBe('0.637');
  expect(rounded(kendall, 'totcst', 'dnrday')).toBe('0.506');
  expect(rounded(kendall, 'crea', 'bun')).toBe('0.624');
  expect(rounded(pearsons, 'totcst', 'totmcst')).toBe('0.972');
  expect(rounded(pearsons, 'totcst', 'dnrday')).toBe('0.803');
  expect(rounded(pearsons, 'crea', 'bun')).toBe('0.700');
});
