// The inverse of P(U1 <= u1 | Y = y) for a discrete Y: u1 at a probability p. On the scale of normal scores,
// x of u1 and z of the probability, z(x) is close to a straight line; its slope follows from the density of
// U1 given the cell. The search begins where a normal copula of the same strength would have its answer.
// From two points with their slopes, the polynomial of degree three of x as a function of z leads to the
// next; its error is (z - z0)^2 (z - z1)^2 times a fourth derivative, so that two or three evaluations are
// enough for most rows. A bracket shrinks around the answer, and a step out of it is not taken.
//
// A row that has settled is not moved any more, and rows that have not are gathered before they go on: what a
// row gets does not depend on the others.

import { abs2, add, choose, div, equal, less, mul, mulAdd, splat, sub } from '../lanes';
import { sinQuarterTurns } from '../elementary/trigonometry';
import { expLanes } from '../elementary/exp';
import { normalCdfLanes, normalQuantileLanes } from '../special/normal';
import { cellCumulants, cellsBytes, hasNarrow, MARGIN, takeCells, takeRows } from './cells';
import { GAUSSIAN } from './codes';
import { densityGivenDiscrete, hfuncGivenDiscrete } from './discrete';
import { cdf } from './families';
import { stepGivenCell, stepGivenHalf } from './gaussianCellInverse';
import { STRONGEST } from './gaussianCdf';
import { densityGivenHalf, HALF_COLUMNS, halfCumulants, hfuncGivenHalf } from './halfCells';
import { EVERYTHING, prepare } from './prepare';

/** The score of 1 - MARGIN: between it and its negative lie all results. */
const FARTHEST: f64 = 6.361340902404056;
/** Goals beyond it are taken as it. */
const FARTHEST_GOAL: f64 = 8.2;
/** A Newton step this short, on the scale of normal scores, is the last one. */
const LAST_STEP: f64 = 3e-6;
/** So is one by the polynomial where the gaps of both points have a product this small, or a tenth where it bends. */
const LAST_PRODUCT: f64 = 1e-5;
/** Strengths beyond it say little about where the answer lies. */
const STRONGEST_START: f64 = 0.95;

/** Steps of a Gaussian copula's own kind; rows that they do not settle go on like those of any family. */
const GAUSSIAN_STEPS = 4;

/** State of a search, by column: where it is, the bracket, the goal, p, and the point before. */
const COLUMNS: usize = 9;

// the search that is going on: the cells of all its rows and of those that are open, and how many these are
let isHalfSearch = false;
let allCells: usize = 0;
let allStride: usize = 0;
let openCells: usize = 0;
let openCount = 0;
let openStride: usize = 0;

/** Bytes of working space for a stride. */
export function hinvGivenCellsBytes(stride: usize): usize {
  return (COLUMNS + 7 + 4 + 1) * stride + cellsBytes(stride) + 256;
}

/**
 * The score of the u1 with P(U1 <= u1 | cell) = p, of a u1 that is kept 1e-10 away from 0 and 1, for `n` rows.
 * `scores` are those of `p`; `cells` are half cells (halfCells.ts) or any cells (cells.ts), with their moments;
 * `columns` are those that the family reads of its first argument (prepare.ts). `out` may be `p` or `scores`.
 */
