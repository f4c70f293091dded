// How the distribution functions of Student's copula leave those of the Gaussian one: values and derivatives
// by rho and by 1/nu where 1/nu = 0. With x' = (x^3 + x) / 4 for the change of a quantile x,
//   C: from both integrals of studentCdf.ts, x phi(x) y phi(y) / 2 for uncorrelated variables, and under the
//      integral over the correlation e^(-q/2) (q^2/4 - q'/2);
//   h(x|y) = T_(nu+1)(t): with w = (x - rho y) / sqrt(1 - rho^2), t' = w' + w (1 - y^2) / 2, and T itself falls
//      by phi(w) (w^3 + w) / 4.
// One such value costs what a Gaussian one does, a tenth of Student's.

import { add, mul, mulAdd, splat, sub } from '../lanes';
import { expNormalLanes } from '../elementary/exp';
import { gaussianCdf, nodes, placeNodes } from './gaussianCdf';
import { hfunc } from './gaussian';

const INVERSE_ROOT_TWO_PI: f64 = 0.3989422804014327;

/** The derivative of a t quantile by 1/nu, where it is the normal score x. */
// @ts-ignore: decorator
@inline
function change(x: v128): v128 {
  return mul(splat(0.25), mul(x, mulAdd(x, x, splat(1))));
}

// @ts-ignore: decorator
@inline
function density(x: v128): v128 {
  return mul(splat(INVERSE_ROOT_TWO_PI), expNormalLanes(mul(splat(-0.5), mul(x, x))));
}

/** C of the Gaussian copula, |rho| <= 0.925, and behind it the derivatives by rho and 1/nu. */
export function studentLimitCdf(block1: usize, block2: usize, stride: usize, rho: f64, out: usize): void {
  const scores1 = block1 + 6 * stride;
  const scores2 = block2 + 6 * stride;
  gaussianCdf(block1, block2, scores1, scores2, stride, rho, out, true);
  const size = placeNodes(rho);
  for (let i: usize = 0; i < stride; i += 16) {
    const x = v128.load(scores1 + i);
    const y = v128.load(scores2 + i);
    const dx = change(x);
    const dy = change(y);
    const squares = mulAdd(x, x, mul(y, y));
    const product = mul(x, y);
    const squaresMove = mul(splat(2), mulAdd(x, dx, mul(y, dy)));
    const productMove = mulAdd(x, dy, mul(dx, y));
    let sum = mul(splat(0.5), mul(mul(x, density(x)), mul(y, density(y))));
    for (let k = 0; k < size; k++) {
      const at = nodes + <usize>k * 24;
      const twice = mul(splat(-2), v128.load64_splat(at));
      // -1 / (2 cos^2) times the form is -q/2
      const scale = v128.load64_splat(at + 8);
      const half = mul(scale, mulAdd(twice, product, squares));
      const halfMove = mul(scale, mulAdd(twice, productMove, squaresMove));
      const f = mul(v128.load64_splat(at + 16), expNormalLanes(half));
      sum = mulAdd(f, mulAdd(half, half, halfMove), sum);
    }
    v128.store(out + 2 * stride + i, sum);
  }
}

/** P(U1 <= u1 | U2 = u2) of the Gaussian copula, and behind it the derivatives by rho and 1/nu. */
export function studentLimitH(block1: usize, block2: usize, stride: usize, rho: f64, out: usize): void {
  const scores1 = block1 + 6 * stride;
  const scores2 = block2 + 6 * stride;
  hfunc(scores1, scores2, stride, rho, out, true);
  const scale = splat(1 / sqrt((1 - rho) * (1 + rho)));
  const r = splat(rho);
  for (let i: usize = 0; i < stride; i += 16) {
    const x = v128.load(scores1 + i);
    const y = v128.load(scores2 + i);
    const w = mul(sub(x, mul(r, y)), scale);
    const moved = mul(sub(change(x), mul(r, change(y))), scale);
    const spread = mul(mul(splat(0.5), w), sub(splat(1), mul(y, y)));
    v128.store(out + 2 * stride + i, mul(density(w), sub(add(moved, spread), change(w))));
  }
}
