import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PAPER_CLASSES } from '../../src/demo/paperParameters.ts';
import { simulateTable } from '../../src/demo/simulateTable.ts';
import { sharedPath } from '../support/shared.ts';

const shipped = sharedPath('data', 'real_data_I_d20.csv');

/**
 * A fixed stream of standard normals for tests, by the polar method on the minimal standard
 * generator of Park and Miller.
 */
function normalStream(seed: number): (n: number) => Float64Array {
  let state = seed;
  function uniform(): number {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  }
  function normal(): number {
    for (;;) {
      const x = 2 * uniform() - 1;
      const s = x * x + (2 * uniform() - 1) ** 2;
      if (s > 0 && s < 1) return x * Math.sqrt((-2 * Math.log(s)) / s);
    }
  }
  return (n) => Float64Array.from({ length: n }, normal);
}

/** The mean and covariance of one class, from rows of that class. */
function moments(columns: readonly Float64Array[], label: number) {
  const y = columns[columns.length - 1];
  const x = columns.slice(0, -1).map((column) => column.filter((_, i) => y[i] === label));
  const n = x[0].length;
  const mean = x.map((column) => column.reduce((sum, value) => sum + value, 0) / n);
  const covariance = x.map((a, i) =>
    x.map(
      (b, j) => a.reduce((sum, _, k) => sum + (a[k] - mean[i]) * (b[k] - mean[j]), 0) / (n - 1),
    ),
  );
  return { n, mean, covariance };
}

/** The true mean and covariance of one class. */
function truth(label: number) {
  const blocks = PAPER_CLASSES[label];
  const mean = blocks.flatMap((block) => [...block.mean]);
  const covariance = mean.map(() => mean.map(() => 0));
  let first = 0;
  for (const block of blocks) {
    block.covariance.forEach((row, i) => {
      row.forEach((value, j) => {
        covariance[first + i][first + j] = value;
      });
    });
    first += block.mean.length;
  }
  return { mean, covariance };
}

/**
 * The largest distance between moments and the truth, in standard errors: sqrt(s_ii / n) for a mean
 * and sqrt((s_ii s_jj + s_ij²) / (n - 1)) for a covariance of normal variables. Five is passed once
 * in about 1,700,000 for one of them, so by one of the 460 of two classes once in about 3,800 tables.
 */
function worstDistance(columns: readonly Float64Array[], label: number): number {
  const { mean, covariance: s } = truth(label);
  const found = moments(columns, label);
  const distances = mean.flatMap((value, i) => [
    Math.abs(found.mean[i] - value) / Math.sqrt(s[i][i] / found.n),
    ...mean.map((_, j) => {
      const error = Math.sqrt((s[i][i] * s[j][j] + s[i][j] ** 2) / (found.n - 1));
      return Math.abs(found.covariance[i][j] - s[i][j]) / error;
    }),
  ]);
  return Math.max(...distances);
}

describe('simulateTable', () => {
  test('gives 500 rows of class 0, then 500 of class 1, in columns X1 to X20 and Y', () => {
    const { names, columns } = simulateTable({ normals: normalStream(1) });
    expect(names).toEqual([...Array.from({ length: 20 }, (_, j) => `X${j + 1}`), 'Y']);
    expect(columns.map((column) => column.length)).toEqual(names.map(() => 1000));
    expect([...columns[20]]).toEqual(Array.from({ length: 1000 }, (_, i) => (i < 500 ? 0 : 1)));
  });

  test('gives a test table of 125 rows a class when asked', () => {
    const { columns } = simulateTable({ normals: normalStream(2), rowsPerClass: 125 });
    expect(columns[0]).toHaveLength(250);
    expect(columns[20].reduce((sum, value) => sum + value, 0)).toBe(125);
  });

  test('with zeros for normals gives the means', () => {
    const zeros = (n: number) => new Float64Array(n);
    const { columns } = simulateTable({ normals: zeros, rowsPerClass: 2 });
    for (const label of [0, 1]) {
      expect(columns.slice(0, 20).map((column) => column[2 * label])).toEqual(truth(label).mean);
    }
  });

  test('moves each covariate only with normals of its own block, up to its own place', () => {
    let asked = 0;
    const table = simulateTable({
      rowsPerClass: 20,
      // in row i the i-th normal is 1, the others are 0
      normals: (n) => {
        asked += n;
        return new Float64Array(n).map((_, k) => (Math.floor(k / 20) === k % 20 ? 1 : 0));
      },
    });
    expect(asked).toBe(2 * 20 * 20);
    const blockOf = (j: number) => (j < 5 ? 0 : j < 10 ? 1 : 2);
    const { mean } = truth(0);
    for (let row = 0; row < 20; row++) {
      for (let j = 0; j < 20; j++) {
        const moved = table.columns[j][row] !== mean[j];
        if (moved) expect([blockOf(j), j >= row]).toEqual([blockOf(row), true]);
        if (j === row) expect(moved).toBe(true);
      }
    }
  });

  test.each([0, 1])('has the printed moments in class %i, within 5 standard errors', (label) => {
    const { columns } = simulateTable({ normals: normalStream(3), rowsPerClass: 20_000 });
    expect(worstDistance(columns, label)).toBeLessThan(5);
  });

  test('refuses a stream that runs dry', () => {
    expect(() => simulateTable({ normals: () => new Float64Array(3) })).toThrow(
      'asked for 10000 normals, got 3',
    );
  });
});

describe('the table that the paper shipped', () => {
  test.skipIf(shipped === undefined).each([0, 1])(
    'has the printed moments in class %i (skipped where it is not beside the repository)',
    (label) => {
      expect(worstDistance(readColumns(shipped ?? ''), label)).toBeLessThan(5);
    },
  );
});

function readColumns(path: string): Float64Array[] {
  const [header, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const rows = lines.map((line) => line.split(',').map(Number));
  return header.split(',').map((_, j) => Float64Array.from(rows, (row) => row[j]));
}
