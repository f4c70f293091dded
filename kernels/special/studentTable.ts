// Student's t for whole columns. For a given nu, a slot holds piecewise polynomials (degree 11, on
// intervals of the argument about grid points) for
//   q(z)    the t quantile at the probability of the normal score z, |z| <= 6.5,
//   dq/dnu  its derivative with respect to the degrees of freedom,
//   z(w)    the normal score of t, as a function of Wallace's w = sign(t) sqrt(nu log(1 + t^2/nu)),
// so that a point costs a dozen multiplications in place of an inversion. The grid points' values
// are Chebyshev series in nu (studentGrid.ts), the polynomials Taylor series (studentSeries.ts).

import { abs2, add, copySign, first, less, lesser, mul, mulAdd, pack, splat, sqrt2, sub } from '../lanes';
import { expLanes } from '../elementary/exp';
import { logCore } from '../elementary/log';
import { digamma } from './gamma';
import { piecewise, POLYNOMIAL } from './piecewise';
import { studentLogPeak } from './student';
import { logQuantileNuPair, logQuantilePair, NU_LEAST, NU_MOST, placeGrid, ROOT_STEP, ROOTS, SCORE_STEP, SCORES, scoreRatioPair } from './studentGrid';
import { quantileSeries, scoreSeries, scoreSeriesAtZero } from './studentSeries';

/** Scores beyond it are taken as +-6.5: probabilities below 4e-11. */
const SCORE_MOST: f64 = 6.5;
/** Roots beyond it are taken as 8.5, where the normal score is 8.3 or more. */
const ROOT_MOST: f64 = 8.5;

// the blocks of a slot; the series come in pairs, so that one more than needed must fit behind each
const NU_BLOCK: usize = 28 * POLYNOMIAL;
const SCORE_BLOCK: usize = 2 * NU_BLOCK;
const HEAD: usize = SCORE_BLOCK + 20 * POLYNOMIAL;
const SLOT: usize = HEAD + 32;
const slots: usize = memory.data(3 * (76 * 12 * 8 + 32), 16);

// @ts-ignore: decorator
@inline
function slotAt(slot: i32): usize {
  return slots + <usize>slot * SLOT;
}

/** Makes the slot (0, 1 or 2) ready for nu, 2 <= nu <= 52 (taken as the nearer end outside); free if it is already. */
export function studentSlice(slot: i32, nu: f64): void {
  const at = slotAt(slot);
  nu = max(NU_LEAST, min(NU_MOST, nu));
  if (load<f64>(at + HEAD) == nu) return;
  placeGrid(nu);
  const peak = studentLogPeak(nu);
  const peakNu = 0.5 * (digamma(0.5 * nu + 0.5) - digamma(0.5 * nu) - 1 / nu);
  quantileSeries(splat(0), splat(0), splat(0), nu, peak, peakNu, at, at + NU_BLOCK);
  for (let i = 0; i < SCORES; i += 2) {
    const z = pack(SCORE_STEP * <f64>(i + 1), SCORE_STEP * <f64>(i + 2));
    const q = mul(z, expLanes(logQuantilePair(i)));
    const to = at + <usize>(i + 1) * POLYNOMIAL;
    quantileSeries(z, q, mul(q, logQuantileNuPair(i)), nu, peak, peakNu, to, to + NU_BLOCK);
  }
  scoreSeriesAtZero(nu, peak, at + SCORE_BLOCK);
  for (let i = 0; i < ROOTS; i += 2) {
    const w = pack(ROOT_STEP * <f64>(i + 1), ROOT_STEP * <f64>(i + 2));
    scoreSeries(w, mul(w, scoreRatioPair(i)), nu, peak, at + SCORE_BLOCK + <usize>(i + 1) * POLYNOMIAL);
  }
  store<f64>(at + HEAD, nu);
  store<f64>(at + HEAD, 1 / nu, 8);
  store<f64>(at + HEAD, peak, 16);
}

/**
 * log(1 + v) for v >= 0, to 2 eps, without the second division of log1p: what 1 + v loses by rounding
 * matters only where v is small, and there it needs no division by 1 + v. Infinity gives 710, NaN NaN.
 */
