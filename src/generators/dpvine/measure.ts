/**
 * The one round of measurements, and the only place that sees rows: whole numbers with whole Gaussian noise.
 * Neighbours: one row replaced; the number of rows is public. Sensitivities (L2, joint over all entries),
 * with B the bound on a row's length (clippedScores.ts):
 *
 * - counts of K classes: sqrt 2; of two classes the second alone: 1;
 * - a histogram: sqrt 2, also if it is split by groups; of H columns: sqrt(2 H);
 * - sums of c a, with c one of -1, 0, 1: |c a - c' a'| <= 2 B. Of K classes the vectors K e_c - 1 in
 *   place of c have length sqrt(K (K - 1)), and the sums sensitivity 2 sqrt(K (K - 1)) B;
 * - products a a' above the diagonal: |a a' - b b'|² off it <= (|a|^4 + |b|^4 - 2 (a.b)²) / 2 <= B^4, so B²;
 *   split by classes the same: from one class to another at most |a|^4 / 2 + |b|^4 / 2.
 *
 * Each measurement gets noise of its sensitivity over its part of the budget (settings.ts). Scores and the
 * split in halves follow from noisy margins, the split by classes from noisy counts: none costs anything.
 */

import { kernel, scoped } from '../../numerics/kernel.ts';
import type { Noise } from '../../random/noise.ts';
import { gaussianNoise } from '../private/mechanisms.ts';
import { clippedScores, SCALE, squaredBound } from './clippedScores.ts';
import { classShares, columnScores, halvesOf } from './margins.ts';
import { groupsOf, type Plan } from './plan.ts';
import type { ColumnScores } from './scores.ts';
import type { Budget } from './settings.ts';

/** Whole numbers with noise; all that is ever known of the rows. */
export interface Measured {
  readonly rows: number;
  /** Of two classes the count of the second, of more each, of a numeric response none. */
  readonly classes: readonly number[];
  /** By histogram: counts of all cells, group after group if it has groups. */
  readonly margins: readonly (readonly number[])[];
  /** Sums of scores by variable: the second class or half less the first; of K classes K sums. */
  readonly response: readonly (readonly number[])[];
  /** By class, or one for all: sums of products of variables j < k, row after row; none without a budget. */
  readonly moments: readonly (readonly number[])[];
}

/** The standard deviation of each measurement's noise. */
export interface NoiseScales {
  readonly classes: number;
  readonly margins: number;
  readonly response: number;
  /** Infinity if pairs are not measured. */
  readonly moments: number;
}

export function noiseScales(plan: Plan, { parts }: Budget): NoiseScales {
  const { classes, variables, histograms } = plan;
  const square = squaredBound(variables.length);
  const contrast = classes > 2 ? Math.sqrt(classes * (classes - 1)) : 1;
  return {
    classes: (classes > 2 ? Math.SQRT2 : 1) / parts.classes,
    margins: Math.sqrt(2 * histograms.length) / parts.margins,
    response: (2 * contrast * Math.sqrt(square)) / parts.response,
    moments: square / parts.moments,
  };
}

/** The noise of a correlation of a variable with two equal classes, as a standard deviation. */
export function responseNoise(plan: Plan, scales: NoiseScales, rows: number): number {
  const contrast = plan.classes > 2 ? Math.sqrt(plan.classes * (plan.classes - 1)) : 1;
  return scales.response / contrast / SCALE / rows;
}

/** With more noise than this in its correlations a class shares those of all. */
const MOST_CLASS_NOISE = 0.75;

/** Whether products are summed by class, from what is public or noisy. */
export function isByClass(
  plan: Plan,
  byClass: 'auto' | boolean,
  shares: Float64Array,
  scales: NoiseScales,
  rows: number,
): boolean {
  if (plan.classes < 2 || byClass === false) return false;
  if (byClass === true) return true;
  const least = shares.reduce((low, share) => Math.min(low, share), 1);
  return scales.moments / (SCALE * SCALE * rows * least) <= MOST_CLASS_NOISE;
}

export function measure(
  plan: Plan,
  codes: readonly Int32Array[],
  budget: Budget,
  byClass: 'auto' | boolean,
  noise: Noise,
): Measured {
  const rows = codes[plan.response].length;
  const scales = noiseScales(plan, budget);
  const noisy = (exact: ArrayLike<number>, sd: number, ...path: (string | number)[]) => {
    const drawn = gaussianNoise(exact.length, sd, true, noise.split(...path));
    return Array.from(exact, (value, i) => value + drawn[i] + 0);
  };
  const counts = countsOf(codes[plan.response], Math.max(1, plan.classes));
  const classes =
    plan.classes < 2
      ? []
      : noisy(plan.classes === 2 ? [counts[1]] : counts, scales.classes, 'classes');
  const margins: number[][] = [];
  let groups = codes[plan.response];
  plan.histograms.forEach(({ column, isGrouped }, h) => {
    const { cells } = plan.columns[column];
    const exact = isGrouped
      ? groupedCounts(codes[column], cells, groups, groupsOf(plan))
      : countsOf(codes[column], cells);
    margins.push(noisy(exact, scales.margins, 'margin', h));
    if (plan.classes === 0 && h === 0) groups = halves(plan, codes[plan.response], margins, rows);
  });
  const shares = classShares(plan, classes, rows);
  const isSplit = isByClass(plan, byClass, shares, scales, rows);
  const scores = columnScores(plan, margins, rows);
  const isPaired = scales.moments < Infinity;
  const sums = sumRows(plan, codes, scores, groups, isPaired);
  const response = contrastsOf(plan, sums.sums).map((row, c) =>
    noisy(row, scales.response, 'response', c),
  );
  const products = isSplit ? sums.products.slice(0, plan.classes) : [total(sums.products)];
  const moments = isPaired
    ? products.map((matrix, c) =>
        noisy(aboveDiagonal(matrix, plan.variables.length), scales.moments, 'moments', c),
      )
    : [];
  return { rows, classes, margins, response, moments };
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
function halves(plan: Plan, codes: Int32Array, margins: readonly number[][], rows: number) {
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
