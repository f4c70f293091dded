/**
 * Reads a sheet of an Excel workbook (.xlsx): numbers, texts, booleans, dates. The first row that is not
 * empty holds the names of the columns. Formulas give the values that were saved with them. Booleans
 * become the texts false and true, dates ISO 8601 texts; the type is kept for writing.
 *
 * It is our own, since a workbook is a ZIP of XML and hostile files must be refused at the same bounds as
 * all others: bytes are counted as they are unpacked, entities are refused, rows and columns end where
 * Excel's do.
 */

import { InputError } from '../numerics/inputError.ts';
import { columnNames } from './columnNames.ts';
import { dateFormat } from './dateFormat.ts';
import { readName } from './formulas.ts';
import { MISSING_CODES } from './missingCodes.ts';
import { type LimitOptions, readLimit } from './readLimit.ts';
import { shortestDecimals } from './shortestDecimals.ts';
import type { ReopenableSource } from './source.ts';
import { type Column, PLAIN_CSV, type Table } from './table.ts';
import { attribute, scanXml } from './xlsx/scanXml.ts';
import { type Archive, openArchive } from './xlsx/unzip.ts';

export interface XlsxOptions extends LimitOptions {
  readonly sheet?: string;
  readonly header?: boolean;
  readonly missing?: readonly string[];
  readonly text?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** ZIP's own mark at the start of a file. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

type Cell = number | string | boolean | Moment | undefined;
/** Days since 1970, with a fraction for the time. */
interface Moment {
  readonly days: number;
}

const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const BYTES_A_CELL = 8;

export async function readXlsx(source: ReopenableSource, options: XlsxOptions): Promise<Table> {
  const { name: what = 'the table', signal } = options;
  const limit = readLimit(options, source.byteLength);
  const archive = await openArchive(source, limit, what, signal);
  if (!archive.has('xl/workbook.xml')) {
    throw new InputError(
      `${what}: a ZIP archive that is no Excel workbook (.xlsx). Unpack it, or save the sheet as .xlsx or CSV.`,
    );
  }
  const book = await readBook(archive, what);
  const sheet = chosenSheet(book.sheets, options.sheet, what);
  const dates = await dateStyles(archive, what);
  const strings = await sharedStrings(archive, what);
  const rows = await readRows(archive, sheet.path, { what, strings, dates, is1904: book.is1904 });
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  limit.add(width * rows.length * BYTES_A_CELL);
  const { header = true } = options;
  const given = header ? (rows.shift() ?? []) : [];
  if (rows.length === 0) {
    throw new InputError(
      width === 0
        ? `${what}: the sheet is empty. Give one with a row of names and a row for each record.`
        : `${what}: the sheet has column names but no rows. Give at least one row.`,
    );
  }
  const { names, notes } = header
    ? columnNames(Array.from({ length: width }, (_, j) => readName(textOf(given[j]).trim())))
    : { names: Array.from({ length: width }, (_, j) => `V${j + 1}`), notes: [] };
  const missing = new Set([...MISSING_CODES, ...(options.missing ?? [])]);
  const columns = names.map((name, j) => {
    const cells = rows.map((row) => row[j]);
    return columnOf(name, cells, missing, options.text?.includes(name) ?? false);
  });
  const format = { ...PLAIN_CSV, kind: 'xlsx' as const, header, sheet: sheet.name };
  return { rows: rows.length, columns, format, ...(notes.length > 0 && { notes }) };
}

interface Sheet {
  readonly name: string;
  readonly path: string;
}

async function readBook(
  archive: Archive,
  what: string,
): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const targets = new Map<string, string>();
  if (archive.has('xl/_rels/workbook.xml.rels')) {
    await scanXml(
      archive.open('xl/_rels/workbook.xml.rels'),
      {
        open(name, attributes) {
          const [id, target] = [attribute(attributes, 'Id'), attribute(attributes, 'Target')];
          if (name === 'Relationship' && id !== undefined && target !== undefined) {
            targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
          }
        },
      },
      what,
    );
  }
  const sheets: Sheet[] = [];
  let is1904 = false;
  await scanXml(
    archive.open('xl/workbook.xml'),
    {
      open(name, attributes) {
        if (name === 'workbookPr')
          is1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '');
        if (name !== 'sheet') return;
        const path = targets.get(/(?:^|\s)\w+:id\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? '');
        if (path !== undefined && archive.has(path)) {
          sheets.push({ name: attribute(attributes, 'name') ?? '', path });
        }
      },
    },
    what,
  );
  return { sheets, is1904 };
}

