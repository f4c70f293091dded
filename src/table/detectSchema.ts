/**
 * What each column holds, and why. The rules, in order; n counts values that are not missing, k those
 * that differ. Text in the reasons is about counts and names of columns, never about cells.
 *
 * Numbers:
 * - identifier: all n differ, are whole, and n >= 20, and they either count up without a gap, or grow
 *   from row to row with n >= 100, or have the same number of digits (six or more) with n >= 100, or
 *   the column is called id, number, key or the like;
 * - boolean: only 0 and 1;
 * - nominal: two other values, and n >= 10;
 * - count: whole, none below 0, and k <= 100;
 * - continuous: all others.
 *
 * Texts:
 * - date: all follow one format (see detectDates.ts);
 * - boolean: yes and no, true and false, or the like;
 * - identifier: all n differ, n >= 20, none is longer than 64 characters or has a blank in it, or the
 *   column is called id or the like;
 * - text: k >= 20 and more than half of the values differ, or k >= 20, a tenth differ and they have
 *   more than 50 characters on average;
 * - ordered: levels whose order is known (see levelOrders.ts);
 * - nominal: all others.
 */

import { declareMissing } from './declareMissing.ts';
import { detectDates } from './detectDates.ts';
import { numberFormatter } from './formatNumber.ts';
import { knownOrder } from './levelOrders.ts';
import type { ColumnSchema, ColumnType, TableSchema } from './schema.ts';
import {
  type Column,
  countMissing,
  type NumericColumn,
  type Table,
  type TextColumn,
} from './table.ts';

export interface DetectOptions {
  /** What is declared; it overrules detection. */
  readonly schema?: TableSchema;
}

/** What a column was taken for. */
export interface ColumnDetection {
  readonly name: string;
  readonly type: ColumnType;
  /** Why, in words. */
  readonly reason: string;
  /** All its values are the same, or all are missing. */
  readonly constant: boolean;
  /** How many values differ. */
  readonly distinct: number;
  readonly missing: number;
  /** How missing values are written. */
  readonly missingCode?: string;
  /** Rows that share their value with another row. */
  readonly ties: number;
  readonly decimals?: number;
  /** Of boolean, ordered and nominal columns: the levels, in order. */
  readonly levels?: readonly string[];
  /** Of dates: the format (see dateFormat.ts), and the zone in minutes east of UTC. */
  readonly format?: string;
  readonly offset?: number;
  readonly warnings: readonly string[];
}

export interface Detection {
  readonly rows: number;
  readonly columns: readonly ColumnDetection[];
  /** What is to be known about the whole table. */
  readonly warnings: readonly string[];
}

/** What a table holds, column by column. */
export function detectSchema(table: Table, options: DetectOptions = {}): Detection {
  const { schema } = options;
  const { columns, rows, notes = [] } = declareMissing(table, schema?.missing ?? []);
  const found = columns.map((column) => {
    const detected = detectColumn(column, rows);
    const declared = schema?.columns.get(column.name);
    const type = declared && (declared.type ?? impliedType(declared, column, detected.type));
    if (type === undefined) return detected;
    const reason = declared?.type
      ? 'declared in the schema'
      : 'implied by what the schema declares';
    return type === detected.type
      ? { ...detected, reason }
      : { ...declaredColumn(column, rows, type), reason };
  });
  return { rows, columns: found, warnings: [...notes, ...tableWarnings(found, rows)] };
}

/** The type that follows from what is declared besides it, where detection found another kind. */
function impliedType(
  { levels, format, min, max, decimals }: ColumnSchema,
  column: Column,
  detected: ColumnType,
): ColumnType | undefined {
  const isCategory = detected === 'boolean' || detected === 'ordered' || detected === 'nominal';
  if (levels) return isCategory ? undefined : 'nominal';
  if (format !== undefined) return 'date';
  if (column.kind !== 'numeric' || (min ?? max ?? decimals) === undefined) return undefined;
  if (detected === 'continuous' || detected === 'count') return undefined;
  const { isWhole, least } = survey(column.values);
  return isWhole && least >= 0 ? 'count' : 'continuous';
}

