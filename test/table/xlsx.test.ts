/** Excel workbooks: as Excel writes them, as we write them, and as somebody who means harm would. */

import { inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fit as fitModel } from '../../src/model/fit.ts';
import { sample } from '../../src/model/sample.ts';
import { readTable } from '../../src/table/readTable.ts';
import { tableFromColumns } from '../../src/table/tableFromColumns.ts';
import { writeTable } from '../../src/table/writeTable.ts';
import { zip } from '../../src/table/xlsx/zip.ts';
import { cellsOf } from './support/cells.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook as Excel writes it: shared texts, styles, formulas with their values. */
function workbook(parts: Record<string, string> = {}): Promise<Uint8Array> {
  const files: Record<string, string> = {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${MAIN} xmlns:r="r"><sheets><sheet name="Data &amp; more" sheetId="1" r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="170" formatCode="[Red]0.0&quot;days&quot;"/><numFmt numFmtId="171" formatCode="dd/mm/yyyy hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}><si><t>age</t></si><si><t>ward</t></si><si><r><t>a &lt; </t></r><r><t>b</t></r><rPh><t>no</t></rPh></si><si><t xml:space="preserve"> north</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><dimension ref="A1:XFD1048576"/><sheetData><row r="2"/><row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="inlineStr"><is><t>seen</t></is></c><c r="D3" t="str"><f>"x"</f><v>sick</v></c><c r="E3" t="inlineStr"><is><t>days</t></is></c><c r="F3" t="inlineStr"><is><t>at</t></is></c></row><row r="4"><c r="A4"><v>64</v></c><c r="B4" t="s"><v>2</v></c><c r="C4" s="1"><v>45292</v></c><c r="D4" t="b"><v>1</v></c><c r="E4" s="2"><f>1+1.5</f><v>2.5</v></c><c r="F4" s="3"><v>45292.5</v></c></row><row r="900"><c r="B900" t="s"><v>3</v></c><c r="C900" s="1"><v>1</v></c><c r="D900" t="b"><v>0</v></c><c r="F900" s="3"><v>45293.25</v></c></row></sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet ${MAIN}><sheetData><row><c><v>1</v></c></row><row><c><v>2</v></c></row></sheetData></worksheet>`,
    ...parts,
  };
  return zip(Object.entries(files).map(([path, text]) => ({ path, pieces: [encode(text)] })));
}

describe('a workbook', () => {
  test('is read: numbers, texts, dates, booleans, formulas, the first sheet', async () => {
    const table = await readTable(await workbook());
    expect(table.columns.map(({ name }) => name)).toEqual([
      'age',
      'ward',
      'seen',
      'sick',
      'days',
      'at',
    ]);
    expect(table.columns.map(cellsOf)).toEqual([
      [64, null],
      ['a < b', ' north'],
      ['2024-01-01', '1900-01-01'],
      ['true', 'false'],
      [2.5, null],
      ['2024-01-01T12:00:00', '2024-01-02T06:00:00'],
    ]);
    expect(table.format).toMatchObject({ kind: 'xlsx', sheet: 'Data & more' });
  });

  test('another sheet by its name; an unknown one is refused with those there are', async () => {
    const bytes = await workbook();
    const notes = await readTable(bytes, { sheet: 'Notes' });
    expect([notes.columns[0].name, ...cellsOf(notes.columns[0])]).toEqual(['1', 2]);
    await expect(readTable(bytes, { sheet: 'No', name: 'a.xlsx' })).rejects.toThrow(
      'a.xlsx: there is no sheet "No". The workbook has "Data & more", "Notes".',
    );
  });

  test('comes back as it was, in cells of the same types', async () => {
    const table = await readTable(await workbook());
    const { bytes } = await writeTable(table);
    const again = await readTable(bytes);
    expect(again.columns.map(cellsOf)).toEqual(table.columns.map(cellsOf));
    expect(again.columns.map((column) => column.stored)).toEqual(
      table.columns.map((c) => c.stored),
    );
    expect(again.format.sheet).toBe('Data & more');
    expect((await writeTable(table)).bytes).toEqual(bytes);
  });

  test('what is written is a ZIP that others unpack, with texts that are no formulas', async () => {
    const table = tableFromColumns({ a: ['=1+1', 'x<&>"\u0007y', 'é\n'], b: [1.5, null, -2] });
    const { bytes } = await writeTable(table, { format: { kind: 'xlsx' } });
    const view = new DataView(bytes.buffer);
    // the last file in the directory: the sheet
    const directory = view.getUint32(bytes.length - 6, true);
    let at = directory;
    for (let i = 0; i < 5; i++) at += 46 + view.getUint16(at + 28, true);
    const start = view.getUint32(at + 42, true);
    const body = start + 30 + view.getUint16(start + 26, true);
    const packed = bytes.subarray(body, body + view.getUint32(at + 20, true));
    const sheet = inflateRawSync(packed).toString('utf8');
    expect(sheet.length).toBeGreaterThanOrEqual(view.getUint32(at + 24, true) - 8);
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1</t>');
    expect(sheet).not.toContain('<f>');
    expect((await readTable(bytes)).columns.map(cellsOf)).toEqual([
      ['=1+1', 'x<&>"y', 'é\n'],
      [1.5, null, -2],
    ]);
  });

  test('a synthetic table of a workbook is one', async () => {
    const n = 60;
    const table = tableFromColumns({
      day: Array.from({ length: n }, (_, i) => `2024-0${1 + (i % 9)}-1${i % 7}`),
      x: Array.from({ length: n }, (_, i) => (i * 37) % 101),
      sick: Array.from({ length: n }, (_, i) => i % 2),
    });
    const stored = table.columns.map((column) => ({
      ...column,
      ...(column.name === 'day' && { stored: 'DATE' }),
    }));
    const { bytes } = await writeTable({ ...table, columns: stored }, { format: { kind: 'xlsx' } });
    const model = await fitModel(await readTable(bytes), { response: 'sick' });
    const made = await readTable((await writeTable(sample(model, 50))).bytes);
    expect(made.rows).toBe(50);
    expect(made.format.kind).toBe('xlsx');
    expect(made.columns[0].stored).toBe('DATE');
  });
});

