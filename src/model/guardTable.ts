/**
 * The gate that real rows pass before anything is measured on them. What is computed on real rows is
 * as telling as the rows: one person far out moves a coefficient from 1 to 77, and the name of a level
 * that one person has is that person. Behind the gate every column of numbers and dates ends at the
 * limits that a model of it would publish (margins/limits.ts), and rare levels are pooled as a model
 * pools them (margins/levels.ts). Limits and levels are those of the training rows; other rows are
 * treated by the same ones.
 */

import { type Limits, limitsOf } from '../margins/limits.ts';
import { missingMask } from '../numerics/missing.ts';
import type { TypedColumn, TypedLevels, TypedNumbers, TypedTable } from '../table/applySchema.ts';
import { dateFormat } from '../table/dateFormat.ts';
import { declareMissing } from '../table/declareMissing.ts';
import { levelWriter } from '../table/levelNames.ts';
import type { ColumnSchema, MissingCodes, TableSchema } from '../table/schema.ts';
import type { Column, NumericColumn, Table, TextColumn } from '../table/table.ts';
import { gridOf } from './fitMargins.ts';
import { levelPlans, type PoolSettings } from './prepareColumns.ts';

/** Plain data: what may be said of the columns. */
export interface TableGuard {
  readonly columns: readonly ColumnGuard[];
  readonly missing: MissingCodes;
}

type ColumnGuard = NumberGuard | LevelGuard;

interface NumberGuard {
  readonly kind: 'numbers';
  readonly name: string;
  /** Null for a column with too few values to say anything of it. */
  readonly limits: Limits | null;
  readonly date?: { readonly pattern: string; readonly offset: number };
}

interface LevelGuard {
  readonly kind: 'levels';
  readonly name: string;
  /** The levels that are left, in the order of the column's own. */
  readonly levels: readonly string[];
  /** The column's own levels with what becomes of each. */
  readonly becomes: ReadonlyMap<string, string>;
  /** What becomes of a level that the training rows do not have; nothing: it is missing. */
  readonly other: string | undefined;
}

/** `typed`: the training rows. */
export function openGuard(
  typed: TypedTable,
  settings: PoolSettings,
  missing: MissingCodes,
): TableGuard {
  const plans = levelPlans(typed, settings);
  const { k, pooledLevel } = settings;
  const guardOf = (column: TypedColumn): ColumnGuard[] => {
    if ('values' in column) return [numberGuard(column, k)];
    const plan = plans.get(column.name);
    if (!('codes' in column) || !plan) return [];
    const names = [...column.levels.entries()].flatMap(([level, own]): [string, string][] =>
      plan.places[level] < 0 ? [] : [[own, plan.levels[plan.places[level]]]],
    );
    const levels = inOwnOrder(column, new Set(plan.levels));
    const other = levels.includes(pooledLevel) ? pooledLevel : undefined;
    return [{ kind: 'levels', name: column.name, levels, becomes: new Map(names), other }];
  };
  return { columns: typed.columns.flatMap(guardOf), missing };
}

function numberGuard(column: TypedNumbers, k: number): NumberGuard {
  const { name, values, min, max, layout } = column;
  const known = values.filter(Number.isFinite).sort();
  const limits = known.length < k ? null : limitsOf(known, k, gridOf(column), { min, max });
  return { kind: 'numbers', name, limits, ...(layout.date && { date: layout.date }) };
}

/** A level that is no level of the column, the pooled one, stands last. */
function inOwnOrder({ levels }: TypedLevels, left: ReadonlySet<string>): string[] {
  const own = levels.filter((level) => left.has(level));
  return [...own, ...[...left].filter((level) => !own.includes(level))];
}

/** A table as it may be measured: of the training rows, or with the same columns. */
export function guardTable(table: Table, { columns, missing }: TableGuard): Table {
  const guards = new Map(columns.map((guard) => [guard.name, guard]));
  const guarded = (column: Column): Column => {
    const guard = guards.get(column.name);
    if (!guard) return column;
    if (guard.kind === 'levels') return pooled(column, guard);
    return column.kind === 'numeric' ? clippedNumbers(column, guard) : clippedTexts(column, guard);
  };
  return { ...table, columns: declareMissing(table, missing).columns.map(guarded) };
}

