// Log-densities of cells from the values at their corners, and sums of log-densities and of their
// derivatives, for the fit.

import { logNormalLanes } from '../elementary/log';
import { add, div, first, greater, mul, mulAdd, second, splat, sub } from '../lanes';

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
 * sum of the log-densities (compensated: Knuth's sum of two), score 1, score 2, and the sums of score
 * products 11, 12, 22. `weights` is 0, or the column of the cells' counts. Rows go in pairs, each lane with
 * sums of its own.
 */
export function accumulate(values: usize, stride: usize, n: i32, parameters: i32, weights: usize, result: usize): void {
  const zero = splat(0);
  let sum = zero;
  let lost = zero;
  let s1 = zero;
  let s2 = zero;
  let s11 = zero;
  let s12 = zero;
  let s22 = zero;
  for (let k = 0; k < n; k += 2) {
    const i = <usize>k << 3;
    const isPair = k + 1 < n;
    const weight = weights ? rows(weights + i, isPair) : splat(1);
    const value = mul(weight, rows(values + i, isPair));
    const total = add(sum, value);
    const part = sub(total, sum);
    lost = add(lost, add(sub(sum, sub(total, part)), sub(value, part)));
    sum = total;
    if (parameters > 0) {
      const a = rows(values + stride + i, isPair);
      const wa = mul(weight, a);
      s1 = add(s1, wa);
      s11 = mulAdd(wa, a, s11);
      if (parameters > 1) {
        const b = rows(values + 2 * stride + i, isPair);
        const wb = mul(weight, b);
        s2 = add(s2, wb);
        s12 = mulAdd(wa, b, s12);
        s22 = mulAdd(wb, b, s22);
      }
    }
  }
  store<f64>(result, both(sum) + both(lost));
  store<f64>(result + 8, both(s1));
  store<f64>(result + 16, both(s2));
  store<f64>(result + 24, both(s11));
  store<f64>(result + 32, both(s12));
  store<f64>(result + 40, both(s22));
}

/** Two rows, or one and a zero. */
// @ts-ignore: decorator
@inline
function rows(at: usize, isPair: bool): v128 {
  return isPair ? v128.load(at) : v128.load64_zero(at);
}

// @ts-ignore: decorator
@inline
function both(lanes: v128): f64 {
  return first(lanes) + second(lanes);
}
