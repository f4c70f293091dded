import { describe, expect, test } from 'vitest';
import { fidelity } from '../../../src/measures/fidelity/fidelity.ts';
import { tableFidelity } from '../../../src/measures/fidelity/tableFidelity.ts';
import { InputError } from '../../../src/numerics/inputError.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { readTable } from '../../../src/table/readTable.ts';
import type { Table } from '../../../src/table/table.ts';
import { numericTable } from '../../support/numericTable.ts';

const read = (text: string): Promise<Table> => readTable(new TextEncoder().encode(text));

/** Real rows as one program writes them, and synthetic rows as another does. */
const REAL = `id,day,weight,group,smoker,score
A1,2020-01-01,60.5,blue,True,1
A2,2020-01-02,71.5,red,False,2
A3,2020-01-03,,blue,True,3
A4,2020-01-04,90.5,green,False,4
A5,2020-01-05,55.5,red,,5
A6,2020-01-06,66.5,blue,True,6
A7,2020-01-07,,red,False,7
A8,2020-01-08,88.5,blue,True,8
`;
const MADE = `comment;smoker;Score;group;weight;day
x;TRUE;1;blue;60,5;01.01.2020
y;FALSE;2;purple;NULL;15.01.2020
z;TRUE;3;purple;55,5;03.01.2020
u;TRUE;4;red;71,5;04.01.2020
`;

describe('a table that another program made', () => {
  test('is read by the real table: order, decimals, dates, capitals, gaps and levels', async () => {
    const found = tableFidelity(await read(REAL), await read(MADE), {
      schema: { columns: { id: { type: 'identifier' } } },
    });
    expect(found.columns).toEqual({
      compared: ['day', 'weight', 'group', 'smoker'],
      missing: ['score'],
      extra: ['comment', 'Score'],
      notModelled: ['id'],
    });
    const byName = new Map(found.margins.columns.map((column) => [column.name, column]));
    // real 4 blue, 3 red, 1 green; made 1 blue, 1 red, 2 purple, which the real table does not have
    expect(byName.get('group')?.overlap).toBe(0.25 + 0.25);
    // real 4 of 7 yes, made 3 of 4: shared 4/7 + 1/4
    expect(byName.get('smoker')?.overlap).toBeCloseTo(4 / 7 + 1 / 4, 12);
    expect(byName.get('smoker')?.missingDifference).toBeCloseTo(-1 / 8, 12);
    // one of four against two of eight
    expect(byName.get('weight')?.missingDifference).toBe(0);
    // days 1 .. 8 and 1, 3, 4, 15: the functions are furthest apart behind day 8
    expect(byName.get('day')?.kolmogorovSmirnov).toBe(0.25);
    expect(found.notes.join('\n')).toContain(
      "'score' is not in the synthetic table (which has 'Score')",
    );
    expect(found.notes.join('\n')).toContain(
      "'group': the synthetic table has fewer than 5 cells with a level",
    );
    expect(found.notes.join('\n')).toContain('dates as in DD.MM.YYYY');
    expect(found.notes.join('\n')).not.toMatch(/purple|A1|60.5/);
  });

  test('numbers written as 1.0 are the levels 1, and 0 is no missing value', async () => {
    const real = await read(`a,b\n${'0,1.5\n1,2.5\n1,3.5\n'.repeat(4)}`);
    const made = await read(`a,b\n${'0.0,1.5\n1.0,2.5\n1.0,3.5\n'.repeat(4)}`);
    const { margins, copies } = tableFidelity(real, made);
    expect(margins.meanOverlap).toBe(1);
    expect(copies.synthetic.copies).toBe(12);
  });

  test('cells that cannot be read are counted and missing; a column of them is left out', async () => {
    const real = numericTable({
      a: Float64Array.of(1.5, 2.5, 3.5, 4.5),
      b: Float64Array.of(1.25, 2, 3, 4),
    });
    const made = await read('a,b\n1.5,low\n2.5,high\nabout 3,low\n4.5,low\n');
    const { columns, margins, notes } = tableFidelity(real, made);
    expect(columns).toMatchObject({ compared: ['a'], missing: ['b'] });
    expect(margins.columns[0].missingDifference).toBe(0.25);
    expect(notes.join('\n')).toContain(
      "'a': fewer than 5 cells of the synthetic table cannot be read",
    );
    expect(notes.join('\n')).toContain(
      "'b': no cell of the synthetic table can be read as a number",
    );
    expect(notes.join('\n')).not.toMatch(/low|high|about/);
  });

  test('infinite numbers count as missing, with a note', () => {
    const real = numericTable({ a: Float64Array.of(1, 2.5, Infinity, 4) });
    const made = numericTable({ a: Float64Array.of(1, 2.5, 3, -Infinity) });
    const { margins, notes } = tableFidelity(real, made);
    expect(margins.worstMissingDifference.value).toBe(0);
    expect(notes.filter((note) => note.includes('as missing'))).toHaveLength(2);
  });

  test.each([
    ['x,y\n1,2\n3,4\n', 'none of the 2 columns'],
    ['a,b\n1.5,2.5\n', 'The synthetic table has 1 rows'],
  ])('%j is refused', async (text, message) => {
    const real = numericTable({ a: Float64Array.of(1.5, 2), b: Float64Array.of(0.5, 2) });
    const made = await read(text);
    expect(() => tableFidelity(real, made)).toThrow(InputError);
    expect(() => tableFidelity(real, made)).toThrow(message);
  });
});

