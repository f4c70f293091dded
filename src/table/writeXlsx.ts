/**
 * Writes an Excel workbook with one sheet. Texts are cells of text, which no spreadsheet runs as a
 * formula; numbers, booleans and dates that were such in the workbook that was read are such again.
 */

import { InputError } from '../numerics/inputError.ts';
import { dateFormat } from './dateFormat.ts';
import { writtenName } from './formulas.ts';
import type { Column, FileFormat, Table } from './table.ts';
import { zip } from './xlsx/zip.ts';

const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const DATE_STYLE = 1;
const TIME_STYLE = 2;
const DAY_OF_1970 = 25_569;

export interface XlsxParts {
  /** Nothing comes before the end: a workbook is packed as a whole. */
  rows(part: Table): Uint8Array;
  end(): Promise<Uint8Array>;
}

export function xlsxParts({ header, sheet = 'Sheet1' }: FileFormat): XlsxParts {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let row = 0;
  const add = (text: string) => pieces.push(encoder.encode(text));
  add(`${XML}<worksheet xmlns="${MAIN}"><sheetData>`);
  const line = (cells: readonly string[]) => {
    row++;
    return `<row r="${row}">${cells.join('')}</row>`;
  };
  return {
    rows({ columns, rows }) {
      if (columns.length > MOST_COLUMNS || row + rows > MOST_ROWS - 1) {
        throw new InputError(
          `a workbook holds ${MOST_ROWS} rows and ${MOST_COLUMNS} columns at most. Write CSV or Parquet.`,
        );
      }
      const letters = columns.map((_, j) => columnLetters(j));
      const lines: string[] = [];
      if (row === 0 && header) {
        const names = columns.map(({ name }) => writtenName(name, false));
        lines.push(line(names.map((name, j) => textCell(letters[j] + 1, name))));
      }
      const writers = columns.map(cellWriter);
      for (let i = 0; i < rows; i++) {
        lines.push(line(writers.map((write, j) => write(`${letters[j]}${row + 1}`, i))));
      }
      add(lines.join(''));
      return new Uint8Array();
    },
    end() {
      add('</sheetData></worksheet>');
      const file = (path: string, text: string) => ({ path, pieces: [encoder.encode(XML + text)] });
      return zip([
        file('[Content_Types].xml', CONTENT_TYPES),
        file('_rels/.rels', relations('officeDocument', 'xl/workbook.xml')),
        file(
          'xl/workbook.xml',
          `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        ),
        file('xl/_rels/workbook.xml.rels', relations('worksheet', 'worksheets/sheet1.xml', STYLES)),
        file('xl/styles.xml', STYLE_SHEET),
        { path: 'xl/worksheets/sheet1.xml', pieces },
      ]);
    },
  };
}

type CellWriter = (reference: string, row: number) => string;

function cellWriter(column: Column): CellWriter {
  if (column.kind === 'numeric') {
    const { values } = column;
    return (reference, i) => {
      const value = values[i];
      if (Number.isNaN(value)) return '';
      if (!Number.isFinite(value)) return textCell(reference, String(value));
      return `<c r="${reference}"><v>${value}</v></c>`;
    };
  }
  const { codes, dictionary, stored } = column;
  const made = dictionary.map((text) => typedCell(text, stored));
  return (reference, i) => {
    const place = codes[i];
    if (place < 0) return '';
    const cell = made[place];
    return cell === undefined
      ? textCell(reference, dictionary[place])
      : `<c r="${reference}"${cell}`;
  };
}

/** What follows the reference of a cell that is no text. */
function typedCell(text: string, stored: string | undefined): string | undefined {
  if (stored === 'BOOLEAN' && /^(true|false)$/i.test(text)) {
    return ` t="b"><v>${text.toLowerCase() === 'true' ? 1 : 0}</v></c>`;
  }
  if (stored === 'DATE') {
    const serial = serialOf(DAY.parse(text));
    if (serial >= 1) return ` s="${DATE_STYLE}"><v>${serial}</v></c>`;
  }
  if (stored === 'TIMESTAMP') {
    const serial = serialOf(MOMENT.parse(text) / 86_400);
    if (serial >= 1) return ` s="${TIME_STYLE}"><v>${serial}</v></c>`;
  }
  return undefined;
}

/** Excel counts a 29th of February 1900, which was not; NaN stays, and dates before 1900 are texts. */
function serialOf(days: number): number {
  const serial = days + DAY_OF_1970;
  return serial >= 61 ? serial : serial - 1;
}

const DAY = dateFormat('YYYY-MM-DD');
const MOMENT = dateFormat('YYYY-MM-DDTHH:mm:ss');

function textCell(reference: string, text: string): string {
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Characters that XML cannot hold are left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

function columnLetters(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : columnLetters(Math.floor(place / 26) - 1) + letter;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const STYLES = `<Relationship Id="rId2" Type="${OFFICE}/relationships/styles" Target="styles.xml"/>`;

function relations(kind: string, target: string, more = ''): string {
  return `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/${kind}" Target="${target}"/>${more}</Relationships>`;
}

const CONTENT_TYPES = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;

const STYLE_SHEET = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;
