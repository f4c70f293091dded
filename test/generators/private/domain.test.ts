import { describe, expect, test } from 'vitest';
import { cellCodes, tableOfCells } from '../../../src/generators/private/cells.ts';
import {
  type DomainSettings,
  domainOf,
  type RangeCells,
  VOID,
} from '../../../src/generators/private/domain.ts';
import { settle } from '../../../src/generators/settle.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { applySchema, type TypedNumbers } from '../../../src/table/applySchema.ts';
import { readTable } from '../../../src/table/readTable.ts';
import { checkSchema } from '../../../src/table/schema.ts';

const text = `id,x,visits,sex,stage,born,smoker
a1,0.5,0,f,low,2001-01-01,yes
a2,1.5,3,m,high,2001-01-05,no
a3,,12,f,,2001-01-03,no
a4,2.0,7,m,low,2001-01-02,yes
`;
const table = await readTable(new TextEncoder().encode(text));
const columns = {
  id: { type: 'identifier' },
  x: { type: 'continuous', min: 0, max: 4, decimals: 1 },
  visits: { type: 'count', min: 0, max: 100 },
  sex: { type: 'nominal', levels: ['f', 'm', 'other'] },
  stage: { type: 'ordered', levels: ['low', 'high'] },
  born: { type: 'date', format: 'YYYY-MM-DD', min: '2001-01-01', max: '2001-01-10' },
  smoker: { type: 'boolean', levels: ['no', 'yes'] },
};

function domain(declared: object, settings: DomainSettings) {
  const schema = checkSchema({ columns: declared });
  const typed = applySchema(table, schema);
  return { typed, ...domainOf(typed, schema, settings) };
}

const whole = () => domain(columns, { bins: 20, gaps: ['x', 'stage'] });

test('cells come from what is declared, with one more where values may be missing', () => {
  const { columns: cells, notes } = whole();
  expect(cells.map(({ name, cells: count }) => [name, count])).toEqual([
    ['x', 21],
    ['visits', 20],
    ['sex', 3],
    ['stage', 3],
    // ten days
    ['born', 10],
    ['smoker', 2],
  ]);
  expect(notes).toEqual(['id: identifiers and free text are left out.']);
  expect(cells[1]).toMatchObject({ low: -0.5, high: 100.5, min: 0, max: 100 });
});

test('what is not declared is refused, and told', () => {
  const without = (name: keyof typeof columns, key: string) => ({
    ...columns,
    [name]: { ...columns[name], [key]: undefined },
  });
  const gaps = ['x', 'stage'];
  expect(() => domain(without('x', 'max'), { gaps })).toThrow(
    "Column 'x': its range must be public, but the schema does not declare it. Declare min and max in the schema, or give ranges: 'data' (--ranges data), which voids the guarantee.",
  );
  expect(() => domain(without('sex', 'levels'), { gaps })).toThrow(
    "Column 'sex': its levels must be public",
  );
  expect(() => domain(columns, { gaps: ['x'] })).toThrow(
    "Column 'stage': missing in 1 row, but not named among the columns that may have gaps.",
  );
  expect(() => domain(columns, { gaps, ranges: { y: [0, 1] } })).toThrow("no column 'y'");
  expect(() => domain(columns, { gaps, ranges: { x: [2, 1] } })).toThrow(
    "Ranges, column 'x': found [2,1].",
  );
  expect(() => domain(columns, { gaps, ranges: 'date' as 'data' })).toThrow("found 'date'");
  expect(domain(without('visits', 'type'), { gaps }).notes[1]).toMatch(
    'taken for public: visits. Declare their types',
  );
});

test('from the data, if told so; the guarantee is void', () => {
  const { columns: cells, notes } = domain({ id: columns.id }, { ranges: 'data' });
  expect(notes[0]).toBe(VOID);
  expect(cells[0]).toMatchObject({ name: 'x', min: 0.5, max: 2, missing: true });
  expect(cells[1]).toMatchObject({ name: 'visits', min: 0, max: 12, cells: 13 });
  expect(cells[5]).toMatchObject({ name: 'smoker', missing: false, cells: 2 });
});

