/**
 * A table by what its columns mean: numbers to be modelled, categories with their levels, and columns
 * that are never modelled. A schema that does not fit is refused with everything that does not fit.
 */

import { InputError } from '../numerics/inputError.ts';
import { nearestName } from '../numerics/nearestName.ts';
import { ARTEFACT_DECIMALS } from './columnFacts.ts';
import { counted, countedPeople } from './counted.ts';
import { type DateFormat, dateFormat } from './dateFormat.ts';
import { declareMissing, numbersOf } from './declareMissing.ts';
import { type ColumnDetection, type Detection, detectSchema } from './detectSchema.ts';
import type { IdentityKind } from './identity.ts';
import { levelWriter } from './levelNames.ts';
import { knownOrder } from './levelOrders.ts';
import { withoutArtefact } from './numberGrid.ts';
import { type ColumnSchema, missingCodesOf, type TableSchema } from './schema.ts';
import type {
  Column,
  FileFormat,
  NumberFormat,
  NumericColumn,
  Table,
  TextColumn,
} from './table.ts';

/** How a column is written: plain data without any of its values. */
export interface ColumnLayout {
  readonly name: string;
  readonly kind: Column['kind'];
  readonly decimals: number;
  readonly written?: NumberFormat;
  readonly missingCode?: string;
  readonly stored?: string;
  /** Of dates: the format, and the zone in minutes east of UTC. */
  readonly date?: { readonly pattern: string; readonly offset: number };
}

interface TypedBase {
  readonly name: string;
  readonly layout: ColumnLayout;
  readonly role?: 'response' | 'sensitive';
  /** All values are the same, or all are missing. */
  readonly constant: boolean;
}

/** Numbers; dates as days or seconds since 1970 (see dateFormat.ts). */
export interface TypedNumbers extends TypedBase {
  readonly type: 'continuous' | 'count' | 'date';
  /** NaN where missing. */
  readonly values: Float64Array;
  readonly missing: Uint8Array | undefined;
  readonly decimals: number;
  /** Values are multiples of it, where that does not follow from the decimals. */
  readonly step?: number;
  /** Declared bounds. */
  readonly min?: number;
  readonly max?: number;
}

/** Categories. */
export interface TypedLevels extends TypedBase {
  readonly type: 'boolean' | 'ordered' | 'nominal';
  /** Places in `levels`; -1 where missing. */
  readonly codes: Int32Array;
  readonly levels: readonly string[];
}

/** What is never modelled. */
export interface TypedOther extends TypedBase {
  readonly type: 'identifier' | 'text';
  readonly column: Column;
  /** What it says of who a person is, where it looks so. */
  readonly identity?: IdentityKind;
}

export type TypedColumn = TypedNumbers | TypedLevels | TypedOther;

export interface TypedTable {
  readonly rows: number;
  readonly columns: readonly TypedColumn[];
  readonly format: FileFormat;
  readonly detection: Detection;
}

/** The columns of a table by their types: as declared, or else as detected. */
export function applySchema(table: Table, schema?: TableSchema): TypedTable {
  const whole = declareMissing(table, missingCodesOf(schema));
  const detection = detectSchema(whole, schema ? { schema } : {});
  const columns = typedColumns(whole, detection.columns, schema);
  return { rows: table.rows, columns, format: table.format, detection };
}

/**
 * The same where a schema says all that matters: a column that it declares in full is looked at for nothing but
 * whether it keeps to that. So it is fast, and nothing but what is declared can shape what follows.
 */
export function applyDeclared(
  table: Table,
  schema: TableSchema,
): Pick<TypedTable, 'rows' | 'columns'> {
  const whole = declareMissing(table, missingCodesOf(schema));
  const isOpen = ({ name }: Column) => !isWholeDeclaration(schema.columns.get(name) ?? {});
  const open = { ...whole, columns: whole.columns.filter(isOpen) };
  const detected = new Map(
    detectSchema(open, { schema }).columns.map((column) => [column.name, column]),
  );
  const seen = whole.columns.map(({ name }): SeenColumn => {
    const { type = 'text', decimals, step } = schema.columns.get(name) ?? {};
    const own = {
      type,
      constant: false,
      ...(decimals !== undefined && { decimals }),
      ...(step !== undefined && { step }),
    };
    return detected.get(name) ?? own;
  });
  return { rows: table.rows, columns: typedColumns(whole, seen, schema) };
}

