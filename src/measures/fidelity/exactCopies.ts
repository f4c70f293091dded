/**
 * Synthetic rows that equal a real row in every column, beside those of a holdout: where columns are
 * coarse, rows of other people coincide with real ones as well.
 */

import { clopperPearson, type Interval, rateAtMost } from '../../numerics/intervals.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import { rowHashes } from '../../table/rowHashes.ts';
import type { Column } from '../../table/table.ts';

export interface ExactCopies {
  readonly synthetic: CopyCount;
  /** Null without a holdout. */
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

/** Columns of numbers in the same order in all tables; NaN equals NaN. */
export function exactCopies(
  real: readonly Float64Array[],
  synthetic: readonly Float64Array[],
  holdout?: readonly Float64Array[],
): ExactCopies {
  const known = new Map<number, number[]>();
  hashesOf(real).forEach((hash, i) => {
    const sameHash = known.get(hash);
    if (sameHash) sameHash.push(i);
    else known.set(hash, [i]);
  });
  const count = (table: readonly Float64Array[]) => countCopies(table, real, known);
  return { synthetic: count(synthetic), holdout: holdout ? count(holdout) : null };
}

/**
 * As it is published: how many real people copies are of, or how many people outside coincide with one,
 * is told from five on, and what follows from the number likewise.
 */
export function publishedCopies({ synthetic, holdout }: ExactCopies): ExactCopies {
  const isFew = (people: number) => people > 0 && people < FEWEST_PEOPLE;
  const hidden = ({ rows }: CopyCount): CopyCount => ({
    ...{ copies: Number.NaN, rows, distinct: Number.NaN },
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
export function countedPeople(people: number | null): string {
  const isKnown = people !== null && Number.isFinite(people);
  return isKnown && (people === 0 || people >= FEWEST_PEOPLE)
    ? String(people)
    : `fewer than ${FEWEST_PEOPLE}`;
}

function countCopies(
  table: readonly Float64Array[],
  real: readonly Float64Array[],
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

function hashesOf(columns: readonly Float64Array[]): Float64Array {
  const numeric = columns.map(
    (values): Column => ({ kind: 'numeric', name: '', values, missing: undefined, decimals: 0 }),
  );
  return rowHashes(numeric, columns[0].length);
}

function isSameRow(
  a: readonly Float64Array[],
  i: number,
  b: readonly Float64Array[],
  k: number,
): boolean {
  return a.every(
    (column, j) => column[i] === b[j][k] || (Number.isNaN(column[i]) && Number.isNaN(b[j][k])),
  );
}
