import { describe, expect, test } from 'vitest';
import { simulatedData } from '../../../src/demo/simulatedData.ts';
import type { NumericTable } from '../../../src/measures/fidelity/columns.ts';
import { type Fidelity, fidelity } from '../../../src/measures/fidelity/fidelity.ts';
import { InputError } from '../../../src/numerics/inputError.ts';
import { kernel } from '../../../src/numerics/kernel.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { readSharedColumns } from '../../support/shared.ts';

const rng = rngFromSeed(1);
const settings = { rng };

/** X1 to X20 of the simulated data. */
function simulated(seed: number, rowsPerClass = 150): NumericTable {
  const { names, columns } = simulatedData(seed, { rowsPerClass });
  return { names: names.slice(0, 20), columns: columns.slice(0, 20) };
}

function mapColumns(
  table: NumericTable,
  map: (column: Float64Array, j: number) => Float64Array,
): NumericTable {
  return { names: table.names, columns: table.columns.map(map) };
}

/** The numbers of a result that one compares. */
function numbersOf(found: Fidelity): number[] {
  const { alphaPrecision, betaRecall, covered, authenticity, margins, kendall, closest } = found;
  return [
    alphaPrecision,
    betaRecall,
    covered.estimate,
    authenticity.estimate,
    margins.meanOverlap,
    margins.meanKolmogorovSmirnov ?? NaN,
    kendall.meanAbsolute,
    closest.training.distance.median,
    closest.training.ratio.fifthPercentile,
    found.copies.synthetic.copies,
  ];
}

describe('identities', () => {
  const real = simulated(1);

  test('a table with itself', () => {
    const found = fidelity(real, real, settings);
    // (k + 1)/n at worst against the level
    expect(found.alphaPrecision).toBeGreaterThan(1 - 2 / 300);
    expect(found.betaRecall).toBeGreaterThan(1 - 2 / 300);
    expect(found.authenticity.estimate).toBe(0);
    expect(found.copies.synthetic).toMatchObject({ copies: 300, distinct: 300 });
    expect(found.margins).toMatchObject({ meanOverlap: 1, meanKolmogorovSmirnov: 0 });
    expect(found.kendall).toMatchObject({ meanAbsolute: 0, largest: { difference: 0 } });
    expect(found.closest.training.distance.median).toBe(0);
    expect(found.notes).toEqual([]);
    const legacy = fidelity(real, real, { ...settings, authenticity: 'legacy' });
    expect(legacy.authenticity.estimate).toBe(0);
  });

  const synthetic = simulated(2);
  const plain = fidelity(real, synthetic, settings);

  test('rows may be in any order', () => {
    const shuffle = (table: NumericTable, key: string) => {
      const order = rng.split(key).permutation(300);
      return mapColumns(table, (column) => Float64Array.from(order, (i) => column[i]));
    };
    const found = fidelity(shuffle(real, 'a'), shuffle(synthetic, 'b'), settings);
    numbersOf(found).forEach((value, k) => {
      expect(value).toBeCloseTo(numbersOf(plain)[k], 12);
    });
  });

  test('columns may be in any unit, mirrored or moved', () => {
    const change = (table: NumericTable) =>
      mapColumns(table, (column, j) => column.map((x) => (j % 2 ? -3.7 : 0.01) * x + 10 * j));
    const found = fidelity(change(real), change(synthetic), settings);
    const [numbers, expected] = [numbersOf(found), numbersOf(plain)];
    numbers.forEach((value, k) => {
      // a value on the edge of a bin may change sides: one in 300 rows and 20 columns each
      expect(Math.abs(value - expected[k])).toBeLessThan(k === 4 ? 2 / 6000 : 1e-10);
    });
  });

  test('columns may be in any order in the other table', () => {
    const reversed = {
      names: [...synthetic.names].reverse(),
      columns: [...synthetic.columns].reverse(),
    };
    expect(fidelity(real, reversed, settings)).toEqual(plain);
  });

  test('the other normalisation', () => {
    const other = fidelity(real, synthetic, { ...settings, normalisation: 'synthcity' });
    expect((1 - other.alphaPrecision) / (1 - plain.alphaPrecision)).toBeCloseTo(29 / 30, 10);
    expect((1 - other.betaRecall) / (1 - plain.betaRecall)).toBeCloseTo(29 / 30, 10);
    expect(other.curves).toEqual(plain.curves);
  });

  test('is plain data', () => {
    const holdout = simulated(3);
    const found = fidelity(real, synthetic, { ...settings, holdout });
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    expect(found.closest.nearerToTraining?.low).toBeLessThan(0.5);
    expect(found.closest.nearerToTraining?.high).toBeGreaterThan(0.5);
    expect(found.copies.holdout).toMatchObject({ copies: 0, rows: 300 });
  });
});

