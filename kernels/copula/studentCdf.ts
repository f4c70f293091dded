// The bivariate Student t distribution function with its derivatives by rho and nu, for the long
// columns of a fit. As for the normal distribution (gaussianCdf.ts), integrating over the correlation,
//   C(x, y; rho, nu) = C(x, y; 0, nu) + (1 / 2 pi) int_0^asin(rho) (1 + q/nu)^(-nu/2) dt,
// q = (x^2 + y^2 - 2 x y sin t) / cos^2 t. But uncorrelated t variables are not independent: what they
// have beyond independence, E = C(x, y; 0, nu) - uv, is a function of the two arguments that is tabulated
// for each nu. It is odd in both and symmetric, and
//   E(x, y) = int_0^x f(s) (P(Y <= y | X = s) - v) ds.
// On the scale a = sqrt(nu) asinh(x / sqrt(nu)) the nearest singularity of E is everywhere at least
// sqrt(nu) pi/2 away from the real axis, so that equidistant nodes and polynomials serve the whole plane;
// C is exact to 1e-12 (test/copula/studentCdf.test.ts).

import { abs2, add, any, choose, copySign, div, first, greater, less, lesser, mul, mulAdd, neg, pack, second, splat, sqrt2, sub } from '../lanes';
import { exp, expm1, expNormalLanes } from '../elementary/exp';
import { log1p, log1pNormalLanes } from '../elementary/log';
import { normalCdfLanes } from '../special/normal';
import { studentLogPdf } from '../special/student';
import { scoreOfStudent, scoreOfStudentLanes, studentCdfNuLanes, studentOfScore, studentOfScoreLanes, studentOfScoreNu, studentOfScoreNuLanes, studentSlice } from '../special/studentTable';
import { ellipticalCdf, negligibleShare, PI } from './ellipticalCdf';
import { nodes, placeNodes, STRONGEST } from './gaussianCdf';
import { quantile } from './student';

/** Slots of the table of t: the copula's own degrees of freedom, and one more for the h-functions. */
const OWN = 0;
const NEXT = 1;

/** Nodes for a unit of a, and the most that are needed: at nu = 2 scores of 6.5 lie at a = 17. */
const FEW: f64 = 16;
const MANY: f64 = 20;
const SMALL_NU: f64 = 5;
const MOST: i32 = 360;
/** The largest score of the table of t, and so of the tables here. */
const TABLE_END: f64 = 6.5;
/** Nodes below 0, and beyond the last argument, that polynomials and integrals reach. */
const BEFORE: i32 = 3;
const BEHIND: i32 = 5;

/** Weights of the formula of ten points for the integral between the middle two, outermost first. */
const W4: f64 = 2497.0 / 7257600;
const W3: f64 = -28939.0 / 7257600;
const W2: f64 = 581.0 / 25920;
const W1: f64 = -40111.0 / 453600;
const W0: f64 = 2067169.0 / 3628800;

// the space: nu, the density and count of nodes; columns by node; columns for one integral; the table
const HEAD: usize = 32;
const COLUMN: usize = 376 * 8;
const VALUES: usize = 32;
const PHIS: usize = VALUES + COLUMN;
const PROBABILITIES: usize = PHIS + COLUMN;
const SLOPES: usize = PROBABILITIES + COLUMN;
const INTEGRAND: usize = SLOPES + COLUMN;
const INTEGRAND_NU: usize = INTEGRAND + COLUMN;
const TABLE: usize = INTEGRAND_NU + COLUMN;

/** Bytes of the space that `studentCdf` needs; its first double is to be 0 at first. */
export function studentCdfBytes(): usize {
  return TABLE + <usize>(MOST * MOST) * 16;
}

/** Bytes from the beginning of a space that has been used: a copy of these, in another space, serves as well. */
export function studentCdfUsed(space: usize): usize {
  const count = <usize>(load<i32>(space, 16) + BEFORE);
  return TABLE + count * count * 16;
}

/**
 * C of the columns with their values at `block1` and `block2` and scores six strides further, and behind it
 * dC/drho and dC/dnu, for |rho| <= 0.925.
 */
