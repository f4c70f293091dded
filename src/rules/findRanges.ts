/**
 * Ranges of a number that depend on a category: no widow is a child. Found where a level with rows enough leaves out
 * a part of the range that other rows fill. The end is a value that k rows have, or a round number (roundest.ts) near
 * the level's k-th row from there: how far out fewer than k rows lie does not move it; but none of them may lie
 * beyond. Where one does, a range that ends further out may hold: as far beyond the k-th row as this is from the
 * 2k-th, where a distribution ends abruptly, or 2.4 times as far, where it grows evenly from nothing. A long tail
 * looks much the same, so it is unsure.
 */

import { snapDown, stepOf } from '../margins/grid.ts';
import type { ConditionFound } from './findConditions.ts';
import { nameInRule, textInRule } from './parseRule.ts';
import { roundest } from './roundest.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** Rows that a level must have for the end of a range to be sure, and for one to be looked for. */
const LEAST_ROWS = 50;
const LEAST_UNSURE_ROWS = 25;
/** Share of the other rows that lie outside a range: a tail that few reach has no end that means something. */
const LEAST_SHARE = 0.05;
/** Rows just inside the edge of a range, as a share of those that chance would put as far outside it. */
const LEAST_AT_EDGE = 0.5;
/** 1 / (sqrt 2 - 1) */
const FARTHEST = 2.41;

/** The rows in the order of a column; those in which it is missing left out. */
export function rowsInOrder({ values }: RuleColumn): Uint32Array {
  const there = Uint32Array.from(values.keys()).filter((row) => !Number.isNaN(values[row]));
  return there.sort((a, b) => values[a] - values[b]);
}

/** `inOrder`: the rows in the order of the column. */
export function findRanges(
  category: RuleColumn,
  column: RuleColumn,
  inOrder: Uint32Array,
  k: number,
): ConditionFound[] {
  const { levels = [], values: codes, rare } = category;
  const isIn = (i: number) => !Number.isNaN(codes[i]) && rare?.[i] !== 1;
  // counted first and filled then: lists that grow take longer than all that is done with them
  const counts = new Uint32Array(levels.length);
  let rows = 0;
  for (let o = 0; o < inOrder.length; o++) {
    if (!isIn(inOrder[o])) continue;
    counts[codes[inOrder[o]]]++;
    rows++;
  }
  const all = new Float64Array(rows);
  const sorted = levels.map((_, l) => new Float64Array(counts[l]));
  counts.fill(0);
  rows = 0;
  for (let o = 0; o < inOrder.length; o++) {
    const row = inOrder[o];
    if (!isIn(row)) continue;
    all[rows++] = column.values[row];
    sorted[codes[row]][counts[codes[row]]++] = column.values[row];
  }
  const allTurned = turned(all);
  return levels.flatMap((level, l) => {
    const own = sorted[l];
    const when = `if ${nameInRule(category.name)} = ${textInRule(level)} then ${nameInRule(column.name)}`;
    const told = (found: Edge | undefined, textOf: (end: number) => string) =>
      found
        ? [
            {
              rule: `${when} ${textOf(found.end)}`,
              names: [category.name, column.name],
              level,
              rows: own.length,
              exceptions: 0,
              surprise: found.surprise,
              isUnsure: found.isUnsure,
            },
          ]
        : [];
    const high = lowerEdge(turned(own), allTurned, { ...column, kind: 'number' }, k);
    const last = own[own.length - 1];
    return [
      ...told(lowerEdge(own, all, column, k), (end) => `>= ${end}`),
      // beyond the rows that are there, a round number is mostly meant to be out of reach
      ...told(high, (end) => `${high?.isUnsure && last < 0 - end ? '<' : '<='} ${0 - end}`),
    ];
  });
}

interface Edge {
  readonly end: number;
  /** Rows that chance would put beyond it. */
  readonly surprise: number;
  readonly isUnsure: boolean;
}

/** The lower edge of the rows of a level among all rows, both ascending. */
function lowerEdge(
  own: Float64Array,
  all: Float64Array,
  column: RuleColumn,
  k: number,
): Edge | undefined {
  const others = all.length - own.length;
  if (own.length < Math.max(LEAST_UNSURE_ROWS, 2 * k) || others < LEAST_ROWS) return undefined;
  const [least, near, next, far] = [own[0], own[k - 1], own[2 * k - 1], all[k - 1]];
  const step = stepOf(column.grid);
  const round = (from: number, to: number) => snapDown(roundest(from, to, column), column.grid);
  /** `beyond`: rows beyond those of the level; up to which value as many lie within. */
  const edge = (end: number, beyond: number, isUnsure: boolean): Edge | undefined => {
    const share = beyond / others;
    // rows beyond the end break it
    if (end > least || share < LEAST_SHARE || countBelow(all, end) < k) return undefined;
    // a tail that thins out has no edge
    const within = all[Math.min(2 * beyond, all.length - 1)];
    if (countBelow(own, within, true) < LEAST_AT_EDGE * share * own.length) return undefined;
    return { end, surprise: share * own.length, isUnsure };
  };
  const room = Math.max(0, near - far) / 5;
  const sure = near === least ? least : round(near - room - step, near);
  const found = own.length < LEAST_ROWS ? undefined : edge(sure, countBelow(all, least), false);
  if (found || near === least) return found;
  const wide = next - near;
  const end = round(near - FARTHEST * wide - step, near - wide);
  return edge(end, countBelow(all, end), true);
}

function turned(sorted: Float64Array): Float64Array {
  return sorted.map((value) => 0 - value).reverse();
}

/** How many of an ascending list are below a value, or not above it. */
function countBelow(sorted: Float64Array, value: number, orEqual = false): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value || (orEqual && sorted[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
