/**
 * Synthetic rows that equal a real row in every column, beside held-out rows that do: where columns are
 * coarse, rows of other people coincide with real ones as well. The one count of copies: fidelity and
 * audit report it, and the check before a release judges by it.
 */

import { columnOf } from '../features/columnOf.ts';
import { type FeaturePlan, numbersOfColumn } from '../features/plan.ts';
import { clopperPearson, type Interval, rateAtMost } from '../numerics/intervals.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { sum } from '../numerics/sum.ts';
import { countHashes, rowHashes } from '../table/rowHashes.ts';
import type { Column, Table } from '../table/table.ts';

export interface ExactCopies {
  readonly synthetic: CopyCount;
  /** Real rows that the generator did not see; null without any. */
  readonly holdout: CopyCount | null;
}

export interface CopyCount {
  /** Rows that equal a real one. */
  readonly copies: number;
  readonly rows: number;
  /** Different real rows that they equal; not a number where that is not told. */
  readonly distinct: number;
  /** After Clopper and Pearson, as the event is rare. */
  readonly rate: Interval;
  /** The rate is not above this, at one-sided 95 %; without any copy about 3/rows. */
  readonly rateAtMost: number;
}

/** A table as columns of numbers, in the same order in all tables. */
type Cells = readonly Float64Array[];

export interface ComparedTables {
  /** The columns that are compared. */
  readonly plan: FeaturePlan;
  readonly real: Table;
  readonly synthetic: Table;
  /** Real rows that the generator did not see. */
  readonly heldOut: Table | undefined;
}

/** Of tables, cell by cell as the plan reads them. */
export function tableCopies({ plan, real, synthetic, heldOut }: ComparedTables): ExactCopies {
  const cells = (table: Table) => cellsOf(plan, table);
  return exactCopies(cells(real), cells(synthetic), heldOut && cells(heldOut));
}

/** NaN equals NaN. */
export function exactCopies(real: Cells, synthetic: Cells, heldOut?: Cells): ExactCopies {
  const known = new Map<number, number[]>();
  hashesOf(real).forEach((hash, i) => {
    const sameHash = known.get(hash);
    if (sameHash) sameHash.push(i);
    else known.set(hash, [i]);
  });
  const count = (table: Cells) => countCopies(table, real, known);
  return { synthetic: count(synthetic), holdout: heldOut ? count(heldOut) : null };
}

/** Rows that equal a real one, as far as chance is to be read from them. */
export interface CoincidentRows {
  readonly rows: number;
  /** Rows that equal a real one in all columns. */
  readonly whole: number;
  /** Pairs of a row and a real one that are equal in all columns. */
  readonly wholePairs: number;
  /** Pairs that are equal in all columns but the finest, and differ there. */
  readonly nearPairs: number;
}

export interface Coincidences {
  readonly others: CoincidentRows;
  /** The chance that two real rows have the same value in the finest column. */
  readonly sameFinest: number;
}

/**
 * How many rows of another table equal a real row, in all columns and in all but the finest; without
 * another table, how many real rows equal another one. The finest column is the one that two real rows
 * least often have in common.
 */
export function coincidentRows(
  plan: FeaturePlan,
  real: Table,
  other: Table | undefined,
): Coincidences {
  const own = cellsOf(plan, real);
  const shared = own.map(sameByChance);
  const sameFinest = Math.min(...shared);
  const finest = shared.indexOf(sameFinest);
  const but = (cells: Cells) => cells.filter((_, j) => j !== finest);
  const cells = other ? cellsOf(plan, other) : own;
  const rows = (other ?? real).rows;
  // a real row always equals itself
  const itself = other ? 0 : 1;
  const companions = (of: Cells, among: Cells): Float64Array => {
    if (among.length === 0) return new Float64Array(rows).fill(real.rows - itself);
    const known = countHashes(hashesOf(among));
    return hashesOf(of).map((hash) => (known.get(hash) ?? itself) - itself);
  };
  const whole = companions(cells, own);
  const wholePairs = sum(whole);
  const nearPairs = sum(companions(but(cells), but(own))) - wholePairs;
  return {
    others: { rows, whole: whole.filter((count) => count > 0).length, wholePairs, nearPairs },
    sameFinest,
  };
}

/** The share of pairs of cells that are equal; missing ones equal each other. */
function sameByChance(values: Float64Array): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const n = values.length;
  let pairs = 0;
  for (const count of counts.values()) pairs += count * (count - 1);
  return n < 2 ? 1 : pairs / (n * (n - 1));
}

/** Missing cells are NaN, categories places of levels, and all unknown levels one number. */
function cellsOf({ columns }: FeaturePlan, table: Table): Cells {
  return columns.map((column) => numbersOfColumn(column, columnOf(table, column.name)));
}

/**
 * As it is published: how many real people copies are of, or how many people outside coincide with one,
 * is told from five on, and what follows from the number likewise.
 */
export function publishedCopies({ synthetic, holdout }: ExactCopies): ExactCopies {
  const isFew = (people: number) => people > 0 && people < FEWEST_PEOPLE;
  const hidden = ({ rows }: CopyCount): CopyCount => ({
    copies: Number.NaN,
    rows,
    distinct: Number.NaN,
    rate: {
      ...clopperPearson(Math.min(FEWEST_PEOPLE - 1, rows), rows),
      estimate: Number.NaN,
      low: 0,
    },
    rateAtMost: rateAtMost(Math.min(FEWEST_PEOPLE - 1, rows), rows),
  });
  return {
    synthetic: isFew(synthetic.distinct) ? { ...synthetic, distinct: Number.NaN } : synthetic,
    holdout: holdout && (isFew(holdout.copies) ? hidden(holdout) : holdout),
  };
}

/** '12', or 'fewer than 5' of people who are too few to be counted. */
export function copiesInWords(people: number | null): string {
  const isKnown = people !== null && Number.isFinite(people);
  return isKnown && (people === 0 || people >= FEWEST_PEOPLE)
    ? String(people)
    : `fewer than ${FEWEST_PEOPLE}`;
}

function countCopies(
  table: Cells,
  real: Cells,
  known: ReadonlyMap<number, readonly number[]>,
): CopyCount {
  const hashes = hashesOf(table);
  const rows = hashes.length;
  const originals = new Set<number>();
  let copies = 0;
  hashes.forEach((hash, i) => {
    const original = known.get(hash)?.find((k) => isSameRow(table, i, real, k));
    if (original === undefined) return;
    copies++;
    originals.add(original);
  });
  return {
    copies,
    rows,
    distinct: originals.size,
    rate: clopperPearson(copies, rows),
    rateAtMost: rateAtMost(copies, rows),
  };
}

function hashesOf(columns: Cells): Float64Array {
  const numeric = columns.map(
    (values): Column => ({ kind: 'numeric', name: '', values, missing: undefined, decimals: 0 }),
  );
  return rowHashes(numeric, columns[0].length);
}

function isSameRow(a: Cells, i: number, b: Cells, k: number): boolean {
  return a.every(
    (column, j) => column[i] === b[j][k] || (Number.isNaN(column[i]) && Number.isNaN(b[j][k])),
  );
}
