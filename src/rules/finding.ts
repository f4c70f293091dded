/** A function between columns that was found in a table, and how well it holds. */

import { stepOf } from '../margins/grid.ts';
import { kernel } from '../numerics/kernel.ts';
import { type Derivation, derive, sourcesOf } from './derivation.ts';
import type { RuleColumn } from './ruleColumn.ts';

export interface Finding {
  /** The column that the others give. */
  readonly name: string;
  readonly by: Derivation;
  /** Rows in which all of them are known, and those of them in which it does not hold. */
  readonly rows: number;
  readonly exceptions: number;
  /** Whether the source follows from the column as well. */
  readonly isTwoWay: boolean;
}

/**
 * How many exceptions a function or a rule may have and still be taken to hold: one row in a thousand, as in a table
 * that people have filled in.
 */
export function isExact(exceptions: number, rows: number): boolean {
  return exceptions * 1000 <= rows;
}

/**
 * Rows that chance must put where a table has none, for a rule to be taken to hold: of so many candidates fewer
 * than one in two tables is found where nothing holds, as none of x expected rows is there with probability e^-x.
 */
export function leastSurprise(candidates: number): number {
  return kernel().log(Math.max(1, candidates)) + 1;
}

/** Decimals beyond which numbers stay as they are (margins/grid.ts). */
const UNROUNDED = 16;

/** With more exceptions than this share of the rows nothing is worth telling. */
export const NEARLY = 0.01;

/** Counts how a function holds in a table. */
export function tested(
  target: RuleColumn,
  by: Derivation,
  columns: ReadonlyMap<string, RuleColumn>,
  isTwoWay: boolean,
): Finding {
  const { values, grid, days, kind } = target;
  const isCategory = kind === 'category';
  // of a formula before it is rounded: at halves, other software may have gone the other way
  const rounded = by.kind === 'rule' ? { decimals: UNROUNDED } : grid;
  const own = { grid: rounded, ...(days !== undefined && { days }), isCategory };
  const made = derive(by, columns, own);
  const room = isCategory ? 0 : stepOf(grid) * 0.5;
  const masks = [target, ...sourcesOf(by).map((name) => columns.get(name) as RuleColumn)].flatMap(
    ({ rare }) => (rare ? [rare] : []),
  );
  let [rows, exceptions] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]) || Number.isNaN(made[i])) continue;
    if (masks.some((mask) => mask[i] === 1)) continue;
    rows++;
    const size = Math.max(1, Math.abs(values[i]));
    if (Math.abs(made[i] - values[i]) > room + 1e-9 * size) exceptions++;
  }
  return { name: target.name, by, rows, exceptions, isTwoWay };
}

/** Rows that are looked at first: evenly spread, the same for every column. */
export function screenRows(rows: number, most = 2000): Uint32Array {
  const length = Math.min(rows, most);
  return Uint32Array.from({ length }, (_, i) => Math.floor((i * rows) / length));
}

/** The values of a column that differ, ascending, with their rows; nothing if there are more than `most`. */
export function distinctValues(
  { values }: RuleColumn,
  most: number,
): ReadonlyMap<number, number> | undefined {
  const counts = new Map<number, number>();
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    const count = counts.get(value);
    if (count === undefined && counts.size === most) return undefined;
    counts.set(value, (count ?? 0) + 1);
  }
  return new Map([...counts].sort(([a], [b]) => a - b));
}

/** The chance that two rows differ in a column: what there is to be found by a function. */
export function diversity(counts: ReadonlyMap<number, number>): number {
  let [n, squares] = [0, 0];
  for (const count of counts.values()) n += count;
  for (const count of counts.values()) squares += (count / n) * (count / n);
  return 1 - squares;
}
