/**
 * Fidelity of one table to another, whatever their columns hold. Rows, pairs and distances are
 * compared, and told apart, on features (src/features/plan.ts); distributions column by column as they are: numbers
 * and dates where they are not missing, categories by level, and the shares of missing values.
 */

import { columnOf } from '../../features/columnOf.ts';
import type { TableFeatures } from '../../features/features.ts';
import { numbersOfColumn, type PlannedColumn } from '../../features/plan.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { Interval } from '../../numerics/intervals.ts';
import { type Rng, rngFromSeed } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import { drawAtMost } from '../drawAtMost.ts';
import { tableCopies } from '../exactCopies.ts';
import type { NumericTable } from './columns.ts';
import { type Comparable, type ComparableSettings, comparable } from './comparable.ts';
import { tableDetection } from './detection.ts';
import { namedFeatures } from './featureTable.ts';
import { type Fidelity, type FidelitySettings, fidelity, MAX_ROWS } from './fidelity.ts';
import { kendallDifference } from './kendallDifference.ts';
import { type MarginPair, marginsFidelity } from './margins.ts';

export interface TableFidelitySettings
  extends ComparableSettings,
    Omit<FidelitySettings, 'rng' | 'holdout'> {
  /** Left out where whole rows are compared, as in the paper. Default: no column is. */
  readonly response?: string | undefined;
  /** Default: 1. */
  readonly seed?: number;
  /** In place of a seed. */
  readonly rng?: Rng;
}

/** Plain data, ready for JSON; margins are those of the table's own columns. */
export interface TableFidelity extends Fidelity {
  /** How well a model tells synthetic rows from real ones: 0.5 is best. Null where there are too few rows. */
  readonly detectionAuc: Interval | null;
  readonly columns: Comparable['columns'];
}

/** Rows that rank correlations are computed from: enough for a standard error of 0.005. */
export const PAIR_ROWS = 20_000;
/** Rows that must differ from a feature's most frequent value, and their share. */
const LEAST_OTHERS = 5;
const LEAST_SHARE = 0.01;

/**
 * tableFidelity(real, synthetic, { response: 'death' }).margins.meanOverlap // 0.95
 */
export function tableFidelity(
  real: Table,
  synthetic: Table,
  settings: TableFidelitySettings = {},
): TableFidelity {
  const { seed = 1, rng = rngFromSeed(seed).split('fidelity') } = settings;
  const sides = comparable(real, synthetic, settings);
  const found = comparedFidelity(sides, { ...settings, rng });
  const { detectionAuc, notes } = tableDetection(sides, rng.split('detection'));
  return {
    ...found,
    detectionAuc,
    columns: sides.columns,
    notes: [...sides.notes, ...found.notes, ...notes],
  };
}

/** The same of tables that have been brought side by side, but for detection. */
export function comparedFidelity(
  sides: Comparable,
  settings: TableFidelitySettings & { readonly rng: Rng },
): Fidelity {
  const { plan, real, synthetic, heldOut: holdout } = sides;
  const { response, maxRows = MAX_ROWS, rng } = settings;
  if (!Number.isInteger(maxRows) || maxRows < 2) {
    throw new InputError(`maxRows: found ${maxRows}. Give a whole number of at least 2.`);
  }
  const names = plan.columns.map(({ name }) => name);
  const ofRows = names.filter((name) => name !== response);
  if (ofRows.length === 0) {
    throw new InputError('Fidelity: the tables share no column besides the response.');
  }
  const notes: string[] = [];
  const fewer = (what: string, table: Table, most: number, why: string): Table =>
    drawAtMost(what, table, most, rng.split('rows', what), (drawn) =>
      notes.push(`${why}: ${drawn}`),
    );
  const rowsOf = (what: string, table: Table): NumericTable =>
    numeric(namedFeatures(plan, fewer(what, table, maxRows, 'distances between rows'), ofRows));
  const found = fidelity(rowsOf('real', real), rowsOf('synthetic', synthetic), {
    ...settings,
    rng,
    ...(holdout && { holdout: rowsOf('holdout', holdout) }),
  } as FidelitySettings);

  const pairsOf = (what: string, table: Table) =>
    namedFeatures(plan, fewer(what, table, PAIR_ROWS, 'rank correlations'));
  const [realPairs, madePairs] = [pairsOf('real', real), pairsOf('synthetic', synthetic)];
  const telling = realPairs.columns.flatMap((column, j) => (isTelling(column) ? [j] : []));
  if (telling.length < realPairs.columns.length) {
    const left = realPairs.columns.length - telling.length;
    notes.push(
      `rank correlations: ${left} features that hardly vary in the real table are left out`,
    );
  }
  const pick = <Item>(items: readonly Item[]): Item[] => telling.map((j) => items[j]);
  return {
    ...found,
    margins: marginsFidelity(plan.columns.map((column) => marginPair(column, real, synthetic))),
    kendall: kendallDifference(
      pick(realPairs.names),
      pick(realPairs.columns),
      pick(madePairs.columns),
    ),
    copies: tableCopies(sides),
    notes: [...notes, ...found.notes],
  };
}

/** A rank correlation with a feature that is the same in nearly all rows is all noise. */
function isTelling(column: Float64Array): boolean {
  const counts = new Map<number, number>();
  let most = 0;
  for (const value of column) {
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    if (count > most) most = count;
  }
  return column.length - most >= Math.max(LEAST_OTHERS, LEAST_SHARE * column.length);
}

function numeric({ names, columns }: TableFeatures): NumericTable {
  return { names, columns };
}

/** A column as numbers: NaN where missing, places of levels, and one number for unknown levels. */
export function cellsOf(planned: PlannedColumn, table: Table): Float64Array {
  return numbersOfColumn(planned, columnOf(table, planned.name));
}

/** Levels that the real table does not know share one more code: none of its rows has them. */
function marginPair(planned: PlannedColumn, real: Table, synthetic: Table): MarginPair {
  const { name, levels } = planned;
  const [a, b] = [real, synthetic].map((table) => cellsOf(planned, table));
  if (levels.length === 0) return { name, real: a, synthetic: b };
  const codesOf = (values: Float64Array) =>
    Int32Array.from(values, (x) => (Number.isNaN(x) ? -1 : x < 0 ? levels.length : x));
  return { name, real: codesOf(a), synthetic: codesOf(b), levels: levels.length + 1 };
}
