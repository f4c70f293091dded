/**
 * What is measured, without noise: whole numbers of the rows, given the noisy numbers that were measured before.
 * Only what `measure` adds noise to leaves the fit; whoever has the released numbers and guesses rows can compute
 * the same of them (fileRatios.ts).
 */

import { kernel, scoped } from '../../numerics/kernel.ts';
import { clippedScores } from './clippedScores.ts';
import { columnScores, halvesOf } from './margins.ts';
import type { Measured } from './measure.ts';
import { groupsOf, type Plan } from './plan.ts';
import type { ColumnScores } from './scores.ts';

/** Of two classes the count of the second, of more each. */
export function classCounts(plan: Plan, codes: readonly Int32Array[]): Float64Array {
  const counts = countsOf(codes[plan.response], Math.max(1, plan.classes));
  return plan.classes === 2 ? counts.slice(1) : counts;
}

/** Counts of the cells of histogram h, group after group if it has groups. */
export function marginCounts(
  plan: Plan,
  codes: readonly Int32Array[],
  h: number,
  groups: Int32Array,
): Float64Array {
  const { column, isGrouped } = plan.histograms[h];
  const { cells } = plan.columns[column];
  return isGrouped
    ? groupedCounts(codes[column], cells, groups, groupsOf(plan))
    : countsOf(codes[column], cells);
}

/** The class of each row, or its half of a numeric response once the margin of that, the first, is known. */
export function groupsGiven(
  plan: Plan,
  codes: readonly Int32Array[],
  margins: readonly (readonly number[])[],
  rows: number,
): Int32Array {
  const own = codes[plan.response];
  return plan.classes === 0 && margins.length > 0 ? halves(plan, own, margins, rows) : own;
}

/** All numbers of some rows, as a fit with these noisy ones would have had them without noise. */
export function exactGiven(
  plan: Plan,
  codes: readonly Int32Array[],
  { rows, margins, moments }: Measured,
): Exact {
  const groups = groupsGiven(plan, codes, margins, rows);
  return {
    classes: plan.classes < 2 ? new Float64Array(0) : classCounts(plan, codes),
    margins: plan.histograms.map((_, h) => marginCounts(plan, codes, h, groups)),
    ...exactSums(plan, codes, margins, rows, {
      isPaired: moments.length > 0,
      isSplit: moments.length > 1,
    }),
  };
}

export interface Exact {
  readonly classes: Float64Array;
  readonly margins: readonly Float64Array[];
  readonly response: readonly Float64Array[];
  readonly moments: readonly Float64Array[];
}

/** Sums of scores, and of their products by class or of all rows, given noisy margins. */
export function exactSums(
  plan: Plan,
  codes: readonly Int32Array[],
  margins: readonly (readonly number[])[],
  rows: number,
  { isPaired, isSplit }: { readonly isPaired: boolean; readonly isSplit: boolean },
): { readonly response: Float64Array[]; readonly moments: Float64Array[] } {
  const groups = groupsGiven(plan, codes, margins, rows);
  const sums = sumRows(plan, codes, columnScores(plan, margins, rows), groups, isPaired);
  const products = isSplit ? sums.products.slice(0, plan.classes) : [total(sums.products)];
  return {
    response: contrastsOf(plan, sums.sums),
    moments: isPaired ? products.map((matrix) => aboveDiagonal(matrix, plan.variables.length)) : [],
  };
}

function countsOf(codes: Int32Array, cells: number): Float64Array {
  const counts = new Float64Array(cells);
  for (let i = 0; i < codes.length; i++) counts[codes[i]]++;
  return counts;
}

/** Rows without a group, whose response is missing, count in the first. */
function groupedCounts(codes: Int32Array, cells: number, groups: Int32Array, count: number) {
  const counts = new Float64Array(cells * count);
  for (let i = 0; i < codes.length; i++) {
    counts[(groups[i] < count ? groups[i] : 0) * cells + codes[i]]++;
  }
  return counts;
}