function chosenSheet(sheets: readonly Sheet[], asked: string | undefined, what: string): Sheet {
  const found = asked === undefined ? sheets[0] : sheets.find(({ name }) => name === asked);
  if (found) return found;
  if (sheets.length === 0)
    throw new InputError(`${what}: the workbook has no sheet. Save it again.`);
  const known = sheets.map(({ name }) => JSON.stringify(name)).slice(0, 20);
  throw new InputError(
    `${what}: there is no sheet ${JSON.stringify(asked)}. The workbook has ${known.join(', ')}.`,
  );
}

/** Which styles of cells show a number as a date, by their place. */
async function dateStyles(archive: Archive, what: string): Promise<boolean[]> {
  const formats = new Map<number, string>();
  const dates: boolean[] = [];
  let isInside = false;
  if (!archive.has('xl/styles.xml')) return dates;
  await scanXml(
    archive.open('xl/styles.xml'),
    {
      open(name, attributes) {
        if (name === 'cellXfs') isInside = true;
        const id = Number(attribute(attributes, 'numFmtId') ?? 0);
        if (name === 'numFmt') formats.set(id, attribute(attributes, 'formatCode') ?? '');
        if (name === 'xf' && isInside) dates.push(isDateFormat(id, formats.get(id)));
      },
      close(name) {
        if (name === 'cellXfs') isInside = false;
      },
    },
    what,
  );
  return dates;
}

/** Formats with a day or a year; a time of day alone stays a number. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  const bare = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '').toLowerCase();
  return /[yd]/.test(bare) || (bare.includes('m') && !/[hs]/.test(bare));
}

async function sharedStrings(archive: Archive, what: string): Promise<string[]> {
  const strings: string[] = [];
  if (!archive.has('xl/sharedStrings.xml')) return strings;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await scanXml(
    archive.open('xl/sharedStrings.xml'),
    {
      open(name) {
        if (name === 'si') text = '';
        if (name === 'rPh') isPhonetic = true;
        if (name === 't') isText = !isPhonetic;
      },
      text(piece) {
        if (isText) text += piece;
      },
      close(name) {
        if (name === 't') isText = false;
        if (name === 'rPh') isPhonetic = false;
        if (name === 'si') strings.push(text);
      },
    },
    what,
  );
  return strings;
}

interface SheetSettings {
  readonly what: string;
  readonly strings: readonly string[];
  readonly dates: readonly boolean[];
  readonly is1904: boolean;
}

/** Rows that hold something, in their order. */
async function readRows(
  archive: Archive,
  path: string,
  { what, strings, dates, is1904 }: SheetSettings,
): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let place = 0;
  let type = '';
  let style = 0;
  let text = '';
  let isValue = false;
  const damaged = (found: string) =>
    new InputError(`${what}: the sheet is damaged (${found}). Save it again.`);
  const cellOf = (): Cell => {
    if (type === 's') {
      const shared = strings[Number(text)];
      if (text !== '' && shared === undefined) throw damaged('a text is missing');
      return shared;
    }
    if (type === 'b') return text === '' ? undefined : text.trim() === '1';
    if (type === 'inlineStr' || type === 'str' || type === 'e' || type === 'd') return text;
    if (text.trim() === '') return undefined;
    const value = Number(text);
    if (!Number.isFinite(value)) throw damaged('a number is none');
    return dates[style] ? momentOf(value, is1904) : value;
  };
  await scanXml(
    archive.open(path),
    {
      open(name, attributes) {
        if (name === 'row') {
          row = [];
          place = 0;
          if (rows.length >= MOST_ROWS) throw damaged('more rows than Excel has');
        } else if (name === 'c') {
          const reference = attribute(attributes, 'r');
          if (reference !== undefined) place = columnPlace(reference);
          if (!(place >= 0 && place < MOST_COLUMNS)) throw damaged('a cell beyond the last column');
          type = attribute(attributes, 't') ?? 'n';
          style = Number(attribute(attributes, 's') ?? 0);
          text = '';
        } else if (name === 'v' || name === 't') isValue = true;
      },
      text(piece) {
        if (isValue) text += piece;
      },
      close(name) {
        if (name === 'v' || name === 't') isValue = false;
        else if (name === 'c') {
          const cell = cellOf();
          if (cell !== undefined && cell !== '') row[place] = cell;
          place++;
        } else if (name === 'row' && row.length > 0) rows.push(row);
      },
    },
    what,
  );
  return rows;
}

