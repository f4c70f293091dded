import { expect, test } from 'vitest';
import { detectSchema, readTable, tableFromColumns, writeTable } from '../../src/index.ts';

const written = async (columns: Parameters<typeof tableFromColumns>[0]) =>
  new TextDecoder().decode((await writeTable(tableFromColumns(columns))).bytes);

test('numbers, texts, booleans and missing values, as the same table read from CSV', async () => {
  const columns = {
    age: [64, null, 58.5, Number.NaN],
    sex: ['f', 'm', undefined, 'f'],
    smoker: [true, false, true, null],
    score: Float64Array.of(0.25, 1e-7, -3, 1e21),
    visits: Int32Array.of(1, 2, 3, 4),
    dose: Float32Array.of(0.1, 0.2, 0.3, 2),
  };
  const text = `age,sex,smoker,score,visits,dose
64,f,true,0.25,1,0.1
,m,false,0.0000001,2,0.2
58.5,,true,-3,3,0.3
,f,,1000000000000000000000,4,2
`;
  const made = tableFromColumns(columns);
  const read = await readTable(new TextEncoder().encode(text));
  expect(made.rows).toBe(4);
  expect(made.columns.map(({ name, kind }) => [name, kind])).toEqual(
    read.columns.map(({ name, kind }) => [name, kind]),
  );
  for (const [j, column] of made.columns.entries()) {
    const other = read.columns[j];
    if (column.kind === 'text') expect({ missingCode: '', ...column }).toMatchObject(other);
    else if (other.kind === 'numeric' && column.name !== 'dose') {
      expect(column.values).toEqual(other.values);
      expect(column.missing).toEqual(other.missing);
      expect(column.decimals).toBe(other.decimals);
    }
  }
  // a number of 32 bits has the decimals it was written with
  expect(made.columns[5]).toMatchObject({ kind: 'numeric', decimals: 1 });
  const types = (table: typeof made) => detectSchema(table).columns.map(({ type }) => type);
  expect(types(made)).toEqual(types(read));
});

test('is written as plain CSV', async () => {
  expect(await written({ a: [1, null, 0.5], b: ['x', 'y,z', null] })).toBe(
    'a,b\n1,x\n,"y,z"\n0.5,\n',
  );
});

test('a column without values is a column of missing cells', async () => {
  expect(await written({ a: [1, 2], b: [null, undefined] })).toBe('a,b\n1,\n2,\n');
});

test('fewer than five numbers with more decimals do not decide how the others are written', () => {
  const values = Float64Array.from({ length: 20 }, (_, i) => (i === 3 ? 1.2345 : i + 0.5));
  expect(tableFromColumns({ a: values }).columns[0]).toMatchObject({
    decimals: 4,
    usual: { decimals: 1 },
  });
});

test.each([
  [{}, 'The table has no columns'],
  [{ a: [] }, "Column 'a': there are no values"],
  [{ a: [1, 2], b: [1] }, "Column 'b': found 1 values, but 'a' has 2"],
  [{ a: [1, 'x'] }, "Column 'a', value 2: found a string after a number"],
  [{ a: [null, true, 1] }, "Column 'a', value 3: found a number after a boolean"],
  [{ a: [new Date(0)] }, "Column 'a', value 1: found a value of type object"],
  [{ a: [1n] }, "Column 'a', value 1: found a value of type bigint"],
])('refuses what is no table: %#', (columns, words) => {
  // as a program without types would
  expect(() => tableFromColumns(columns as unknown as Record<string, number[]>)).toThrow(words);
});