export function studentCdfColumn(block1: usize, block2: usize, stride: usize, rho: f64, nu: f64, out: usize, space: usize): void {
  studentSlice(OWN, nu);
  studentSlice(NEXT, nu + 1);
  if (load<f64>(space) != nu) fillTable(nu, space);
  const size = placeNodes(rho);
  const q = (1 - rho) * (1 + rho);
  const inverseNu = splat(1 / nu);
  const half = splat(-0.5 * nu);
  const constant = splat(1 / (2 * PI * sqrt(q)));
  for (let i: usize = 0; i < stride; i += 16) {
    const zx = v128.load(block1 + 6 * stride + i);
    const zy = v128.load(block2 + 6 * stride + i);
    const x = studentOfScoreLanes(OWN, zx);
    const y = studentOfScoreLanes(OWN, zy);
    const xNu = studentOfScoreNuLanes(OWN, zx);
    const yNu = studentOfScoreNuLanes(OWN, zy);
    const squares = mulAdd(x, x, mul(y, y));
    const product = mul(splat(-2), mul(x, y));
    const squaresNu = mul(splat(2), mulAdd(x, xNu, mul(y, yNu)));
    const productNu = mul(splat(-2), mulAdd(x, yNu, mul(xNu, y)));
    let sum = splat(0);
    let sumNu = splat(0);
    for (let k = 0; k < size; k++) {
      const at = nodes + <usize>k * 24;
      const sine = v128.load64_splat(at);
      const scale = mul(splat(-2), v128.load64_splat(at + 8));
      const form = mul(scale, mulAdd(product, sine, squares));
      const formNu = mul(scale, mulAdd(productNu, sine, squaresNu));
      const logs = log1pNormalLanes(mul(form, inverseNu));
      const f = mul(v128.load64_splat(at + 16), expNormalLanes(mul(half, logs)));
      sum = add(sum, f);
      sumNu = mulAdd(f, sub(div(sub(form, mul(splat(nu), formNu)), add(form, splat(nu))), logs), sumNu);
    }
    const form = mul(splat(1 / q), mulAdd(product, splat(rho), squares));
    v128.store(out + stride + i, mul(constant, expNormalLanes(mul(half, log1pNormalLanes(mul(form, inverseNu))))));
    const signs = mul(copySign(splat(1), x), copySign(splat(1), y));
    const ax = scaleOf(abs2(x), nu);
    const ay = scaleOf(abs2(y), nu);
    const one = excess(space, first(ax), first(ay));
    const other = excess(space, second(ax), second(ay));
    const e = mul(signs, v128.shuffle<f64>(one, other, 0, 2));
    const eNu = mul(signs, v128.shuffle<f64>(one, other, 1, 3));
    const u = v128.load(block1 + i);
    const v = v128.load(block2 + i);
    v128.store(out + i, mulAdd(u, v, add(e, sum)));
    v128.store(out + 2 * stride + i, mulAdd(splat(0.5), sumNu, eNu));
  }
}

/** Bytes of a table of E alone, for `fillStudentExcess`. */
export function studentExcessBytes(nu: f64): usize {
  studentSlice(OWN, nu);
  const count = <usize>nodesOf(nu, densityOf(nu));
  return TABLE + (count + <usize>BEFORE) * (count + <usize>BEFORE) * 8;
}

/** Fills a table of E for nu. */
export function fillStudentExcess(nu: f64, space: usize): void {
  studentSlice(OWN, nu);
  studentSlice(NEXT, nu + 1);
  const density = densityOf(nu);
  const count = nodesOf(nu, density);
  placeColumns(nu, density, count + BEHIND, space);
  const table = space + TABLE;
  for (let j = 0; j < count; j++) {
    fillIntegrands(nu, j, space, false);
    let e: f64 = 0;
    for (let i = 0; i <= j; i++) {
      placeExcess(table, count, i, j, e);
      e += panel(space + INTEGRAND, i) / density;
    }
  }
  store<f64>(space, nu);
  store<f64>(space, density, 8);
  store<i32>(space, count, 16);
}

/** Writes E to where it is known from by symmetry. */
function placeExcess(table: usize, count: i32, i: i32, j: i32, e: f64): void {
  putExcess(table, count, i, j, e);
  putExcess(table, count, j, i, e);
  if (i <= BEFORE) {
    putExcess(table, count, -i, j, -e);
    putExcess(table, count, j, -i, -e);
  }
  if (j <= BEFORE) {
    putExcess(table, count, i, -j, -e);
    putExcess(table, count, -j, i, -e);
    putExcess(table, count, -i, -j, e);
    putExcess(table, count, -j, -i, e);
  }
}

// @ts-ignore: decorator
@inline
function putExcess(table: usize, count: i32, i: i32, j: i32, e: f64): void {
  store<f64>(table + (<usize>((i + BEFORE) * (count + BEFORE) + j + BEFORE) << 3), e);
}

/** The table of `fillStudentExcess` that `studentCdfValues` reads; 0: none. */
let excessTable: usize = 0;

