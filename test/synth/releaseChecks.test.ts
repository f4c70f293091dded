import { beforeAll, describe, expect, test } from 'vitest';
import { fit as fitTable } from '../../src/synth/fit.ts';
import { checkRelease, type ReleaseOptions } from '../../src/synth/releaseChecks.ts';
import { sample } from '../../src/synth/sample.ts';
import type { Column, Table } from '../../src/table/table.ts';
import { column, head, hospital, tableFrom } from './tables.ts';

let real: Table;
let good: Table;

beforeAll(async () => {
  real = await hospital(400);
  const model = await fitTable(real, { response: 'died', families: 'gaussian', truncation: 2 });
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
    const one: Table = {
      ...good,
      columns: good.columns.map((each): Column => {
        const own = column(real, each.name);
        if (each.name === 'id') return each;
        if (each.kind === 'numeric' && own.kind === 'numeric') {
          return { ...each, values: each.values.map((x, i) => (i === 0 ? own.values[50] : x)) };
        }
        if (each.kind === 'text' && own.kind === 'text') {
          const dictionary = [...each.dictionary, own.dictionary[own.codes[50]]];
          return {
            ...each,
            dictionary,
            codes: each.codes.map((c, i) => (i === 0 ? dictionary.length - 1 : c)),
          };
        }
        throw new Error('kinds differ');
      }),
    };
    expect(checkRelease(real, one).find(({ name }) => name === 'exact-copies')?.found).toBe(1);
  });

  test('do not judge copies where all columns are discrete', async () => {
    const table = await tableFrom([
      ['a', 'y'],
      ...Array.from({ length: 40 }, (_, i) => ['pq'[i % 2], i % 2]),
    ]);
    const [, copies] = checkRelease(table, table);
    expect(copies).toMatchObject({ name: 'exact-copies', passed: true, found: 40, allowed: null });
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