export function hinvGivenCells(isHalf: bool, family: i32, p: usize, scores: usize, cells: usize, n: i32, stride: usize, columns: i32, rotation: i32, theta: f64, delta: f64, out: usize, scratch: usize): void {
  const x = scratch;
  const from = x + stride;
  const to = from + stride;
  const goal = to + stride;
  const wanted = goal + stride;
  const beforeX = wanted + stride;
  const beforeZ = beforeX + stride;
  const beforeSlope = beforeZ + stride;
  const open = beforeSlope + stride;
  const rows = open + stride;
  const block = rows + stride;
  const value = block + 7 * stride;
  const density = value + stride;
  const rest = density + stride;
  const gathered = rest + 2 * stride;
  const isGaussian = family == GAUSSIAN && abs(theta) <= STRONGEST && (isHalf || !hasNarrow(cells, stride));
  const strength = isGaussian ? theta : strengthOf(family, rotation, theta, delta, block);
  const cumulants = isHalf ? halfCumulants(cells, stride) : cellCumulants(cells, stride);
  for (let i: usize = 0; i < stride; i += 16) {
    const score = f64x2.pmin(f64x2.pmax(v128.load(scores + i), splat(-FARTHEST_GOAL)), splat(FARTHEST_GOAL));
    const start = normalStart(score, strength, cumulants + i, stride);
    v128.store(x + i, f64x2.pmin(f64x2.pmax(start, splat(-FARTHEST)), splat(FARTHEST)));
    v128.store(from + i, splat(-FARTHEST));
    v128.store(to + i, splat(FARTHEST));
    v128.store(goal + i, score);
    v128.store(wanted + i, v128.load(p + i));
  }
  for (let i = 0; i < n; i++) store<i32>(rows + (<usize>i << 2), i);
  isHalfSearch = isHalf;
  allCells = cells;
  allStride = stride;
  openCells = cells;
  openCount = n;
  openStride = stride;
  if (isGaussian) {
    for (let step = 0; step < GAUSSIAN_STEPS; step++) {
      if (isHalf) stepGivenHalf(openCells, openStride, wanted, theta, x, open, block, value);
      else stepGivenCell(openCells, openStride, wanted, theta, x, open, block, value);
      closeSettled(x, open, rows, gathered, out);
      if (openCount == 0) return;
    }
  }
  for (let round = 0; round < 100; round++) {
    for (let i: usize = 0; i < openStride; i += 16) v128.store(block + i, inMargins(normalCdfLanes(v128.load(x + i))));
    prepare(block, openStride, columns);
    if (isHalf) {
      hfuncGivenHalf(family, block, openCells, openStride, rotation, theta, delta, value, rest);
      densityGivenHalf(family, block, openCells, openStride, rotation, theta, delta, density);
    } else {
      hfuncGivenDiscrete(family, block, block, openCells, openStride, rotation, theta, delta, value, rest);
      densityGivenDiscrete(family, block, openCells, openStride, rotation, theta, delta, density, rest);
    }
    for (let i: usize = 0; i < openStride; i += 16) {
      const at = v128.load(x + i);
      const p = v128.load(wanted + i);
      const excess = sub(v128.load(value + i), p);
      const above = less(splat(0), excess);
      const left = choose(above, v128.load(from + i), at);
      const right = choose(above, at, v128.load(to + i));
      v128.store(from + i, left);
      v128.store(to + i, right);
      const z = probabilityScore(v128.load(value + i));
      const gap = sub(v128.load(goal + i), z);
      // dx/dz = phi(z) / (phi(x) density)
      const slope = div(expLanes(mul(splat(0.5), sub(mul(at, at), mul(z, z)))), v128.load(density + i));
      let next = mulAdd(gap, slope, at);
      let sharp = splat(0);
      if (round > 0) {
        const apart = sub(v128.load(beforeZ + i), z);
        const inverse = div(splat(1), apart);
        const chord = mul(sub(v128.load(beforeX + i), at), inverse);
        const bend = mul(sub(chord, slope), inverse);
        const other = mul(sub(v128.load(beforeSlope + i), chord), inverse);
        const turn = mul(sub(other, bend), inverse);
        const back = sub(gap, apart);
        const polynomial = mulAdd(mul(gap, gap), mulAdd(turn, back, bend), next);
        // both points near enough for it to mean anything, and not one and the same
        const fits = v128.and(v128.and(less(splat(1e-8), abs2(apart)), less(abs2(apart), splat(0.7))), less(abs2(sub(polynomial, next)), mul(splat(0.5), abs2(sub(next, at)))));
        const product = abs2(mul(gap, back));
        const isStraight = v128.and(less(abs2(turn), splat(1)), less(product, splat(LAST_PRODUCT)));
        sharp = v128.and(fits, v128.or(isStraight, less(product, splat(0.1 * LAST_PRODUCT))));
        next = choose(fits, polynomial, next);
      }
      v128.store(beforeX + i, at);
      v128.store(beforeZ + i, z);
      v128.store(beforeSlope + i, slope);
      // where the distribution function is flat its slope says nothing: a step is then hardly one
      const useful = v128.or(less(abs2(gap), splat(0.5)), less(splat(round & 3 ? 1e-3 : 0.1), abs2(sub(next, at))));
      const inBracket = v128.and(useful, v128.and(less(left, next), less(next, right)));
      // a step out of the bracket goes to an end that was never seen, else halfway
      const halfway = mul(splat(0.5), add(left, right));
      const lower = choose(v128.and(equal(left, splat(-FARTHEST)), f64x2.le(next, left)), left, halfway);
      const outside = choose(v128.and(equal(right, splat(FARTHEST)), f64x2.le(right, next)), right, lower);
      const hit = less(abs2(excess), splat(1e-15));
      const still = v128.or(hit, f64x2.le(sub(right, left), splat(1e-15)));
      const last = v128.and(inBracket, v128.or(sharp, less(abs2(gap), splat(LAST_STEP))));
      v128.store(x + i, choose(still, at, choose(inBracket, next, outside)));
      v128.store(open + i, v128.not(v128.or(still, last)));
    }
    closeSettled(x, open, rows, gathered, out);
    if (openCount == 0) return;
  }
  memory.fill(open, 0, openStride);
  closeSettled(x, open, rows, gathered, out);
}