/** The schema that says what was detected. */
export function schemaOf(detection: Detection, missing?: readonly string[]): TableSchema {
  const columns = new Map(
    detection.columns.map(({ name, type, decimals, levels, format }) => [
      name,
      {
        type,
        ...(decimals !== undefined && type === 'continuous' && { decimals }),
        ...(levels !== undefined && levels.length > 0 && { levels: [...levels] }),
        ...(format !== undefined && { format }),
      },
    ]),
  );
  return missing && missing.length > 0 ? { columns, missing } : { columns };
}

/** The levels of a column as category: numbers by size, texts as they come or as they are known. */
export function levelsOf(column: Column): readonly string[] {
  if (column.kind === 'text') return knownOrder(column.dictionary) ?? column.dictionary;
  const write = levelWriter(column);
  return distinctNumbers(column).values.map(write);
}

/** Writes the numbers of a column as names of levels: as in the file, without padding. */
export function levelWriter(column: NumericColumn): (value: number) => string {
  const { decimals, written } = column;
  return numberFormatter(written ? { decimals, written: { ...written, width: 0 } } : { decimals });
}

interface Facts {
  readonly name: string;
  readonly n: number;
  readonly k: number;
  readonly base: Pick<
    ColumnDetection,
    'name' | 'constant' | 'distinct' | 'missing' | 'ties' | 'missingCode' | 'decimals'
  >;
}

type Verdict = Pick<ColumnDetection, 'type' | 'reason'> &
  Partial<Pick<ColumnDetection, 'levels' | 'format' | 'offset' | 'warnings'>>;

function factsOf(column: Column, rows: number): Facts {
  const missing = countMissing(column);
  const n = rows - missing;
  const { k, ties } = column.kind === 'text' ? textTies(column) : numberTies(column);
  const { name, missingCode } = column;
  return {
    name,
    n,
    k,
    base: {
      name,
      constant: k <= 1,
      distinct: k,
      missing,
      ties,
      ...(missing > 0 && { missingCode: missingCode ?? '' }),
      ...(column.kind === 'numeric' && { decimals: column.decimals }),
    },
  };
}

function detectColumn(column: Column, rows: number): ColumnDetection {
  const facts = factsOf(column, rows);
  const verdict = column.kind === 'text' ? judgeText(column, facts) : judgeNumbers(column, facts);
  const warnings = [...(verdict.warnings ?? []), ...columnWarnings(facts, rows)];
  return { ...facts.base, ...verdict, warnings };
}

function declaredColumn(
  column: Column,
  rows: number,
  type: ColumnType,
): Omit<ColumnDetection, 'reason'> {
  const facts = factsOf(column, rows);
  const isCategory = type === 'boolean' || type === 'ordered' || type === 'nominal';
  return {
    ...facts.base,
    type,
    ...(isCategory && { levels: levelsOf(column) }),
    warnings: columnWarnings(facts, rows),
  };
}

const ID_NAME = /^(id|ids|key|uuid|guid|nr|no|number|index|row|rownames?|row[_ .-]?(id|number))$/i;
const ID_ENDING = /([_ .-](id|key|nr|no|uuid|guid)|[a-z](Id|ID))$/;
const LEAST_FOR_IDENTIFIER = 20;
const ENOUGH_FOR_IDENTIFIER = 100;
const MOST_FOR_COUNT = 100;
const LEAST_FOR_PAIR = 10;
const LEAST_FOR_TEXT = 20;

function isNamedId(name: string): boolean {
  return ID_NAME.test(name.trim()) || ID_ENDING.test(name.trim());
}