/** Whether a type is declared with all that it needs. */
function isWholeDeclaration({ type, levels, format }: ColumnSchema): boolean {
  if (type === undefined) return false;
  if (type === 'boolean' || type === 'ordered' || type === 'nominal') return levels !== undefined;
  return type !== 'date' || format !== undefined;
}

/** What has to be known of a column for its type. */
type SeenColumn = Pick<ColumnDetection, 'type' | 'constant'> &
  Partial<Pick<ColumnDetection, 'decimals' | 'step' | 'levels' | 'format' | 'offset' | 'identity'>>;

function typedColumns(
  whole: Table,
  seen: readonly SeenColumn[],
  schema: TableSchema | undefined,
): TypedColumn[] {
  const misfits: string[] = [];
  const names = new Map(whole.columns.map((column, j) => [column.name, j]));
  for (const name of schema?.columns.keys() ?? []) {
    if (names.has(name)) continue;
    const near = nearestName(name, [...names.keys()]);
    const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
    misfits.push(`the table has no column ${JSON.stringify(name)}${hint}`);
  }
  const columns = whole.columns.map((column, j) => {
    const declared = schema?.columns.get(column.name) ?? {};
    const refuse = (what: string) => {
      misfits.push(`column ${JSON.stringify(column.name)}: ${what}`);
    };
    return typedColumn(column, seen[j], declared, refuse);
  });
  if (misfits.length > 0) {
    const what =
      misfits.length === 1
        ? 'does not fit the table'
        : `does not fit the table in ${misfits.length} places`;
    throw new InputError(
      `the schema ${what}:\n${misfits.map((misfit) => `- ${misfit}`).join('\n')}`,
    );
  }
  return columns.filter((column) => column !== undefined);
}

type Refuse = (what: string) => void;

function typedColumn(
  column: Column,
  detected: SeenColumn,
  declared: ColumnSchema,
  refuse: Refuse,
): TypedColumn | undefined {
  const { type } = detected;
  const base = {
    name: column.name,
    constant: detected.constant,
    ...(declared.role && { role: declared.role }),
  };
  const isNumber = type === 'continuous' || type === 'count' || type === 'date';
  const isCategory = type === 'boolean' || type === 'ordered' || type === 'nominal';
  if (declared.levels && !isCategory) refuse(`levels are declared, but its type is ${type}`);
  if (declared.format !== undefined && type !== 'date')
    refuse(`a format is declared, but its type is ${type}`);
  if (!isNumber && (declared.min !== undefined || declared.max !== undefined)) {
    refuse(`a least or largest value is declared, but its type is ${type}`);
  }
  if (type === 'date') return dates(column, detected, declared, base, refuse);
  if (type === 'continuous' || type === 'count')
    return numbers(column, { ...detected, type }, declared, base, refuse);
  if (isCategory) return levels(column, { ...detected, type }, declared, base, refuse);
  const identity = detected.identity && { identity: detected.identity.kind };
  return { ...base, type, layout: layoutOf(column), column, ...identity };
}

type Base = Omit<TypedBase, 'layout'>;

