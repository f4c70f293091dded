import { describe, expect, test } from 'vitest';
import { generators } from '../../../src/generators/catalogue.ts';
import type { GeneratorSettings } from '../../../src/generators/generator.ts';
import {
  type Coded,
  informant,
  informationSensitivity,
  join,
} from '../../../src/generators/privbayes/information.ts';
import { chooseNetwork, type ParentRule } from '../../../src/generators/privbayes/network.ts';
import { resolvePrivBayes } from '../../../src/generators/privbayes/settings.ts';
import {
  countScale,
  drawRows,
  noisyTable,
  tableShapes,
} from '../../../src/generators/privbayes/tables.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import type { Table } from '../../../src/table/table.ts';
import { Draw } from '../../support/draw.ts';
import { numericTable } from '../../support/numericTable.ts';

const coded = (codes: readonly number[], cells: number): Coded => ({
  codes: Int32Array.from(codes),
  cells,
});

/** From the definition: the sum of p(x, y) ln(p(x, y) / (p(x) p(y))). */
function byDefinition(a: readonly number[], b: readonly number[]): number {
  const share = (is: (i: number) => boolean) => a.filter((_, i) => is(i)).length / a.length;
  let sum = 0;
  for (const x of new Set(a)) {
    for (const y of new Set(b)) {
      const both = share((i) => a[i] === x && b[i] === y);
      if (both > 0) {
        sum += both * Math.log(both / (share((i) => a[i] === x) * share((i) => b[i] === y)));
      }
    }
  }
  return sum;
}

describe('mutual information', () => {
  test('is that of the definition, also with several parents', () => {
    const draw = new Draw(1);
    const column = (cells: number) => Array.from({ length: 60 }, () => draw.integer(cells));
    const [a, b, c] = [column(4), column(3), column(5)];
    const measure = informant(60);
    expect(measure(coded(a, 4), coded(b, 3))).toBeCloseTo(byDefinition(a, b), 12);
    const parents = join([coded(b, 3), coded(c, 5)], 60);
    const pairs = b.map((code, i) => code * 5 + c[i]);
    expect(Array.from(parents.codes)).toEqual(pairs);
    expect(measure(coded(a, 4), parents)).toBeCloseTo(byDefinition(a, pairs), 12);
    expect(measure(coded(a, 4), coded(a, 4))).toBeCloseTo(byDefinition(a, a), 12);
  });

  /** The largest change over all tables of n rows and all replacements of one row. */
  function worst(n: number, cellsA: number, cellsB: number): number {
    const measure = informant(n);
    const cells = cellsA * cellsB;
    const value = (rows: readonly number[]) =>
      measure(
        coded(
          rows.map((cell) => Math.floor(cell / cellsB)),
          cellsA,
        ),
        coded(
          rows.map((cell) => cell % cellsB),
          cellsB,
        ),
      );
    let most = 0;
    // the others in ascending order: mutual information does not depend on the order of rows
    const visit = (others: number[]): void => {
      if (others.length < n - 1) {
        for (let cell = others[others.length - 1] ?? 0; cell < cells; cell++) {
          visit([...others, cell]);
        }
        return;
      }
      const values = Array.from({ length: cells }, (_, cell) => value([...others, cell]));
      most = Math.max(most, Math.max(...values) - Math.min(...values));
    };
    visit([]);
    return most;
  }

  test.each([
    [2, 2, 2],
    [3, 2, 2],
    [6, 2, 2],
    [5, 2, 3],
    [4, 2, 4],
  ])('%i rows, %i and %i cells: the bound holds and is reached', (n, a, b) => {
    const bound = informationSensitivity(n, true);
    const found = worst(n, a, b);
    expect(found).toBeLessThanOrEqual(bound + 1e-12);
    expect(found).toBeGreaterThan(0.75 * bound);
  });

  test.each([
    [2, 3, 3],
    [3, 3, 3],
    [4, 3, 3],
    [5, 3, 3],
    [3, 4, 4],
  ])('%i rows, %i and %i cells: the bound for more than two cells', (n, a, b) => {
    const bound = informationSensitivity(n, false);
    const found = worst(n, a, b);
    expect(found).toBeLessThanOrEqual(bound + 1e-12);
    expect(found).toBeGreaterThan(0.7 * bound);
  });

  test('the sensitivities at 884 rows', () => {
    expect(informationSensitivity(884, false)).toBeCloseTo(0.016, 4);
    expect((26 * informationSensitivity(884, false)) / 0.5).toBeCloseTo(0.417 / 0.5, 2);
    expect(informationSensitivity(884, true)).toBeCloseTo(Math.log(884) / 884 + 1 / 884, 5);
  });
});

