import { expect, test } from 'vitest';
import type { Cells } from '../../../src/measures/threeRisks/cells.ts';
import { nearestRecords } from '../../../src/measures/threeRisks/gower.ts';
import { isolates, matches } from '../../../src/measures/threeRisks/predicates.ts';
import { publishedRisks } from '../../../src/measures/threeRisks/publishedRisks.ts';
import { riskOf } from '../../../src/measures/threeRisks/residualRisk.ts';
import { singlingOut } from '../../../src/measures/threeRisks/singlingOut.ts';
import { threeRisks } from '../../../src/measures/threeRisks/threeRisks.ts';
import { wilson } from '../../../src/numerics/intervals.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { tableFromColumns } from '../../../src/table/tableFromColumns.ts';

/** Numbers and levels with gaps: so many rows, drawn by the seed. */
function people(seed: number, rows: number) {
  const rng = rngFromSeed(seed);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => rng.split(name).uniforms(rows));
  return tableFromColumns({
    age: Array.from(a, (u) => Math.round(18 + 70 * u)),
    income: Array.from(b, (u, i) => Math.round(1000 * (a[i] + u))),
    weight: Array.from(c, (u, i) => (d[i] < 0.05 ? null : Math.round(400 + 600 * u) / 10)),
    region: Array.from(d, (u) => ['north', 'south', 'east', 'west'][Math.floor(4 * u)]),
    status: Array.from(c, (u, i) => (u + a[i] > 1 ? 'married' : 'single')),
  });
}

const cells = (
  columns: Record<string, readonly number[]>,
  levels: readonly string[] = [],
): Cells => ({
  rows: Object.values(columns)[0].length,
  columns: Object.entries(columns).map(([name, values]) => ({
    name,
    isNumber: !levels.includes(name),
    values: Float64Array.from(values),
  })),
});

test('a table released as it is: everybody is singled out, linked and deduced', () => {
  const real = people(1, 400);
  const found = threeRisks(real, real, { holdout: people(2, 400), attacks: 400 });
  const { univariate, multivariate } = found.singlingOut;
  expect(univariate?.main.rate.estimate).toBe(1);
  expect(multivariate?.main.rate.estimate).toBe(1);
  // half of the columns do not tell everybody apart
  expect(found.linkability?.main.rate.estimate).toBeGreaterThan(0.95);
  for (const { main, residual } of found.inference) {
    expect(main.rate.estimate).toBeGreaterThan(0.97);
    expect(residual?.low).toBeGreaterThan(0.3);
  }
  expect(found.inference.map(({ name }) => name)).toContain('status');
});

/** 20 pairs of tables of one population, five risks each: at the 5 % level, more than 14 of 100 has chance .0001. */
test('tables of the same population that share nobody: taking part costs nothing', () => {
  let accused = 0;
  for (let seed = 0; seed < 20; seed++) {
    const [real, synthetic, holdout] = [3, 4, 5].map((kind) => people(100 * seed + kind, 300));
    const found = threeRisks(real, synthetic, {
      holdout,
      seed,
      sensitive: ['status', 'income'],
      attacks: 300,
    });
    const { univariate, multivariate } = found.singlingOut;
    for (const risk of [univariate, multivariate, found.linkability, ...found.inference]) {
      if (risk?.residual && risk.residual.low > 0) accused++;
    }
  }
  expect(accused).toBeLessThanOrEqual(14);
});

test('what everybody knows counts for the control as for the table', () => {
  const [real, synthetic, holdout] = [6, 7, 8].map((seed) => people(seed, 600));
  const [status] = threeRisks(real, synthetic, { holdout, sensitive: ['status'] }).inference;
  // age and weight determine it
  expect(status.main.rate.estimate).toBeGreaterThan(0.8);
  expect(status.control?.rate.estimate).toBeGreaterThan(0.8);
  expect(status.beatsBaseline).toBe(true);
  expect(status.residual?.low).toBe(0);
});

test('without people held out there is no residual risk', () => {
  const { linkability, singlingOut: found } = threeRisks(people(1, 100), people(2, 100));
  expect(linkability).toMatchObject({ control: null, residual: null });
  expect(found.multivariate).toMatchObject({ control: null, residual: null });
});

test('an unknown column, and sizes that are none, are refused', () => {
  const [a, b] = [people(1, 50), people(2, 50)];
  expect(() => threeRisks(a, b, { sensitive: ['incme'] })).toThrow(
    "Three risks: there is no column 'incme'. Did you mean 'income'?",
  );
  expect(() => threeRisks(a, b, { attacks: 0 })).toThrow(
    'attacks: found 0. Give a whole number of at least 1.',
  );
  expect(() => threeRisks(a, b, { tolerance: 1 })).toThrow('tolerance: found 1.');
});

test('the same seed gives the same figures, another one others', () => {
  const [real, synthetic] = [people(1, 300), people(2, 300)];
  const at = (seed: number) => JSON.stringify(threeRisks(real, synthetic, { seed, attacks: 50 }));
  expect(at(1)).toBe(at(1));
  expect(at(1)).not.toBe(at(2));
});

test('a predicate counts the rows that meet all of its conditions; gaps meet none but being missing', () => {
  const table = cells({ x: [1, 2, 2, Number.NaN], y: [5, 5, 6, 7] });
  expect(matches([{ column: 0, is: 'atLeast', value: 2 }], table, 9)).toBe(2);
  expect(matches([{ column: 0, is: 'missing', value: 0 }], table, 9)).toBe(1);
  const both = [
    { column: 0, is: 'equal', value: 2 },
    { column: 1, is: 'atMost', value: 5 },
  ] as const;
  expect(isolates(both, table)).toBe(true);
});

