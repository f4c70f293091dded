import { describe, expect, test } from 'vitest';
import { applyDeclared, applySchema } from '../../src/table/applySchema.ts';
import { readTable } from '../../src/table/readTable.ts';
import { checkSchema } from '../../src/table/schema.ts';

const text = `id,age,cost,ward,stage,seen
a1,64,10.50,icu,1,2020-01-05
b2,58,,med,2,2020-02-01
c3,,0.30000000000000004,icu,3,2020-03-31
d4,41,7.25,,2,
`;
const read = () => readTable(new TextEncoder().encode(text));
const columns = {
  id: { type: 'identifier' },
  age: { type: 'count', min: 0, max: 120 },
  cost: { type: 'continuous', min: 0, max: 20, decimals: 2 },
  ward: { type: 'nominal', levels: ['med', 'icu', 'burns'] },
  stage: { type: 'ordered', levels: ['1', '2', '3'] },
  seen: { type: 'date', format: 'YYYY-MM-DD', min: '2020-01-01', max: '2020-12-31' },
} as const;

describe('columns by what is declared of them', () => {
  test('are what a schema makes of them with detection', async () => {
    const table = await read();
    const schema = checkSchema({ columns });
    const values = (typed: ReturnType<typeof applyDeclared>) =>
      typed.columns.map((column) => ({
        name: column.name,
        type: column.type,
        ...('values' in column && {
          values: Array.from(column.values),
          ...{ min: column.min, max: column.max, decimals: column.decimals },
        }),
        ...('codes' in column && { codes: Array.from(column.codes), levels: column.levels }),
      }));
    expect(values(applyDeclared(table, schema))).toEqual(values(applySchema(table, schema)));
  });

  test('are refused with the same words where they do not fit', async () => {
    const table = await read();
    const said = (given: object, by: typeof applyDeclared) => {
      try {
        by(table, checkSchema({ columns: { ...columns, ...given } }));
      } catch (error) {
        return (error as Error).message;
      }
      return 'nothing';
    };
    for (const given of [
      { ward: { type: 'nominal', levels: ['med'] } },
      { age: { type: 'count', min: 50, max: 60 } },
      { cost: { type: 'count', min: 0, max: 20 } },
      { age: { type: 'date', format: 'YYYY-MM-DD' } },
      { seen: { type: 'date', format: 'DD.MM.YYYY' } },
      { nobody: { type: 'count' } },
    ]) {
      const words = said(given, applyDeclared);
      expect(words).toMatch('does not fit the table');
      expect(words).toBe(said(given, applySchema));
    }
  });

  test('without a type, levels or a format are still detected', async () => {
    const table = await read();
    const open = { ...columns, age: { min: 0, max: 120 }, ward: { type: 'nominal' } };
    const [, age, , ward] = applyDeclared(table, checkSchema({ columns: open })).columns;
    expect(age.type).toBe('count');
    expect('levels' in ward && ward.levels).toEqual(['icu', 'med']);
  });
});
