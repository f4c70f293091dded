/** A table: one typed array per column, and how the file it came from was written. */

export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly format: FileFormat;
  /** What the reader passed over or could not decide, in words; never a cell's value. */
  readonly notes?: readonly string[];
}

export type Column = NumericColumn | TextColumn;

export interface NumericColumn {
  readonly kind: 'numeric';
  readonly name: string;
  /** NaN where missing. */
  readonly values: Float64Array;
  /** 1 where missing; nothing when no value is. */
  readonly missing: Uint8Array | undefined;
  /** The most decimals that any number was written with. */
  readonly decimals: number;
  /** How the numbers were written; the shortest exact way when left out. */
  readonly written?: NumberFormat;
  /** How nearly all numbers were written (usualDecimals.ts), where that differs. */
  readonly usual?: UsualFormat;
  /** How missing values were written (the most frequent way); empty when left out. */
  readonly missingCode?: string;
  /** The type it had in a Parquet file. */
  readonly stored?: string;
}

export interface UsualFormat {
  readonly decimals: number;
  readonly written?: NumberFormat;
}

export interface TextColumn {
  readonly kind: 'text';
  readonly name: string;
  /** Places in the dictionary; -1 where missing. */
  readonly codes: Int32Array;
  /** Each text once, in order of first appearance. */
  readonly dictionary: readonly string[];
  readonly missingCode?: string;
  readonly stored?: string;
}

/** How the numbers of a column were written. */
export interface NumberFormat {
  /** Every number has exactly the column's decimals: 1.50, not 1.5. */
  readonly fixed: boolean;
  /** The fewest decimals of any number, where they differ: 1 where 3 is written 3.0. None if left out. */
  readonly least?: number;
  /** Scientific notation: in every number, in some, in none. */
  readonly scientific: ScientificFormat | 'some' | undefined;
  /** Blanks on the left fill every cell up to this width; 0 for none. */
  readonly width: number;
  /** The word for infinity. */
  readonly infinity: string;
}

export interface ScientificFormat {
  /** Decimals before the exponent. */
  readonly decimals: number;
  /** Least digits of the exponent. */
  readonly exponentDigits: number;
  readonly letter: 'e' | 'E';
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

/** How a file is written. Parquet uses none of what follows `kind`. */
export interface FileFormat {
  readonly kind: 'csv' | 'tsv' | 'parquet';
  readonly delimiter: string;
  readonly quote: string;
  /** Which cells stand in quotes: those that need it, all text, or all cells. */
  readonly quoting: 'needed' | 'text' | 'all';
  readonly encoding: Encoding;
  readonly byteOrderMark: boolean;
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** The last line ends like the others. */
  readonly finalLineEnd: boolean;
  readonly decimalMark: '.' | ',';
  readonly gzip: boolean;
  /** The first line holds the names of the columns. */
  readonly header: boolean;
}

/** What most tools write and read. */
export const PLAIN_CSV: FileFormat = {
  kind: 'csv',
  delimiter: ',',
  quote: '"',
  quoting: 'needed',
  encoding: 'utf-8',
  byteOrderMark: false,
  lineEnd: '\n',
  finalLineEnd: true,
  decimalMark: '.',
  gzip: false,
  header: true,
};

export const PLAIN_NUMBERS: NumberFormat = {
  fixed: false,
  scientific: undefined,
  width: 0,
  infinity: 'Inf',
};

/** Missing values of a column. */
export function countMissing(column: Column): number {
  let count = 0;
  if (column.kind === 'text') {
    for (const code of column.codes) if (code < 0) count++;
  } else if (column.missing) {
    for (const is of column.missing) count += is;
  }
  return count;
}
