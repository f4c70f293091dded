// Student t copula, rho in (-1, 1), nu in [2, 50]. Arguments are columns of normal scores; the t
// quantiles come from the tabulated map of normal scores to t (special/studentTable.ts).
//
// With x, y the t quantiles, q = 1 - rho^2, M = 1 + (x^2 + y^2 - 2 rho x y)/(nu q):
// log c = K(nu) - log(q)/2 - (nu+2)/2 log M + (nu+1)/2 log((1 + x^2/nu)(1 + y^2/nu));
// h(x|y) = T_(nu+1)((x - rho y) sqrt((nu+1) / ((nu + y^2) q))).

import { abs2, add, any, div, first, less, mul, mulAdd, neg, pack, second, splat, sqrt2, sub } from '../lanes';
import { log, log1pNormalLanes, logNormalLanes } from '../elementary/log';
import { digamma, logGamma } from '../special/gamma';
import { normalCdf, normalCdfLanes } from '../special/normal';
import { studentLogPdf, studentQuantile } from '../special/student';
import {
  scoreOfStudentLanes,
  studentCdfNuLanes,
  studentOfScore,
  studentOfScoreLanes,
  studentOfScoreNu,
  studentOfScoreNuLanes,
  studentSlice,
} from '../special/studentTable';
import { expNormalLanes } from '../elementary/exp';

/** Slots of the table: the copula's own degrees of freedom, and one more for the h-functions. */
const OWN = 0;
const NEXT = 1;

/** Scores up to here are in the table; beyond, probabilities are below 4e-11. */
const TABLE_END: f64 = 6.5;

/** The t quantiles of normal scores, for the slot's nu; those beyond the table one by one. */
// @ts-ignore: decorator
@inline
function quantiles(slot: i32, z: v128, nu: f64): v128 {
  const q = studentOfScoreLanes(slot, z);
  if (!any(less(splat(TABLE_END), abs2(z)))) return q;
  return pack(deepQuantile(first(z), first(q), nu), deepQuantile(second(z), second(q), nu));
}

function deepQuantile(z: f64, fromTable: f64, nu: f64): f64 {
  return abs(z) > TABLE_END ? copysign(studentQuantile(normalCdf(-abs(z)), nu), z) : fromTable;
}

/** The t quantile of one normal score. */
export function quantile(z: f64, nu: f64): f64 {
  studentSlice(OWN, nu);
  return deepQuantile(z, studentOfScore(OWN, z), nu);
}

/** Its derivative by nu, right after `quantile`. */
export function quantileNu(z: f64): f64 {
  return studentOfScoreNu(OWN, z);
}

export function logPdf(x: usize, y: usize, stride: usize, rho: f64, nu: f64, out: usize, score: bool): void {
  studentSlice(OWN, nu);
  const q = (1 - rho) * (1 + rho);
  const constant = splat(logGamma(0.5 * nu + 1) + logGamma(0.5 * nu) - 2 * logGamma(0.5 * nu + 0.5) - 0.5 * log(q));
  const constantNu = splat(0.5 * digamma(0.5 * nu + 1) + 0.5 * digamma(0.5 * nu) - digamma(0.5 * nu + 0.5));
  const r = splat(rho);
  const inverseNu = splat(1 / nu);
  const scale = splat(1 / (nu * q));
  const byJoint = splat(-0.5 * (nu + 2));
  const byMargins = splat(0.5 * (nu + 1));
  const slope0 = splat(rho / q);
  for (let i: usize = 0; i < stride; i += 16) {
    const zx = v128.load(x + i);
    const zy = v128.load(y + i);
    const a = studentOfScoreLanes(OWN, zx);
    const b = studentOfScoreLanes(OWN, zy);
    const ab = mul(a, b);
    const joint = mul(scale, sub(add(mul(a, a), mul(b, b)), mul(mul(splat(2), r), ab)));
    const m = add(splat(1), joint);
    const ma = mulAdd(mul(a, a), inverseNu, splat(1));
    const mb = mulAdd(mul(b, b), inverseNu, splat(1));
    const logM = logNormalLanes(m);
    const logMargins = logNormalLanes(mul(ma, mb));
    v128.store(out + i, add(constant, mulAdd(byJoint, logM, mul(byMargins, logMargins))));
    if (score) {
      const jointRho = mul(splat(2), sub(mul(splat(rho / q), joint), mul(scale, ab)));
      v128.store(out + stride + i, mulAdd(byJoint, div(jointRho, m), slope0));
      // how the log-density moves with the two quantiles, which move with nu
      const factor = div(mul(splat(2), mul(byJoint, scale)), m);
      const shared = mul(mul(splat(2), byMargins), inverseNu);
      const byA = mulAdd(factor, sub(a, mul(r, b)), div(mul(shared, a), ma));
      const byB = mulAdd(factor, sub(b, mul(r, a)), div(mul(shared, b), mb));
      const moved = mulAdd(byA, studentOfScoreNuLanes(OWN, zx), mul(byB, studentOfScoreNuLanes(OWN, zy)));
      const jointPart = sub(mul(splat(-0.5), logM), mul(mul(byJoint, inverseNu), div(joint, m)));
      const squares = add(div(sub(ma, splat(1)), ma), div(sub(mb, splat(1)), mb));
      const marginPart = sub(mul(splat(0.5), logMargins), mul(mul(byMargins, inverseNu), squares));
      v128.store(out + 2 * stride + i, add(add(constantNu, moved), add(jointPart, marginPart)));
    }
  }
}

