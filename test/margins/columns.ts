/** Columns for tests of margins. */

import { Draw } from '../support/draw.ts';

const SHAPES: Readonly<Record<string, (draw: Draw) => number>> = {
  uniform: (draw) => draw.uniform(),
  exponential: (draw) => -Math.log(1 - draw.uniform()) * 1000,
  normal: (draw) =>
    Math.sqrt(-2 * Math.log(1 - draw.uniform())) * Math.cos(2 * Math.PI * draw.uniform()),
  pareto: (draw) => (1 - draw.uniform()) ** -0.8,
  twoModes: (draw) => (draw.uniform() < 0.4 ? -5 : 5) + draw.uniform(),
  whole: (draw) => Math.floor(-Math.log(1 - draw.uniform()) * 40),
  zeroInflated: (draw) => (draw.uniform() < 0.3 ? 0 : 1 + draw.uniform() * 99),
};

export const shapeNames = Object.keys(SHAPES);

export function columnOf(shape: string, n: number, seed = 1): Float64Array {
  return new Draw(seed).column(n, (draw) => SHAPES[shape](draw));
}

/** The largest distance between the distribution functions of two columns. */
export function distance(a: Float64Array, b: Float64Array): number {
  const [x, y] = [a.slice().sort(), b.slice().sort()];
  let [i, j, most] = [0, 0, 0];
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i], y[j]);
    while (i < x.length && x[i] === value) i++;
    while (j < y.length && y[j] === value) j++;
    most = Math.max(most, Math.abs(i / x.length - j / y.length));
  }
  return most;
}

/** Evenly spread probabilities. */
export function evenly(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => (i + 0.5) / n);
}