/** The column of a reference such as BC12, from 0. */
function columnPlace(reference: string): number {
  let place = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0);
    if (code < 65 || code > 90) break;
    place = place * 26 + code - 64;
  }
  return place - 1;
}

const FIRST_DAY = -719_528;
const LAST_DAY = 2_932_897;

/** The calendar of 1900 counts a 29th of February that was not; serials up to it are a day off. */
function momentOf(serial: number, is1904: boolean): Moment | number {
  const days = is1904 ? serial - 24_107 : serial - 25_569 + (serial < 60 ? 1 : 0);
  return days >= FIRST_DAY && days < LAST_DAY ? { days } : serial;
}

function isMoment(cell: Cell): cell is Moment {
  return typeof cell === 'object';
}

function textOf(cell: Cell, hasTime = false): string {
  if (cell === undefined) return '';
  if (!isMoment(cell)) return String(cell);
  if (!hasTime) return dateFormat('YYYY-MM-DD').format(Math.floor(cell.days));
  return dateFormat('YYYY-MM-DDTHH:mm:ss').format(Math.round(cell.days * 86_400));
}

function columnOf(
  name: string,
  cells: readonly Cell[],
  missing: ReadonlySet<string>,
  isText: boolean,
): Column {
  const isMissing = (cell: Cell) =>
    cell === undefined || (!isMoment(cell) && missing.has(String(cell).trim()));
  const known = cells.filter((cell) => !isMissing(cell));
  const all = (is: (cell: Cell) => boolean) => known.length > 0 && known.every(is);
  if (!isText && all((cell) => typeof cell === 'number')) {
    const values = Float64Array.from(cells, (cell) =>
      isMissing(cell) ? Number.NaN : Number(cell),
    );
    const mask = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0));
    return {
      kind: 'numeric',
      name,
      values,
      missing: mask.includes(1) ? mask : undefined,
      ...shortestDecimals(values, false),
    };
  }
  const hasTime = known.some((cell) => isMoment(cell) && !isWholeDay(cell));
  const stored = all(isMoment)
    ? hasTime
      ? 'TIMESTAMP'
      : 'DATE'
    : all((cell) => typeof cell === 'boolean')
      ? 'BOOLEAN'
      : undefined;
  const places = new Map<string, number>();
  const codes = Int32Array.from(cells, (cell) => {
    if (isMissing(cell)) return -1;
    const text = textOf(cell, hasTime);
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  return { kind: 'text', name, codes, dictionary: [...places.keys()], ...(stored && { stored }) };
}

function isWholeDay({ days }: Moment): boolean {
  return Math.abs(days - Math.round(days)) < 0.5 / 86_400;
}