function numbers(
  column: Column,
  detected: SeenColumn & { readonly type: 'continuous' | 'count' },
  declared: ColumnSchema,
  base: Base,
  refuse: Refuse,
): TypedNumbers | undefined {
  const { type } = detected;
  const source = column.kind === 'numeric' ? column : numbersOf(column);
  if (!source) {
    const isEmpty = column.kind === 'text' && column.dictionary.length === 0;
    refuse(
      isEmpty
        ? `declared ${type}, but all its values are missing`
        : `declared ${type}, but it holds text`,
    );
    return undefined;
  }
  const { missing } = source;
  refuseHuge(source.values, column.name);
  const decimals =
    declared.decimals ?? detected.decimals ?? source.usual?.decimals ?? source.decimals;
  const { step } = detected;
  const values = withoutArtefacts(source, { decimals, step });
  if (type === 'count') {
    const wrong = countRows(values, (x) => !Number.isInteger(x) || x < 0);
    if (wrong > 0)
      refuse(`declared count, but not a whole number from 0 in ${counted(wrong, 'row')}`);
  }
  const bounds = boundsOf(
    declared,
    (bound) => (typeof bound === 'number' ? bound : Number.NaN),
    refuse,
  );
  refuseOutside(values, bounds, refuse);
  const layout = layoutOf({ ...source, decimals, ...writtenWith(source, decimals) });
  const grid = step === undefined ? {} : { step };
  return { ...base, type, layout, values, missing, decimals, ...grid, ...bounds };
}

/** How nearly all numbers are written; where a column needs more decimals than these, not fixed. */
function writtenWith(
  { usual }: NumericColumn,
  decimals: number,
): { readonly written?: NumberFormat } {
  if (!usual?.written) return {};
  const { written } = usual;
  if (!written.fixed || decimals <= usual.decimals) return { written };
  return { written: { ...written, fixed: false, least: usual.decimals } };
}

/** Numbers that differ from those of their grid by the rounding of doubles alone become these. */
function withoutArtefacts(
  { values, decimals: most }: NumericColumn,
  { decimals, step }: { readonly decimals: number; readonly step: number | undefined },
): Float64Array {
  if (most < ARTEFACT_DECIMALS || decimals >= ARTEFACT_DECIMALS) return values;
  const grid = { decimals, step: step ?? 1 / Number(`1e${decimals}`) };
  return values.map((value) => withoutArtefact(value, grid));
}

/** Squares of numbers beyond it are beyond doubles, and means and spreads with them. */
const LARGEST = 1e150;

function refuseHuge(values: Float64Array, name: string): void {
  const wrong = countRows(values, (x) => Math.abs(x) > LARGEST && Number.isFinite(x));
  if (wrong === 0) return;
  const row = values.findIndex((x) => Math.abs(x) > LARGEST && Number.isFinite(x)) + 1;
  throw new InputError(
    `Column ${JSON.stringify(name)}: beyond 1e150 in size in ${counted(wrong, 'row')}, the first in row ${row}, too large to compute means and spreads. Give the column in a larger unit, mark these values as missing, or declare it text.`,
  );
}

function dates(
  column: Column,
  detected: SeenColumn,
  declared: ColumnSchema,
  base: Base,
  refuse: Refuse,
): TypedNumbers | undefined {
  const pattern = declared.format ?? detected.format;
  if (column.kind === 'numeric') {
    refuse('declared date, but it holds numbers');
    return undefined;
  }
  if (pattern === undefined) {
    refuse('declared date, but its values follow no one format that is known; declare the format');
    return undefined;
  }
  let format: DateFormat;
  try {
    format = dateFormat(pattern);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    refuse(error.message);
    return undefined;
  }
  const parsed = column.dictionary.map(format.parse);
  const wrong = countRows(column.codes, (code) => code >= 0 && Number.isNaN(parsed[code]));
  if (wrong > 0) {
    refuse(`not a date in the format ${pattern} in ${counted(wrong, 'row')}`);
    return undefined;
  }
  const values = Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : parsed[code]));
  const missing = column.codes.includes(-1)
    ? Uint8Array.from(column.codes, (code) => (code < 0 ? 1 : 0))
    : undefined;
  const bounds = boundsOf(declared, (bound) => format.parse(String(bound)), refuse);
  refuseOutside(values, bounds, refuse);
  const layout = { ...layoutOf(column), date: { pattern, offset: detected.offset ?? 0 } };
  return { ...base, type: 'date', layout, values, missing, decimals: format.decimals, ...bounds };
}

