// Student's t quantile and its inverse on a coarse grid, as functions of the degrees of freedom: for
// each grid point a Chebyshev series in 1/(nu + 2), which converges evenly over nu in [2, 52]. Built from
// the exact functions on first use, in a few milliseconds.

import { add, mulAdd, splat } from '../lanes';
import { expm1 } from '../elementary/exp';
import { log } from '../elementary/log';
import { normalCdf, normalQuantile } from './normal';
import { refine, studentCdf } from './student';

/** Quantiles at normal scores 1/4, 2/4, ..., 26/4. */
export const SCORES: i32 = 26;
export const SCORE_STEP: f64 = 0.25;
/** Normal scores at Wallace's w = 1/2, 2/2, ..., 18/2. */
export const ROOTS: i32 = 18;
export const ROOT_STEP: f64 = 0.5;

export const NU_LEAST: f64 = 2;
export const NU_MOST: f64 = 52;

/** Interpolation nodes, and the terms of a series that matter (the rest are below 1e-14). */
const NODES: i32 = 32;
const TERMS: i32 = 28;

/** log(q(z, nu) / z), laid out [term][score], and z(w, nu) / w, laid out [term][root]. */
const quantiles: usize = memory.data(28 * 26 * 8, 16);
const scores: usize = memory.data(28 * 18 * 8, 16);
const cosines: usize = memory.data(128 * 8);
const samples: usize = memory.data(32 * 8);
let built: bool = false;

const LOW: f64 = 1.0 / (52.0 + 2.0);
const HIGH: f64 = 1.0 / (2.0 + 2.0);
const MIDDLE: f64 = 0.5 * (LOW + HIGH);
const HALF: f64 = 0.5 * (HIGH - LOW);

/** The Chebyshev polynomials at the place of nu, and their derivatives with respect to nu, each in two lanes. */
const basis: usize = memory.data(28 * 16, 16);
const basisNu: usize = memory.data(28 * 16, 16);

/** Prepares the grid for nu; the three functions below then give values for that nu. */
export function placeGrid(nu: f64): void {
  buildGrid();
  const place = 1 / (nu + 2);
  const x = (place - MIDDLE) / HALF;
  const turn = -place * place / HALF;
  let t0: f64 = 1, t1 = x;
  let d0: f64 = 0, d1 = turn;
  for (let j: usize = 0; j < <usize>TERMS; j++) {
    v128.store(basis + (j << 4), splat(t0));
    v128.store(basisNu + (j << 4), splat(d0));
    const t = 2 * x * t1 - t0;
    const d = 2 * (x * d1 + turn * t1) - d0;
    t0 = t1;
    t1 = t;
    d0 = d1;
    d1 = d;
  }
}

/** log(q/z) at the scores `index` + 1 and `index` + 2. */
export function logQuantilePair(index: i32): v128 {
  return series(quantiles + (<usize>index << 3), SCORES, basis);
}

/** The derivative of log(q/z) with respect to nu at the same places. */
export function logQuantileNuPair(index: i32): v128 {
  return series(quantiles + (<usize>index << 3), SCORES, basisNu);
}

/** z/w at the roots `index` + 1 and `index` + 2. */
export function scoreRatioPair(index: i32): v128 {
  return series(scores + (<usize>index << 3), ROOTS, basis);
}

/** A Chebyshev series at two neighbouring grid points, the small terms first. */
// @ts-ignore: decorator
@inline
function series(coefficients: usize, width: i32, functions: usize): v128 {
  const stride = <usize>width << 3;
  let at = coefficients + <usize>(TERMS - 1) * stride;
  let even = splat(0), odd = splat(0);
  for (let f = functions + <usize>((TERMS - 2) << 4); f >= functions; f -= 32) {
    odd = mulAdd(v128.load(at), v128.load(f, 16), odd);
    even = mulAdd(v128.load(at - stride), v128.load(f), even);
    at -= 2 * stride;
  }
  return add(even, odd);
}

function buildGrid(): void {
  if (built) return;
  built = true;
  fillCosines();
  for (let i = 0; i < SCORES; i++) {
    const z = SCORE_STEP * <f64>(i + 1);
    const tail = normalCdf(-z);
    const middle = 0.5 - tail;
    for (let j = 0; j < NODES; j++) {
      const nu = nodeNu(j);
      // Wallace's approximation as the start
      const w = z * (8 * nu + 3) / (8 * nu + 1);
      const t = refine(sqrt(nu * expm1(w * w / nu)), tail, middle, nu);
      store<f64>(samples + (<usize>j << 3), log(t / z));
    }
    transform(quantiles + (<usize>i << 3), SCORES);
  }
  for (let i = 0; i < ROOTS; i++) {
    const w = ROOT_STEP * <f64>(i + 1);
    for (let j = 0; j < NODES; j++) {
      const nu = nodeNu(j);
      const t = sqrt(nu * expm1(w * w / nu));
      store<f64>(samples + (<usize>j << 3), -normalQuantile(studentCdf(-t, nu)) / w);
    }
    transform(scores + (<usize>i << 3), ROOTS);
  }
}

function nodeNu(j: i32): f64 {
  return 1 / (MIDDLE + HALF * cosine(2 * j + 1)) - 2;
}

/** The samples at the Chebyshev nodes, turned into the coefficients of one grid point. */
function transform(to: usize, width: i32): void {
  for (let term = 0; term < TERMS; term++) {
    let sum: f64 = 0;
    for (let j = 0; j < NODES; j++) sum += load<f64>(samples + (<usize>j << 3)) * cosine(term * (2 * j + 1));
    store<f64>(to + (<usize>(term * width) << 3), sum * (term == 0 ? 1.0 : 2.0) / <f64>NODES);
  }
}

// @ts-ignore: decorator
@inline
function cosine(n: i32): f64 {
  return load<f64>(cosines + (<usize>(n & 127) << 3));
}

/** cos(n pi / 64) for n < 128, from square roots: halve the angle pi/2 five times, then add angles. */
function fillCosines(): void {
  store<f64>(cosines, 1);
  let c: f64 = 0;
  let s: f64 = 1;
  // (c, s) is the angle `step`; each multiple of it comes from an even multiple plus one step
  for (let step = 32; step >= 1; step >>= 1) {
    for (let n = 0; n < 64; n += 2 * step) {
      const even = load<f64>(cosines + (<usize>n << 3));
      const odd = n == 0 ? 0 : n <= 32 ? load<f64>(cosines + (<usize>(32 - n) << 3)) : load<f64>(cosines + (<usize>(n - 32) << 3));
      store<f64>(cosines + (<usize>(n + step) << 3), even * c - odd * s);
    }
    if (step == 32) store<f64>(cosines + (64 << 3), -1);
    const half = sqrt(0.5 * (1 + c));
    s = 0.5 * s / half;
    c = half;
  }
  for (let n = 65; n < 128; n++) store<f64>(cosines + (<usize>n << 3), load<f64>(cosines + (<usize>(128 - n) << 3)));
}
