// The families behind one set of functions: a number chooses the family, flips turn the arguments.
// Flip bit 0 replaces the first argument by its complement, bit 1 the second: rotation 90 is 1,
// 180 is 3, 270 is 2 (every family here is exchangeable). A variable is a block of columns
// (prepare.ts); `out` receives a column, and with `score` the derivatives by the parameters behind it.

import { choose, greater, less, lesser, mul, neg, splat, sub, add } from '../lanes';
import * as bb1 from './bb1';
import * as bb6 from './bb6';
import * as bb7 from './bb7';
import * as bb8 from './bb8';
import * as clayton from './clayton';
import { BB1, BB6, BB7, BB8, CLAYTON, FRANK, GAUSSIAN, GUMBEL, INDEPENDENCE, JOE, STUDENT } from './codes';
import { exp } from '../elementary/exp';
import { log1p } from '../elementary/log';
import { ellipticalCdf, ellipticalCdfNu, negligibleShare, PI } from './ellipticalCdf';
import { gaussianCdf } from './gaussianCdf';
import * as frank from './frank';
import * as gaussian from './gaussian';
import * as gumbel from './gumbel';
import * as joe from './joe';
import * as student from './student';
import { hasStudentExcess, studentCdfValues } from './studentCdf';

/** The side of a block that is evaluated, and the other one. */
// @ts-ignore: decorator
@inline function side(block: usize, stride: usize, flipped: i32): usize { return block + (flipped ? 3 * stride : 0); }
// @ts-ignore: decorator
@inline function scores(block: usize, stride: usize): usize { return block + 6 * stride; }

/** A negative Frank parameter is a positive one with the first argument turned. */
// @ts-ignore: decorator
@inline function turned(family: i32, flips: i32, theta: f64): i32 { return family == FRANK && theta < 0 ? flips ^ 1 : flips; }

/** Log-density of each pair. */
export function logPdf(family: i32, block1: usize, block2: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, score: bool): void {
  const flips = turned(family, rotation, theta);
  const x = side(block1, stride, flips & 1);
  const xc = side(block1, stride, ~flips & 1);
  const y = side(block2, stride, flips & 2);
  const yc = side(block2, stride, ~flips & 2);
  switch (family) {
    case INDEPENDENCE: memory.fill(out, 0, stride); break;
    case GAUSSIAN: gaussian.logPdf(scores(block1, stride), scores(block2, stride), stride, theta, out, score); break;
    case STUDENT: student.logPdf(scores(block1, stride), scores(block2, stride), stride, theta, delta, out, score); break;
    case CLAYTON: clayton.logPdf(x, y, stride, theta, out, score); break;
    case GUMBEL: gumbel.logPdf(x, y, stride, theta, out, score); break;
    case FRANK:
      frank.logPdf(x, y, yc, stride, abs(theta), out, score);
      if (score && theta < 0) negate(out + stride, stride);
      break;
    case JOE: joe.logPdf(xc, yc, stride, theta, out, score); break;
    case BB1: bb1.logPdf(x, y, stride, theta, delta, out, score); break;
    case BB6: bb6.logPdf(xc, yc, stride, theta, delta, out, score); break;
    case BB7: bb7.logPdf(xc, yc, stride, theta, delta, out, score); break;
    case BB8: bb8.logPdf(x, xc, y, yc, stride, theta, delta, out, score); break;
  }
}

