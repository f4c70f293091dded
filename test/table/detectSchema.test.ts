import { describe, expect, test } from 'vitest';
import { applySchema } from '../../src/table/applySchema.ts';
import { describeTable } from '../../src/table/describeTable.ts';
import { detectSchema, schemaOf } from '../../src/table/detectSchema.ts';
import { readTable } from '../../src/table/readTable.ts';
import { restoreTable } from '../../src/table/restoreTable.ts';
import {
  checkSchema,
  jsonSchemaOfSchema,
  parseSchema,
  schemaToJSON,
} from '../../src/table/schema.ts';
import { writeTable } from '../../src/table/writeTable.ts';
import { cellsOf } from './support/cells.ts';

/** A table of one column and a second one that no blank line can hide. */
async function column(name: string, cells: readonly (string | number)[], missing: string[] = []) {
  const cell = (value: string) => (value === 'NA' ? value : `"${value.replaceAll('"', '""')}"`);
  const quoted = cells.map((value) => `${cell(String(value))},1`);
  const text = `"${name}",one\n${quoted.join('\n')}\n`;
  return readTable(new TextEncoder().encode(text), { missing });
}

async function detect(name: string, cells: readonly (string | number)[]) {
  return detectSchema(await column(name, cells)).columns[0];
}

const times = <T>(n: number, make: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => make(i));

describe('types', () => {
  test.each([
    ['whole numbers without a gap', 'x', times(20, (i) => 20 - i), 'identifier'],
    ['too few of them', 'x', times(19, (i) => i), 'count'],
    ['called an id', 'patient_id', times(30, (i) => (i * 7919) % 10007), 'identifier'],
    ['growing', 'x', times(100, (i) => i * i + 3), 'identifier'],
    ['six digits each', 'x', times(120, (i) => 100003 + ((i * 7919) % 800000)), 'identifier'],
    ['all different but not an id', 'pay', times(50, (i) => 1000 + ((i * 7919) % 99991)), 'count'],
    ['uuid', 'x', times(25, (i) => `3f${i}-0a-${i * 7}`), 'identifier'],
    ['zeros and ones', 'x', times(30, (i) => i % 2), 'boolean'],
    ['ones and twos', 'x', times(30, (i) => 1 + (i % 2)), 'nominal'],
    ['yes and no', 'x', times(30, (i) => (i % 2 ? 'No' : 'Yes')), 'boolean'],
    ['TRUE and FALSE', 'x', times(30, (i) => (i % 3 ? 'TRUE' : 'FALSE')), 'boolean'],
    ['few whole numbers', 'x', times(300, (i) => (i * i) % 11), 'count'],
    ['whole numbers below zero', 'x', times(300, (i) => ((i * i) % 11) - 5), 'continuous'],
    ['decimals', 'x', times(300, (i) => i / 7), 'continuous'],
    ['words', 'x', times(300, (i) => ['red', 'green', 'blue'][i % 3]), 'nominal'],
    ['a scale', 'x', times(300, (i) => ['High', 'Low', 'Medium'][i % 3]), 'ordered'],
    ['stages', 'x', times(300, (i) => `Stage ${10 - (i % 3)}`), 'ordered'],
    ['Roman numbers', 'x', times(300, (i) => ['IV', 'II', 'I', 'III'][i % 4]), 'ordered'],
    ['zip codes', 'zip', times(300, (i) => `0${1000 + (i % 40)}`), 'nominal'],
    ['prose', 'x', times(40, (i) => `the patient said ${i} things on that day`), 'text'],
    ['ISO dates', 'x', times(40, (i) => `19${60 + i}-02-0${1 + (i % 9)}`), 'date'],
    ['German dates', 'x', times(12, (i) => `${i + 1}.${i + 1}.2020`), 'date'],
    ['times with zones', 'x', times(9, (i) => `2020-01-0${i + 1}T10:00:00+02:00`), 'date'],
    ['almost dates', 'x', times(9, (i) => (i ? `2020-01-0${i}` : '2020-02-30')), 'nominal'],
  ] as const)('%s', async (_, name, cells, type) => {
    const found = await detect(name, cells);
    expect([found.type, found.reason]).toEqual([type, expect.stringMatching(/\w/)]);
  });

  test('a scale has its order', async () => {
    expect((await detect('x', ['high', 'low', 'medium', 'low'])).levels).toEqual([
      'low',
      'medium',
      'high',
    ]);
    expect((await detect('x', ['Stage 10', 'Stage 9', 'Stage 1'])).levels).toEqual([
      'Stage 1',
      'Stage 9',
      'Stage 10',
    ]);
    expect((await detect('x', ['yes', 'no'])).levels).toEqual(['no', 'yes']);
  });

  test('constant, empty, missing and tied', async () => {
    expect(await detect('x', [3, 3, 3])).toMatchObject({
      constant: true,
      type: 'count',
      distinct: 1,
    });
    expect(await detect('x', ['a', 'a'])).toMatchObject({ constant: true, type: 'nominal' });
    expect(await detect('x', ['NA', '', 'NA'])).toMatchObject({
      constant: true,
      distinct: 0,
      missing: 3,
      missingCode: 'NA',
    });
    expect(await detect('x', [1.5, 1.5, 2.5, 'NA'])).toMatchObject({
      ties: 2,
      missing: 1,
      distinct: 2,
    });
  });
});

