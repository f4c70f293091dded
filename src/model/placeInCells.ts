/**
 * Where in its cell a row lies, of columns that the vine has as a place in a distribution with jumps (rules/given.ts).
 * A place at random would lose dependence twice: it blurs what the fit sees, and what is drawn is blurred again when
 * places become levels (for two equally frequent levels, a third of the difference between them). So a place is drawn
 * given the row's other columns: a normal regression of its score on theirs, and a draw from that within the cell, in
 * turns, so that both settle (data augmentation, Tanner and Wong 1987; for copulas Hoff 2007). Nothing of it is kept
 * but the places that the vine is fitted to.
 */

import { cholesky, lowerInverse } from '../numerics/cholesky.ts';
import { crossProducts } from '../numerics/crossProducts.ts';
import { kernel } from '../numerics/kernel.ts';
import { standardised } from '../numerics/pearson.ts';
import type { Rng } from '../random/rng.ts';
import { screenRows } from '../rules/finding.ts';

/** By row, the ends of a cell on the scale from 0 to 1; NaN where there is none. */
export interface Cells {
  readonly name: string;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

export interface Scores {
  readonly name: string;
  readonly values: Float64Array;
}

const ROUNDS = 8;
/** Columns that a regression is on: those that go with the place most. */
const MOST_REGRESSORS = 16;
const MOST_ROWS = 5000;
/** Rows' worth of no dependence, so that a regression with few rows does not find what is not there. */
const PRIOR_ROWS = 5;
const LEAST_VARIANCE = 0.01;
const END = 1e-9;

/** By column, the places; `scores` are of all other columns, with mean 0 where missing. */
export function placeInCells(
  cells: readonly Cells[],
  scores: readonly Scores[],
  rng: Rng,
): Map<string, Float64Array> {
  const places = new Map<string, Float64Array>();
  const latent = new Map<string, Float64Array>();
  const regressorOf = openRegressors();
  const rowsOf = openRowSets();
  const columns = cells.map((own) => {
    const draw = drawWithin(own, rng);
    const keep = (drawn: Float64Array): void => {
      places.set(own.name, drawn);
      latent.set(own.name, drawn.map(scoreOf));
    };
    keep(draw(0, new Float64Array(own.low.length), 1));
    return { name: own.name, draw, keep, rows: rowsOf(own) };
  });
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { name, draw, keep, rows } of columns) {
      const known = scores.flatMap((other) =>
        other.name === name ? [] : [regressorOf(other.values, rows)],
      );
      const others = [...latent].flatMap(([other, values]) =>
        other === name ? [] : [regressorOf(values, rows)],
      );
      const target = regressorOf(latent.get(name) as Float64Array, rows);
      const { means, sd } = regression(target, rows, [...known, ...others]);
      keep(draw(round, means, sd));
    }
  }
  return places;
}

function scoreOf(place: number): number {
  return Number.isNaN(place) ? 0 : kernel().normalQuantile(Math.min(Math.max(place, END), 1 - END));
}

/** Draws places within their cells, given the mean of each row's score and the deviation from it. */
function drawWithin({ name, low, high }: Cells, rng: Rng) {
  const { normalCdf, normalQuantile } = kernel();
  const [lowScore, highScore] = [low.map(scoreOf), high.map(scoreOf)];
  return (round: number, means: Float64Array, sd: number): Float64Array => {
    const random = rng.split('place', name).split('round', round).uniforms(low.length);
    return low.map((lowest, row) => {
      if (Number.isNaN(lowest)) return Number.NaN;
      const from = normalCdf((lowScore[row] - means[row]) / sd);
      const to = normalCdf((highScore[row] - means[row]) / sd);
      const share = Math.min(Math.max(from + random[row] * (to - from), END), 1 - END);
      const place = normalCdf(means[row] + sd * normalQuantile(share));
      return Math.min(Math.max(place, lowest), high[row]);
    });
  };
}

/** The rows that a column is learned from: one array for columns that have cells in the same rows. */
function openRowSets(): (cells: Cells) => Uint32Array {
  const sets: Uint32Array[] = [];
  return ({ low }) => {
    const there = Uint32Array.from(low.keys()).filter((row) => !Number.isNaN(low[row]));
    const rows = Uint32Array.from(screenRows(there.length, MOST_ROWS), (i) => there[i]);
    const same = sets.find(
      (set) => set.length === rows.length && set.every((row, i) => row === rows[i]),
    );
    if (!same) sets.push(rows);
    return same ?? rows;
  };
}

function pick(values: Float64Array, rows: Uint32Array): Float64Array {
  const result = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) result[i] = values[rows[i]];
  return result;
}

interface Regressor {
  readonly values: Float64Array;
  /** Those of the rows that are learnt from. */
  readonly learnt: Float64Array;
  /** The same with mean 0 and size 1. */
  readonly unit: Float64Array;
}

/** Regressors are made once for all columns that are learned from the same rows, and go with their values. */
function openRegressors(): (values: Float64Array, rows: Uint32Array) => Regressor {
  const made = new WeakMap<Float64Array, WeakMap<Uint32Array, Regressor>>();
  return (values, rows) => {
    const own = made.get(values) ?? new WeakMap<Uint32Array, Regressor>();
    made.set(values, own);
    const known = own.get(rows);
    if (known) return known;
    const learnt = pick(values, rows);
    const regressor = { values, learnt, unit: standardised(learnt) };
    own.set(rows, regressor);
    return regressor;
  };
}

/** What others say of a score: its mean by row, and the deviation from it. */
function regression(
  { values: target, learnt: own, unit }: Regressor,
  rows: Uint32Array,
  others: readonly Regressor[],
) {
  const constant = { values: new Float64Array(target.length).fill(1), learnt: own.map(() => 1) };
  const regressors = others
    .map((other) => ({ ...other, size: Math.abs(product(other.unit, unit)) }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_REGRESSORS);
  const columns = [...regressors, constant];
  const d = columns.length;
  const products = crossProducts([...columns.map(({ learnt }) => learnt), own]);
  const matrix = new Float64Array(d * d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) matrix[i * d + j] = products[i * (d + 1) + j];
    matrix[i * d + i] += PRIOR_ROWS * Math.max(1, matrix[i * d + i] / rows.length);
  }
  const inverse = lowerInverse(cholesky(matrix, d), d);
  const weights = new Float64Array(d);
  for (let i = 0; i < d; i++) {
    let part = 0;
    for (let j = 0; j <= i; j++) part += inverse[i * d + j] * products[j * (d + 1) + d];
    for (let j = 0; j <= i; j++) weights[j] += inverse[i * d + j] * part;
  }
  const means = new Float64Array(target.length);
  columns.forEach(({ values }, j) => {
    for (let row = 0; row < means.length; row++) means[row] += weights[j] * values[row];
  });
  let squares = 0;
  for (const row of rows) {
    const residual = target[row] - means[row];
    squares += residual * residual;
  }
  return { means, sd: Math.sqrt(Math.max(squares / rows.length, LEAST_VARIANCE)) };
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
