/**
 * Writes Parquet, by hyparquet-writer, with snappy. A column keeps the type it had, as far as its
 * values still allow; one that never had a type becomes INT32, DOUBLE or text.
 */

import type { SchemaElement } from 'hyparquet/src/types.js';
import { parquetWriteBuffer } from 'hyparquet-writer/src/write.js';
import { detectDates } from './detectDates.ts';
import type { NumericColumn, Table, TextColumn } from './table.ts';

interface Prepared {
  readonly element: SchemaElement;
  readonly data: (string | number | bigint | boolean | null)[];
}

export function writeParquet(table: Table): Uint8Array {
  const columns = table.columns.map((column) =>
    column.kind === 'numeric' ? numbers(column) : texts(column),
  );
  const root: SchemaElement = { name: 'root', num_children: columns.length };
  const schema = [root, ...columns.map(({ element }) => element)];
  const columnData = columns.map(({ element, data }) => ({ name: element.name, data }));
  return new Uint8Array(parquetWriteBuffer({ columnData, schema }));
}

function repetition(hasMissing: boolean): Pick<SchemaElement, 'repetition_type'> {
  return { repetition_type: hasMissing ? 'OPTIONAL' : 'REQUIRED' };
}

function numbers({ name, values, missing, decimals, stored }: NumericColumn): Prepared {
  const limit = stored === 'INT64' ? 2 ** 53 : 2 ** 31 - 1;
  const fits =
    decimals === 0 &&
    values.every((x) => Number.isNaN(x) || (Number.isInteger(x) && Math.abs(x) <= limit));
  const whole = stored === 'INT64' ? 'INT64' : 'INT32';
  const wantsWhole = stored === undefined || stored === 'INT32' || stored === 'INT64';
  const type = fits && wantsWhole ? whole : stored === 'FLOAT' ? 'FLOAT' : 'DOUBLE';
  const data = Array.from(values, (x) => {
    if (Number.isNaN(x)) return null;
    return type === 'INT64' ? BigInt(x) : x;
  });
  return { element: { name, type, ...repetition(missing !== undefined) }, data };
}

function texts({ name, codes, dictionary, stored }: TextColumn): Prepared {
  const rest = { name, ...repetition(codes.includes(-1)) };
  const cells = <T>(values: readonly T[]) =>
    Array.from(codes, (code) => (code < 0 ? null : values[code]));
  if (stored === 'BOOLEAN' && dictionary.every((text) => text === 'true' || text === 'false')) {
    const data = cells(dictionary.map((text) => text === 'true'));
    return { element: { ...rest, type: 'BOOLEAN' }, data };
  }
  const dates = stored === 'DATE' || stored === 'TIMESTAMP' ? detectDates(dictionary) : undefined;
  if (dates && stored === 'DATE' && dates.format.unit === 'day') {
    const data = cells(dictionary.map((text) => dates.format.parse(text)));
    return { element: { ...rest, type: 'INT32', converted_type: 'DATE' }, data };
  }
  if (dates && stored === 'TIMESTAMP' && dates.format.unit === 'second') {
    const isAdjustedToUTC = dates.format.pattern.endsWith('Z');
    const data = cells(
      dictionary.map((text) => BigInt(Math.round(dates.format.parse(text) * 1e6))),
    );
    const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MICROS' } as const;
    return { element: { ...rest, type: 'INT64', logical_type }, data };
  }
  return {
    element: { ...rest, type: 'BYTE_ARRAY', converted_type: 'UTF8' },
    data: cells(dictionary),
  };
}