/** Names the table for the calls that follow, until another is named or none (0). */
export function useStudentExcess(space: usize): void {
  excessTable = space;
}

/** Whether the named table serves rho and nu. */
export function hasStudentExcess(rho: f64, nu: f64): bool {
  return excessTable != 0 && abs(rho) <= STRONGEST && load<f64>(excessTable) == nu;
}

/**
 * C of the columns with their values at `block1` and `block2` and scores six strides further, inside the
 * Frechet bounds, by the named table. A row with a score beyond the table is integrated by itself.
 */
export function studentCdfValues(block1: usize, block2: usize, stride: usize, rho: f64, nu: f64, out: usize): void {
  studentSlice(OWN, nu);
  const space = excessTable;
  const size = placeNodes(rho);
  const inverseNu = splat(1 / nu);
  const half = splat(-0.5 * nu);
  const share = negligibleShare(nu);
  for (let i: usize = 0; i < stride; i += 16) {
    const zx = v128.load(block1 + 6 * stride + i);
    const zy = v128.load(block2 + 6 * stride + i);
    const x = studentOfScoreLanes(OWN, zx);
    const y = studentOfScoreLanes(OWN, zy);
    const squares = mulAdd(x, x, mul(y, y));
    const product = mul(splat(-2), mul(x, y));
    let sum = splat(0);
    for (let k = 0; k < size; k++) {
      const at = nodes + <usize>k * 24;
      const scale = mul(splat(-2), v128.load64_splat(at + 8));
      const form = mul(scale, mulAdd(product, v128.load64_splat(at), squares));
      const logs = log1pNormalLanes(mul(form, inverseNu));
      sum = mulAdd(v128.load64_splat(at + 16), expNormalLanes(mul(half, logs)), sum);
    }
    const signs = mul(copySign(splat(1), x), copySign(splat(1), y));
    const ax = scaleOf(abs2(x), nu);
    const ay = scaleOf(abs2(y), nu);
    const e = mul(signs, pack(excessValue(space, first(ax), first(ay)), excessValue(space, second(ax), second(ay))));
    const u = v128.load(block1 + i);
    const v = v128.load(block2 + i);
    const overlap = sub(u, sub(splat(1), v));
    const lower = choose(less(overlap, splat(0)), splat(0), overlap);
    v128.store(out + i, lesser(greater(mulAdd(u, v, add(e, sum)), lower), lesser(u, v)));
    const far = less(splat(TABLE_END), greater(abs2(zx), abs2(zy)));
    if (!any(far)) continue;
    for (let lane: usize = 0; lane < 16; lane += 8) {
      const a = load<f64>(block1 + 6 * stride + i + lane);
      const b = load<f64>(block2 + 6 * stride + i + lane);
      if (max(abs(a), abs(b)) <= TABLE_END) continue;
      store<f64>(out + i + lane, ellipticalCdf(load<f64>(block1 + i + lane), load<f64>(block2 + i + lane), quantile(a, nu), quantile(b, nu), 0, 0, rho, nu, share));
    }
  }
}

/** E at a, b >= 0, from a table of E alone. */
// @ts-ignore: decorator
@inline
function excessValue(space: usize, a: f64, b: f64): f64 {
  const density = load<f64>(space, 8);
  const count = load<i32>(space, 16);
  const last = count - BEHIND;
  const pa = a * density;
  const pb = b * density;
  const i = min(<i32>pa, last);
  const j = min(<i32>pb, last);
  let row = space + TABLE + (<usize>(i * (count + BEFORE) + j) << 3);
  const next = <usize>(count + BEFORE) << 3;
  weigh(pb - <f64>j, WEIGHTS_B);
  weigh(pa - <f64>i, WEIGHTS_A);
  const w0 = v128.load(WEIGHTS_B);
  const w1 = v128.load(WEIGHTS_B, 16);
  const w2 = v128.load(WEIGHTS_B, 32);
  const w3 = v128.load(WEIGHTS_B, 48);
  let sum = splat(0);
  for (let k: usize = 0; k < 64; k += 8) {
    const low = mulAdd(w1, v128.load(row, 16), mul(w0, v128.load(row)));
    const high = mulAdd(w3, v128.load(row, 48), mul(w2, v128.load(row, 32)));
    sum = mulAdd(v128.load64_splat(WEIGHTS_A + k), add(low, high), sum);
    row += next;
  }
  return first(sum) + second(sum);
}