describe('of numbers alone', () => {
  const columns = (seed: number, rows: number) =>
    [0, 1, 2].map((j) => rngFromSeed(seed).split(j).uniforms(rows));
  const [real, made] = [columns(1, 80), columns(2, 60)];
  const tableOf = ([a, b, y]: readonly Float64Array[]) => numericTable({ a, b, y });
  const rng = rngFromSeed(5);

  test('everything is as of plain columns', () => {
    const names = ['a', 'b', 'y'];
    const plain = fidelity({ names, columns: real }, { names, columns: made }, { rng });
    const found = tableFidelity(tableOf(real), tableOf(made), { rng });
    const { columns: _, detectionAuc, notes, ...rest } = found;
    expect({ ...rest, notes: notes.slice(0, -1) }).toEqual(plain);
    expect(notes.at(-1)).toBe('detection: 60 of 80 real rows were drawn');
    expect(detectionAuc?.estimate).toBeGreaterThan(0.3);
  });

  test('a response is left out where rows are compared, and nowhere else', () => {
    const names = ['a', 'b'];
    const plain = fidelity(
      { names, columns: real.slice(0, 2) },
      { names, columns: made.slice(0, 2) },
      { rng },
    );
    const found = tableFidelity(tableOf(real), tableOf(made), { rng, response: 'y' });
    expect(found.alphaPrecision).toBe(plain.alphaPrecision);
    expect(found.authenticity).toEqual(plain.authenticity);
    expect(found.margins.columns).toHaveLength(3);
    expect(found.kendall.real).toHaveLength(3);
  });

  test('a longer table is reduced where rows are compared, and that is said', () => {
    const found = tableFidelity(tableOf(real), tableOf(made), { rng, maxRows: 50 });
    expect(found.rows).toEqual({ real: 50, synthetic: 50 });
    expect(found.notes).toContain('distances between rows: 50 of 80 real rows were drawn');
    expect(found.copies.synthetic.rows).toBe(60);
  });

  test('features that hardly vary have no rank correlation worth telling', () => {
    const spike = Float64Array.from({ length: 80 }, (_, i) => (i < 4 ? 1.5 : 2));
    const with_ = (table: readonly Float64Array[], y: Float64Array) =>
      tableOf([table[0], table[1], y]);
    const found = tableFidelity(with_(real, spike), with_(real, spike), { rng });
    expect(found.kendall.real).toHaveLength(2);
    expect(found.notes.join()).toContain('1 features that hardly vary');
  });
});

test('rows with different rare levels are no copies', async () => {
  // 30 levels: the last ones share a feature, but are different cells
  const lines = Array.from({ length: 60 }, (_, i) => `level${i % 30},${(i % 2) + 0.5}`);
  const real = await read(`g,x\n${lines.join('\n')}\n`);
  const swapped = lines.map((line) =>
    line.replace(/level(\d+)/, (_, k) => `level${(Number(k) + 2) % 30}`),
  );
  const { copies } = tableFidelity(real, await read(`g,x\n${swapped.join('\n')}\n`));
  expect(copies.synthetic.copies).toBe(60);
  const odd = lines.map((line) => line.replace(/,(\d)/, (_, k) => `,${1 - Number(k)}`));
  expect(tableFidelity(real, await read(`g,x\n${odd.join('\n')}\n`)).copies.synthetic.copies).toBe(
    0,
  );
});

test('a table of dates with times against one of days', async () => {
  const real = await read('t,x\n2020-01-01 12:00,1.5\n2020-01-02 12:00,2.5\n2020-01-03 12:00,3\n');
  const made = await read('t,x\n2020-01-01,1.5\n2020-01-02,2.5\n2020-01-03,3\n');
  // noon against midnight: half a day earlier, and no further
  expect(tableFidelity(real, made).margins.columns[0].kolmogorovSmirnov).toBeCloseTo(1 / 3, 12);
  expect(tableFidelity(made, real).margins.columns[0].overlap).toBe(1);
});