/** Runs a generator of steps to its end. */
function finish<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

describe('the network', () => {
  const draw = new Draw(2);
  const rows = 300;
  const a = Array.from({ length: rows }, () => draw.integer(4));
  const noisy = (from: readonly number[]) =>
    from.map((code) => (draw.uniform() < 0.15 ? draw.integer(4) : code));
  const b = noisy(a);
  const c = noisy(b);
  const z = Array.from({ length: rows }, () => draw.integer(4));
  const columns = [a, b, c, z].map((codes) => coded(codes, 4));
  const isBinary = [false, false, false, false];
  const choose = (rule: ParentRule, epsilon: number, seed: number) =>
    finish(chooseNetwork({ columns, rows, isBinary, rule, epsilon }, rngFromSeed(seed)));

  test('at a huge budget each step takes the most informative pair', () => {
    const own = [a, b, c, z];
    for (let seed = 0; seed < 8; seed++) {
      const [root, ...links] = choose({ degree: 1 }, 1e6, seed);
      const placed = [root.child];
      for (const { child, parents } of links) {
        const found = byDefinition(own[child], own[parents[0]]);
        for (const other of [0, 1, 2, 3].filter((j) => !placed.includes(j))) {
          for (const parent of placed) {
            expect(byDefinition(own[other], own[parent])).toBeLessThanOrEqual(found + 1e-9);
          }
        }
        placed.push(child);
      }
    }
  });

  test('all columns come once, with parents among those before', () => {
    for (const rule of [{ degree: 1 }, { degree: 2 }, { degree: 9 }, { cells: 64, most: 3 }]) {
      const links = choose(rule, 0.5, 3);
      expect(links.map(({ child }) => child).sort()).toEqual([0, 1, 2, 3]);
      links.forEach(({ parents }, place) => {
        const before = links.slice(0, place).map(({ child }) => child);
        expect(parents.every((parent) => before.includes(parent))).toBe(true);
        const most = 'degree' in rule ? rule.degree : 2;
        expect(parents.length).toBe(Math.min(place, most));
      });
    }
  });

  test('no more parents than keep the table small, and none if nothing fits', () => {
    expect(choose({ cells: 16, most: 3 }, 1, 1).map(({ parents }) => parents.length)).toEqual([
      0, 1, 1, 1,
    ]);
    expect(choose({ cells: 15, most: 3 }, 1, 1).every(({ parents }) => parents.length === 0)).toBe(
      true,
    );
  });

  test('each choice has its share of the budget', () => {
    // two columns are left with a pair each: the odds are exp(epsilon / 3 (I1 - I2) / (2 S))
    const epsilon = 3;
    const own = [a, b, c, z];
    const s = informationSensitivity(rows, false);
    // with the budget, and with twice as much: expected number and variance
    const totals = [
      [0, 0],
      [0, 0],
    ];
    let found = 0;
    for (let seed = 0; seed < 4000; seed++) {
      const [root, first] = choose({ degree: 1 }, epsilon, seed);
      const chosen = root.child === 0 ? 1 : 0;
      found += first.child === chosen ? 1 : 0;
      totals.forEach((total, more) => {
        const weights = own.map((codes, j) => {
          const exponent = (((1 + more) * epsilon) / 3 / 2) * (byRoot(root.child, j, codes) / s);
          return j === root.child ? 0 : Math.exp(exponent);
        });
        const p = weights[chosen] / weights.reduce((x, y) => x + y);
        total[0] += p;
        total[1] += p * (1 - p);
      });
    }
    // once in a million
    const isNear = ([mean, variance]: number[]) =>
      Math.abs(found - mean) < 4.9 * Math.sqrt(variance);
    expect(totals.map(isNear)).toEqual([true, false]);
  });
  const cache = new Map<string, number>();
  function byRoot(root: number, j: number, codes: readonly number[]): number {
    const key = `${root} ${j}`;
    const value = cache.get(key) ?? byDefinition([a, b, c, z][root], codes);
    cache.set(key, value);
    return value;
  }
});

