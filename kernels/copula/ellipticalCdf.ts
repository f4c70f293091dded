// The bivariate normal and Student t distribution functions.
//
// By Plackett's identity (1954) and its t analogue, dC/drho is the density-like factor
// f(q) / (2 pi sqrt(1 - rho^2)), with f(q) = e^(-q/2) or (1 + q/nu)^(-nu/2) and
// q = (x^2 + y^2 - 2 rho x y) / (1 - rho^2). Integrating from rho to 1, where C = min(u, v), and writing
// rho = (1 - t^2)/(1 + t^2):
//   C(x, y; rho) = min(u, v) - (1/pi) int_0^T f(q(t)) / (1 + t^2) dt,  T = sqrt((1-rho)/(1+rho)),
//   q(t) = (x-y)^2 (1+t^2)^2 / (4 t^2) + x y (1 + t^2),
// for rho >= 0; a negative rho is reflected. No trigonometry, and no loss of digits as rho -> 1.
// The integrand changes on the scale |x - y|, so the interval is cut into pieces that grow by a factor
// of three; 16 Gauss-Legendre points on each give about 1e-15 absolute.

import { add, div, mul, mulAdd, splat, sub } from '../lanes';
import { expNormalLanes, expm1 } from '../elementary/exp';
import { log, log1pNormalLanes } from '../elementary/log';

export const PI: f64 = 3.141592653589793;
const POINTS: usize = memory.data<f64>([
  0.09501250983763744, 0.2816035507792589, 0.45801677765722737, 0.6178762444026438,
  0.755404408355003, 0.8656312023878318, 0.9445750230732326, 0.9894009349916499,
]);
const WEIGHTS: usize = memory.data<f64>([
  0.1894506104550685, 0.18260341504492358, 0.16915651939500254, 0.14959598881657674,
  0.12462897125553388, 0.09515851168249279, 0.062253523938647894, 0.027152459411754096,
]);

/** The derivative by nu of the last `piece`, `deficit` or `ellipticalCdf`. */
let pieceNu: f64 = 0;
let deficitNu: f64 = 0;
export let ellipticalCdfNu: f64 = 0;

/**
 * The integral over one piece [from, to], times pi. `nu` = Infinity is the normal case. `gapNu` and
 * `productNu` are the derivatives by nu of gap and product.
 */
function piece(from: f64, to: f64, gap: f64, product: f64, gapNu: f64, productNu: f64, nu: f64): f64 {
  const centre = 0.5 * (from + to);
  const half = 0.5 * (to - from);
  const spread = splat(0.25 * gap * gap);
  const spreadNu = splat(0.5 * gap * gapNu);
  const level = splat(product);
  const levelNu = splat(productNu);
  let sum = splat(0);
  let sumNu = splat(0);
  for (let k: usize = 0; k < 64; k += 8) {
    const offset = half * load<f64>(POINTS + k);
    const t = f64x2.replace_lane(splat(centre + offset), 1, centre - offset);
    const t2 = mul(t, t);
    const one = add(splat(1), t2);
    const weight = div(splat(load<f64>(WEIGHTS + k)), one);
    const scaled = div(one, t2);
    const q = mul(one, mulAdd(spread, scaled, level));
    if (nu == Infinity) {
      sum = mulAdd(weight, expNormalLanes(mul(splat(-0.5), q)), sum);
      continue;
    }
    const logs = log1pNormalLanes(mul(q, splat(1 / nu)));
    const f = mul(weight, expNormalLanes(mul(splat(-0.5 * nu), logs)));
    sum = add(sum, f);
    const qNu = mul(one, mulAdd(spreadNu, scaled, levelNu));
    const moved = sub(div(sub(q, mul(splat(nu), qNu)), add(q, splat(nu))), logs);
    sumNu = mulAdd(f, moved, sumNu);
  }
  pieceNu = 0.5 * half * (f64x2.extract_lane(sumNu, 0) + f64x2.extract_lane(sumNu, 1));
  return half * (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
}

/**
 * Below which t the integrand is negligible, as a share of |x - y| / 2, where q(t) >= 1/share^2:
 * e^(-q/2) < 1e-17, or (1 + q/nu)^(-nu/2) < 1e-17.
 */
export function negligibleShare(nu: f64): f64 {
  const q = nu == Infinity ? -2 * log(1e-17) : nu * expm1(-2 * log(1e-17) / nu);
  return 1 / sqrt(q);
}

/** min(u, v) - C for rho >= 0. */
function deficit(x: f64, y: f64, xNu: f64, yNu: f64, rho: f64, nu: f64, share: f64): f64 {
  const end = sqrt((1 - rho) / (1 + rho));
  const gap = abs(x - y);
  const gapNu = x < y ? yNu - xNu : xNu - yNu;
  const product = x * y;
  const productNu = xNu * y + x * yNu;
  // where x = y the integrand is smooth down to 0
  let from = gap == 0 ? 0.25 * end : max(0.5 * gap * share, 1e-17);
  pieceNu = 0;
  let sum: f64 = gap == 0 ? piece(0, from, 0, product, gapNu, productNu, nu) : 0;
  let sumNu = pieceNu;
  while (from < end) {
    const to = from * 3.5 < end ? from * 3 : end;
    sum += piece(from, to, gap, product, gapNu, productNu, nu);
    sumNu += pieceNu;
    from = to;
  }
  deficitNu = sumNu / PI;
  return sum / PI;
}

/**
 * C(u, v) for the scores x, y of u, v under the normal (nu = Infinity) or Student t distribution;
 * `ellipticalCdfNu` is then its derivative by nu, where x and y move with xNu and yNu.
 */
export function ellipticalCdf(u: f64, v: f64, x: f64, y: f64, xNu: f64, yNu: f64, rho: f64, nu: f64, share: f64): f64 {
  if (rho >= 0) {
    const c = max(min(u, v) - deficit(x, y, xNu, yNu, rho, nu, share), max(0, u + v - 1));
    ellipticalCdfNu = -deficitNu;
    return c;
  }
  const c = min(max(0, u + v - 1) + deficit(x, -y, xNu, -yNu, -rho, nu, share), min(u, v));
  ellipticalCdfNu = deficitNu;
  return c;
}
