/**
 * Writes Parquet, by hyparquet-writer, with snappy. A column keeps the type it had, as far as its
 * values still allow; one that never had a type becomes INT32, DOUBLE or text.
 */

import type { SchemaElement } from 'hyparquet/src/types.js';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { ParquetWriter } from 'hyparquet-writer/src/parquet-writer.js';
import { parquetWriteBuffer } from 'hyparquet-writer/src/write.js';
import { detectDates } from './detectDates.ts';
import type { Column, NumericColumn, Table } from './table.ts';

type Cell = string | number | bigint | boolean | null;

/** A whole table. */
export function writeParquet(table: Table): Uint8Array {
  const elements = table.columns.map((column) => elementOf(column, hasMissing(column)));
  return new Uint8Array(
    parquetWriteBuffer({ columnData: dataOf(table, elements), schema: schemaOf(elements) }),
  );
}

/** Writes parts of a table one after the other; what they hold of rows comes out group by group. */
export interface ParquetParts {
  /** The bytes that are ready after these rows; none as long as they do not fill a group. */
  rows(part: Table): Uint8Array;
  /** The last bytes. */
  end(): Uint8Array;
}

/** Rows of a group: few enough for memory, many enough for readers. */
const GROUP_ROWS = 50_000;

/**
 * The types of the columns are those of the first part, and any may have missing values, for it is not
 * known what later parts hold.
 */
export function parquetParts(): ParquetParts {
  const bytes = new ByteWriter();
  let elements: SchemaElement[] = [];
  let parquet: ParquetWriter | undefined;
  let waiting: Cell[][] = [];
  const taken = () => {
    const piece = bytes.getBytes().slice();
    // its offset in the file goes on
    bytes.index = 0;
    return piece;
  };
  const writeGroup = () => {
    const columnData = elements.map(({ name }, j) => ({ name, data: waiting[j] }));
    parquet?.write({ columnData, rowGroupSize: Math.max(1, waiting[0].length) });
    waiting = elements.map(() => []);
  };
  return {
    rows(part) {
      if (!parquet) {
        elements = part.columns.map((column) => elementOf(column, true));
        parquet = new ParquetWriter({ writer: bytes, schema: schemaOf(elements) });
        waiting = elements.map(() => []);
      }
      dataOf(part, elements).forEach(({ data }, j) => {
        for (const cell of data) waiting[j].push(cell);
      });
      if (waiting[0].length >= GROUP_ROWS) writeGroup();
      return taken();
    },
    end() {
      if (waiting[0]?.length > 0) writeGroup();
      parquet?.finish();
      return taken();
    },
  };
}

function schemaOf(elements: readonly SchemaElement[]): SchemaElement[] {
  return [{ name: 'root', num_children: elements.length }, ...elements];
}

function dataOf({ columns }: Table, elements: readonly SchemaElement[]) {
  return columns.map((column, j) => ({ name: column.name, data: cellsOf(column, elements[j]) }));
}

function hasMissing(column: Column): boolean {
  return column.kind === 'text' ? column.codes.includes(-1) : column.missing !== undefined;
}

function elementOf(column: Column, isOptional: boolean): SchemaElement {
  const rest = {
    name: column.name,
    repetition_type: isOptional ? 'OPTIONAL' : 'REQUIRED',
  } as const;
  const { stored } = column;
  if (column.kind === 'numeric') return { ...rest, type: numberType(column) };
  const { dictionary } = column;
  if (stored === 'BOOLEAN' && dictionary.every((text) => text === 'true' || text === 'false')) {
    return { ...rest, type: 'BOOLEAN' };
  }
  const dates = stored === 'DATE' || stored === 'TIMESTAMP' ? detectDates(dictionary) : undefined;
  if (dates && stored === 'DATE' && dates.format.unit === 'day') {
    return { ...rest, type: 'INT32', converted_type: 'DATE' };
  }
  if (dates && stored === 'TIMESTAMP' && dates.format.unit === 'second') {
    const isAdjustedToUTC = dates.format.pattern.endsWith('Z');
    const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MICROS' } as const;
    return { ...rest, type: 'INT64', logical_type };
  }
  return { ...rest, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
}

function numberType({ values, decimals, stored }: NumericColumn) {
  const limit = stored === 'INT64' ? 2 ** 53 : 2 ** 31 - 1;
  const fits =
    decimals === 0 &&
    values.every((x) => Number.isNaN(x) || (Number.isInteger(x) && Math.abs(x) <= limit));
  const wantsWhole = stored === undefined || stored === 'INT32' || stored === 'INT64';
  if (fits && wantsWhole) return stored === 'INT64' ? 'INT64' : 'INT32';
  return stored === 'FLOAT' ? 'FLOAT' : 'DOUBLE';
}

/** The cells of a column as its element wants them. */
function cellsOf(column: Column, { type, converted_type }: SchemaElement): Cell[] {
  if (column.kind === 'numeric') {
    return Array.from(column.values, (x) => {
      if (Number.isNaN(x)) return null;
      return type === 'INT64' ? BigInt(x) : x;
    });
  }
  const { codes, dictionary } = column;
  const cells = (values: readonly Cell[]) =>
    Array.from(codes, (code) => (code < 0 ? null : values[code]));
  if (type === 'BOOLEAN') return cells(dictionary.map((text) => text === 'true'));
  if (type === 'BYTE_ARRAY') return cells(dictionary);
  const parse = detectDates(dictionary)?.format.parse ?? (() => Number.NaN);
  return converted_type === 'DATE'
    ? cells(dictionary.map(parse))
    : cells(dictionary.map((text) => BigInt(Math.round(parse(text) * 1e6))));
}