/** P(U1 <= u1 | U2 = u2) of each pair. */
export function hfunc(family: i32, block1: usize, block2: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, score: bool): void {
  const flips = turned(family, rotation, theta);
  const x = side(block1, stride, flips & 1);
  const xc = side(block1, stride, ~flips & 1);
  const y = side(block2, stride, flips & 2);
  const yc = side(block2, stride, ~flips & 2);
  switch (family) {
    case INDEPENDENCE: memory.copy(out, block1, stride); break;
    case GAUSSIAN: gaussian.hfunc(scores(block1, stride), scores(block2, stride), stride, theta, out, score); break;
    case STUDENT: student.hfunc(scores(block1, stride), scores(block2, stride), stride, theta, delta, out, score); break;
    case CLAYTON: clayton.hfunc(x, y, stride, theta, out, score); break;
    case GUMBEL: gumbel.hfunc(x, y, stride, theta, out, score); break;
    case FRANK:
      frank.hfunc(x, y, yc, stride, abs(theta), out, score);
      if (score && theta < 0) negate(out + stride, stride);
      break;
    case JOE: joe.hfunc(xc, yc, stride, theta, out, score); break;
    case BB1: bb1.hfunc(x, y, stride, theta, delta, out, score); break;
    case BB6: bb6.hfunc(xc, yc, stride, theta, delta, out, score); break;
    case BB7: bb7.hfunc(xc, yc, stride, theta, delta, out, score); break;
    case BB8: bb8.hfunc(x, xc, y, yc, stride, theta, delta, out, score); break;
  }
  const complement = flips & 1;
  for (let i: usize = 0; i < stride; i += 16) {
    const h = lesser(greater(v128.load(out + i), splat(0)), splat(1));
    v128.store(out + i, complement ? sub(splat(1), h) : h);
  }
  if (score && complement) {
    negate(out + stride, stride);
    negate(out + 2 * stride, stride);
  }
}

/** The u1 with P(U1 <= u1 | U2 = u2) = p, kept inside (0, 1); `block1` holds p. */
export function hinv(family: i32, block1: usize, block2: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize): void {
  const flips = turned(family, rotation, theta);
  const complement = (flips & 1) != 0;
  const p = side(block1, stride, flips & 1);
  const pc = side(block1, stride, ~flips & 1);
  const y = side(block2, stride, flips & 2);
  const yc = side(block2, stride, ~flips & 2);
  switch (family) {
    case INDEPENDENCE: memory.copy(out, block1, stride); break;
    case GAUSSIAN: gaussian.hinv(scores(block1, stride), scores(block2, stride), stride, theta, out, false); break;
    case STUDENT: student.hinv(scores(block1, stride), scores(block2, stride), stride, theta, delta, out, false); break;
    case CLAYTON: clayton.hinv(p, y, stride, theta, out, complement); break;
    case GUMBEL: gumbel.hinv(p, y, stride, theta, out, complement); break;
    case FRANK:
      frank.hinv(p, pc, y, stride, abs(theta), out);
      if (complement) for (let i: usize = 0; i < stride; i += 16) v128.store(out + i, sub(splat(1), v128.load(out + i)));
      break;
    case JOE: joe.hinv(p, pc, yc, stride, theta, out, complement); break;
    case BB1: bb1.hinv(p, y, stride, theta, delta, out, complement); break;
    case BB6: bb6.hinv(p, yc, stride, theta, delta, out, complement); break;
    case BB7: bb7.hinv(p, yc, stride, theta, delta, out, complement); break;
    case BB8: bb8.hinv(p, pc, y, yc, stride, theta, delta, out, complement); break;
  }
  for (let i: usize = 0; i < stride; i += 16) {
    v128.store(out + i, lesser(greater(v128.load(out + i), splat(1e-15)), splat(1 - 1e-15)));
  }
}

/** The score of h at the scores `x` for the Gaussian and Student's copula; `block2` needs its scores alone. */
export function hfuncScores(family: i32, x: usize, block2: usize, stride: usize, theta: f64, delta: f64, out: usize): void {
  if (family == GAUSSIAN) gaussian.hfuncScores(x, scores(block2, stride), stride, theta, out);
  else student.hfuncScores(x, scores(block2, stride), stride, theta, delta, out);
}

/** The score of its inverse at the scores `p`. */
export function hinvScores(family: i32, p: usize, block2: usize, stride: usize, theta: f64, delta: f64, out: usize): void {
  if (family == GAUSSIAN) gaussian.hinvScores(p, scores(block2, stride), stride, theta, out);
  else student.hinvScores(p, scores(block2, stride), stride, theta, delta, out);
}