/**
 * Where a normal copula of this strength would have its answer, from the cumulants k_1 to k_4 of the cell: those of
 * x = rho V + sqrt(1 - rho^2) Z are rho^j k_j, and Cornish and Fisher's expansion leads from them to the quantile.
 */
// @ts-ignore: decorator
@inline
function normalStart(score: v128, rho: f64, cumulants: usize, stride: usize): v128 {
  const square = splat(rho * rho);
  const variance = mulAdd(square, sub(v128.load(cumulants + stride), splat(1)), splat(1));
  const spread = f64x2.sqrt(variance);
  const perVariance = div(square, variance);
  const skewness = mul(mul(perVariance, div(splat(rho), spread)), v128.load(cumulants + 2 * stride));
  const excess = mul(mul(perVariance, perVariance), v128.load(cumulants + 3 * stride));
  // beyond four the expansion says little
  const z = f64x2.pmin(f64x2.pmax(score, splat(-4)), splat(4));
  const z2 = mul(z, z);
  const third = mul(mul(splat(1.0 / 6), skewness), sub(z2, splat(1)));
  const fourth = mul(mul(splat(1.0 / 24), excess), mul(z, sub(z2, splat(3))));
  const squared = mul(mul(splat(1.0 / 36), mul(skewness, skewness)), mul(z, sub(mul(splat(2), z2), splat(5))));
  return mulAdd(spread, add(score, add(third, sub(fourth, squared))), mul(splat(rho), v128.load(cumulants)));
}

/** Takes out the rows that have settled, and gathers what is known of the others. */
function closeSettled(x: usize, open: usize, rows: usize, gathered: usize, out: usize): void {
  const stay = settle(x, open, rows, openCount, out);
  if (stay == openCount) return;
  keepOpen(x, allStride, open, openCount);
  openCount = stay;
  openStride = <usize>((stay + 1) & ~1) << 3;
  if (isHalfSearch) takeRows(allCells, allStride, HALF_COLUMNS, rows, stay, gathered, openStride);
  else takeCells(allCells, allStride, rows, stay, gathered, openStride);
  openCells = gathered;
}

/** Writes the scores of rows that have settled, and keeps the numbers of the others; gives how many these are. */
function settle(x: usize, open: usize, rows: usize, count: i32, out: usize): i32 {
  let stay = 0;
  for (let i = 0; i < count; i++) {
    const row = load<i32>(rows + (<usize>i << 2));
    if (load<i64>(open + (<usize>i << 3)) != 0) {
      store<i32>(rows + (<usize>stay << 2), row);
      stay++;
    } else {
      store<f64>(out + (<usize>row << 3), max(-FARTHEST, min(FARTHEST, load<f64>(x + (<usize>i << 3)))));
    }
  }
  return stay;
}

/** Moves what is known of the open rows to the front; the padding repeats the last. */
function keepOpen(state: usize, stride: usize, open: usize, count: i32): void {
  for (let k: usize = 0; k < 8; k++) {
    const column = state + k * stride;
    let stay: usize = 0;
    for (let i = 0; i < count; i++) {
      if (load<i64>(open + (<usize>i << 3)) == 0) continue;
      store<f64>(column + stay, load<f64>(column + (<usize>i << 3)));
      stay += 8;
    }
    if (stay & 8) store<f64>(column + stay, load<f64>(column + stay - 8));
  }
}

/** The correlation of a normal copula with the same C(1/2, 1/2); `work` holds two blocks of two rows and a column. */
function strengthOf(family: i32, rotation: i32, theta: f64, delta: f64, work: usize): f64 {
  const stride: usize = 16;
  const value = work + 7 * stride;
  v128.store(work, splat(0.5));
  prepare(work, stride, EVERYTHING);
  cdf(family, work, work, stride, rotation, theta, delta, value, false);
  const beta = 4 * load<f64>(value) - 1;
  return max(-STRONGEST_START, min(STRONGEST_START, sinQuarterTurns(max(<f64>-1, min(<f64>1, beta)))));
}

// @ts-ignore: decorator
@inline
function inMargins(u: v128): v128 {
  return f64x2.pmin(f64x2.pmax(u, splat(MARGIN)), splat(1 - MARGIN));
}

/** The normal score of a probability, of 0 and 1 those next to them. */
// @ts-ignore: decorator
@inline
function probabilityScore(p: v128): v128 {
  return normalQuantileLanes(f64x2.pmin(f64x2.pmax(p, splat(1e-300)), splat(1 - 1.1102230246251565e-16)));
}
