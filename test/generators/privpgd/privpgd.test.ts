import { describe, expect, test } from 'vitest';
import { generators } from '../../../src/generators/catalogue.ts';
import type { GeneratorSettings } from '../../../src/generators/generator.ts';
import { histogramNoise } from '../../../src/generators/private/accounting.ts';
import { descend } from '../../../src/generators/privpgd/descend.ts';
import { cellsOf, epochsOf } from '../../../src/generators/privpgd/fitParticles.ts';
import { measurePair, pairsOf, quantise } from '../../../src/generators/privpgd/marginals.ts';
import { resolvePrivPgd } from '../../../src/generators/privpgd/settings.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import type { Table } from '../../../src/table/table.ts';
import { Draw } from '../../support/draw.ts';
import { numericTable } from '../../support/numericTable.ts';
import { correlation, KOLMOGOROV_1E6, kolmogorov } from '../../support/statistics.ts';

describe('measurements', () => {
  test('all pairs, the column with more cells first; or a workload', () => {
    const names = ['a', 'b', 'c'];
    expect(pairsOf(names, [2, 5, 5], undefined)).toEqual([
      { a: 1, b: 0 },
      { a: 2, b: 0 },
      { a: 1, b: 2 },
    ]);
    expect(
      pairsOf(
        names,
        [2, 5, 5],
        [
          ['a', 'b'],
          ['c', 'b'],
        ],
      ),
    ).toEqual([
      { a: 1, b: 0 },
      { a: 2, b: 1 },
    ]);
    const refused = (workload: [string, string][], message: string) =>
      expect(() => pairsOf(names, [2, 5, 5], workload)).toThrow(message);
    refused([['a', 'd']], 'PrivPGD, workload: found ["a","d"]. Give pairs of different modelled');
    refused([['a', 'a']], 'found ["a","a"]');
    refused(
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      'found ["b","a"]',
    );
    refused([['a', 'b']], "no pair has the column 'c'");
  });

  test('counts over rows, with noise of the right size', () => {
    const codes = [Int32Array.of(0, 0, 1, 2), Int32Array.of(1, 1, 0, 1)];
    const none = { sd: 1e-9, whole: true };
    expect(Array.from(measurePair({ a: 0, b: 1 }, codes, [3, 2], none, rngFromSeed(1)))).toEqual([
      0, 0.5, 0.25, 0, 0, 0.25,
    ]);
    const noisy = measurePair(
      { a: 0, b: 1 },
      [codes[0], codes[0]],
      [300, 200],
      { sd: 53.48, whole: true },
      rngFromSeed(1),
    );
    const counts = noisy.map((share) => share * 4);
    expect(counts.every((count) => Math.abs(count - Math.round(count)) < 1e-9)).toBe(true);
    const variance = counts.reduce((sum, count) => sum + count ** 2, 0) / counts.length;
    // the relative error of a variance is sqrt(2 / n)
    expect(Math.abs(Math.sqrt(variance) / 53.48 - 1)).toBeLessThan(4.9 * Math.sqrt(0.5 / 60_000));
  });

  test('shares become whole counts: rounded down, the rest drawn', () => {
    const shares = [0.305, 0, 0.195, 0.5];
    const counts = quantise(shares, 1000, rngFromSeed(1));
    expect(Array.from(counts)).toEqual([305, 0, 195, 500]);
    const few = Array.from({ length: 4000 }, (_, i) => quantise(shares, 1, rngFromSeed(i)));
    shares.forEach((share, cell) => {
      const found = few.filter((each) => each[cell] === 1).length / 4000;
      expect(Math.abs(found - share)).toBeLessThanOrEqual(
        4.9 * Math.sqrt((share * (1 - share)) / 4000),
      );
    });
    expect(Array.from(quantise([0.6, 0.6], 10, rngFromSeed(1)))).toEqual([5, 5]);
    expect(Array.from(quantise([1, 1], 5, rngFromSeed(1)))).toEqual([2, 3]);
  });

  test('the cell of a particle is that of the nearest centre', () => {
    const places = Float32Array.of(0, 0.24, 0.25, 0.26, 0.5, 0.99, 1);
    expect(Array.from(cellsOf(places, 4))).toEqual([0, 0, 0, 1, 1, 3, 3]);
  });
});

