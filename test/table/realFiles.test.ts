/** What files from public collections look like: no header, blanks between cells, repeated ids, odd decimals. */
import { describe, expect, test } from 'vitest';
import { describeTable } from '../../src/table/describeTable.ts';
import { detectSchema } from '../../src/table/detectSchema.ts';
import { readTable } from '../../src/table/readTable.ts';
import { tableFromColumns } from '../../src/table/tableFromColumns.ts';
import { writeTable } from '../../src/table/writeTable.ts';
import { Draw } from '../support/draw.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const times = <T>(n: number, make: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => make(i));
const detect = (cells: readonly (string | number)[], name = 'x') =>
  detectSchema(tableFromColumns({ [name]: cells as string[] })).columns[0];

const written = async (cells: readonly string[]) =>
  detectSchema(await readTable(bytes(`x,y\n${cells.map((cell) => `${cell},1`).join('\n')}\n`)))
    .columns[0];

describe('cells parted by blanks', () => {
  const lines = times(60, (i) => `A1${1 + (i % 4)} ${6 + i} A3${i % 3} ${1000 + 7 * i}.5`);
  const text = `${lines.join('\n')}\n`;

  test('are found where nothing else parts the lines, and numbers are numbers', async () => {
    for (const delimiter of [undefined, 'space']) {
      const table = await readTable(bytes(text), {
        header: false,
        ...(delimiter && { delimiter }),
      });
      expect(table.columns.map(({ kind }) => kind)).toEqual(['text', 'numeric', 'text', 'numeric']);
      expect(new TextDecoder().decode((await writeTable(table)).bytes)).toBe(text);
    }
  });

  test('are not looked for in a column of words', async () => {
    const words = await readTable(
      bytes(`note\n${times(30, (i) => `row ${i} of it`).join('\n')}\n`),
    );
    expect(words.columns).toHaveLength(1);
  });
});

describe('a first line that holds data', () => {
  const note = async (first: string, row: string) =>
    (await readTable(bytes(`${first}\n${row}\n${row}\n`))).notes?.join(' ') ?? '';

  test('is said, with the option that says there are no names', async () => {
    expect(await note('39,State-gov,77516,13,Male', '50,Private,83311,9,Male')).toContain(
      '--header no',
    );
  });

  test('names that are years, or one number, are names', async () => {
    expect(await note('country,1990,2000,2010', 'NO,1,2,3')).toBe('');
    expect(await note('0,age,sex', '1,30,F')).toBe('');
  });
});

describe('numbers', () => {
  const draw = new Draw(9);
  const values = times(1500, (i) => [i, 20_000 + 100_000 * draw.uniform()] as const);

  test('incomes in whole dollars, a few with cents, are whole numbers', async () => {
    const cells = values.map(([i, x]) => (i % 80 === 3 ? x.toFixed(2) : x.toFixed(0)));
    expect(await written(cells)).toMatchObject({
      step: 1,
      reason: expect.stringContaining('whole'),
    });
    const halves = values.map(([i, x]) => (i % 5 === 3 ? x.toFixed(2) : x.toFixed(0)));
    expect(await written(halves)).not.toHaveProperty('step');
  });

  test('a small scale keeps its halves', async () => {
    const cells = values.map(([i]) => (i % 20 === 3 ? '1.5' : String(i % 7)));
    expect((await written(cells)).step).toBe(0.5);
  });

  test('amounts in cents, a few of them results of arithmetic, have cents', async () => {
    const cells = values.map(([i, x]) => (i % 25 === 3 ? String(x / 7) : (x / 7).toFixed(2)));
    expect((await written(cells)).decimals).toBe(2);
  });

  test('long decimals have no odd step', async () => {
    const ages = times(300, (i) => String((11_000 + 37 * i) / 365.25));
    expect((await written(ages)).reason).toMatch(/^numbers with up to \d+ decimals/);
  });
});

test('ids that repeat are identifiers, schools are not', () => {
  expect(
    detect(
      times(900, (i) => Math.floor(i / 3)),
      'case.id',
    ),
  ).toMatchObject({
    type: 'identifier',
    warnings: [expect.stringContaining('several rows have the same one')],
  });
  expect(
    detect(
      times(120, (i) => `B${Math.floor(i / 2)}p`),
      'pageID',
    ).type,
  ).toBe('identifier');
  expect(
    detect(
      times(3000, (i) => i % 80),
      'school_id',
    ).type,
  ).toBe('count');
});

test('none is an answer; None and a none among numbers are not', () => {
  const codes = (word: string, other: (i: number) => string) =>
    (detect(times(100, (i) => (i % 3 === 0 ? word : other(i)))).suspected ?? []).map(
      ({ code }) => code,
    );
  const debtors = (i: number) => (i % 2 ? 'guarantor' : 'co-applicant');
  expect(codes('none', debtors)).toEqual([]);
  expect(codes('None', debtors)).toEqual(['None']);
  expect(codes('none', (i) => `${i}.5`)).toEqual(['none']);
});

test('what few rows have is not shown as nothing, and what becomes of a column is said', () => {
  const table = tableFromColumns({
    kind: times(4000, (i) => (i % 400 === 1 ? 'rare' : i % 500 === 2 ? '' : 'full, part')),
    note: times(4000, (i) => `what was said on day ${i}`),
    code: times(4000, (i) => `X${100_000 + i}`),
  });
  const { text } = describeTable(detectSchema(table), { table });
  expect(text).toContain('"full, part" over 99 %, rare under 1 %');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('left out of the synthetic table');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('replaced by invented ones');
});
