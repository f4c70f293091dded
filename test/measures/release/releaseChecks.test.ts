import { beforeAll, describe, expect, test } from 'vitest';
import { checkRelease, type ReleaseOptions } from '../../../src/measures/release/releaseChecks.ts';
import { fit as fitTable } from '../../../src/model/fit.ts';
import type { Model } from '../../../src/model/model.ts';
import { sample } from '../../../src/model/sample.ts';
import type { Column, Table } from '../../../src/table/table.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import { column, head, hospital, tableFrom } from '../../model/tables.ts';
import { Draw } from '../../support/draw.ts';

let real: Table;
let good: Table;
let model: Model;

beforeAll(async () => {
  real = await hospital(400);
  model = await fitTable(real, { response: 'died', families: 'gaussian', truncation: 2 });
  good = sample(model, 400);
});

function replaced(table: Table, name: string, change: (column: Column) => Column): Table {
  const columns = table.columns.map((each) => (each.name === name ? change(each) : each));
  return { ...table, columns };
}

/** The table with one number changed. */
function withNumber(table: Table, name: string, value: number): Table {
  return replaced(table, name, (each) => {
    if (each.kind !== 'numeric') throw new Error(`${name} holds no numbers`);
    const values = each.values.slice();
    values[3] = value;
    return { ...each, values };
  });
}

const failed = (synthetic: Table, options?: ReleaseOptions, schema?: object) =>
  checkRelease(real, synthetic, schema, options)
    .filter(({ passed }) => !passed)
    .map(({ name }) => name);
const numbersIn = (name: string): Float64Array => {
  const found = column(real, name);
  return found.kind === 'numeric' ? found.values : new Float64Array(0);
};