describe('settings', () => {
  test('the paper: noise, bins, and the original numbers of steps', () => {
    const { multiplier, bins, descent, projection, decoding, noise } = resolvePrivPgd({
      preset: 'paper',
    });
    expect(multiplier).toBeCloseTo(2.0185, 4);
    expect(histogramNoise(multiplier, 351)).toBeCloseTo(53.48, 2);
    expect(histogramNoise(multiplier, 210)).toBeCloseTo(41.37, 2);
    expect({ bins, decoding, noise }).toEqual({ bins: 32, decoding: 'centre', noise: 'real' });
    expect(descent).toMatchObject({
      particles: 25_000,
      epochs: 1000,
      slices: 10,
      batch: 5,
      keep: 0.2,
    });
    expect(projection).toMatchObject({ steps: 1750, slices: 200, rate: 0.1 });
  });

  test('each column is visited equally often, whatever the number of columns', () => {
    const epochs = (d: number, own: object = {}) => {
      const cells = new Array<number>(d).fill(32);
      const names = cells.map((_, j) => `c${j}`);
      return epochsOf(
        { pairs: pairsOf(names, cells, undefined), codes: [], cells },
        resolvePrivPgd(own),
      );
    };
    expect([2, 4, 27, 101].map((d) => epochs(d))).toEqual([1560, 520, 60, 16]);
    expect(epochs(27, { epochs: 7 })).toBe(7);
    expect(epochs(4, { mode: 'faithful' })).toBe(1000);
  });

  test('a small size for attacks', () => {
    const { projection, descent } = resolvePrivPgd({
      particles: 500,
      epochs: 20,
      projectionSteps: 99,
    });
    expect(projection).toMatchObject({ steps: 99, slices: 16 });
    expect(descent).toMatchObject({ particles: 500, epochs: 20 });
  });

  test('exact accounting needs less noise for the same promise', () => {
    expect(resolvePrivPgd({}).multiplier).toBeLessThan(0.9 * 2.0185);
  });

  test('wrong ones', () => {
    const refused = (own: object, message: string) =>
      expect(() => resolvePrivPgd(own)).toThrow(message);
    refused({ epsilon: -1 }, 'PrivPGD, epsilon: found -1. Give a number above 0.');
    refused({ epsilon: Number.NaN }, 'PrivPGD, epsilon: found NaN.');
    refused({ delta: 0 }, 'PrivPGD, delta: found 0. Give a number between 0 and 1.');
    refused({ particles: 0 }, 'PrivPGD, particles: found 0.');
    refused({ particles: 2e6 }, 'PrivPGD, particles: found 2000000. Give at most 1000000');
    refused({ epochs: 1.5 }, 'PrivPGD, epochs: found 1.5.');
    refused({ projectionSteps: 0 }, 'PrivPGD, projectionSteps: found 0.');
    refused({ mode: 'slow' }, "PrivPGD, mode: found 'slow'. Give fast or faithful.");
    refused({ accounting: 'zcdp' }, "PrivPGD, accounting: found 'zcdp'.");
  });
});

function example(rows: number): Table {
  const draw = new Draw(5);
  const x = draw.column(rows, () => draw.uniform());
  return numericTable({
    x,
    w: x.map((value) => 0.8 * value + 0.2 * draw.uniform()),
    y: x.map((value) => (value + 0.3 * draw.uniform() > 0.65 ? 1 : 0)),
    z: draw.column(rows, (_, i) => (x[i] < 0.2 ? Number.NaN : draw.integer(5))),
  });
}
const table = example(1000);
const settings: GeneratorSettings = {
  response: 'y',
  schema: {
    columns: {
      x: { type: 'continuous', min: 0, max: 1 },
      w: { type: 'continuous', min: 0, max: 1 },
      y: { type: 'boolean', levels: [0, 1] },
      z: { type: 'count', min: 0, max: 4 },
    },
  },
  privpgd: { gaps: ['z'], particles: 500, epochs: 20 },
  noiseSeed: 1,
};
const withOwn = (own: object): GeneratorSettings => ({
  ...settings,
  privpgd: { ...settings.privpgd, ...own },
});
const numbers = (of: Table, name: string) => {
  const column = of.columns.find((each) => each.name === name);
  return column?.kind === 'numeric' ? column.values : new Float64Array();
};

test('particles begin anywhere in the cube', () => {
  const { descent } = resolvePrivPgd({ particles: 5000, epochs: 1 });
  const steps = descend([], 3, descent, rngFromSeed(1));
  steps.next();
  const columns = (steps.next().value ?? []).map((column) => Float64Array.from(column));
  expect(columns.length).toBe(3);
  columns.forEach((column, j) => {
    expect(kolmogorov(column)).toBeLessThan(KOLMOGOROV_1E6);
    for (const other of columns.slice(0, j)) {
      expect(Math.abs(correlation(column, other))).toBeLessThan(4.9 / Math.sqrt(5000));
    }
  });
});