describe('tables', () => {
  test.each([
    [27, 0.1, 1040],
    [27, 1, 104],
    [27, 5, 20.8],
    [21, 0.1, 800],
    [21, 1, 80],
    [21, 5, 16],
  ])('%i columns, epsilon %f: noise of scale %f', (d, epsilon, scale) => {
    const links = Array.from({ length: d }, (_, child) => ({
      child,
      parents: child === 0 ? [] : [child - 1],
    }));
    const shapes = tableShapes(links, 2);
    expect(shapes.length).toBe(d - 1);
    expect(countScale(shapes.length, epsilon / 2)).toBeCloseTo(scale, 10);
  });

  // by hand: x 0 0 0 1 1, y 0 0 1 2 2
  const columns = [coded([0, 0, 0, 1, 1], 2), coded([0, 0, 1, 2, 2], 3)];
  const shape = { given: [0], drawn: [1] };
  const exact = { kind: 'geometric', scale: 1e-9 } as const;

  test('without noise they hold the counts', () => {
    expect(Array.from(noisyTable(shape, columns, 5, exact, rngFromSeed(1)).counts)).toEqual([
      2, 1, 0, 0, 0, 2,
    ]);
  });

  test('noise is added to every cell, and what is negative is 0', () => {
    const wide = [coded([0, 1, 2], 300), coded([0, 0, 1], 200)];
    const { counts } = noisyTable(
      { given: [], drawn: [0, 1] },
      wide,
      3,
      { kind: 'laplace', scale: 100 },
      rngFromSeed(1),
    );
    expect(counts.every((count) => count >= 0)).toBe(true);
    const positive = counts.filter((count) => count > 0);
    // half of the cells, with mean 100: within 4.9 standard errors
    expect(Math.abs(positive.length - 30_000)).toBeLessThan(4.9 * Math.sqrt(15_000));
    const mean = positive.reduce((x, y) => x + y) / positive.length;
    expect(Math.abs(mean - 100)).toBeLessThan((4.9 * 100) / Math.sqrt(30_000));
  });

  test('rows follow the tables; an empty block is drawn evenly', () => {
    const tables = [
      { given: [], drawn: [0], counts: Float64Array.of(3, 2, 5) },
      { given: [0], drawn: [1], counts: Float64Array.of(2, 1, 0, 2, 0, 0) },
    ];
    const n = 40_000;
    const [x, y] = drawRows(tables, [3, 2], n, rngFromSeed(1));
    const shares = [0.2, 0.1, 0, 0.2, 0.25, 0.25];
    shares.forEach((p, cell) => {
      const count = x.reduce((sum, code, i) => sum + (2 * code + y[i] === cell ? 1 : 0), 0);
      expect(Math.abs(count / n - p)).toBeLessThanOrEqual(4.9 * Math.sqrt((p * (1 - p)) / n));
    });
  });
});

function example(rows: number): Table {
  const draw = new Draw(5);
  const x = draw.column(rows, () => draw.uniform());
  return numericTable({
    x,
    y: x.map((value) => (value + 0.3 * draw.uniform() > 0.65 ? 1 : 0)),
    z: draw.column(rows, () => (draw.uniform() < 0.2 ? Number.NaN : draw.integer(5))),
  });
}
const table = example(500);
const settings: GeneratorSettings = {
  response: 'y',
  schema: {
    columns: {
      x: { type: 'continuous', min: 0, max: 1, decimals: 6 },
      y: { type: 'boolean', levels: [0, 1] },
      z: { type: 'count', min: 0, max: 4 },
    },
  },
  privbayes: { gaps: ['z'] },
  noiseSeed: 1,
};
const withOwn = (own: object): GeneratorSettings => ({
  ...settings,
  privbayes: { ...settings.privbayes, ...own },
});
const numbers = (of: Table, name: string) => {
  const column = of.columns.find((each) => each.name === name);
  return column?.kind === 'numeric' ? column.values : new Float64Array();
};