/** sqrt(nu) asinh(x / sqrt(nu)) for x >= 0. */
// @ts-ignore: decorator
@inline
function scaleOf(x: v128, nu: f64): v128 {
  const t = mul(x, splat(1 / sqrt(nu)));
  const root = sqrt2(mulAdd(t, t, splat(1)));
  return mul(splat(sqrt(nu)), log1pNormalLanes(add(t, div(mul(t, t), add(splat(1), root)))));
}

/** E and dE/dnu at a, b >= 0: polynomials of degree 7 in both directions. */
// @ts-ignore: decorator
@inline
function excess(space: usize, a: f64, b: f64): v128 {
  const density = load<f64>(space, 8);
  const count = load<i32>(space, 16);
  const last = count - BEHIND;
  const pa = a * density;
  const pb = b * density;
  const i = min(<i32>pa, last);
  const j = min(<i32>pb, last);
  // the first of eight nodes lies three before the interval, and the table begins three before 0
  let row = space + TABLE + (<usize>(i * (count + BEFORE) + j) << 4);
  const next = <usize>(count + BEFORE) << 4;
  weigh(pb - <f64>j, WEIGHTS_B);
  weigh(pa - <f64>i, WEIGHTS_A);
  let sum = splat(0);
  for (let k: usize = 0; k < 64; k += 8) {
    let part = mul(v128.load64_splat(WEIGHTS_B), v128.load(row));
    part = mulAdd(v128.load64_splat(WEIGHTS_B + 8), v128.load(row, 16), part);
    let rest = mul(v128.load64_splat(WEIGHTS_B + 16), v128.load(row, 32));
    rest = mulAdd(v128.load64_splat(WEIGHTS_B + 24), v128.load(row, 48), rest);
    part = mulAdd(v128.load64_splat(WEIGHTS_B + 32), v128.load(row, 64), part);
    rest = mulAdd(v128.load64_splat(WEIGHTS_B + 40), v128.load(row, 80), rest);
    part = mulAdd(v128.load64_splat(WEIGHTS_B + 48), v128.load(row, 96), part);
    rest = mulAdd(v128.load64_splat(WEIGHTS_B + 56), v128.load(row, 112), rest);
    sum = mulAdd(v128.load64_splat(WEIGHTS_A + k), add(part, rest), sum);
    row += next;
  }
  return sum;
}

const WEIGHTS_A: usize = memory.data(64, 16);
const WEIGHTS_B: usize = memory.data(64, 16);

/** Lagrange's weights of the nodes -3, ..., 4 at t in [0, 1]. */
// @ts-ignore: decorator
@inline
function weigh(t: f64, to: usize): void {
  const m3 = t + 3, m2 = t + 2, m1 = t + 1, p1 = t - 1, p2 = t - 2, p3 = t - 3, p4 = t - 4;
  const low2 = m3 * m2, low3 = low2 * m1, low4 = low3 * t;
  const high2 = p3 * p4, high3 = high2 * p2, high4 = high3 * p1;
  store<f64>(to, m2 * m1 * t * high4 * (-1.0 / 5040));
  store<f64>(to, m3 * m1 * t * high4 * (1.0 / 720), 8);
  store<f64>(to, low2 * t * high4 * (-1.0 / 240), 16);
  store<f64>(to, low3 * high4 * (1.0 / 144), 24);
  store<f64>(to, low4 * high3 * (-1.0 / 144), 32);
  store<f64>(to, low4 * p1 * high2 * (1.0 / 240), 40);
  store<f64>(to, low4 * p1 * p2 * p4 * (-1.0 / 720), 48);
  store<f64>(to, low4 * p1 * p2 * p3 * (1.0 / 5040), 56);
}

// @ts-ignore: decorator
@inline
function densityOf(nu: f64): f64 {
  return nu < SMALL_NU ? MANY : FEW;
}

/** Nodes from 0 to behind the farthest argument, for the nu of slot OWN. */
function nodesOf(nu: f64, density: f64): i32 {
  const root = sqrt(nu);
  const t = studentOfScore(OWN, TABLE_END) / root;
  const farthest = root * log1p(t + t * t / (1 + sqrt(1 + t * t)));
  return min(<i32>(farthest * density) + BEHIND + 1, MOST - BEFORE);
}

/** The table for nu: E and dE/dnu at nodes from -3 on, node by node, one row of the plane after the other. */
function fillTable(nu: f64, space: usize): void {
  const density = densityOf(nu);
  const count = nodesOf(nu, density);
  placeColumns(nu, density, count + BEHIND, space);
  const table = space + TABLE;
  for (let j = 0; j < count; j++) {
    fillIntegrands(nu, j, space, true);
    let e: f64 = 0;
    let eNu: f64 = 0;
    for (let i = 0; i <= j; i++) {
      place(table, count, i, j, e, eNu);
      e += panel(space + INTEGRAND, i) / density;
      eNu += panel(space + INTEGRAND_NU, i) / density;
    }
  }
  store<f64>(space, nu);
  store<f64>(space, density, 8);
  store<i32>(space, count, 16);
}

