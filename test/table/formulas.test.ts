/** What a spreadsheet would run as a formula is written as a text, in names of columns too, and names come back. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { fit as fitModel } from '../../src/model/fit.ts';
import { modelToText } from '../../src/model/modelFile.ts';
import { sample } from '../../src/model/sample.ts';
import { readTable } from '../../src/table/readTable.ts';
import { PLAIN_CSV, type Table } from '../../src/table/table.ts';
import { writeTable } from '../../src/table/writeTable.ts';

const STARTS = [...'=+-@＝＋－＠\t\r\n'];
const HOSTILE = [
  ...STARTS.map((start) => `${start}a`),
  '=HYPERLINK("http://x","y")',
  "'=marked",
  "''@twice",
];

const tableOf = (names: readonly string[], cell = 'x'): Table => ({
  rows: 1,
  format: PLAIN_CSV,
  columns: names.map((name) => ({
    kind: 'text',
    name,
    codes: Int32Array.of(0),
    dictionary: [cell],
  })),
});

test('names that are formulas are escaped, counted, and read back as they were', async () => {
  const { bytes, notes } = await writeTable(tableOf(HOSTILE));
  const [header] = new TextDecoder().decode(bytes).split(/\nx/);
  const cells = header.match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];
  expect(cells).toHaveLength(HOSTILE.length);
  for (const cell of cells) expect(cell).toMatch(/^"?'/);
  expect(notes).toEqual([
    `${HOSTILE.length} names of columns would run as a formula in a spreadsheet; an apostrophe was put before`,
  ]);
  const back = await readTable(bytes);
  expect(back.columns.map(({ name }) => name)).toEqual(HOSTILE);
  expect((await writeTable(back)).bytes).toEqual(bytes);
});

test('the same switch leaves names as they are; they still come back', async () => {
  const { bytes, notes } = await writeTable(tableOf(HOSTILE), { escapeFormulas: false });
  expect(new TextDecoder().decode(bytes).startsWith('=a,+a,-a,@a,＝a')).toBe(true);
  expect(notes.some((note) => note.includes('cells'))).toBe(false);
  expect((await readTable(bytes)).columns.map(({ name }) => name)).toEqual(HOSTILE);
});

test.each(STARTS)('a cell that starts with %j is escaped', async (start) => {
  const { bytes } = await writeTable(tableOf(['a'], `${start}1`));
  expect(new TextDecoder().decode(bytes)).toMatch(/^a\n"?'/);
});

test('any name comes back, with and without the escape', async () => {
  const name = fc
    .string({ unit: fc.constantFrom("'", '=', '-', '@', '＝', 'a', ' ', '\t'), minLength: 1 })
    .filter((text) => text.trim() !== '');
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { minLength: 1 }), fc.boolean(), async (names, is) => {
      const { bytes } = await writeTable(tableOf(names), { escapeFormulas: is });
      const back = await readTable(bytes, { delimiter: ',', quote: '"' });
      expect(back.columns.map((column) => column.name)).toEqual(names);
    }),
    { numRuns: 200 },
  );
});

test('model, sample and audit go by the true names', async () => {
  const rows = Array.from(
    { length: 80 },
    (_, i) => `${(i * 7919) % 101}.5,${(i * 31) % 17},${i % 2}`,
  );
  const real = await readTable(new TextEncoder().encode(`=x,@a,y\n${rows.join('\n')}\n`));
  const model = await fitModel(real, { response: 'y' });
  expect(JSON.stringify(JSON.parse(modelToText(model)))).not.toContain("'=x");
  const { bytes } = await writeTable(sample(model, 80, { seed: 1 }));
  expect(new TextDecoder().decode(bytes).startsWith("'=x,'@a,y\n")).toBe(true);
  const found = await audit(real, await readTable(bytes), { seed: 1 });
  expect(JSON.stringify(found)).toContain('"=x"');
  expect(JSON.stringify(found)).not.toContain("'=x");
});