/** C(u1, u2) of each pair, inside the Frechet bounds. */
export function cdf(family: i32, block1: usize, block2: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, score: bool): void {
  const flips = turned(family, rotation, theta);
  const x = side(block1, stride, flips & 1);
  const xc = side(block1, stride, ~flips & 1);
  const y = side(block2, stride, flips & 2);
  const yc = side(block2, stride, ~flips & 2);
  switch (family) {
    case INDEPENDENCE:
      for (let i: usize = 0; i < stride; i += 16) v128.store(out + i, mul(v128.load(block1 + i), v128.load(block2 + i)));
      return;
    case GAUSSIAN: gaussianCdf(block1, block2, scores(block1, stride), scores(block2, stride), stride, theta, out, score); return;
    case STUDENT:
      if (!score && hasStudentExcess(theta, delta)) studentCdfValues(block1, block2, stride, theta, delta, out);
      else studentColumn(block1, block2, stride, theta, delta, out, score);
      return;
    case CLAYTON: clayton.cdf(x, y, stride, theta, out, score); break;
    case GUMBEL: gumbel.cdf(x, y, stride, theta, out, score); break;
    case FRANK: frank.cdf(x, y, yc, stride, abs(theta), out, score); break;
    case JOE: joe.cdf(xc, yc, stride, theta, out, score); break;
    case BB1: bb1.cdf(x, y, stride, theta, delta, out, score); break;
    case BB6: bb6.cdf(xc, yc, stride, theta, delta, out, score); break;
    case BB7: bb7.cdf(xc, yc, stride, theta, delta, out, score); break;
    case BB8: bb8.cdf(x, xc, y, yc, stride, theta, delta, out, score); break;
  }
  for (let i: usize = 0; i < stride; i += 16) {
    const u = v128.load(block1 + i);
    const v = v128.load(block2 + i);
    let c = v128.load(out + i);
    const overlap = sub(u, v128.load(block2 + 3 * stride + i));
    if (flips == 1) c = sub(v, c);
    else if (flips == 2) c = sub(u, c);
    else if (flips == 3) c = add(overlap, c);
    const lower = choose(less(overlap, splat(0)), splat(0), overlap);
    v128.store(out + i, lesser(greater(c, lower), lesser(u, v)));
  }
  if (!score) return;
  // a turned Frank copula has a negative parameter, and the derivative is by that
  const falls = (flips == 1 || flips == 2) != (family == FRANK && theta < 0);
  if (falls) {
    negate(out + stride, stride);
    negate(out + 2 * stride, stride);
  }
}

function studentColumn(block1: usize, block2: usize, stride: usize, rho: f64, nu: f64, out: usize, score: bool): void {
  const share = negligibleShare(nu);
  const x = scores(block1, stride);
  const y = scores(block2, stride);
  const density = 1 / (2 * PI * sqrt((1 - rho) * (1 + rho)));
  for (let i: usize = 0; i < stride; i += 8) {
    const zx = load<f64>(x + i);
    const zy = load<f64>(y + i);
    const a = student.quantile(zx, nu);
    const b = student.quantile(zy, nu);
    const aNu = score ? student.quantileNu(zx) : 0;
    const bNu = score ? student.quantileNu(zy) : 0;
    store<f64>(out + i, ellipticalCdf(load<f64>(block1 + i), load<f64>(block2 + i), a, b, aNu, bNu, rho, nu, share));
    if (score) {
      const q = (a * a + b * b - 2 * rho * a * b) / ((1 - rho) * (1 + rho));
      store<f64>(out + stride + i, density * exp(-0.5 * nu * log1p(q / nu)));
      store<f64>(out + 2 * stride + i, ellipticalCdfNu);
    }
  }
}

function negate(column: usize, stride: usize): void {
  for (let i: usize = 0; i < stride; i += 16) v128.store(column + i, neg(v128.load(column + i)));
}