describe('the generator', () => {
  test('at a huge budget margins, dependence and gaps are those of the table', async () => {
    const fitted = await generators.privpgd.fit(
      table,
      withOwn({ epsilon: 1e6, particles: 1000, epochs: undefined }),
      rngFromSeed(1),
    );
    const drawn = fitted.sample(1000, rngFromSeed(2));
    const mean = (x: Float64Array) => x.reduce((a, b) => a + b) / x.length;
    for (const name of ['x', 'w', 'y']) {
      expect(Math.abs(mean(numbers(drawn, name)) - mean(numbers(table, name)))).toBeLessThan(0.02);
    }
    const pair = (of: Table, a: string, b: string) => correlation(numbers(of, a), numbers(of, b));
    expect(Math.abs(pair(drawn, 'x', 'w') - pair(table, 'x', 'w'))).toBeLessThan(0.03);
    expect(Math.abs(pair(drawn, 'x', 'y') - pair(table, 'x', 'y'))).toBeLessThan(0.05);
    const missing = (of: Table) => numbers(of, 'z').map((z) => (Number.isNaN(z) ? 1 : 0));
    expect(Math.abs(mean(missing(drawn)) - mean(missing(table)))).toBeLessThan(0.03);
    const low = numbers(drawn, 'x').filter((_, i) => missing(drawn)[i] === 1);
    expect(mean(low)).toBeLessThan(0.2);
    expect(fitted.notes).toEqual([expect.stringContaining('epsilon 1000000, delta 0.00001 for')]);
  });

  test('every particle comes once before any comes twice', async () => {
    const own = withOwn({ decoding: 'centre', particles: 40, epochs: 2, bins: 8 });
    const fitted = await generators.privpgd.fit(table, own, rngFromSeed(1));
    const rows = (of: Table) =>
      Array.from(numbers(of, 'x'), (x, i) => `${x} ${numbers(of, 'w')[i]}`);
    const once = rows(fitted.sample(40, rngFromSeed(2))).sort();
    const twice = rows(fitted.sample(80, rngFromSeed(3))).sort();
    expect(twice).toEqual(once.flatMap((row) => [row, row]));
    const ordered = rows(fitted.sample(80, rngFromSeed(3)));
    expect(ordered.slice(40)).not.toEqual(ordered.slice(0, 40));
    expect(fitted.sample(7, rngFromSeed(1)).rows).toBe(7);
  });

  test('two fits have different noise, one stream the same', async () => {
    const fits = await Promise.all(
      [1, 1, 2].map((seed) => generators.privpgd.fit(table, settings, rngFromSeed(seed))),
    );
    const [a, b, c] = fits.map((fitted) => fitted.sample(100, rngFromSeed(1)));
    expect(b).toEqual(a);
    expect(c).not.toEqual(a);
  });

  test('ranges that are not declared are refused; those of the data void the guarantee', async () => {
    const bare = { response: 'y', noiseSeed: 1, privpgd: { particles: 20, epochs: 1 } };
    await expect(generators.privpgd.fit(table, bare, rngFromSeed(1))).rejects.toThrow(
      "Column 'x': its range must be public",
    );
    const read = { ...bare, privpgd: { ...bare.privpgd, ranges: 'data' as const } };
    const fitted = await generators.privpgd.fit(table, read, rngFromSeed(1));
    expect(fitted.notes).toEqual([
      'THERE IS NO GUARANTEE of differential privacy. Ranges, levels, gaps and ways of writing were read from the data (ranges: data).',
    ]);
  });

  test('a domain that memory cannot hold is refused by its size', async () => {
    await expect(
      generators.privpgd.fit(table, withOwn({ bins: 10_000 }), rngFromSeed(1)),
    ).rejects.toThrow(/PrivPGD: its tables would have 100160012 cells, which need 765 MiB/);
  });

  test('is followed, and can be cancelled on the way', async () => {
    const told: { done: number; total: number; secondsLeft: number }[] = [];
    const cancel = new AbortController();
    await generators.privpgd.fit(table, settings, rngFromSeed(1), {
      onProgress: (progress) => told.push(progress),
    });
    expect(told.length).toBeGreaterThan(20);
    expect(told.every(({ done }, i) => i === 0 || done > told[i - 1].done)).toBe(true);
    expect(told[told.length - 1]).toMatchObject({ done: told[0].total, secondsLeft: 0 });
    let seen = 0;
    const stopped = generators.privpgd.fit(table, settings, rngFromSeed(1), {
      signal: cancel.signal,
      onProgress: () => {
        if (++seen === 8) cancel.abort();
      },
    });
    await expect(stopped).rejects.toThrow('aborted');
    expect(seen).toBe(8);
  });

  test('comes back from its document, and a damaged one is refused', async () => {
    const { restore } = generators.privpgd;
    const fitted = await generators.privpgd.fit(table, settings, rngFromSeed(1));
    const text = JSON.stringify(fitted.save?.());
    const back = restore?.(JSON.parse(text));
    expect(back?.sample(50, rngFromSeed(2))).toEqual(fitted.sample(50, rngFromSeed(2)));
    expect(JSON.stringify(back?.save?.())).toBe(text);
    const changed = (key: string, value: unknown) => ({ ...JSON.parse(text), [key]: value });
    expect(() => restore?.(changed('particles', []))).toThrow('its checksum does not match');
    expect(() => restore?.(changed('version', 0))).toThrow('its version is 0');
    expect(() => restore?.(changed('format', 'tvinesynth-privbayes'))).toThrow('its format is not');
    expect(() => restore?.(null)).toThrow('it is no JSON object');
  });
});