function levels(
  column: Column,
  detected: SeenColumn & { readonly type: TypedLevels['type'] },
  declared: ColumnSchema,
  base: Base,
  refuse: Refuse,
): TypedLevels | undefined {
  const { type } = detected;
  const known = declared.levels ?? detected.levels ?? [];
  const places = new Map(known.map((level, place) => [level, place]));
  const codes = column.kind === 'text' ? textCodes(column, places) : numberCodes(column, places);
  const unknown = countRows(codes, (code) => code === UNKNOWN);
  if (unknown > 0) refuse(`a level that is not declared in ${counted(unknown, 'row')}`);
  if (type === 'boolean' && known.length > 2)
    refuse(`declared boolean, but it has ${known.length} levels`);
  const orderIsKnown =
    declared.levels !== undefined || column.kind === 'numeric' || isKnownOrder(column, known);
  if (type === 'ordered' && !orderIsKnown) {
    refuse('declared ordered, but the order of its levels is not known; declare it by the levels');
  }
  return { ...base, type, layout: layoutOf(column), codes, levels: known };
}

const UNKNOWN = -2;

/** Two levels or fewer have an order anyway; more must have been put in another order than found. */
function isKnownOrder(column: TextColumn, levels: readonly string[]): boolean {
  return levels.length <= 2 || knownOrder(column.dictionary) !== undefined;
}

function textCodes(column: TextColumn, places: ReadonlyMap<string, number>): Int32Array {
  const codes = column.dictionary.map(
    (text) => places.get(text) ?? places.get(text.trim()) ?? UNKNOWN,
  );
  return Int32Array.from(column.codes, (code) => (code < 0 ? -1 : codes[code]));
}

function numberCodes(column: NumericColumn, places: ReadonlyMap<string, number>): Int32Array {
  const write = levelWriter(column);
  const codes = new Map<number, number>();
  return Int32Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return -1;
    let code = codes.get(value);
    if (code === undefined) {
      code = places.get(write(value)) ?? places.get(String(value)) ?? UNKNOWN;
      codes.set(value, code);
    }
    return code;
  });
}

function boundsOf(
  { min, max }: ColumnSchema,
  read: (bound: number | string) => number,
  refuse: Refuse,
): { min?: number; max?: number } {
  const bounds = {
    ...(min !== undefined && { min: read(min) }),
    ...(max !== undefined && { max: read(max) }),
  };
  if (Number.isNaN(bounds.min) || Number.isNaN(bounds.max)) {
    refuse('its least or largest value is not of the kind that the column holds');
    return {};
  }
  if (bounds.min !== undefined && bounds.max !== undefined && bounds.min > bounds.max) {
    refuse('its least value is declared above its largest');
  }
  return bounds;
}

function refuseOutside(
  values: Float64Array,
  {
    min = Number.NEGATIVE_INFINITY,
    max = Number.POSITIVE_INFINITY,
  }: { min?: number; max?: number },
  refuse: Refuse,
): void {
  const below = countRows(values, (x) => x < min);
  const above = countRows(values, (x) => x > max);
  if (below > 0) refuse(`below the declared least value in ${countedPeople(below, 'row')}`);
  if (above > 0) refuse(`above the declared largest value in ${countedPeople(above, 'row')}`);
}

/** Counts entries; NaN is missing and never counts. */
function countRows(values: ArrayLike<number>, isCounted: (value: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i]) && isCounted(values[i])) count++;
  }
  return count;
}

function layoutOf(column: Column): ColumnLayout {
  const { name, kind, missingCode, stored } = column;
  return {
    name,
    kind,
    decimals: column.kind === 'numeric' ? column.decimals : 0,
    ...(column.kind === 'numeric' && column.written && { written: column.written }),
    ...(missingCode !== undefined && { missingCode }),
    ...(stored !== undefined && { stored }),
  };
}