function judgeNumbers(column: NumericColumn, { name, n, k }: Facts): Verdict {
  const { values } = column;
  const { isWhole, least, isGrowing, largest, hasInfinite } = survey(values);
  const warnings = hasInfinite
    ? ['holds infinite values; declare them as missing or mend them']
    : [];
  if (k <= 1) {
    const type = isWhole && least >= 0 ? 'count' : 'continuous';
    return { type, reason: 'a single number', warnings: [...warnings, constantWarning] };
  }
  if (isWhole && k === n && n >= LEAST_FOR_IDENTIFIER) {
    const why = identifierReason(name, n, least, largest, isGrowing);
    if (why) return { type: 'identifier', reason: `all ${n} whole numbers differ, and ${why}` };
  }
  if (k === 2 && (n >= LEAST_FOR_PAIR || (least === 0 && largest === 1))) {
    const levels = levelsOf(column);
    if (least === 0 && largest === 1)
      return { type: 'boolean', reason: 'only 0 and 1', levels, warnings };
    return { type: 'nominal', reason: 'two different numbers', levels, warnings };
  }
  if (isWhole && least >= 0 && k <= MOST_FOR_COUNT) {
    const hint =
      k <= 12 ? ['if its numbers are codes of categories, declare it nominal or ordered'] : [];
    const reason = `whole numbers, none below 0, ${k} different`;
    return { type: 'count', reason, warnings: [...warnings, ...hint] };
  }
  const what = isWhole
    ? 'whole numbers'
    : `numbers with up to ${column.decimals} ${column.decimals === 1 ? 'decimal' : 'decimals'}`;
  return { type: 'continuous', reason: `${what}, ${k} different`, warnings };
}

function identifierReason(
  name: string,
  n: number,
  least: number,
  largest: number,
  isGrowing: boolean,
): string | undefined {
  if (largest - least === n - 1) return 'there is no gap between them';
  if (isNamedId(name)) return 'the column is called like one';
  if (n < ENOUGH_FOR_IDENTIFIER) return undefined;
  if (isGrowing) return 'they grow from row to row';
  const sameLength = least >= 1e5 && String(least).length === String(largest).length;
  return sameLength ? 'they have the same number of digits' : undefined;
}

function judgeText(column: TextColumn, { name, n, k }: Facts): Verdict {
  const { dictionary } = column;
  if (k === 0) {
    return {
      type: 'nominal',
      reason: 'no values',
      levels: [],
      warnings: ['all values are missing'],
    };
  }
  const dates = detectDates(dictionary);
  if (dates) {
    const { format, offset, ambiguous, mixedZones } = dates;
    const what = format.unit === 'day' ? 'dates' : 'dates with a time';
    return {
      type: 'date',
      reason: `all values are ${what} in the format ${format.pattern}`,
      format: format.pattern,
      offset,
      warnings: [
        ...(ambiguous
          ? ['day and month could be exchanged; declare the format if the month comes first']
          : []),
        ...(mixedZones
          ? ['the times name several zones; they will be written in the most frequent one']
          : []),
        ...(k === 1 ? [constantWarning] : []),
      ],
    };
  }
  if (k === 1) {
    return {
      type: 'nominal',
      reason: 'a single text',
      levels: dictionary,
      warnings: [constantWarning],
    };
  }
  const pair = booleanPair(dictionary);
  if (pair) return { type: 'boolean', reason: 'a word for no and one for yes', levels: pair };
  const long = dictionary.some((text) => text.length > 64 || text.includes(' '));
  if (k === n && n >= LEAST_FOR_IDENTIFIER && (isNamedId(name) || !long)) {
    const why = isNamedId(name)
      ? 'the column is called like an identifier'
      : 'none has a blank in it';
    return { type: 'identifier', reason: `all ${n} texts differ, and ${why}` };
  }
  const length = dictionary.reduce((sum, text) => sum + text.length, 0) / k;
  if (k >= LEAST_FOR_TEXT && (k > n / 2 || (k > n / 10 && length > 50))) {
    return {
      type: 'text',
      reason: `${k} different texts in ${n} values, ${Math.round(length)} characters on average`,
    };
  }
  const order = knownOrder(dictionary);
  const warnings = textWarnings(dictionary);
  if (order)
    return { type: 'ordered', reason: `${k} texts with a known order`, levels: order, warnings };
  return { type: 'nominal', reason: `${k} different texts`, levels: dictionary, warnings };
}