test('nearest records by the definition of Gower’s distance', () => {
  const rng = rngFromSeed(9);
  const make = (rows: number, name: string): Cells => {
    const own = rng.split(name);
    const [u, v] = [own.split('u').uniforms(rows), own.split('v').uniforms(rows)];
    return cells(
      {
        x: Array.from(u, (value) => (value < 0.1 ? Number.NaN : Math.round(20 * value))),
        y: [...v],
        z: [...own.integers(rows, 4)],
      },
      ['z'],
    );
  };
  const [targets, records] = [make(60, 'targets'), make(80, 'records')];
  const distance = (i: number, k: number) =>
    targets.columns.reduce((sum, { values, isNumber }, j) => {
      const [a, b] = [values[i], records.columns[j].values[k]];
      if (Number.isNaN(a) || Number.isNaN(b))
        return sum + (Number.isNaN(a) && Number.isNaN(b) ? 0 : 1);
      if (!isNumber) return sum + (a === b ? 0 : 1);
      const all = [...values, ...records.columns[j].values].filter((x) => !Number.isNaN(x));
      return sum + Math.abs(a - b) / (Math.max(...all) - Math.min(...all));
    }, 0);
  const found = nearestRecords(targets, records, 3);
  for (let i = 0; i < targets.rows; i++) {
    const order = [...Array(records.rows).keys()].sort((a, b) => distance(i, a) - distance(i, b));
    const own = [...found.subarray(3 * i, 3 * i + 3)];
    expect(own.map((k) => distance(i, k))).toEqual(order.slice(0, 3).map((k) => distance(i, k)));
  }
});

test('residual risk: (main - control)/(1 - control), between 0 and 1', () => {
  const of = (successes: number) => ({ successes, attacks: 500 });
  const { residual, main, beatsBaseline } = riskOf(of(300), of(200), of(100));
  expect(residual?.estimate).toBeCloseTo((0.6 - 0.4) / 0.6, 12);
  expect(residual?.low).toBeGreaterThan(0.2);
  expect(residual?.high).toBeLessThan(0.45);
  // Wilson 1927
  expect(main.rate.low).toBeCloseTo(0.5564541, 6);
  expect(main.rate.high).toBeCloseTo(0.642021, 6);
  expect(beatsBaseline).toBe(true);
  expect(riskOf(of(100), of(200), of(100)).residual?.low).toBe(0);
  expect(riskOf(of(500), of(500), of(0)).residual).toMatchObject({ estimate: 0, high: 0 });
});

test('fewer than five successes are told as such: no estimate, and an interval for any number below five', () => {
  const of = (successes: number) => ({ successes, attacks: 500 });
  const none = { singlingOut: { univariate: null, multivariate: null }, inference: [], notes: [] };
  const shown = (main: number, control: number, baseline = 0) => {
    const exact = { known: [], ...riskOf(of(main), of(control), of(baseline)) };
    const { linkability } = publishedRisks({ ...none, linkability: exact });
    return linkability as NonNullable<typeof linkability>;
  };
  const four = wilson(4, 500);
  const first = JSON.stringify(shown(1, 0));
  for (const few of [1, 2, 3, 4]) {
    const { main, control, residual } = shown(few, 0);
    expect(main.rate).toMatchObject({ estimate: Number.NaN, low: 0, high: four.high });
    expect(control?.rate.estimate).toBe(0);
    expect(residual?.estimate).toBeNaN();
    // who reads it cannot tell one from four
    expect(JSON.stringify(shown(few, 0))).toBe(first);
    const own = riskOf(of(few), of(0), of(0)).residual;
    expect(residual?.high).toBeGreaterThanOrEqual(own?.high ?? 1);
    expect(residual?.low).toBeLessThanOrEqual(own?.low ?? 0);
    expect(JSON.stringify(shown(200, few))).toBe(JSON.stringify(shown(200, 1)));
    expect(JSON.stringify(shown(200, 100, few))).toBe(JSON.stringify(shown(200, 100, 1)));
  }
  expect(shown(5, 0).main.rate.estimate).toBe(0.01);
  expect(shown(0, 0).main.rate.estimate).toBe(0);
});

/** 20 tables of 1,000 people and 250 held out: chance accuses more than 4 of them once in 400 times. */
test('few people held out are compared with as many of the table', () => {
  const draw = (seed: number, rows: number) =>
    cells(
      Object.fromEntries(
        ['x', 'y', 'z'].map((name) => [name, [...rngFromSeed(seed).split(name).uniforms(rows)]]),
      ),
    );
  let accused = 0;
  let wrongly = 0;
  for (let seed = 0; seed < 20; seed++) {
    const [synthetic, real, heldOut] = [1000, 1000, 250].map((rows, kind) =>
      draw(10 * seed + kind, rows),
    );
    const settings = { synthetic, attacks: 400, width: 3, rng: rngFromSeed(seed) };
    const found = singlingOut({ ...settings, real, heldOut }).multivariate;
    if ((found?.residual?.low ?? 0) > 0) accused++;
    // the whole table beside a quarter of it would be accused for its size
    const { main, control } = found as NonNullable<typeof found>;
    if (main.rate.low > (control?.rate.high ?? 1)) wrongly++;
  }
  expect(accused).toBeLessThanOrEqual(4);
  expect(wrongly).toBeGreaterThan(4);
});
