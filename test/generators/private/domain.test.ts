import { describe, expect, test } from 'vitest';
import { freezeSchema } from '../../../src/generators/freezeSchema.ts';
import { cellCodes, tableOfCells } from '../../../src/generators/private/cells.ts';
import {
  type DomainSettings,
  domainOf,
  type RangeCells,
} from '../../../src/generators/private/domain.ts';
import { publicFormat, publicLevels } from '../../../src/generators/private/layout.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { applySchema, type TypedNumbers } from '../../../src/table/applySchema.ts';
import { readTable } from '../../../src/table/readTable.ts';
import { checkSchema } from '../../../src/table/schema.ts';
import { PLAIN_CSV } from '../../../src/table/table.ts';

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
    "Column 'stage': missing in 1 row, but not among the columns that may have missing values.",
  );
  expect(() => domain(columns, { gaps, ranges: { y: [0, 1] } })).toThrow("no column 'y'");
  expect(() => domain(columns, { gaps, ranges: { x: [2, 1] } })).toThrow(
    "Ranges, column 'x': found [2,1].",
  );
  expect(() => domain(columns, { gaps, ranges: 'date' as 'data' })).toThrow("found 'date'");
});

test('what shapes the output and is not declared voids the guarantee', () => {
  const gaps = ['x', 'stage'];
  const without = (name: keyof typeof columns, key: string) =>
    domain({ ...columns, [name]: { ...columns[name], [key]: undefined } }, { gaps }).voids;
  expect(whole().voids).toEqual([]);
  expect(without('x', 'decimals')).toEqual([]);
  expect(without('visits', 'type')).toEqual([
    'What these columns hold was read from the data: visits. Declare their types in the schema.',
  ]);
  expect(without('born', 'format')).toEqual([
    'How these dates are written was read from the data: born. Declare their format in the schema.',
  ]);
});

test('that a column is left out hangs on its values as well', async () => {
  const rows = Array.from({ length: 80 }, (_, i) => `p-${1000 + 7 * i},${i % 2}`);
  const own = await readTable(new TextEncoder().encode(`who,y\n${rows.join('\n')}\n`));
  const schema = checkSchema({ columns: { y: { type: 'boolean', levels: ['0', '1'] } } });
  const { columns: cells, voids } = domainOf(applySchema(own, schema), schema, {});
  expect(cells.map(({ name }) => name)).toEqual(['y']);
  expect(voids.join()).toMatch('read from the data: who.');
});

test('decimals that are not declared follow from range and bins; levels are numbers if all are', () => {
  const cellsOf = (declared: object, bins: number) =>
    domain({ ...columns, ...declared }, { bins, gaps: ['x', 'stage'] }).columns;
  const decimals = (min: number, max: number, bins: number) =>
    cellsOf({ x: { type: 'continuous', min, max } }, bins)[0].layout.decimals;
  expect(decimals(0, 4, 4)).toBe(2);
  expect(decimals(0, 4000, 4)).toBe(0);
  expect(decimals(0.125, 4000, 4)).toBe(3);
  expect(decimals(0, 1e300, 4)).toBe(0);
  expect(decimals(-1e-12, 10, 4)).toBe(12);
  const born = cellsOf({}, 4).map(({ layout }) => layout);
  expect(born[4]).toEqual({
    name: 'born',
    kind: 'text',
    decimals: 0,
    date: { pattern: 'YYYY-MM-DD', offset: 0 },
  });
});

test.each([
  { levels: ['0', '1'], kind: 'numeric', decimals: 0 },
  { levels: ['0.5', '-1', '2.25'], kind: 'numeric', decimals: 2 },
  { levels: ['01', '2'], kind: 'text', decimals: 0 },
  { levels: ['1.0', '2'], kind: 'text', decimals: 0 },
  { levels: ['1', 'NaN'], kind: 'text', decimals: 0 },
])('levels $levels are written as $kind', ({ levels, kind, decimals }) => {
  expect(publicLevels('a', levels)).toEqual({ name: 'a', kind, decimals });
});

test('of the file its delimiter and the like are public, quotes and encoding are plain', () => {
  const format = {
    ...PLAIN_CSV,
    delimiter: ';',
    decimalMark: ',' as const,
    quote: "'",
    header: false,
    quoting: 'all' as const,
    encoding: 'latin1' as const,
    finalLineEnd: false,
  };
  expect(publicFormat(format)).toEqual({
    ...PLAIN_CSV,
    delimiter: ';',
    decimalMark: ',',
    header: false,
  });
});

describe('from the data, if told so; the guarantee is void', () => {
  test("'extremes' are the least and the largest value, and every level", () => {
    const { columns: cells, voids } = domain({ id: columns.id }, { ranges: 'extremes' });
    expect(voids).toEqual([
      'Ranges, levels, gaps and ways of writing were read from the data (ranges: extremes).',
    ]);
    expect(cells[0]).toMatchObject({ name: 'x', min: 0.5, max: 2, missing: true });
    expect(cells[1]).toMatchObject({ name: 'visits', min: 0, max: 12, cells: 13 });
    expect(cells[5]).toMatchObject({ name: 'smoker', missing: false, cells: 2 });
  });

  test("'data' has neither the extremes nor the level of one person", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `${(i % 20) + 100},${i % 3 ? 'a' : 'b'}`);
    const text = `x,c\n${[...rows, '3.25,rare', '98765,b'].join('\n')}\n`;
    const typed = applySchema(await readTable(new TextEncoder().encode(text)));
    const found = domainOf(typed, checkSchema({}), { ranges: 'data' }, 5);
    const [x, c] = found.columns;
    expect(found.voids.join()).toMatch('read from the data (ranges: data)');
    expect(x.kind === 'range' && x.min).toBeGreaterThan(3.25);
    expect(x.kind === 'range' && x.max).toBeLessThan(98765);
    expect(c).toMatchObject({ levels: ['b', 'a'], cells: 2 });
    expect(found.notes).toEqual(['c: 1 rare level pooled with others.']);
    expect(Array.from(cellCodes(found.counted[1], c, 'left')).every((code) => code >= 0)).toBe(
      true,
    );
  });
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
    kind: 'range',
    name: 'x',
    type: 'continuous',
    cells: 10,
    missing: false,
    low: 0,
    high: 1,
    bins: 10,
    min: 0,
    max: 1,
    grid: { decimals: 6 },
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

  test('infinite values go to the ends, as all that is outside; no range can be read from them', async () => {
    expect(codes([-Infinity, Infinity], 'left')).toEqual([0, 9]);
    expect(codes([-Infinity, Infinity], 'right')).toEqual([0, 9]);
    const endless = await readTable(new TextEncoder().encode('x\n1\n2.5\nInf\n'));
    const schema = checkSchema({ columns: { x: { type: 'continuous' } } });
    const read = () => domainOf(applySchema(endless, schema), schema, { ranges: 'data' });
    expect(read).toThrow("Column 'x': infinite in 1 row.");
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
  const { settings } = await freezeSchema(
    await readTable(new TextEncoder().encode(`y,z\n${'0,a\n1,b\n'.repeat(20)}`)),
    { response: 'y', schema: { columns: { y: { type: 'boolean', levels: ['0', '1'] } } } },
  );
  expect(settings.declared?.columns.get('z')).toBeUndefined();
  expect(settings.declared?.columns.get('y')?.levels).toEqual(['0', '1']);
  const completed = settings.schema as { columns: Map<string, { levels?: string[] }> };
  expect(completed.columns.get('z')?.levels).toEqual(['a', 'b']);
});