describe('the release checks', () => {
  test('pass a good table, each with a name and a note', () => {
    const checks = checkRelease(real, good, undefined, { rows: 400 });
    expect(checks.map(({ name }) => name)).toEqual([
      'rows-as-asked',
      'exact-copies',
      'real-extremes',
      'carried-identifiers',
      'rare-levels',
      'off-schema',
    ]);
    for (const check of checks) expect(check).toMatchObject({ passed: true });
  });

  test('given the model, see that none of its margins follows its outermost records', () => {
    const found = checkRelease(real, good, undefined, { model });
    expect(found.find(({ name }) => name === 'dominance')).toMatchObject({
      passed: true,
      found: 0,
      allowed: 0,
    });
  });

  test('see a margin that reaches beyond the fifth outermost record, as a mean of five does', () => {
    const columns = model.columns.map((each) => {
      if (each.name !== 'age' || each.content.kind !== 'modelled') return each;
      const { given } = each.content;
      // its values are in its tree, if it has one
      const margin = given?.kind === 'tree' ? given.margin : each.content.margin;
      if (margin.kind !== 'smooth') throw new Error('not smooth');
      const top = numbersIn('age').slice().sort().slice(-5);
      const largest = top.reduce((sum, x) => sum + x, 0) / 5;
      const moved = { ...margin, largest };
      const changed =
        given?.kind === 'tree' ? { given: { ...given, margin: moved } } : { margin: moved };
      return { ...each, content: { ...each.content, ...changed } };
    });
    const found = checkRelease(real, good, undefined, { model: { ...model, columns } });
    expect(found.find(({ name }) => name === 'dominance')).toMatchObject({
      passed: false,
      found: 1,
      note: expect.stringContaining('age'),
    });
  });

  test('see that empirical margins hold single records', async () => {
    const empirical = await fitTable(real, {
      response: 'died',
      families: 'gaussian',
      truncation: 1,
      margins: 'empirical',
    });
    const found = checkRelease(real, good, undefined, { model: empirical });
    const dominance = found.find(({ name }) => name === 'dominance');
    expect(dominance).toMatchObject({ passed: false });
    expect(dominance?.note).toMatch(/age.*cost.*lab/);
  });

  test('see that rows are missing', () => {
    expect(failed(good, { rows: 401 })).toEqual(['rows-as-asked']);
  });

  test('see copies, with another id and without the free text', () => {
    const names = good.columns.map(({ name }) => name);
    const copied: Table = {
      ...real,
      columns: names.map((name) => (name === 'id' ? column(good, name) : column(real, name))),
    };
    const checks = checkRelease(real, copied);
    expect(checks.find(({ name }) => name === 'exact-copies')).toMatchObject({
      found: 400,
      allowed: 0,
    });
    // one of them among good ones
    const one = withRow(good, real, 50);
    expect(checkRelease(real, one).find(({ name }) => name === 'exact-copies')?.found).toBe(1);
  });

  test('see real extremes, unless their bound is declared', () => {
    const age = numbersIn('age');
    for (const extreme of [Math.min(...age), Math.max(...age)]) {
      expect(failed(withNumber(good, 'age', extreme))).toEqual(['real-extremes']);
    }
    const schema = { columns: { age: { type: 'continuous', max: 200 } } };
    expect(failed(withNumber(good, 'age', Math.max(...age)), {}, schema)).toEqual([]);
  });

  test('see carried identifiers', () => {
    const carried = replaced(good, 'id', () => column(head(real, 400), 'id'));
    expect(failed(carried)).toEqual(['carried-identifiers']);
  });

  test('see rare levels', () => {
    const cells = column(real, 'ward');
    if (cells.kind !== 'text') throw new Error('no text');
    const dictionary = [...cells.dictionary, 'rare'];
    const codes = cells.codes.map((code, i) => (i < 4 ? 3 : code));
    const withRare = replaced(real, 'ward', () => ({ ...cells, codes, dictionary }));
    const leaked = replaced(good, 'ward', () => ({ ...cells, codes, dictionary }));
    const names = (k: number) =>
      checkRelease(withRare, leaked, undefined, { k })
        .filter((c) => !c.passed)
        .map((c) => c.name);
    expect(names(5)).toContain('rare-levels');
    expect(names(4)).not.toContain('rare-levels');
  });

  test('see cells off schema: levels, decimals, bounds, gaps, columns', () => {
    const invented = replaced(
      good,
      'ward',
      (each) => ({ ...each, dictionary: ['?', 'b', 'c', 'd'] }) as Column,
    );
    expect(failed(invented)).toEqual(['off-schema']);
    expect(failed(withNumber(good, 'age', 50.123))).toEqual(['off-schema']);
    expect(failed(withNumber(good, 'visits', 1.5))).toEqual(['off-schema']);
    expect(failed(withNumber(good, 'age', Number.NaN))).toEqual(['off-schema']);
    expect(failed(withNumber(good, 'lab', Number.NaN))).toEqual([]);
    expect(failed(withNumber(good, 'age', 150), {}, { columns: { age: { max: 130 } } })).toEqual([
      'off-schema',
    ]);
    expect(failed({ ...good, columns: good.columns.slice(1) })).toEqual(['off-schema']);
    const twice = [...good.columns, { ...good.columns[1], name: 'more' }];
    expect(failed({ ...good, columns: twice })).toEqual(['off-schema']);
    const noDates = replaced(
      good,
      'admitted',
      (each) => ({ ...each, dictionary: ['31.02.2021'], codes: new Int32Array(400) }) as Column,
    );
    expect(failed(noDates)).toEqual(['off-schema']);
  });
});