/** Each column permuted on its own within the levels of a last column of 0 and 1. */
function permutedWithin(columns: readonly Float64Array[], seed: number): Float64Array[] {
  const y = columns[columns.length - 1];
  const classes = [0, 1].map((label) => Array.from(y.keys()).filter((i) => y[i] === label));
  return columns.slice(0, -1).map((column, j) => {
    const result = column.slice();
    classes.forEach((rows, label) => {
      const order = rngFromSeed(seed).split(j, label).permutation(rows.length);
      rows.forEach((i, k) => {
        result[i] = column[rows[order[k]]];
      });
    });
    return result;
  });
}

describe('stand-ins for generators on the simulated table have the reference values', () => {
  // the reference is one draw in another language, given to two digits; the standard deviations are
  // over 10 seeds here. Allowed: 4 standard errors of a difference of one draw and the mean of two,
  // and half a digit
  type Row = readonly [number, number, number, number];
  const cases: Record<
    string,
    { make: (x: readonly Float64Array[], seed: number) => Float64Array[]; means: Row; sd: Row }
  > = {
    'a fresh sample': {
      make: (_, seed) => simulatedData(seed).columns.slice(0, 20),
      means: [0.98, 0.43, 0.48, 0.7],
      sd: [0.005, 0.015, 0.011, 0.012],
    },
    'columns permuted within class': {
      make: (columns, seed) => permutedWithin(columns, seed),
      means: [0.89, 0.16, 0.69, 0.91],
      sd: [0.008, 0.014, 0.014, 0.009],
    },
    'uniform over the range': {
      make: (columns, seed) =>
        columns.slice(0, -1).map((column, j) => {
          const [low, high] = [Math.min(...column), Math.max(...column)];
          const u = rngFromSeed(seed).split('uniform', j).uniforms(column.length);
          return u.map((share) => low + share * (high - low));
        }),
      means: [-0.02, -0.03, 1, 1],
      sd: [0.001, 0.001, 0.003, 0.001],
    },
    'copies with noise of 2 % of the deviation': {
      make: (columns, seed) =>
        columns.slice(0, -1).map((column, j) => {
          const mean = column.reduce((a, b) => a + b) / column.length;
          const squares = column.reduce((sum, x) => sum + (x - mean) ** 2, 0);
          const noise = 0.02 * Math.sqrt(squares / column.length);
          const u = rngFromSeed(seed).split('noise', j).uniforms(column.length);
          return column.map((x, i) => x + noise * kernel().normalQuantile(u[i]));
        }),
      means: [1, 1, 0, 0],
      sd: [0.002, 0.002, 0.001, 0.001],
    },
  };

  for (const [name, { make, means, sd }] of Object.entries(cases)) {
    test(name, (context) => {
      const columns = readSharedColumns('data/real_data_I_d20.csv', context);
      const names = columns.slice(0, -1).map((_, j) => `X${j + 1}`);
      const real = { names, columns: columns.slice(0, -1) };
      const found = [1, 2].map((seed) => {
        const synthetic = { names, columns: make(columns, seed) };
        const intended = fidelity(real, synthetic, settings);
        const legacy = fidelity(real, synthetic, { ...settings, authenticity: 'legacy' });
        return [
          intended.alphaPrecision,
          intended.betaRecall,
          legacy.authenticity.estimate,
          intended.authenticity.estimate,
        ];
      });
      means.forEach((expected, k) => {
        const mean = (found[0][k] + found[1][k]) / 2;
        const allowed = 4 * sd[k] * Math.sqrt(1.5) + 0.005;
        expect(Math.abs(mean - expected), `value ${k}: ${mean}`).toBeLessThan(allowed);
      });
    });
  }

  test('SUPPORT2, columns permuted within class', (context) => {
    const columns = readSharedColumns('data/real_support2_small.csv', context);
    const names = columns.slice(0, -1).map((_, j) => `X${j + 1}`);
    const real = { names, columns: columns.slice(0, -1) };
    const synthetic = { names, columns: permutedWithin(columns, 1) };
    const found = fidelity(real, synthetic, settings);
    const legacy = fidelity(real, synthetic, { ...settings, authenticity: 'legacy' });
    expect(found.alphaPrecision).toBeCloseTo(0.86, 1);
    expect(Math.abs(found.betaRecall - 0.1)).toBeLessThan(0.07);
    expect(Math.abs(legacy.authenticity.estimate - 0.75)).toBeLessThan(0.07);
    expect(Math.abs(found.authenticity.estimate - 0.92)).toBeLessThan(0.05);
    // permuting a column within a class keeps its values
    expect(found.margins).toMatchObject({ meanOverlap: 1, meanKolmogorovSmirnov: 0 });
  });
});

