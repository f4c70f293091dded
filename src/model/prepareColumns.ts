/**
 * From a typed table to columns of numbers: rows without a response left out, categories coded, rare
 * levels pooled, columns sorted by what becomes of them. Everything that is changed is noted.
 */

import {
  countLevels,
  type LevelPlan,
  poolIntoOther,
  poolNeighbours,
  reorder,
} from '../margins/levels.ts';
import { orderByAxis, orderByMean } from '../margins/nominalOrder.ts';
import { InputError } from '../numerics/inputError.ts';
import { missingMask } from '../numerics/missing.ts';
import { ranks } from '../numerics/ranks.ts';
import { responseClasses } from '../order/responseClasses.ts';
import { normalScores } from '../order/scoreCorrelations.ts';
import type { Tree } from '../rules/tree.ts';
import type { TypedLevels, TypedNumbers, TypedTable } from '../table/applySchema.ts';
import { counted } from '../table/counted.ts';
import { detectionNotes, otherNote } from '../table/detectionNotes.ts';
import { associationScores } from './associationScores.ts';
import type { ResolvedFit } from './settings.ts';

/** Whether a column is missing, as the place in a leaf of a tree over others. */
export interface StateTree {
  readonly tree: Tree;
  readonly places: Float64Array;
}

/** A column to be modelled, as numbers. */
export interface PreparedColumn {
  readonly name: string;
  readonly typed: TypedNumbers | TypedLevels;
  /** NaN where missing; of a category, places in `levels`. */
  readonly values: Float64Array;
  readonly levels?: readonly string[];
  /** 1 where missing; nothing for a column without missing values. */
  readonly missing: Uint8Array | undefined;
  /** Whether being missing is a variable; else its few missing values are filled for good. */
  readonly keepsMissing: boolean;
  /** 1 for rows whose own level is rare, so that it was pooled. */
  readonly rare?: Uint8Array;
  /** 1 where the cell is missing, if a value is also not known for another reason (relateColumns.ts). */
  readonly state?: Uint8Array;
  readonly stateTree?: StateTree;
  /** The column itself, where `values` are what others leave open of it (encodedColumn.ts). */
  readonly original?: Pick<PreparedColumn, 'typed' | 'values' | 'levels'>;
  /** Whether its values follow from other columns: then the vine has no more than its missing state. */
  readonly isDerived?: boolean;
}

export interface Prepared {
  readonly rows: number;
  readonly columns: readonly PreparedColumn[];
  /** Columns that have too few values to be modelled. */
  readonly allMissing: ReadonlySet<string>;
  readonly response: PreparedColumn;
  readonly notes: readonly string[];
}

/** With fewer rows nothing can be fitted. */
const FEWEST_ROWS = 10;

export function prepareColumns(table: TypedTable, settings: ResolvedFit): Prepared {
  const { k, pooledLevel } = settings;
  const notes: string[] = [...detectionNotes(table.detection)];
  const rows = rowsWithResponse(table, settings.response, notes);
  if (rows.length < FEWEST_ROWS) {
    throw new InputError(
      `Table: found ${counted(rows.length, 'row')} with a response, but a fit needs at least ${FEWEST_ROWS}. Give more rows.`,
    );
  }
  const allMissing = new Set<string>();
  const raw = table.columns.flatMap((column): Raw[] => {
    if (column.type === 'text') {
      notes.push(otherNote(column));
      return [];
    }
    if ('column' in column) {
      notes.push(otherNote(column));
      return [];
    }
    const values = numbersOf(column, rows);
    const missing = missingMask(values);
    const missingRows = missing ? missing.reduce((sum, is) => sum + is, 0) : 0;
    const observed = rows.length - missingRows;
    if (observed < k) {
      allMissing.add(column.name);
      const had = observed === 0 ? 'no values' : `fewer than ${k} values`;
      notes.push(`${column.name}: it has ${had} and is missing throughout in the synthetic table.`);
      return [];
    }
    const keepsMissing = missingRows >= k;
    if (missingRows > 0 && !keepsMissing) {
      notes.push(
        `${column.name}: it has fewer than ${k} missing values; the synthetic column has none.`,
      );
    }
    return [{ column, values, missing, keepsMissing }];
  });
  const response = raw.find(({ column }) => column.name === settings.response);
  if (!response) {
    throw new InputError(
      `Response: '${settings.response}' is an identifier, free text or nearly all missing. Choose another column, or declare its type in the schema.`,
    );
  }
  const scores = lazy(() => orderedScores(raw, response));
  const responseColumn = prepared(
    response,
    planOf(response, scores, undefined, k, pooledLevel),
    notes,
  );
  checkResponse(responseColumn, k);
  const score = ranks(responseColumn.values, 'average');
  const others = lazy(() => raw.map(({ column, values }) => associationScores(values, column)));
  const isAlongAxis = keepsShares(responseColumn, settings);
  const columns = raw.map((each, j) => {
    if (each === response) return responseColumn;
    const plan = planOf(each, scores, score, k, pooledLevel);
    if (!plan || !isAlongAxis || each.column.type !== 'nominal') return prepared(each, plan, notes);
    const own = others().filter((_, other) => other !== j);
    return prepared(each, alongAxis(each, plan, own), notes);
  });
  return { rows: rows.length, columns, allMissing, response: responseColumn, notes };
}