test('given ranges overrule declared ones, and values outside go to the ends', () => {
  const { columns: cells, typed } = domain(
    { ...columns, x: { type: 'continuous' } },
    { bins: 2, gaps: ['x', 'stage'], ranges: { x: [1, 1.6], born: ['2001-01-02', '2001-01-03'] } },
  );
  const codes = cellCodes(typed.columns[1] as TypedNumbers, cells[0], 'left');
  expect(Array.from(codes)).toEqual([0, 1, 2, 1]);
  const born = cellCodes(typed.columns[5] as TypedNumbers, cells[4], 'left');
  expect(Array.from(born)).toEqual([0, 1, 1, 0]);
});

describe('bins', () => {
  const cells: RangeCells = {
    ...{ kind: 'range', name: 'x', type: 'continuous', cells: 10, missing: false },
    ...{ low: 0, high: 1, bins: 10, min: 0, max: 1, grid: { decimals: 6 } },
    layout: { name: 'x', kind: 'numeric', decimals: 6 },
  };
  const column = (values: number[]) => ({ ...cells, values: Float64Array.from(values) });
  const codes = (values: number[], closed: 'left' | 'right') =>
    Array.from(cellCodes(column(values) as unknown as TypedNumbers, cells, closed));

  test('hold their left end, or their right one; the outermost hold both', () => {
    const edges = Array.from({ length: 11 }, (_, i) => i * 0.1);
    expect(codes(edges, 'left')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9]);
    expect(codes(edges, 'right')).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(codes([-1, 0.05, 2], 'left')).toEqual([0, 0, 9]);
  });

  test('infinite values are refused', () => {
    expect(() => codes([0, Infinity], 'left')).toThrow("Column 'x': infinite in 1 row.");
  });
});

test('the way back: gaps, levels, dates, counts and numbers within their bins', () => {
  const { columns: cells, typed } = whole();
  const codes = cells.map((each) => {
    const column = typed.columns.find(({ name }) => name === each.name);
    return cellCodes(column as TypedNumbers, each, 'left');
  });
  const back = tableOfCells(cells, codes, table.format, 'uniform', rngFromSeed(1));
  const again = applySchema(back, checkSchema({ columns: omit() }));
  const found = cells.map((each, j) => {
    const column = again.columns[j];
    return cellCodes(column as TypedNumbers, each, 'left');
  });
  // numbers are rounded to one decimal: half of a bin of 0.2, so a cell may move by one
  found.forEach((own, j) => {
    own.forEach((code, i) => {
      expect(Math.abs(code - codes[j][i])).toBeLessThanOrEqual(j === 0 ? 1 : 0);
    });
  });
  const centred = tableOfCells(cells, codes, table.format, 'centre', rngFromSeed(1));
  const x = centred.columns[0];
  // bins of 0.2: the centre of the third is 0.5
  expect(x.kind === 'numeric' && Array.from(x.values.slice(0, 3))).toEqual([0.5, 1.5, Number.NaN]);
});

function omit(): object {
  const { id: _, ...others } = columns;
  return others;
}

test('settling a table keeps what was declared apart from what was found', async () => {
  const { settings } = await settle(
    await readTable(new TextEncoder().encode(`y,z\n${'0,a\n1,b\n'.repeat(20)}`)),
    { response: 'y', schema: { columns: { y: { type: 'boolean', levels: ['0', '1'] } } } },
  );
  expect(settings.declared?.columns.get('z')).toBeUndefined();
  expect(settings.declared?.columns.get('y')?.levels).toEqual(['0', '1']);
  const completed = settings.schema as { columns: Map<string, { levels?: string[] }> };
  expect(completed.columns.get('z')?.levels).toEqual(['a', 'b']);
});