// @ts-ignore: decorator
@inline
function logOnePlus(v: v128): v128 {
  const sum = add(splat(1), v);
  const lost = sub(v, sub(sum, splat(1)));
  return logCore(sum, v128.andnot(lost, less(splat(2), sum)));
}

/** q(z, nu) for the slot's nu: relative error below 1e-12 for |z| <= 6.5; beyond, the value there. */
// @ts-ignore: decorator
@inline
export function studentOfScoreLanes(slot: i32, z: v128): v128 {
  return copySign(piecewise(slotAt(slot), abs2(z), SCORE_MOST, 4), z);
}

/** dq/dnu for the slot's nu: relative error below 1e-9 for |z| <= 6.5; beyond, the value there. */
// @ts-ignore: decorator
@inline
export function studentOfScoreNuLanes(slot: i32, z: v128): v128 {
  // negative for positive z: the quantiles move in as nu grows
  return v128.xor(piecewise(slotAt(slot) + NU_BLOCK, abs2(z), SCORE_MOST, 4), v128.and(z, splat(-0.0)));
}

/**
 * The normal score z with Phi(z) = P(T <= t) for the slot's nu: absolute error of Phi(z) below 1e-13, relative
 * below 1e-11, up to |z| = 8.3; beyond, the value there.
 */
// @ts-ignore: decorator
@inline
export function scoreOfStudentLanes(slot: i32, t: v128): v128 {
  const at = slotAt(slot);
  const logs = logOnePlus(mul(mul(t, t), splat(load<f64>(at + HEAD, 8))));
  const w = sqrt2(mul(logs, splat(load<f64>(at + HEAD))));
  return copySign(lesser(piecewise(at + SCORE_BLOCK, w, ROOT_MOST, 2), splat(8.3)), t);
}

/**
 * (d/dnu) P(T <= t) for the slot's nu, as -f(t) dq/dnu at the score of t; absolute error below 1e-9.
 */
// @ts-ignore: decorator
@inline
export function studentCdfNuLanes(slot: i32, t: v128): v128 {
  const at = slotAt(slot);
  const nu = load<f64>(at + HEAD);
  const logs = logOnePlus(mul(mul(t, t), splat(load<f64>(at + HEAD, 8))));
  const density = expLanes(mulAdd(logs, splat(-0.5 * (nu + 1)), splat(load<f64>(at + HEAD, 16))));
  const w = sqrt2(mul(logs, splat(nu)));
  const z = piecewise(at + SCORE_BLOCK, w, ROOT_MOST, 2);
  const moved = mul(density, piecewise(at + NU_BLOCK, z, SCORE_MOST, 4));
  // -moved for t > 0, moved for t < 0
  return v128.xor(moved, v128.andnot(splat(-0.0), t));
}

export function studentOfScore(slot: i32, z: f64): f64 {
  return first(studentOfScoreLanes(slot, splat(z)));
}

export function studentOfScoreNu(slot: i32, z: f64): f64 {
  return first(studentOfScoreNuLanes(slot, splat(z)));
}

export function scoreOfStudent(slot: i32, t: f64): f64 {
  return first(scoreOfStudentLanes(slot, splat(t)));
}

export function studentCdfNu(slot: i32, t: f64): f64 {
  return first(studentCdfNuLanes(slot, splat(t)));
}

/** q(z, nu) of each of the n doubles at `from`, written to `to` (which may be `from`). */
export function studentOfScoreColumn(slot: i32, from: usize, to: usize, n: i32): void {
  const pairs = n & ~1;
  for (let i = 0; i < pairs; i += 2) v128.store(to + (<usize>i << 3), studentOfScoreLanes(slot, v128.load(from + (<usize>i << 3))));
  if (pairs < n) store<f64>(to + (<usize>pairs << 3), studentOfScore(slot, load<f64>(from + (<usize>pairs << 3))));
}

/** The normal score of each of the n doubles at `from`, written to `to` (which may be `from`). */
export function scoreOfStudentColumn(slot: i32, from: usize, to: usize, n: i32): void {
  const pairs = n & ~1;
  for (let i = 0; i < pairs; i += 2) v128.store(to + (<usize>i << 3), scoreOfStudentLanes(slot, v128.load(from + (<usize>i << 3))));
  if (pairs < n) store<f64>(to + (<usize>pairs << 3), scoreOfStudent(slot, load<f64>(from + (<usize>pairs << 3))));
}
