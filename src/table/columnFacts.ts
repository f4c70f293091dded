/** What can be counted of a column before anybody judges what it holds. */

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
  };
}

export function factsOf(column: Column, rows: number): Facts {
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
      ...(column.kind === 'numeric' && { decimals: column.usual?.decimals ?? column.decimals }),
    },
  };
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

function numberTies(column: NumericColumn): { k: number; ties: number } {
  const { values, ties } = distinctNumbers(column);
  return { k: values.length, ties };
}

/** The different numbers of a column in order of size, and how many rows share theirs. */
export function distinctNumbers({ values }: NumericColumn): { values: number[]; ties: number } {
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