/** Writes E to where it is known from by symmetry. */
function place(table: usize, count: i32, i: i32, j: i32, e: f64, eNu: f64): void {
  const value = f64x2.replace_lane(splat(e), 1, eNu);
  put(table, count, i, j, value);
  put(table, count, j, i, value);
  if (i <= BEFORE) {
    put(table, count, -i, j, neg(value));
    put(table, count, j, -i, neg(value));
  }
  if (j <= BEFORE) {
    put(table, count, i, -j, neg(value));
    put(table, count, -j, i, neg(value));
    put(table, count, -i, -j, value);
    put(table, count, -j, -i, value);
  }
}

// @ts-ignore: decorator
@inline
function put(table: usize, count: i32, i: i32, j: i32, value: v128): void {
  v128.store(table + (<usize>((i + BEFORE) * (count + BEFORE) + j + BEFORE) << 4), value);
}

/** By node: x, f(x) dx/da, P(X <= x), and how x moves with nu at that probability. */
function placeColumns(nu: f64, density: f64, count: i32, space: usize): void {
  const root = sqrt(nu);
  const peak = exp(studentLogPdf(0, nu));
  for (let i = 0; i < count; i++) {
    const place = <usize>i << 3;
    const grown = expm1(<f64>i / density / root);
    const fallen = grown / (grown + 1);
    const x = 0.5 * root * (grown + fallen);
    const logCosh = log1p(0.5 * (grown - fallen));
    const score = scoreOfStudent(OWN, x);
    store<f64>(space + VALUES + place, x);
    store<f64>(space + PHIS + place, peak * exp(-nu * logCosh));
    store<f64>(space + PROBABILITIES + place, first(normalCdfLanes(splat(score))));
    store<f64>(space + SLOPES + place, studentOfScoreNu(OWN, score));
  }
}

/** f(s) (P(Y <= y | X = s) - v) ds/da for node j as y, and its derivative by nu at fixed probabilities. */
function fillIntegrands(nu: f64, j: i32, space: usize, byNu: bool): void {
  const y = splat(load<f64>(space + VALUES + (<usize>j << 3)));
  const v = splat(load<f64>(space + PROBABILITIES + (<usize>j << 3)));
  const yNu = splat(load<f64>(space + SLOPES + (<usize>j << 3)));
  const logPeak = splat(studentLogPdf(0, nu + 1));
  const end = <usize>(j + BEHIND + 1) << 3;
  for (let i: usize = 0; i < end; i += 16) {
    const x = v128.load(space + VALUES + i);
    const xNu = v128.load(space + SLOPES + i);
    const weight = v128.load(space + PHIS + i);
    const spread = mulAdd(x, x, splat(nu));
    const root = sqrt2(div(splat(nu + 1), spread));
    const t = mul(y, root);
    const h = normalCdfLanes(scoreOfStudentLanes(NEXT, t));
    v128.store(space + INTEGRAND + i, mul(weight, sub(h, v)));
    if (!byNu) continue;
    const density = expNormalLanes(sub(logPeak, mul(splat(0.5 * (nu + 2)), log1pNormalLanes(mul(mul(t, t), splat(1 / (nu + 1)))))));
    const rootNu = mul(splat(0.5), sub(splat(1 / (nu + 1)), div(mulAdd(mul(splat(2), x), xNu, splat(1)), spread)));
    const tNu = mulAdd(yNu, root, mul(t, rootNu));
    v128.store(space + INTEGRAND_NU + i, mul(weight, mulAdd(density, tNu, studentCdfNuLanes(NEXT, t))));
  }
}

/** The integral from node i to the next, in units of their distance, of a function that is even. */
function panel(f: usize, i: i32): f64 {
  const inner = W1 * (even(f, i - 1) + even(f, i + 2)) + W0 * (even(f, i) + even(f, i + 1));
  const outer = W4 * (even(f, i - 4) + even(f, i + 5)) + W3 * (even(f, i - 3) + even(f, i + 4));
  return outer + W2 * (even(f, i - 2) + even(f, i + 3)) + inner;
}

// @ts-ignore: decorator
@inline
function even(f: usize, i: i32): f64 {
  return load<f64>(f + (<usize>abs(i) << 3));
}