/** The half of each row, 2 if its response is missing. */
function halves(
  plan: Plan,
  codes: Int32Array,
  margins: readonly (readonly number[])[],
  rows: number,
): Int32Array {
  const first = { ...plan, histograms: plan.histograms.slice(0, 1) };
  const scores = columnScores(first, margins, rows).get(plan.response) as ColumnScores;
  const { cells } = halvesOf(scores);
  const last = scores.order.length;
  return codes.map((code) => (code >= last ? 2 : code < cells ? 0 : 1));
}

/** The scores of each variable by cell, and the cells of its column. */
export function variableTables(plan: Plan, scores: ReadonlyMap<number, ColumnScores>) {
  return plan.variables.map(({ column, kind }) => {
    const own = scores.get(column) as ColumnScores;
    return kind === 'value' ? own.byCell : own.missingByCell;
  });
}

interface Sums {
  /** By group, the sum of each variable. */
  readonly sums: readonly Float64Array[];
  /** By group, the sums of products, d x d. */
  readonly products: readonly Float64Array[];
}

const BLOCK = 1024;

/** Sums over the rows of each group, exact since all numbers are whole and below 2^53. */
export function sumRows(
  plan: Plan,
  codes: readonly Int32Array[],
  scores: ReadonlyMap<number, ColumnScores>,
  groups: Int32Array,
  isPaired: boolean,
): Sums {
  const d = plan.variables.length;
  const tables = variableTables(plan, scores);
  const own = plan.variables.map(({ column }) => codes[column]);
  const count = Math.max(3, groupsOf(plan));
  const sums = Array.from({ length: count }, () => new Float64Array(d));
  const products = Array.from({ length: count }, () => new Float64Array(d * d));
  const sorted = rowsByGroup(groups, count);
  scoped((scope) => {
    const block = scope.column(BLOCK * d);
    const matrix = scope.column(d * d);
    sorted.forEach((rows, g) => {
      for (let first = 0; first < rows.length; first += BLOCK) {
        const n = Math.min(BLOCK, rows.length - first);
        const numbers = scope.view(block, n * d);
        clippedScores(tables, own, rows, first, n, numbers);
        for (let j = 0; j < d; j++) {
          let sum = 0;
          for (let i = j * n; i < (j + 1) * n; i++) sum += numbers[i];
          sums[g][j] += sum;
        }
        if (!isPaired) continue;
        kernel().crossProducts(block, n, d, matrix);
        const found = scope.view(matrix, d * d);
        for (let at = 0; at < d * d; at++) products[g][at] += found[at];
      }
    });
  });
  return { sums, products };
}

function rowsByGroup(groups: Int32Array, count: number): Int32Array[] {
  const sizes = countsOf(groups, count);
  const sorted = Array.from(sizes, (size) => new Int32Array(size));
  const next = new Int32Array(count);
  for (let i = 0; i < groups.length; i++) sorted[groups[i]][next[groups[i]]++] = i;
  return sorted;
}

/** Of two classes or halves the second less the first; of K classes K times each less the sum of all. */
export function contrastsOf({ classes }: Plan, sums: readonly Float64Array[]): Float64Array[] {
  if (classes === 1) return [];
  if (classes <= 2) return [sums[1].map((sum, j) => sum - sums[0][j])];
  const all = total(sums);
  return sums.slice(0, classes).map((own) => own.map((sum, j) => classes * sum - all[j]));
}

function total(arrays: readonly Float64Array[]): Float64Array {
  const sum = arrays[0].slice();
  for (const array of arrays.slice(1)) for (let i = 0; i < sum.length; i++) sum[i] += array[i];
  return sum;
}

export function aboveDiagonal(matrix: Float64Array, d: number): Float64Array {
  const entries = new Float64Array((d * (d - 1)) / 2);
  let at = 0;
  for (let j = 0; j < d; j++) for (let k = j + 1; k < d; k++) entries[at++] = matrix[j * d + k];
  return entries;
}