const constantWarning = 'all values are the same';

const BOOLEANS = [
  'false true',
  'no yes',
  'n y',
  'f t',
  'off on',
  'nein ja',
  'non oui',
  'absent present',
  'negative positive',
].map((pair) => pair.split(' '));

/** Two words for no and yes, the one for no first. */
function booleanPair(dictionary: readonly string[]): readonly string[] | undefined {
  if (dictionary.length !== 2) return undefined;
  const [first, second] = dictionary.map((text) => text.trim().toLowerCase());
  for (const [no, yes] of BOOLEANS) {
    if (first === no && second === yes) return dictionary;
    if (first === yes && second === no) return [dictionary[1], dictionary[0]];
  }
  return undefined;
}

function textWarnings(dictionary: readonly string[]): string[] {
  const folded = new Set(dictionary.map((text) => text.trim().toLowerCase()));
  const alike = dictionary.length - folded.size;
  const numbers = dictionary.filter((text) => startsWithDigit(text)).length;
  return [
    ...(alike > 0 ? [`${alike} levels differ from others only by capitals or blanks`] : []),
    ...(numbers > 0 && numbers === dictionary.length && dictionary.length > 12
      ? ['all texts start with a digit: numbers with leading zeros, units or separators stay text']
      : []),
    ...(dictionary.length > 50 ? [`${dictionary.length} levels are many for a category`] : []),
  ];
}

function startsWithDigit(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 48 && code <= 57;
}

function columnWarnings({ n, base }: Facts, rows: number): string[] {
  const share = rows > 0 ? base.missing / rows : 0;
  return n > 0 && share > 0.5 ? [`${Math.round(share * 100)} % of the values are missing`] : [];
}

function tableWarnings(columns: readonly ColumnDetection[], rows: number): string[] {
  const modelled = columns.filter(({ type }) => type !== 'identifier' && type !== 'text').length;
  return [
    ...(modelled > rows ? [`${modelled} columns to be modelled but only ${rows} rows`] : []),
    ...(modelled === 0 ? ['no column can be modelled: all are identifiers or free text'] : []),
  ];
}

interface Survey {
  readonly isWhole: boolean;
  readonly isGrowing: boolean;
  readonly hasInfinite: boolean;
  readonly least: number;
  readonly largest: number;
}

function survey(values: Float64Array): Survey {
  let isWhole = true;
  let isGrowing = true;
  let hasInfinite = false;
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  let previous = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value)) isWhole = false;
    if (!Number.isFinite(value)) hasInfinite = true;
    if (value <= previous) isGrowing = false;
    if (value < least) least = value;
    if (value > largest) largest = value;
    previous = value;
  }
  return { isWhole, isGrowing, hasInfinite, least, largest };
}

function textTies({ codes, dictionary }: TextColumn): { k: number; ties: number } {
  const counts = new Int32Array(dictionary.length);
  for (const code of codes) if (code >= 0) counts[code]++;
  let k = 0;
  let ties = 0;
  for (const count of counts) {
    if (count > 0) k++;
    if (count > 1) ties += count;
  }
  return { k, ties };
}

function numberTies(column: NumericColumn): { k: number; ties: number } {
  const { values, ties } = distinctNumbers(column);
  return { k: values.length, ties };
}

/** The different numbers of a column in order of size, and how many rows share theirs. */
function distinctNumbers({ values }: NumericColumn): { values: number[]; ties: number } {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const distinct: number[] = [];
  let ties = 0;
  for (let i = 0; i < sorted.length; ) {
    let end = i + 1;
    while (end < sorted.length && sorted[end] === sorted[i]) end++;
    distinct.push(sorted[i]);
    if (end - i > 1) ties += end - i;
    i = end;
  }
  return { values: distinct, ties };
}
