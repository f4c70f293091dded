// Gaussian copula, parameter rho in (-1, 1). Arguments are columns of normal scores x = qnorm(u).
//
// log c = -log(q)/2 - (rho^2 (x^2 + y^2) - 2 rho x y) / (2 q), q = 1 - rho^2;
// h(x|y) = Phi((x - rho y) / sqrt q).

import { add, div, mul, neg, splat, sub } from '../lanes';
import { expNormalLanes } from '../elementary/exp';
import { log } from '../elementary/log';
import { normalCdfLanes } from '../special/normal';

/** The score of 1 - 1e-10. */
const SCORE_MOST: f64 = 6.361340902404056;
const INV_SQRT_2PI: f64 = 0.3989422804014327;

export function logPdf(x: usize, y: usize, stride: usize, rho: f64, out: usize, score: bool): void {
  const q = (1 - rho) * (1 + rho);
  const constant = splat(-0.5 * log(q));
  const squares = splat(-0.5 * rho * rho / q);
  const cross = splat(rho / q);
  const slope0 = splat(rho / q);
  const slopeCross = splat((1 + rho * rho) / (q * q));
  const slopeSquares = splat(-rho / (q * q));
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(x + i);
    const b = v128.load(y + i);
    const ab = mul(a, b);
    const aabb = add(mul(a, a), mul(b, b));
    v128.store(out + i, add(constant, add(mul(squares, aabb), mul(cross, ab))));
    if (score) v128.store(out + stride + i, add(slope0, add(mul(slopeCross, ab), mul(slopeSquares, aabb))));
  }
}

export function hfunc(x: usize, y: usize, stride: usize, rho: f64, out: usize, score: bool): void {
  const q = (1 - rho) * (1 + rho);
  const r = splat(rho);
  const scale = splat(1 / sqrt(q));
  const slopeScale = splat(1 / (q * sqrt(q)));
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(x + i);
    const b = v128.load(y + i);
    const z = mul(sub(a, mul(r, b)), scale);
    v128.store(out + i, normalCdfLanes(z));
    if (score) {
      const density = mul(splat(INV_SQRT_2PI), expNormalLanes(mul(splat(-0.5), mul(z, z))));
      v128.store(out + stride + i, mul(density, mul(sub(mul(r, a), b), slopeScale)));
    }
  }
}

/** The score of h at scores x and y. */
export function hfuncScores(x: usize, y: usize, stride: usize, rho: f64, out: usize): void {
  const scale = splat(1 / sqrt((1 - rho) * (1 + rho)));
  const r = splat(rho);
  for (let i: usize = 0; i < stride; i += 16) {
    v128.store(out + i, mul(sub(v128.load(x + i), mul(r, v128.load(y + i))), scale));
  }
}

/** The score of its inverse; scores of `p` beyond 1e-10 are taken as that. */
export function hinvScores(p: usize, y: usize, stride: usize, rho: f64, out: usize): void {
  const root = splat(sqrt((1 - rho) * (1 + rho)));
  const r = splat(rho);
  for (let i: usize = 0; i < stride; i += 16) {
    const z = f64x2.pmin(f64x2.pmax(v128.load(p + i), splat(-SCORE_MOST)), splat(SCORE_MOST));
    v128.store(out + i, add(mul(z, root), mul(r, v128.load(y + i))));
  }
}

/** `p` and `y` are columns of normal scores. */
export function hinv(p: usize, y: usize, stride: usize, rho: f64, out: usize, complement: bool): void {
  const root = splat(sqrt((1 - rho) * (1 + rho)));
  const r = splat(rho);
  for (let i: usize = 0; i < stride; i += 16) {
    const z = add(mul(v128.load(p + i), root), mul(r, v128.load(y + i)));
    v128.store(out + i, normalCdfLanes(complement ? neg(z) : z));
  }
}