describe('copies where all columns are discrete', () => {
  /** Rows of three codes, from a generator of its own. */
  function codes(rows: number, levels: number, seed: number): Promise<Table> {
    const draw = new Draw(seed);
    const cell = () => `c${draw.integer(levels)}`;
    return tableFrom([
      ['a', 'b', 'y'],
      ...Array.from({ length: rows }, () => [cell(), cell(), cell()]),
    ]);
  }
  const schema = {
    columns: { a: { type: 'nominal' }, b: { type: 'nominal' }, y: { type: 'nominal' } },
  };
  const copies = (one: Table, other: Table, options?: ReleaseOptions) =>
    checkRelease(one, other, schema, options).find(({ name }) => name === 'exact-copies');

  test('by hand: six of twelve real rows are not alone', async () => {
    const levels = [0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8];
    const table = await tableFrom([['a', 'y'], ...levels.map((i) => [`c${i}`, `d${i}`])]);
    // p = 7 / 14, and 12 (0.5 + 1.96 sqrt(0.25 (2/12 + 1/12))) = 11.88; a determines y, so none comes near
    const own = checkRelease(table, table, {
      columns: { a: { type: 'nominal' }, y: { type: 'nominal' } },
    });
    expect(own[1]).toMatchObject({ found: 12, allowed: 11, passed: false });
    expect(own[1].note).toContain('6 of 12 real rows equal another one');
  });

  test('as many as chance makes pass, a copy does not; with a holdout and without', async () => {
    // 1000 combinations, 500 rows: about 39 % of new rows are known
    const [table, fresh, holdout] = await Promise.all(
      [1, 2, 3].map((seed) => codes(500, 10, seed)),
    );
    for (const options of [{}, { holdout }]) {
      const harmless = copies(table, fresh, options);
      expect(harmless?.passed).toBe(true);
      expect(harmless?.found).toBeGreaterThan(150);
      expect(harmless?.allowed).toBeLessThan(270);
      expect(copies(table, table, options)).toMatchObject({ found: 500, passed: false });
    }
    expect(copies(table, fresh, { holdout })?.note).toMatch(/\d+ of 500 unseen real rows do too$/);
  });

  test('a harmless table passes 39 times in 40', async () => {
    let failures = 0;
    const trials = 120;
    for (let i = 0; i < trials; i++) {
      const [table, fresh] = await Promise.all([codes(200, 7, 2 * i), codes(200, 7, 2 * i + 1)]);
      if (!copies(table, fresh)?.passed) failures++;
    }
    // binomial with p = 1/40: more than 12 of 120 has probability 1e-5
    expect(failures).toBeLessThan(13);
  });

  test('a holdout of another table is refused', async () => {
    const [table, other] = [await codes(20, 3, 1), await tableFrom([['z'], [1], [2]])];
    expect(() => copies(table, table, { holdout: other })).toThrow(/no column 'a'/);
  });
});

describe('copies where columns are coarse, whatever their type', () => {
  /** Rows of whole numbers from a few latent ones, so that columns depend on each other. */
  function coarse(rows: number, fine: number, seed: number): Promise<Table> {
    const draw = new Draw(seed);
    const line = () => {
      const [a, b] = [draw.uniform(), draw.uniform()];
      const noisy = (x: number, steps: number) =>
        Math.floor(steps * (0.7 * x + 0.3 * draw.uniform()));
      return [noisy(a, 4), noisy(b, 4), noisy(a, 3), noisy(b, 3), noisy(a, 5), noisy(b, fine)];
    };
    return tableFrom([[...'abcdef'], ...Array.from({ length: rows }, line)]);
  }
  /** All are numbers that are called continuous. */
  const schema = {
    columns: Object.fromEntries(
      [...'abcdef'].map((name) => [name, { type: 'continuous', decimals: 0 }]),
    ),
  };
  const copies = (one: Table, other: Table, options?: ReleaseOptions) => {
    const found = checkRelease(one, other, schema, options).find(
      ({ name }) => name === 'exact-copies',
    );
    if (!found) throw new Error('a check of copies was expected');
    return found;
  };

  test('hundreds of copies by chance pass, as unseen rows have them too', async () => {
    const [table, fresh, holdout] = await Promise.all([
      coarse(1500, 60, 1),
      coarse(3000, 60, 2),
      coarse(500, 60, 3),
    ]);
    for (const options of [{}, { holdout }]) {
      const check = copies(table, fresh, options);
      expect(check.found).toBeGreaterThan(300);
      expect(check.passed).toBe(true);
      expect(copies(table, table, options).passed).toBe(false);
    }
  });

  test.each([
    // finest column, rows: from hardly a copy by chance to dozens
    [2000, 200],
    [600, 300],
    [150, 300],
  ])('harmless tables pass: %i values in the finest column', async (fine, rows) => {
    let [failures, trials] = [0, 60];
    for (let i = 0; i < trials; i++) {
      const seed = 1000 * fine + 3 * i;
      const [table, fresh, holdout] = await Promise.all([
        coarse(rows, fine, seed),
        coarse(rows, fine, seed + 1),
        coarse(rows / 4, fine, seed + 2),
      ]);
      for (const options of [{}, { holdout }])
        if (!copies(table, fresh, options).passed) failures++;
    }
    trials *= 2;
    // one in 20 at most: more than 15 of 120, in dependent pairs, has probability about 1e-3
    expect(failures).toBeLessThan(16);
  });

  test('one person copied into a table of fine columns is seen, with few unseen rows too', async () => {
    const one: Table = withRow(good, real, 50);
    for (const options of [{}, { holdout: head(good, 60) }]) {
      const check = checkRelease(real, one, undefined, options)[1];
      expect(check).toMatchObject({ name: 'exact-copies', found: 1, allowed: 0, passed: false });
    }
  });

  test('the advice works: without the rows that are copies, or with another seed, it passes', async () => {
    const one = withRow(good, real, 50);
    const check = checkRelease(real, one)[1];
    expect(check.advice).toContain('Leave out the synthetic rows that equal a real row');
    const others = Uint32Array.from({ length: one.rows - 1 }, (_, i) => i + 1);
    expect(checkRelease(real, takeRows(one, others))[1].passed).toBe(true);
    expect(check.advice).toContain('another seed');
    expect(checkRelease(real, sample(model, 400, { seed: 2 }))[1].passed).toBe(true);
  });
});