export function hfunc(x: usize, y: usize, stride: usize, rho: f64, nu: f64, out: usize, score: bool): void {
  studentSlice(OWN, nu);
  studentSlice(NEXT, nu + 1);
  const q = (1 - rho) * (1 + rho);
  const r = splat(rho);
  const scale = splat((nu + 1) / q);
  const constant = splat(studentLogPdf(0, nu + 1));
  for (let i: usize = 0; i < stride; i += 16) {
    const zx = v128.load(x + i);
    const zy = v128.load(y + i);
    const a = quantiles(OWN, zx, nu);
    const b = studentOfScoreLanes(OWN, zy);
    const spread = mulAdd(b, b, splat(nu));
    const root = sqrt2(div(scale, spread));
    const gap = sub(a, mul(r, b));
    const t = mul(gap, root);
    v128.store(out + i, normalCdfLanes(scoreOfStudentLanes(NEXT, t)));
    if (score) {
      const density = expNormalLanes(sub(constant, mul(splat(0.5 * (nu + 2)), log1pNormalLanes(mul(mul(t, t), splat(1 / (nu + 1)))))));
      const tRho = mulAdd(t, splat(rho / q), neg(mul(b, root)));
      v128.store(out + stride + i, mul(density, tRho));
      const aNu = studentOfScoreNuLanes(OWN, zx);
      const bNu = studentOfScoreNuLanes(OWN, zy);
      // log root = (log(nu+1) - log(nu + b^2) - log q) / 2
      const rootNu = mul(splat(0.5), sub(splat(1 / (nu + 1)), div(mulAdd(mul(splat(2), b), bNu, splat(1)), spread)));
      const tNu = mulAdd(root, sub(aNu, mul(r, bNu)), mul(t, rootNu));
      v128.store(out + 2 * stride + i, mulAdd(density, tNu, studentCdfNuLanes(NEXT, t)));
    }
  }
}

/** The score of h at scores x and y. */
export function hfuncScores(x: usize, y: usize, stride: usize, rho: f64, nu: f64, out: usize): void {
  studentSlice(OWN, nu);
  studentSlice(NEXT, nu + 1);
  const r = splat(rho);
  const scale = splat((nu + 1) / ((1 - rho) * (1 + rho)));
  for (let i: usize = 0; i < stride; i += 16) {
    const a = quantiles(OWN, v128.load(x + i), nu);
    const b = studentOfScoreLanes(OWN, v128.load(y + i));
    const root = sqrt2(div(scale, mulAdd(b, b, splat(nu))));
    v128.store(out + i, scoreOfStudentLanes(NEXT, mul(sub(a, mul(r, b)), root)));
  }
}

/** The score of its inverse. */
export function hinvScores(p: usize, y: usize, stride: usize, rho: f64, nu: f64, out: usize): void {
  studentSlice(OWN, nu);
  studentSlice(NEXT, nu + 1);
  const r = splat(rho);
  const scale = splat((1 - rho) * (1 + rho) / (nu + 1));
  for (let i: usize = 0; i < stride; i += 16) {
    const t = studentOfScoreLanes(NEXT, v128.load(p + i));
    const b = studentOfScoreLanes(OWN, v128.load(y + i));
    const a = mulAdd(t, sqrt2(mul(scale, mulAdd(b, b, splat(nu)))), mul(r, b));
    v128.store(out + i, scoreOfStudentLanes(OWN, a));
  }
}

/** `p` and `y` are columns of normal scores. */
export function hinv(p: usize, y: usize, stride: usize, rho: f64, nu: f64, out: usize, complement: bool): void {
  studentSlice(OWN, nu);
  studentSlice(NEXT, nu + 1);
  const r = splat(rho);
  const scale = splat((1 - rho) * (1 + rho) / (nu + 1));
  for (let i: usize = 0; i < stride; i += 16) {
    const t = studentOfScoreLanes(NEXT, v128.load(p + i));
    const b = studentOfScoreLanes(OWN, v128.load(y + i));
    const a = mulAdd(t, sqrt2(mul(scale, mulAdd(b, b, splat(nu)))), mul(r, b));
    const z = scoreOfStudentLanes(OWN, a);
    v128.store(out + i, normalCdfLanes(complement ? neg(z) : z));
  }
}