/**
 * Whether the first tree keeps what the response says of each level, in whatever order they stand
 * (vine/shares.ts): not without classes, nor in the paper's vine.
 */
export function keepsShares(
  { levels, values }: PreparedColumn,
  { byClass, margins, structure }: ResolvedFit,
): boolean {
  const hasRoot = structure === 'cvine' || structure === 'star';
  return (
    byClass !== 'never' &&
    margins === 'smooth' &&
    hasRoot &&
    responseClasses(values, levels).length > 1
  );
}

/** What decides which levels are pooled, and into which. */
export interface PoolSettings extends Pick<ResolvedFit, 'k' | 'pooledLevel'> {
  /** Levels written as numbers are neighbours by the mean response; without one, by the other columns. */
  readonly response: string | undefined;
}

/** By category, how its levels are pooled where a model is fitted to these rows. */
export function levelPlans(
  table: TypedTable,
  { k, pooledLevel, response: name }: PoolSettings,
): ReadonlyMap<string, LevelPlan> {
  const rows = rowsWithResponse(table, name, []);
  const raw = table.columns.flatMap((column): Raw[] =>
    'column' in column
      ? []
      : [{ column, values: numbersOf(column, rows), missing: undefined, keepsMissing: false }],
  );
  const response = raw.find(({ column }) => column.name === name);
  const scores = lazy(() => orderedScores(raw, response));
  const plan = (each: Raw, score: Float64Array | undefined) =>
    planOf(each, scores, score, k, pooledLevel);
  const score =
    response && ranks(prepared(response, plan(response, undefined), []).values, 'average');
  return new Map(
    raw.flatMap((each) => {
      const found = plan(each, each === response ? undefined : score);
      return found ? [[each.column.name, found]] : [];
    }),
  );
}

interface Raw {
  readonly column: TypedNumbers | TypedLevels;
  readonly values: Float64Array;
  readonly missing: Uint8Array | undefined;
  readonly keepsMissing: boolean;
}

function rowsWithResponse(
  table: TypedTable,
  name: string | undefined,
  notes: string[],
): Uint32Array {
  const column = table.columns.find((each) => each.name === name);
  const all = Uint32Array.from({ length: table.rows }, (_, i) => i);
  if (!column || 'column' in column) return all;
  const isThere = (i: number) =>
    'codes' in column ? column.codes[i] >= 0 : !Number.isNaN(column.values[i]);
  const kept = all.filter(isThere);
  const lost = table.rows - kept.length;
  if (lost > 0) {
    notes.push(
      `${counted(lost, 'row')} without a value of the response '${name}' left out of the fit.`,
    );
  }
  return kept;
}