/** A table with a row of another one in place of its first; identifiers stay. */
function withRow(table: Table, from: Table, row: number): Table {
  const columns = table.columns.map((each): Column => {
    const own = column(from, each.name);
    if (each.name === 'id') return each;
    if (each.kind === 'numeric' && own.kind === 'numeric') {
      return { ...each, values: each.values.map((x, i) => (i === 0 ? own.values[row] : x)) };
    }
    if (each.kind !== 'text' || own.kind !== 'text') throw new Error('kinds differ');
    const dictionary = [...each.dictionary, own.dictionary[own.codes[row]]];
    const codes = each.codes.map((code, i) => (i === 0 ? dictionary.length - 1 : code));
    return { ...each, dictionary, codes };
  });
  return { ...table, columns };
}

describe('advice of the other checks', () => {
  const adviceOf = (synthetic: Table, name: string, schema?: object) => {
    const check = checkRelease(real, synthetic, schema).find((each) => each.name === name);
    return check && { passed: check.passed, advice: check.advice };
  };

  test('passes once it is followed', () => {
    const extreme = withNumber(good, 'age', Math.max(...numbersIn('age')));
    expect(adviceOf(extreme, 'real-extremes')?.advice).toContain('Declare the bounds');
    const declared = { columns: { age: { type: 'continuous', min: 0, max: 200 } } };
    expect(adviceOf(extreme, 'real-extremes', declared)).toEqual({ passed: true });
    const carried = {
      ...good,
      columns: good.columns.map((each) => (each.name === 'id' ? head(real, 400).columns[0] : each)),
    };
    expect(carried.columns[0].name).toBe('id');
    expect(adviceOf(carried, 'carried-identifiers')?.advice).toContain('new values');
    expect(adviceOf(good, 'carried-identifiers')).toEqual({ passed: true });
  });
});

describe('key sets', () => {
  const lines = (rows: readonly string[]) =>
    tableFrom([['sex', 'town', 'cost', 'y'], ...rows.map((row) => row.split(' '))]);
  const keyed = async (options: ReleaseOptions) => {
    // 1: alone with f A, 2 and 3 share m B, 4: alone with f C
    const table = await lines(['f A 1.5 0', 'm B 2.5 1', 'm B 3.5 0', 'f C 4.5 1']);
    const made = await lines(['f A 9.5 1', 'm B 8.5 1', 'm C 7.5 0', 'f A 6.5 0']);
    return checkRelease(table, made, undefined, { keys: [['sex', 'town']], ...options }).slice(6);
  };

  test('real rows alone with their key, and rows with a rare one, counted and listed', async () => {
    expect(await keyed({})).toMatchObject([
      { name: 'replicated-uniques', passed: true, found: 1, allowed: null },
      { name: 'rare-keys', passed: true, found: 3, allowed: null },
    ]);
    const [, rare] = await keyed({ k: 2 });
    expect(rare.found).toBe(2);
  });

  test('fail on demand alone', async () => {
    const [uniques, rare] = await keyed({ blockKeys: true });
    expect([uniques.passed, rare.passed, rare.allowed]).toEqual([true, false, 0]);
  });

  test('two sets, and one with a name that is not there', async () => {
    const found = await keyed({ keys: [['sex'], ['town']] });
    expect(found.map(({ name }) => name)).toEqual([
      'replicated-uniques',
      'rare-keys',
      'replicated-uniques',
      'rare-keys',
    ]);
    await expect(keyed({ keys: [['sex', 'twn']] })).rejects.toThrow(/no column 'twn'.*'town'/);
  });
});