/** The schema of guarded tables: without the names of rare levels. */
export function guardSchema(schema: TableSchema, guard: TableGuard): TableSchema {
  return withLevels(schema, guard, (_, { levels }) => levels);
}

/**
 * The same as it is shown. Of a nominal column with pooled levels it names none, so that it also fits
 * the table that was given: levels are then detected.
 */
export function shownSchema(schema: TableSchema, guard: TableGuard): TableSchema {
  return withLevels(schema, guard, ({ type }, { levels, becomes }) => {
    const isPooled = [...becomes].some(([own, name]) => own !== name);
    return type === 'nominal' && isPooled ? undefined : levels;
  });
}

/** What was declared, with the pooled level where there is one: a domain does not shrink by the data. */
export function declaredWithPooled(declared: TableSchema, guard: TableGuard): TableSchema {
  return withLevels(declared, guard, ({ levels = [] }, { levels: left }) => [
    ...new Set([...levels, ...left]),
  ]);
}

/** Replaces levels where a schema has some. */
function withLevels(
  schema: TableSchema,
  { columns }: TableGuard,
  levelsOf: (column: ColumnSchema, guard: LevelGuard) => readonly string[] | undefined,
): TableSchema {
  const guards = new Map(columns.map((guard) => [guard.name, guard]));
  const replaced = [...schema.columns].map(([name, column]): [string, ColumnSchema] => {
    const guard = guards.get(name);
    if (!column.levels || guard?.kind !== 'levels' || guard.levels.length === 0) {
      return [name, column];
    }
    const { levels: _, ...rest } = column;
    const levels = levelsOf(column, guard);
    return [name, levels ? { ...rest, levels } : rest];
  });
  return { ...schema, columns: new Map(replaced) };
}

function clip(value: number, limits: Limits | null): number {
  if (!limits) return Number.NaN;
  // what is missing stays so
  return value < limits.least ? limits.least : value > limits.largest ? limits.largest : value;
}

function clippedNumbers(column: NumericColumn, { limits }: NumberGuard): NumericColumn {
  const values = column.values.map((value) => clip(value, limits));
  return { ...column, values, missing: missingMask(values) };
}

/** Dates, and numbers that were read as text. */
function clippedTexts(column: TextColumn, { limits, date }: NumberGuard): TextColumn {
  const format = date && dateFormat(date.pattern);
  const read = format ? format.parse : Number;
  const write = (value: number) => (format ? format.format(value, date.offset) : String(value));
  return renamed(column, (text) => {
    const value = text.trim() === '' ? Number.NaN : read(text);
    const inside = clip(value, limits);
    if (Number.isNaN(inside)) return limits ? text : undefined;
    return inside === value ? text : write(inside);
  });
}

function pooled(column: Column, { becomes, other }: LevelGuard): Column {
  const rename = (level: string) => becomes.get(level) ?? becomes.get(level.trim()) ?? other;
  if (column.kind === 'text') return renamed(column, rename);
  const write = levelWriter(column);
  const values = column.values.map((value) => {
    if (Number.isNaN(value)) return value;
    const level = rename(write(value)) ?? rename(String(value));
    return level === undefined ? Number.NaN : Number(level);
  });
  return { ...column, values, missing: missingMask(values) };
}

/** A column with other texts in its dictionary; those without one are missing. */
function renamed(column: TextColumn, rename: (text: string) => string | undefined): TextColumn {
  const places = new Map<string, number>();
  // in the order of the dictionary, for texts that occur
  const used = new Set(column.codes);
  const placeOf = column.dictionary.map((text, code) => {
    const name = used.has(code) ? rename(text) : undefined;
    if (name === undefined) return -1;
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  });
  return {
    ...column,
    codes: column.codes.map((code) => (code < 0 ? -1 : placeOf[code])),
    dictionary: [...places.keys()],
  };
}