function numbersOf(column: TypedNumbers | TypedLevels, rows: Uint32Array): Float64Array {
  if ('codes' in column) {
    const { codes } = column;
    return Float64Array.from(rows, (i) => (codes[i] < 0 ? Number.NaN : codes[i]));
  }
  const values = Float64Array.from(rows, (i) => column.values[i] + 0);
  const infinite = values.reduce((sum, x) => sum + (x === Infinity || x === -Infinity ? 1 : 0), 0);
  if (infinite > 0) {
    throw new InputError(
      `Column '${column.name}': infinite in ${counted(infinite, 'row')}. Mark these values as missing, or correct them.`,
    );
  }
  return values;
}

/** The levels of a category, pooled and in the order of the code; nothing for numbers. */
function planOf(
  { column, values }: Raw,
  scores: () => readonly Float64Array[],
  response: Float64Array | undefined,
  k: number,
  other: string,
): LevelPlan | undefined {
  if (!('codes' in column)) return undefined;
  const { levels, type, layout } = column;
  const counts = countLevels(values, levels.length);
  const present = levels.flatMap((_, level) => (counts[level] > 0 ? [level] : []));
  if (type !== 'nominal') return poolNeighbours(levels, counts, present, k, other);
  const orderOf = (codes: ArrayLike<number>, n: number): number[] => {
    if (n <= 2 && !response) return Array.from({ length: n }, (_, i) => i);
    return response ? orderByMean(codes, n, response) : orderByAxis(codes, n, scores());
  };
  // a number cannot be called 'other'
  if (layout.kind === 'numeric') {
    const order = orderOf(values, levels.length).filter((level) => counts[level] > 0);
    return poolNeighbours(levels, counts, order, k, other);
  }
  const plan = poolIntoOther(levels, counts, k, other);
  const codes = values.map((code) => (Number.isNaN(code) ? -1 : plan.places[code]));
  return reorder(plan, orderOf(codes, plan.levels.length));
}

/**
 * Levels in the order in which they differ most from each other in all other columns, the response among them:
 * what the response says of each level the first tree keeps in any order (vine/shares.ts).
 */
function alongAxis(
  { values }: Raw,
  plan: LevelPlan,
  others: readonly (readonly Float64Array[])[],
): LevelPlan {
  if (plan.levels.length < 3) return plan;
  const codes = values.map((code) => (Number.isNaN(code) ? -1 : plan.places[code]));
  return reorder(plan, orderByAxis(codes, plan.levels.length, others.flat()));
}

function prepared(raw: Raw, plan: LevelPlan | undefined, notes: string[]): PreparedColumn {
  const { column, values, missing, keepsMissing } = raw;
  const base = { name: column.name, typed: column, missing, keepsMissing };
  if (!plan) return { ...base, values };
  if (plan.pooled > 0) {
    notes.push(`${column.name}: ${counted(plan.pooled, 'rare level')} pooled with others.`);
  }
  const codes = values.map((code) => (Number.isNaN(code) ? Number.NaN : plan.places[code]));
  if (plan.pooled === 0 || !('codes' in column)) {
    return { ...base, values: codes, levels: plan.levels };
  }
  const isKept = column.levels.map((level, own) => plan.levels[plan.places[own]] === level);
  const rare = Uint8Array.from(values, (code) => (Number.isNaN(code) || isKept[code] ? 0 : 1));
  return { ...base, values: codes, levels: plan.levels, rare };
}

/** Normal scores of the columns whose values have an order, the response left out. */
function orderedScores(raw: readonly Raw[], response: Raw | undefined): Float64Array[] {
  return raw
    .filter((each) => each !== response && each.column.type !== 'nominal')
    .map(({ values }) => normalScores(values).map((score) => (Number.isNaN(score) ? 0 : score)));
}

function checkResponse({ name, values, levels }: PreparedColumn, k: number): void {
  const first = values[0];
  if (levels ? levels.length < 2 : values.every((value) => value === first))
    throw noResponse(name, k);
}

/** A response that does not vary, or too little. */
export function noResponse(name: string, k: number): InputError {
  return new InputError(
    `Response: '${name}' has the same value in all rows, or fewer than ${k} rows with another. Choose another column.`,
  );
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