describe('what was done is said', () => {
  test('rows drawn from long tables, by the seed', () => {
    const [real, synthetic] = [simulated(1), simulated(2, 100)];
    const found = fidelity(real, synthetic, { ...settings, maxRows: 150 });
    expect(found.rows).toEqual({ real: 150, synthetic: 150 });
    expect(found.notes).toEqual([
      'distances between rows: 150 of 300 real rows were drawn',
      'distances between rows: 150 of 200 synthetic rows were drawn',
    ]);
    expect(found.copies.synthetic.rows).toBe(200);
    expect(fidelity(real, synthetic, { ...settings, maxRows: 150 })).toEqual(found);
  });

  test('unequal numbers of rows, and the legacy definition refused', () => {
    const [real, synthetic] = [simulated(1), simulated(2, 100)];
    expect(fidelity(real, synthetic, settings).notes).toEqual([
      'beta-recall and authenticity depend on the numbers of rows (300 real, 200 synthetic): compare generators by equal numbers only',
    ]);
    expect(() => fidelity(real, synthetic, { ...settings, authenticity: 'legacy' })).toThrow(
      'found 300 real and 200 synthetic rows',
    );
  });

  test('constant columns left out of distances', () => {
    const [real, synthetic] = [simulated(1), simulated(2)];
    const plain = fidelity(real, synthetic, settings);
    const wider = (table: NumericTable, value: number) => ({
      names: [...table.names, 'site'],
      columns: [...table.columns, new Float64Array(300).fill(value)],
    });
    const found = fidelity(wider(real, 1), wider(synthetic, 2), settings);
    expect(found.notes).toEqual([
      'distances leave out columns that are constant in the real table: site',
    ]);
    expect(found.authenticity).toEqual(plain.authenticity);
    expect(found.margins.worstOverlap).toEqual({ name: 'site', value: 0 });
  });

  test('the learned embedding', () => {
    const [real, synthetic] = [simulated(1, 50), simulated(2, 50)];
    const learned = { ...settings, embedding: 'oneclass', oneClass: { epochs: 30 } } as const;
    const found = fidelity(real, synthetic, learned);
    expect(found.alphaPrecision).toBeGreaterThan(0.8);
    expect(found.closest).toEqual(fidelity(real, synthetic, settings).closest);
    expect(fidelity(real, real, learned).authenticity.estimate).toBe(0);
  });
});

describe('input that cannot be used is refused', () => {
  const good = { names: ['a', 'b'], columns: [Float64Array.of(1, 2, 3), Float64Array.of(2, 1, 5)] };
  const refuse = (synthetic: NumericTable, message: string, real: NumericTable = good) => {
    const call = () => fidelity(real, synthetic, settings);
    expect(call).toThrow(InputError);
    expect(call).toThrow(message);
  };

  test('columns', () => {
    const [a, b] = good.columns;
    refuse({ names: ['a'], columns: [a] }, 'synthetic table: column b is missing');
    refuse({ names: ['a', 'b', 'c'], columns: [a, b, a] }, 'does not have: c');
    refuse({ names: ['a', 'b'], columns: [a] }, 'found 1 columns and 2 names');
    refuse(
      { names: ['a', 'b'], columns: [a, b.subarray(1)] },
      'synthetic table, column b: found 2 rows, but 3 in column a',
    );
    refuse(
      { names: ['a', 'b'], columns: [a, Float64Array.of(NaN, 1, Infinity)] },
      'synthetic table, column b: found 2 cells that are missing or infinite',
    );
    refuse(
      { names: ['a', 'b'], columns: [a.subarray(2), b.subarray(2)] },
      'synthetic table: found 1 rows. At least 2 are needed',
    );
    refuse({ names: [], columns: [] }, 'no columns', { names: [], columns: [] });
    const flat = { names: ['a'], columns: [Float64Array.of(1, 1)] };
    refuse(flat, 'every column of the real table is constant', flat);
  });

  test('settings', () => {
    expect(() => fidelity(good, good, { ...settings, maxRows: 1 })).toThrow(
      'maxRows: found 1. Give a whole number of at least 2.',
    );
  });
});
