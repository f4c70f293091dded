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
import { pearson } from '../numerics/pearson.ts';
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
  const { normalCdf, normalQuantile } = kernel();
  const draw = (own: Cells, round: number, mean: (row: number) => number, sd: number) => {
    const random = rng.split('place', own.name).split('round', round).uniforms(own.low.length);
    return own.low.map((low, row) => {
      const high = own.high[row];
      if (Number.isNaN(low)) return Number.NaN;
      const [from, to] = [low, high].map((end) => {
        const score = normalQuantile(Math.min(Math.max(end, END), 1 - END));
        return normalCdf((score - mean(row)) / sd);
      });
      const share = Math.min(Math.max(from + random[row] * (to - from), END), 1 - END);
      const place = normalCdf(mean(row) + sd * normalQuantile(share));
      return Math.min(Math.max(place, low), high);
    });
  };
  const scoreOf = (places: Float64Array) =>
    places.map((place) =>
      Number.isNaN(place) ? 0 : normalQuantile(Math.min(Math.max(place, END), 1 - END)),
    );
  const places = new Map(cells.map((own) => [own.name, draw(own, 0, () => 0, 1)]));
  const latent = new Map([...places].map(([name, own]) => [name, scoreOf(own)]));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const own of cells) {
      const others = [
        ...scores.filter(({ name }) => name !== own.name),
        ...cells.flatMap(({ name }) =>
          name === own.name ? [] : [{ name, values: latent.get(name) as Float64Array }],
        ),
      ];
      const { mean, sd } = regression(latent.get(own.name) as Float64Array, own, others);
      const drawn = draw(own, round, mean, sd);
      places.set(own.name, drawn);
      latent.set(own.name, scoreOf(drawn));
    }
  }
  return places;
}

/** What others say of a score: its mean by row, and the deviation from it. */
function regression(target: Float64Array, { low }: Cells, others: readonly Scores[]) {
  const there = Uint32Array.from(target.keys()).filter((row) => !Number.isNaN(low[row]));
  const rows = screenRows(there.length, MOST_ROWS).map((i) => there[i]);
  const pick = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]);
  const own = pick(target);
  const regressors = others
    .map(({ values }) => ({ values, size: Math.abs(pearson(pick(values), own)) }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_REGRESSORS);
  const columns = [
    ...regressors.map(({ values }) => values),
    new Float64Array(target.length).fill(1),
  ];
  const d = columns.length;
  const products = crossProducts([...columns.map(pick), own]);
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
  const mean = (row: number) => {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += weights[j] * columns[j][row];
    return sum;
  };
  let squares = 0;
  for (const row of rows) {
    const residual = target[row] - mean(row);
    squares += residual * residual;
  }
  return { mean, sd: Math.sqrt(Math.max(squares / rows.length, LEAST_VARIANCE)) };
}
