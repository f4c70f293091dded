/** What can be counted of a column before anybody judges what it holds. */

import { type NumberGrid, numberGrid, withoutArtefact } from './numberGrid.ts';
import { type Column, countMissing, type NumericColumn, type TextColumn } from './table.ts';

/** n counts values that are not missing, k those that differ. */
export interface Facts {
  readonly name: string;
  readonly n: number;
  readonly k: number;
  readonly base: {
    readonly name: string;
    readonly constant: boolean;
    readonly distinct: number;
    readonly missing: number;
    readonly ties: number;
    readonly missingCode?: string;
    readonly decimals?: number;
    readonly step?: number;
  };
  /** Of numbers: the different ones, and how often each is there. */
  readonly numbers?: DistinctNumbers;
  /** Rows whose number is beside its grid by the rounding of doubles alone. */
  readonly artefacts: number;
}

export function factsOf(column: Column, rows: number): Facts {
  const missing = countMissing(column);
  const n = rows - missing;
  const numbers = column.kind === 'numeric' ? distinctNumbers(column) : undefined;
  const { k, ties } = column.kind === 'text' ? textTies(column) : numberTies(numbers);
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
      ...(column.kind === 'numeric' && numbers && writtenGrid(column, numbers)),
    },
    ...(numbers && { numbers }),
    artefacts: column.kind === 'numeric' && numbers ? artefactRows(column, numbers) : 0,
  };
}

/** Decimals from which on a number may be what a computer made of a decimal fraction. */
export const ARTEFACT_DECIMALS = 12;

function artefactRows(column: NumericColumn, { values, counts }: DistinctNumbers): number {
  if (column.decimals < ARTEFACT_DECIMALS) return 0;
  const grid = numberGrid(values, counts, column.decimals);
  if (!grid || grid.decimals >= ARTEFACT_DECIMALS) return 0;
  return values.reduce(
    (rows, value, i) => rows + (withoutArtefact(value, grid) === value ? 0 : counts[i]),
    0,
  );
}

const FINEST_GRID = 8;

/** How numbers are written, and the grid they lie on, where it is another. */
function writtenGrid(
  column: NumericColumn,
  { values, counts }: DistinctNumbers,
): { decimals: number; step?: number } {
  const usual = column.usual?.decimals ?? column.decimals;
  const grid: NumberGrid | undefined = numberGrid(values, counts, column.decimals);
  // the last of many decimals is an accident of arithmetic
  const isAccident = grid && grid.decimals > FINEST_GRID && usual - grid.decimals <= 2;
  if (!grid || isAccident) return { decimals: usual };
  const decimals = Math.max(usual, grid.decimals);
  return grid.step === 1 / Number(`1e${decimals}`) ? { decimals } : { decimals, step: grid.step };
}

/** How the numbers of a column run. */
export interface Survey {
  readonly isWhole: boolean;
  readonly isGrowing: boolean;
  readonly hasInfinite: boolean;
  readonly least: number;
  readonly largest: number;
}

export function survey(values: Float64Array): Survey {
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

function numberTies(numbers: DistinctNumbers | undefined): { k: number; ties: number } {
  return { k: numbers?.values.length ?? 0, ties: numbers?.ties ?? 0 };
}

export interface DistinctNumbers {
  /** In order of size. */
  readonly values: readonly number[];
  /** Rows that have each. */
  readonly counts: readonly number[];
  /** Rows that share theirs with another. */
  readonly ties: number;
}

/** The different numbers of a column, and how many rows share theirs. */
export function distinctNumbers({ values }: Pick<NumericColumn, 'values'>): DistinctNumbers {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const distinct: number[] = [];
  const counts: number[] = [];
  let ties = 0;
  for (let i = 0; i < sorted.length; ) {
    let end = i + 1;
    while (end < sorted.length && sorted[end] === sorted[i]) end++;
    distinct.push(sorted[i]);
    counts.push(end - i);
    if (end - i > 1) ties += end - i;
    i = end;
  }
  return { values: distinct, counts, ties };
}
