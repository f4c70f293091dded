// Log-densities of cells from the values at their corners, and sums of log-densities and of their
// derivatives, for the fit.

import { logNormalLanes } from '../elementary/log';
import { add, div, greater, mul, mulAdd, splat, sub } from '../lanes';

const SMALLEST: f64 = 2.2250738585072014e-308;

/**
 * For each of the rows that fill `stride`, the logarithm of its cell's probability less `logArea`, and
 * behind it the derivatives if `parameters` > 0. The probability is `base`, from corners at the ends
 * of the distributions, plus the values at four points, with signs + - - +: `index` has four numbers
 * of points for each row. Point number `last` counts as 0, for corners that `base` has already.
 */
export function cellLogPdf(points: usize, pointStride: usize, last: i32, index: usize, base: usize, logArea: usize, stride: usize, parameters: i32, out: usize): void {
  for (let k: usize = 0; k <= <usize>parameters; k++) store<f64>(points + k * pointStride + (<usize>last << 3), 0);
  for (let i: usize = 0; i < stride; i += 16) {
    const at = index + 2 * i;
    const mass = greater(add(v128.load(base + i), corners(points, at)), splat(SMALLEST));
    v128.store(out + i, sub(logNormalLanes(mass), v128.load(logArea + i)));
    for (let k: usize = 1; k <= <usize>parameters; k++) {
      v128.store(out + k * stride + i, div(corners(points + k * pointStride, at), mass));
    }
  }
}

/**
 * The same where every row has one corner that is not at an end: row i has point i, which counts with `sign`.
 */
export function oneCornerLogPdf(points: usize, sign: usize, base: usize, logArea: usize, stride: usize, parameters: i32, out: usize): void {
  for (let i: usize = 0; i < stride; i += 16) {
    const s = v128.load(sign + i);
    const mass = greater(mulAdd(s, v128.load(points + i), v128.load(base + i)), splat(SMALLEST));
    v128.store(out + i, sub(logNormalLanes(mass), v128.load(logArea + i)));
    const scale = parameters > 0 ? div(s, mass) : s;
    for (let k: usize = 1; k <= <usize>parameters; k++) {
      v128.store(out + k * stride + i, mul(scale, v128.load(points + k * stride + i)));
    }
  }
}

/** The signed sums over the corners of two rows, whose numbers of points stand at `index`. */
// @ts-ignore: decorator
@inline
function corners(points: usize, index: usize): v128 {
  const upper = sub(pair(points, index), pair(points, index + 4));
  return sub(upper, sub(pair(points, index + 8), pair(points, index + 12)));
}

// @ts-ignore: decorator
@inline
function pair(points: usize, index: usize): v128 {
  const first = points + (<usize>load<i32>(index) << 3);
  const second = points + (<usize>load<i32>(index + 16) << 3);
  return v128.load64_lane(second, v128.load64_zero(first), 1);
}

/**
 * From a column of log-densities and, if `parameters` > 0, the score columns behind it, to `result`:
 * sum of the log-densities (compensated, Neumaier 1974), score 1, score 2, and the sums of score
 * products 11, 12, 22. `weights` is 0, or the column of the cells' counts.
 */
export function accumulate(values: usize, stride: usize, n: i32, parameters: i32, weights: usize, result: usize): void {
  let sum: f64 = 0;
  let lost: f64 = 0;
  let s1: f64 = 0;
  let s2: f64 = 0;
  let s11: f64 = 0;
  let s12: f64 = 0;
  let s22: f64 = 0;
  for (let k = 0; k < n; k++) {
    const i = <usize>k << 3;
    const weight = weights ? load<f64>(weights + i) : 1;
    const value = weight * load<f64>(values + i);
    const total = sum + value;
    lost += abs(sum) >= abs(value) ? sum - total + value : value - total + sum;
    sum = total;
    if (parameters > 0) {
      const a = load<f64>(values + stride + i);
      s1 += weight * a;
      s11 += weight * a * a;
      if (parameters > 1) {
        const b = load<f64>(values + 2 * stride + i);
        s2 += weight * b;
        s12 += weight * a * b;
        s22 += weight * b * b;
      }
    }
  }
  store<f64>(result, sum + lost);
  store<f64>(result + 8, s1);
  store<f64>(result + 16, s2);
  store<f64>(result + 24, s11);
  store<f64>(result + 32, s12);
  store<f64>(result + 40, s22);
}
