/**
 * How the rows of a fit are split by the classes of the root. They are sorted by group before the fit, so
 * that the rows of a group are a part of every column.
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { take } from './groups.ts';

/** Which edges get a copula for each class: where it pays, or all. */
export type SplitChoice = 'auto' | 'always';

export interface Split {
  /** Group g has the rows from `bounds[g]` to before `bounds[g + 1]`. */
  readonly bounds: readonly number[];
  /** The last group is of classes too small for copulas of their own: it keeps the shared ones. */
  readonly hasRest: boolean;
  readonly choice: SplitChoice;
}

export interface Grouping {
  /** By level of the root, its group. */
  readonly groups: readonly number[];
  readonly split: Split;
  /** The rows sorted by group, in their order within each. */
  readonly rows: Uint32Array;
}

/** Rows that a class needs for copulas of its own. */
export const LEAST_CLASS = 50;
/** With more levels than this a response is no set of classes. */
export const MOST_CLASSES = 10;

/** The groups of the root's levels; nothing if there are not two of them. `upper`: limits of the levels. */
export function groupRows(
  root: Float64Array,
  upper: Float64Array,
  choice: SplitChoice,
): Grouping | undefined {
  const levelAt = new Map(Array.from(upper, (limit, level) => [limit, level]));
  const rowsOfLevel: number[][] = Array.from(upper, () => []);
  for (let r = 0; r < root.length; r++) rowsOfLevel[levelAt.get(root[r]) as number].push(r);
  const isOwn = rowsOfLevel.map(({ length }) => length >= LEAST_CLASS);
  const own = isOwn.filter(Boolean).length;
  const hasRest = own < upper.length;
  if (own === 0 || own + (hasRest ? 1 : 0) < 2) return undefined;
  let next = 0;
  const groups = isOwn.map((is) => (is ? next++ : own));
  const sorted: number[][] = Array.from({ length: own + (hasRest ? 1 : 0) }, () => []);
  for (const [level, rows] of rowsOfLevel.entries()) {
    // one by one: a call takes some 100,000 arguments, in a browser's worker fewer
    for (const row of rows) sorted[groups[level]].push(row);
  }
  const bounds = [0];
  for (const rows of sorted) bounds.push(bounds[bounds.length - 1] + rows.length);
  return { groups, split: { bounds, hasRest, choice }, rows: Uint32Array.from(sorted.flat()) };
}

/** Columns with their rows in the order of the groups. */
export function sortedColumns(columns: readonly CopulaColumn[], rows: Uint32Array): CopulaColumn[] {
  return columns.map(({ u, left }) => ({
    u: take(u, rows),
    ...(left && { left: take(left, rows) }),
  }));
}

/** The rows of each group, without a copy. */
export function partsOf({ u, left }: CopulaColumn, { bounds }: Split): CopulaColumn[] {
  return bounds.slice(1).map((end, group) => ({
    u: u.subarray(bounds[group], end),
    ...(left && { left: left.subarray(bounds[group], end) }),
  }));
}

/** A column from the rows of its groups. */
export function joinParts(parts: readonly CopulaColumn[]): CopulaColumn {
  const joined = (entries: readonly Float64Array[]) => {
    const whole = new Float64Array(entries.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of entries) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  };
  const isDiscrete = parts[0].left !== undefined;
  return {
    u: joined(parts.map(({ u }) => u)),
    ...(isDiscrete && { left: joined(parts.map(({ left }) => left as Float64Array)) }),
  };
}
