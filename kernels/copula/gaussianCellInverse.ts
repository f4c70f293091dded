// The inverse of P(U1 <= u1 | Y = y) for a Gaussian copula, |rho| <= 0.925, on the scale of normal scores: x of
// u1, a and b of the ends of the cell, w its width. With k = rho / sqrt q, q = 1 - rho^2 and t = (. - rho x) / sqrt q,
//   P'(x) = phi(x) D / w,  D = Phi(t_b) - Phi(t_a),
//   A = P''/P' = -x - k (phi(t_b) - phi(t_a)) / D,
//   B = P'''/P' = A^2 - 1 + A_2,  A_2 = -k^2 (t_b phi(t_b) - t_a phi(t_a)) / D - (A + x)^2,
// and from e = (p - P) / P' the inverse series e - A/2 e^2 + (3 A^2 - B)/6 e^3 leads to the root up to an
// error of fourth order. The search begins so near to it (cellInverse.ts) that up to |rho| = 0.3 one such step is
// enough for all rows, and up to 0.7 for most.

import { abs2, add, choose, div, less, mul, mulAdd, splat, sub } from '../lanes';
import { expNormalLanes } from '../elementary/exp';
import { normalCdfLanes } from '../special/normal';
import { lowerBlock, lowerLimit, upperBlock, upperLimit, width } from './cells';
import { gaussianCdf } from './gaussianCdf';
import { halfShares, halfSigns, halfWidths } from './halfCells';

const ROOT_TWO_PI: f64 = 2.5066282746310002;
const ROOT_INVERSE_TWO_PI: f64 = 0.3989422804014327;
/** A step is the last one where |e| (1 + |A|) is below it: what is left is then below its fourth power. */
const LAST: f64 = 1e-3;
/** No step is taken that is longer. */
const LONGEST: f64 = 0.3;

/**
 * Moves the scores at `x` towards the probabilities `p` and sets `open` where they are not there yet. `u` and
 * `value` are two columns of working space each.
 */
export function stepGivenHalf(cells: usize, stride: usize, p: usize, rho: f64, x: usize, open: usize, u: usize, value: usize): void {
  const q = (1 - rho) * (1 + rho);
  const scale = splat(1 / sqrt(q));
  const k = splat(rho / sqrt(q));
  const scores = cells + 6 * stride;
  for (let i: usize = 0; i < stride; i += 16) v128.store(u + i, normalCdfLanes(v128.load(x + i)));
  gaussianCdf(u, cells, x, scores, stride, rho, value, false);
  for (let i: usize = 0; i < stride; i += 16) {
    const at = v128.load(x + i);
    const sign = v128.load(halfSigns(cells, stride) + i);
    const share = v128.load(halfShares(cells, stride) + i);
    const mass = mulAdd(share, v128.load(u + i), mul(sign, v128.load(value + i)));
    const gap = sub(mul(v128.load(p + i), v128.load(halfWidths(cells, stride) + i)), mass);
    const t = mul(sub(v128.load(scores + i), mul(splat(rho), at)), scale);
    const d = mulAdd(sign, normalCdfLanes(t), share);
    const density = mul(sign, phi(t));
    move(x + i, open + i, at, gap, d, density, mul(t, density), k);
  }
}

/** The same given any cells that are not narrow. */
export function stepGivenCell(cells: usize, stride: usize, p: usize, rho: f64, x: usize, open: usize, u: usize, value: usize): void {
  const q = (1 - rho) * (1 + rho);
  const scale = splat(1 / sqrt(q));
  const k = splat(rho / sqrt(q));
  const upper = upperBlock(cells);
  const lower = lowerBlock(cells, stride);
  for (let i: usize = 0; i < stride; i += 16) v128.store(u + i, normalCdfLanes(v128.load(x + i)));
  gaussianCdf(u, upper, x, upper + 6 * stride, stride, rho, value, false);
  gaussianCdf(u, lower, x, lower + 6 * stride, stride, rho, value + stride, false);
  for (let i: usize = 0; i < stride; i += 16) {
    const at = v128.load(x + i);
    const isLast = f64x2.ge(v128.load(upperLimit(cells, stride) + i), splat(1));
    const isFirst = f64x2.le(v128.load(lowerLimit(cells, stride) + i), splat(0));
    const below = choose(isLast, v128.load(u + i), v128.load(value + i));
    const mass = sub(below, v128.andnot(v128.load(value + stride + i), isFirst));
    const gap = sub(mul(v128.load(p + i), width(cells, stride, i)), mass);
    const shift = mul(splat(rho), at);
    const tb = mul(sub(v128.load(upper + 6 * stride + i), shift), scale);
    const ta = mul(sub(v128.load(lower + 6 * stride + i), shift), scale);
    const d = sub(choose(isLast, splat(1), normalCdfLanes(tb)), v128.andnot(normalCdfLanes(ta), isFirst));
    const fb = v128.andnot(phi(tb), isLast);
    const fa = v128.andnot(phi(ta), isFirst);
    move(x + i, open + i, at, gap, d, sub(fb, fa), sub(mul(tb, fb), mul(ta, fa)), k);
  }
}

/** `gap` is w (p - P); `density` and `bend` are the differences of phi(t) and t phi(t). */
// @ts-ignore: decorator
@inline
function move(x: usize, open: usize, at: v128, gap: v128, d: v128, density: v128, bend: v128, k: v128): void {
  const square = mul(at, at);
  const inverse = div(splat(1), d);
  const e = mul(mul(gap, inverse), mul(splat(ROOT_TWO_PI), expNormalLanes(mul(splat(0.5), square))));
  const r = mul(k, mul(density, inverse));
  const a = sub(f64x2.neg(at), r);
  const turn = mulAdd(mul(k, k), mul(bend, inverse), mul(r, r));
  // B = A^2 - 1 - turn
  const third = add(mul(splat(2), mul(a, a)), add(splat(1), turn));
  const series = mulAdd(mulAdd(mul(splat(1.0 / 6), third), e, mul(splat(-0.5), a)), e, splat(1));
  const size = mul(abs2(e), add(splat(1), abs2(a)));
  // not where the slope says nothing, or is no number
  const near = less(size, splat(LONGEST));
  v128.store(x, choose(near, mulAdd(series, e, at), at));
  v128.store(open, v128.not(less(size, splat(LAST))));
}

// @ts-ignore: decorator
@inline
function phi(t: v128): v128 {
  return mul(splat(ROOT_INVERSE_TWO_PI), expNormalLanes(mul(splat(-0.5), mul(t, t))));
}