describe('dates', () => {
  test.each([
    [['13/02/2020', '01/02/2020'], 'DD/MM/YYYY', false],
    [['02/13/2020', '01/02/2020'], 'MM/DD/YYYY', false],
    [['01/02/2020', '03/04/2020'], 'DD/MM/YYYY', true],
    [['1/2/2020', '12/30/2020'], 'M/D/YYYY', false],
    [['31.12.1899', '01.01.1900'], 'DD.MM.YYYY', false],
    [['2020/01/31', '1969/12/31'], 'YYYY/MM/DD', false],
    [['2020-01-31 10:00', '1969-12-31 23:59'], 'YYYY-MM-DD HH:mm', false],
    [['2020-01-31T10:00:00.125Z', '1969-12-31T23:59:59.999Z'], 'YYYY-MM-DDTHH:mm:ss.SSSZ', false],
    [['2020-01-31T10:00:00-0530', '0001-01-01T00:00:00-0530'], 'YYYY-MM-DDTHH:mm:ssZZ', false],
    [['1/5/20', '12/31/68'], 'M/D/YY', false],
  ])('%j: %s', async (cells, format, ambiguous) => {
    const table = await column('d', cells);
    const [found] = detectSchema(table).columns;
    expect([found.type, found.format]).toEqual(['date', format]);
    expect(found.warnings.some((text) => text.includes('exchanged'))).toBe(ambiguous);
    const typed = applySchema(table);
    const back = restoreTable(typed.columns, typed.rows, typed.format);
    expect(cellsOf(back.columns[0])).toEqual(cells);
  });

  test('count days and seconds from 1970, in UTC where they name a zone', async () => {
    const values = async (cells: string[]) => {
      const [typed] = applySchema(await column('d', cells)).columns;
      return typed.type === 'date' ? [...typed.values] : [];
    };
    expect(await values(['1970-01-01', '1969-12-31', '2000-03-01'])).toEqual([0, -1, 11017]);
    expect(await values(['1970-01-01T01:00:00+01:00', '1969-12-31T23:59:59Z'])).toEqual([0, -1]);
  });

  test('zones that differ are told', async () => {
    const found = await detect('d', ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00+02:00']);
    expect(found.warnings.join()).toContain('several zones');
  });
});

describe('a schema', () => {
  const load = () =>
    readTable(
      new TextEncoder().encode(
        'age,stage,code,when\n61,II,1,2020-01-01\n-9,I,2,2020-01-02\n40,III,1,2020-01-03\n',
      ),
      { missing: ['-9'] },
    );

  test('overrules detection, in part', async () => {
    const schema = parseSchema(
      '{"columns": {"code": {"type": "nominal"}, "stage": {"type": "ordered", "levels": ["III","II","I"]}}}',
    );
    const { columns } = applySchema(await load(), schema);
    expect(columns[2]).toMatchObject({
      type: 'nominal',
      levels: ['1', '2'],
      codes: Int32Array.of(0, 1, 0),
    });
    expect(columns[1]).toMatchObject({ type: 'ordered', codes: Int32Array.of(1, 2, 0) });
    expect(columns[0]).toMatchObject({ type: 'count' });
  });

  test('columns come back as they were written, whatever they were taken for', async () => {
    const table = await load();
    const schema = checkSchema({
      columns: { code: { type: 'nominal' }, age: { type: 'continuous' } },
    });
    const typed = applySchema(table, schema);
    const back = await writeTable(restoreTable(typed.columns, typed.rows, typed.format));
    expect(back.bytes).toEqual((await writeTable(table)).bytes);
  });

  test('that does not fit is refused with all misfits', async () => {
    const schema = checkSchema({
      columns: {
        agee: { type: 'count' },
        stage: { type: 'continuous' },
        code: { type: 'ordered', levels: ['1'] },
        age: { min: 50, max: 60 },
        when: { type: 'date', format: 'DD.MM.YYYY' },
      },
    });
    const table = await load();
    expect(() => applySchema(table, schema)).toThrow(
      `the schema does not fit the table in 6 places:
- the table has no column "agee"; did you mean "age"?
- column "age": below the declared least value in fewer than 5 rows
- column "age": above the declared largest value in fewer than 5 rows
- column "stage": declared continuous, but it holds text
- column "code": a level that is not declared in 1 row
- column "when": not a date in the format DD.MM.YYYY in 3 rows`,
    );
  });

  test.each([
    ['{', 'not valid JSON'],
    ['[]', 'must be an object'],
    ['{"columns": {"a": {"type": "integer"}}}', 'column "a", type'],
    ['{"columns": {"a": {"typ": "count"}}}', 'column "a"'],
    ['{"columns": {"a": {"decimals": 1.5}, "b": {"levels": []}}}', 'column "b", levels'],
    ['{"columns": {"a": {"levels": ["x", "x"]}}}', 'holds a level twice'],
    ['{"colums": {}}', 'colums'],
    ['{"missing": "NA"}', 'missing'],
  ])('%s is refused', (text, part) => {
    expect(() => parseSchema(text, 'schema.json')).toThrow(part);
    expect(() => parseSchema(text, 'schema.json')).toThrow('schema.json');
  });

  test('names that mean something to the language are just names', async () => {
    const schema = parseSchema(
      '{"columns": {"__proto__": {"type": "nominal"}, "constructor": {"type": "text"}}}',
    );
    expect([...schema.columns.keys()]).toEqual(['__proto__', 'constructor']);
    expect(({} as { type?: unknown }).type).toBeUndefined();
    const table = await readTable(new TextEncoder().encode('__proto__,constructor\n1,2\n2,3\n'));
    expect(applySchema(table, schema).columns.map(({ type }) => type)).toEqual(['nominal', 'text']);
    expect(Object.keys(schemaToJSON(schema).columns)).toEqual(['__proto__', 'constructor']);
  });

  test('can be saved, edited and given back', async () => {
    const table = await load();
    const schema = schemaOf(detectSchema(table), ['-9']);
    const text = JSON.stringify(schemaToJSON(schema));
    expect(parseSchema(text)).toEqual(schema);
    expect(applySchema(table, parseSchema(text)).columns.map(({ type }) => type)).toEqual(
      applySchema(table).columns.map(({ type }) => type),
    );
  });

  test('has a JSON Schema', () => {
    expect(JSON.stringify(jsonSchemaOfSchema())).toContain('"continuous"');
  });

  test('missing codes may be declared after reading', async () => {
    const table = await readTable(new TextEncoder().encode('a,b\n1,x\nunknown,y\n-9,x\n3,\n'));
    const typed = applySchema(table, checkSchema({ columns: {}, missing: ['unknown', -9] }));
    expect(typed.columns[0]).toMatchObject({ type: 'count' });
    expect(typed.columns[0]).toHaveProperty(
      'values',
      Float64Array.of(1, Number.NaN, Number.NaN, 3),
    );
  });
});

test('the description fits 80 characters and shows what five rows share', async () => {
  const cells = times(60, (i) => (i === 7 ? 'lilac' : ['red', 'green', 'NA'][i % 3]));
  const table = await column('colour', cells);
  const { text, data } = describeTable(detectSchema(table), { table, path: 'a.csv' });
  expect(text).toBe(`60 rows, 2 columns

colour: nominal
    3 different texts; red 33 %, green 33 %, rare levels, which are pooled;
    missing 33.3 % (NA)
one: count, constant
    a single number; about 1
  ! all values are the same

Next:
  - Where a type is wrong, write a schema, edit it, and give it with --schema:
      tvinesynth inspect a.csv --write-schema schema.json
  - Then make the synthetic table:
      tvinesynth run a.csv --schema schema.json --response NAME
`);
  expect(JSON.stringify(data)).not.toContain('lilac');
  expect(data.columns[0]).toMatchObject({
    ...{ name: 'colour', type: 'nominal', missing: 20, missingShare: 0.333 },
    levels: [
      { level: 'red', rows: 20 },
      { level: 'green', rows: 20 },
    ],
  });
});

test('a range is that of five rows at each end, and remarks of others stand below', async () => {
  const table = await column('dose', [...times(60, (i) => 10 + i), 99_999]);
  const remarks = new Map([['dose', ['a sum of others']]]);
  const { text, data } = describeTable(detectSchema(table), { table, remarks });
  expect(data.columns[0].range).toEqual({ from: '16', to: '64' });
  expect(text).toContain('  = a sum of others\n');
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('counts of single persons are not in the description', async () => {
  const table = await column('dose', [...times(30, (i) => i), 'NA', 29]);
  const { text, data } = describeTable(detectSchema(table));
  expect(text).toContain('(NA)');
  expect(text).toContain('! counts of fewer than 5 rows are given as 5\n');
  expect(data.columns[0]).toMatchObject({ missing: 5, ties: 5 });
});

test('numbers as people write them are said to stay text, identifiers are not', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => {
    const amount = `"${i + 1},${100 + 7 * i}.50"`;
    return [amount, `${i + 10}.${200 + 3 * i} kg`, `A${i}-${(i * 37) % 91}`].join(',');
  });
  const text = `amount,mass,code\n${rows.join('\n')}\n`;
  const { columns } = detectSchema(await readTable(new TextEncoder().encode(text)));
  const said = columns.map(({ warnings }) =>
    warnings.some((warning) => warning.includes('write them as 1234.56')),
  );
  expect(said).toEqual([true, true, false]);
});