describe('refused', () => {
  const refused = async (bytes: Uint8Array, options = {}) =>
    readTable(bytes, { name: 'x.xlsx', ...options }).then(
      () => 'read',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  test('entities, document types', async () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>';
    expect(await refused(await workbook({ 'xl/sharedStrings.xml': bomb }))).toMatch(
      /^InputError: x.xlsx: .*damaged/,
    );
    const own = '<sst><si><t>&own;</t></si></sst>';
    expect(await refused(await workbook({ 'xl/sharedStrings.xml': own }))).toMatch(/^InputError/);
  });

  test('a bomb, by the bytes it unpacks to', async () => {
    const bytes = await workbook({ 'xl/sharedStrings.xml': `<sst>${' '.repeat(3_000_000)}</sst>` });
    expect(bytes.length).toBeLessThan(20_000);
    expect(await refused(bytes, { maxBytes: 1_000_000 })).toMatch(
      /^InputError: x.xlsx: more than 1000000 bytes/,
    );
  });

  test('cells beyond the last column, texts that are missing, numbers that are none', async () => {
    const sheet = (cell: string) =>
      workbook({
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row>${cell}</row></sheetData></worksheet>`,
      });
    for (const cell of ['<c r="ZZZZ1"><v>1</v></c>', '<c t="s"><v>99</v></c>', '<c><v>1x</v></c>'])
      expect(await refused(await sheet(cell))).toMatch(/^InputError: x.xlsx: the sheet is damaged/);
    expect(await refused(await sheet('<c><v>1</v></c>'))).toMatch(/has column names but no rows/);
  });

  test('archives that are no workbook, and every way to cut one short', async () => {
    expect(await refused(await zip([{ path: 'a.csv', pieces: [encode('a\n1\n')] }]))).toContain(
      'a ZIP archive that is no Excel workbook',
    );
    const bytes = await workbook();
    for (let length = 4; length < bytes.length; length += 41) {
      expect(await refused(bytes.slice(0, length))).toMatch(/^InputError: x.xlsx: /);
    }
  });

  test('no changed byte hangs or gives anything but a table or a clear error', async () => {
    const bytes = await workbook();
    for (let at = 0; at < bytes.length; at += 17) {
      const changed = bytes.slice();
      changed[at] ^= 0x5a;
      expect(await refused(changed)).toMatch(/^(read|InputError: )/);
    }
  });
});