describe('the generator', () => {
  test('at a huge budget conditionals are the empirical ones', async () => {
    const own = withOwn({ epsilon: 1e9, degree: 2, bins: 4 });
    const fitted = await generators.privbayes.fit(table, own, rngFromSeed(1));
    const drawn = fitted.sample(40_000, rngFromSeed(2));
    const share = (of: Table, is: (x: number, y: number, z: number) => boolean) => {
      const [x, y, z] = ['x', 'y', 'z'].map((name) => numbers(of, name));
      return x.filter((_, i) => is(x[i], y[i], z[i])).length / of.rows;
    };
    for (const bin of [0, 1, 2, 3]) {
      for (const level of [0, 1]) {
        for (const isMissing of [true, false]) {
          const is = (x: number, y: number, z: number) =>
            Math.floor(x * 4) === bin && y === level && Number.isNaN(z) === isMissing;
          const p = share(table, is);
          expect(Math.abs(share(drawn, is) - p)).toBeLessThan(
            4.9 * Math.sqrt((p * (1 - p)) / 40_000) + 1e-9,
          );
        }
      }
    }
    expect(fitted.notes).toEqual([
      'Differentially private for the replacement of one row: epsilon 1000000000 for each fit. Taken for public: the number of rows, the names and order of columns, and how the file is delimited. It covers the fit and what is drawn from it, not the figures of attacks and measures, which are computed from real rows. Its noise follows from the noise seed: this holds while nobody else knows that seed, and while it serves one table only.',
    ]);
  });

  test('domain, not data, decides what comes out; ranges of the data void the guarantee', async () => {
    const wide = {
      ...withOwn({ degree: 1, epsilon: 0.1 }),
      schema: { columns: { ...columnsOf(), x: { type: 'continuous', min: -10, max: 10 } } },
    };
    const fitted = await generators['privbayes-0.1'].fit(table, wide, rngFromSeed(1));
    const x = numbers(fitted.sample(2000, rngFromSeed(1)), 'x');
    expect(Math.min(...x)).toBeLessThan(-5);
    expect(Math.max(...x)).toBeGreaterThan(5);
    const paper = await generators['privbayes-0.1'].fit(
      table,
      { response: 'y', privbayes: { preset: 'paper' } },
      rngFromSeed(1),
    );
    expect(paper.notes?.[0]).toMatch(/^THERE IS NO GUARANTEE .*\(ranges: extremes\)/);
    // its ranges end at single people
    expect(paper.save).toBeUndefined();
    const own = numbers(paper.sample(2000, rngFromSeed(1)), 'x');
    expect(Math.min(...own)).toBeGreaterThanOrEqual(Math.min(...numbers(table, 'x')));
  });

  test('ranges that are not declared are refused, also where a game has completed the schema', async () => {
    await expect(
      generators.privbayes.fit(
        table,
        { ...settings, declared: { columns: new Map() } },
        rngFromSeed(1),
      ),
    ).rejects.toThrow("Column 'y': its levels must be public");
  });

  test('wrong settings', () => {
    const refused = (own: object, message: string) =>
      expect(() => resolvePrivBayes(own)).toThrow(message);
    refused({ epsilon: 0 }, 'PrivBayes, epsilon: found 0. Give a number above 0.');
    refused({ epsilon: Number.NaN }, 'PrivBayes, epsilon: found NaN.');
    refused({ epsilon: Infinity }, 'PrivBayes, epsilon: found Infinity.');
    refused({ bins: 2.5 }, 'PrivBayes, bins: found 2.5. Give a whole number of at least 1.');
    refused({ degree: 0 }, 'PrivBayes, degree: found 0.');
    refused({ structureShare: 1 }, 'structureShare: found 1. Give a number between 0 and 1.');
    refused({ noise: 'none' }, "PrivBayes, noise: found 'none'. Give geometric or laplace.");
    refused({ preset: 'papr' }, "PrivBayes, preset: found 'papr'.");
  });

  test('a domain that memory cannot hold is refused by its size', async () => {
    await expect(
      generators.privbayes.fit(table, withOwn({ degree: 2, bins: 20_000_000 }), rngFromSeed(1)),
    ).rejects.toThrow(/PrivBayes: its tables would have 240000000 cells, which need 1832 MiB/);
  });

  test('is followed, and can be cancelled', async () => {
    const told: number[] = [];
    await generators.privbayes.fit(table, settings, rngFromSeed(1), {
      onProgress: ({ done, total, secondsLeft }) => told.push(done, total, secondsLeft),
    });
    expect(told.slice(-3)).toEqual([2, 2, 0]);
    await expect(
      generators.privbayes.fit(table, settings, rngFromSeed(1), { signal: AbortSignal.abort() }),
    ).rejects.toThrow('aborted');
  });

  test('comes back from its document, and a damaged one is refused', async () => {
    const { restore } = generators.privbayes;
    const fitted = await generators.privbayes.fit(table, settings, rngFromSeed(1));
    const text = JSON.stringify(fitted.save?.());
    const back = restore?.(JSON.parse(text));
    expect(back?.sample(50, rngFromSeed(2))).toEqual(fitted.sample(50, rngFromSeed(2)));
    expect(JSON.stringify(back?.save?.())).toBe(text);
    const changed = (key: string, value: unknown) => ({ ...JSON.parse(text), [key]: value });
    expect(() => restore?.(changed('tables', []))).toThrow('its checksum does not match');
    expect(() => restore?.(changed('version', 2))).toThrow('its version is 2');
    expect(() => restore?.(changed('format', 'x'))).toThrow(
      "its format is not 'tvinesynth-privbayes'",
    );
    expect(() => restore?.([])).toThrow('it is no JSON object');
  });
});

function columnsOf() {
  return (settings.schema as { columns: Record<string, object> }).columns;
}
