// The inverse of P(U1 <= u1 | Y = y) for one level y of a discrete second variable, as a table: drawing
// from it costs a look-up where solving the equation takes several evaluations of C.
//
// On the scale of normal scores, x of u1 and z of the probability, the inverse is a smooth function
// x(z). Its nodes are equidistant in x: the density of x given the level, f(x) = phi(x) c(u1 | y) from
// differences of h-functions (discrete.ts), is integrated from both ends by the formula of ten
// points, which gives z and the slope dx/dz = phi(z) / f(x) at every node. Between two nodes stands
// the polynomial of degree 7 through values and slopes at four nodes, in Newton's form.
//
// A table is a function of copula and level alone. It is judged by the one with every other node left
// out, whose errors are some 1000 (the integral) and 200 times (the polynomial) as large.
//
// A table: the first and last z that it holds, entries of the guide for a unit of z, the number of
// intervals; the guide (for equidistant z an interval that does not begin behind it); the nodes z, one
// more on either side than there are intervals to end; eight coefficients for each interval.

import { add, first, mul, reciprocal, splat, sub } from '../lanes';
import { expLanes } from '../elementary/exp';
import { log } from '../elementary/log';
import { normalCdfLanes, normalQuantile } from '../special/normal';
import { cellsBytes, lowerLimit, MARGIN, prepareCells, upperLimit } from './cells';
import { hfuncGivenDiscrete, mixedLogPdf } from './discrete';
import { prepare } from './prepare';

const HALF_LOG_TWO_PI: f64 = 0.9189385332046727;
/** Nodes go to scores of 6.5, that is probabilities of 4e-11, and four more on either side. */
const UNITS: i32 = 13;
const EXTRA: i32 = 4;
/** Probabilities beyond the nodes nearest to these are taken as those nodes'. */
const LEAST_TAIL: f64 = 1e-13;
/** Below it the tail behind the last node is extrapolated: differences of C would not have its digits. */
const SMALL_TAIL: f64 = 1e-11;
/** How well both ends' integrals must agree, and by how much the coarser integral and table may be off. */
const TOTAL_ERROR: f64 = 1e-11;
const COARSE_INTEGRAL_ERROR: f64 = 1e-9;
const COARSE_ERROR: f64 = 2e-10;
/** Weights of the formula of ten points for the integral between the middle two, outermost first. */
const W4: f64 = 2497.0 / 7257600;
const W3: f64 = -28939.0 / 7257600;
const W2: f64 = 581.0 / 25920;
const W1: f64 = -40111.0 / 453600;
const W0: f64 = 2067169.0 / 3628800;

const HEAD: usize = 32;
const GUIDE: i32 = 512;
const NODES: usize = 32 + 2 * 512;
const COEFFICIENTS: usize = 64;

// @ts-ignore: decorator
@inline function nodesOf(density: i32): i32 { return UNITS * density + 1 + 2 * EXTRA; }
// @ts-ignore: decorator
@inline function strideOf(density: i32): usize { return <usize>((nodesOf(density) + 1) & ~1) << 3; }
// @ts-ignore: decorator
@inline function at(column: usize, j: i32): f64 { return load<f64>(column + (<usize>j << 3)); }
// @ts-ignore: decorator
@inline function put(column: usize, j: i32, value: f64): void { store<f64>(column + (<usize>j << 3), value); }

/** Bytes that a table of this many nodes for a unit of score needs at most. */
export function levelTableBytes(density: i32): usize {
  return NODES + 9 * strideOf(density) + 64;
}

/** Bytes of working space for `fillLevelTable`. */
export function levelScratchBytes(density: i32): usize {
  return 45 * strideOf(density) + 1024;
}

/**
 * Fills the table for the level (low, high] and gives its bytes, or 0 if it is not accurate. The last
 * attempt, `settle`, always fills: intervals that are not accurate then give NaN.
 * `columns1` and `columns2` are what the family reads of its arguments (prepare.ts).
 */
export function fillLevelTable(family: i32, low: f64, high: f64, density: i32, columns1: i32, columns2: i32, rotation: i32, theta: f64, delta: f64, settle: bool, table: usize, scratch: usize): i32 {
  const nodes = nodesOf(density);
  const stride = strideOf(density);
  const x = scratch;
  const f = x + stride;
  const z = f + stride;
  const slope = z + stride;
  const below = slope + stride;
  const above = below + stride;
  const work = above + stride;
  const left = EXTRA;
  const right = nodes - 1 - EXTRA;
  const step = 1 / <f64>density;
  placeNodes(x, nodes, step);
  conditionalDensity(family, x, f, low, high, nodes, stride, columns1, columns2, rotation, theta, delta, work);
  tailsBehind(family, x, f, low, high, left, right, columns1, columns2, rotation, theta, delta, work);
  put(below, left, firstTail);
  put(above, right, lastTail);
  for (let j = left; j < right; j++) put(below, j + 1, at(below, j) + panel(f, j, 1, step));
  for (let j = right; j > left; j--) put(above, j - 1, at(above, j) + panel(f, j - 1, 1, step));
  const whole = abs(at(below, right) + lastTail - 1) < TOTAL_ERROR && integralIsFine(f, below, left, right, step);
  if (!whole && !settle) return 0;
  let from = left;
  let to = right;
  while (from < to && !(at(below, from) >= LEAST_TAIL)) from++;
  while (to > from && !(at(above, to) >= LEAST_TAIL)) to--;
  // two intervals at least, whatever the copula: these are then not accurate
  from = min(from, right - 5);
  to = max(to, from + 5);
  for (let j = from; j <= to; j++) {
    const score = at(below, j) < 0.5 ? normalQuantile(at(below, j)) : -normalQuantile(at(above, j));
    put(z, j, score);
    put(slope, j, first(expLanes(splat(-0.5 * score * score - HALF_LOG_TWO_PI))) / at(f, j));
  }
  const bad = work;
  const judged = judge(x, z, slope, f, from, to, bad, work + stride);
  if (!(judged && whole) && !settle) return 0;
  return writeTable(x, z, slope, from, to, whole, bad, table, work + stride);
}

function placeNodes(x: usize, nodes: i32, step: f64): void {
  const centre = (nodes - 1) >> 1;
  for (let j = 0; j < nodes; j++) put(x, j, <f64>(j - centre) * step);
  if (nodes & 1) put(x, nodes, 0);
}

/** f(x) = phi(x) c(u1 | level) at the nodes. */
function conditionalDensity(family: i32, x: usize, f: usize, low: f64, high: f64, nodes: i32, stride: usize, columns1: i32, columns2: i32, rotation: i32, theta: f64, delta: f64, work: usize): void {
  const block = work;
  const cells = block + 7 * stride;
  const rest = cells + cellsBytes(stride);
  for (let i: usize = 0; i < stride; i += 16) {
    v128.store(block + i, normalCdfLanes(v128.load(x + i)));
    v128.store(upperLimit(cells, stride) + i, splat(high));
    v128.store(lowerLimit(cells, stride) + i, splat(low));
  }
  prepare(block, stride, columns1);
  prepareCells(cells, nodes, stride, columns2);
  mixedLogPdf(family, block, cells, stride, rotation, theta, delta, f, false, rest);
  for (let i: usize = 0; i < stride; i += 16) {
    const score = v128.load(x + i);
    const logPhi = sub(mul(splat(-0.5), mul(score, score)), splat(HALF_LOG_TWO_PI));
    v128.store(f + i, expLanes(add(v128.load(f + i), logPhi)));
  }
}

/** The integral of f from node j to node j + jump, `step` apart, from nodes that are multiples of `jump` away. */
function panel(f: usize, j: i32, jump: i32, step: f64): f64 {
  const inner = W1 * (at(f, j - jump) + at(f, j + 2 * jump)) + W0 * (at(f, j) + at(f, j + jump));
  const outer = W4 * (at(f, j - 4 * jump) + at(f, j + 5 * jump)) + W3 * (at(f, j - 3 * jump) + at(f, j + 4 * jump));
  return step * (outer + W2 * (at(f, j - 2 * jump) + at(f, j + 3 * jump)) + inner);
}

/** True if the integral from every other node, as far as it reaches, is nearly the same. */
function integralIsFine(f: usize, below: usize, left: i32, right: i32, step: f64): bool {
  const from = left + EXTRA;
  let sum: f64 = 0;
  for (let j = from; j + 2 + EXTRA <= right; j += 2) {
    sum += panel(f, j, 2, 2 * step);
    if (!(abs(at(below, j + 2) - at(below, from) - sum) < COARSE_INTEGRAL_ERROR)) return false;
  }
  return true;
}

/** The probabilities before and behind the range of nodes, of the last `tailsBehind`. */
let firstTail: f64 = 0;
let lastTail: f64 = 0;

function tailsBehind(family: i32, x: usize, f: usize, low: f64, high: f64, left: i32, right: i32, columns1: i32, columns2: i32, rotation: i32, theta: f64, delta: f64, work: usize): void {
  const stride: usize = 16;
  const block = work;
  const limits = block + 7 * stride;
  const cells = limits + stride;
  const rest = cells + cellsBytes(stride);
  const value = rest + 2 * stride;
  const u = normalCdfLanes(f64x2.replace_lane(splat(at(x, left)), 1, at(x, right)));
  v128.store(block, u);
  v128.store(limits, u);
  v128.store(upperLimit(cells, stride), splat(high));
  v128.store(lowerLimit(cells, stride), splat(low));
  prepare(block, stride, columns1);
  prepareCells(cells, 2, stride, columns2);
  hfuncGivenDiscrete(family, block, limits, cells, stride, rotation, theta, delta, value, rest);
  firstTail = load<f64>(value);
  lastTail = 1 - load<f64>(value + 8);
  if (firstTail < SMALL_TAIL) firstTail = extrapolated(x, f, left, left + 1);
  if (lastTail < SMALL_TAIL) lastTail = extrapolated(x, f, right, right - 1);
}

/** The tail behind node j, from a power of the normal tail through it and its neighbour `inner`. */
function extrapolated(x: usize, f: usize, j: i32, inner: i32): f64 {
  const size = abs(at(x, j));
  const density = at(f, j);
  if (!(density > 1e-300)) return 0;
  // log f falls like -rate x^2 / 2, so that the tail is f / (rate x) to first order
  const inside = abs(at(x, inner));
  const rate = max(0.05, 2 * log(at(f, inner) / density) / (size * size - inside * inside));
  return min(SMALL_TAIL, density / (rate * size + 1 / size));
}

/**
 * Marks the intervals where the table of every other node misses the node between by too much, and
 * is true if there are none.
 */
function judge(x: usize, z: usize, slope: usize, f: usize, from: i32, to: i32, bad: usize, work: usize): bool {
  const count = ((to - from) >> 1) + 1;
  const stride = <usize>((count + 4) & ~1) << 3;
  const coarseX = work;
  const coarseZ = coarseX + stride;
  const coarseSlope = coarseZ + stride;
  const coefficients = coarseSlope + stride;
  for (let k = 0; k < count; k++) {
    put(coarseX, k, at(x, from + 2 * k));
    put(coarseZ, k, at(z, from + 2 * k));
    put(coarseSlope, k, at(slope, from + 2 * k));
  }
  let good = true;
  for (let j = from; j <= to; j++) put(bad, j, 0);
  for (let k = 1; k + 2 < count; k += 2) {
    dividedDifferences(coarseX, coarseZ, coarseSlope, k, coefficients, coefficients + COEFFICIENTS);
    const ends = min(k + 2, count - 2);
    for (let interval = k; interval < ends; interval++) {
      const j = from + 2 * interval + 1;
      const own = coefficients + <usize>(interval - k) * COEFFICIENTS;
      const found = polynomial(own, coarseZ + (<usize>interval << 3), at(z, j));
      if (abs(found - at(x, j)) * at(f, j) < COARSE_ERROR && at(z, j - 1) < at(z, j) && at(z, j) < at(z, j + 1)) continue;
      good = false;
      put(bad, j - 1, 1);
      put(bad, j, 1);
    }
  }
  return good;
}

/** Newton's coefficients of x(z) for the intervals from nodes j and j + 1, written to `to` and `next`. */
function dividedDifferences(x: usize, z: usize, slope: usize, j: i32, to: usize, next: usize): void {
  const place = <usize>j << 3;
  const za = v128.load(z + place);
  const zb = v128.load(z + place, 8);
  const zc = v128.load(z + place - 8);
  const zd = v128.load(z + place, 16);
  const xa = v128.load(x + place);
  const xb = v128.load(x + place, 8);
  const xc = v128.load(x + place - 8);
  const xd = v128.load(x + place, 16);
  const sa = v128.load(slope + place);
  const sb = v128.load(slope + place, 8);
  const sc = v128.load(slope + place - 8);
  const sd = v128.load(slope + place, 16);
  const iab = reciprocal(sub(zb, za));
  const ibc = reciprocal(sub(zc, zb));
  const icd = reciprocal(sub(zd, zc));
  const iac = reciprocal(sub(zc, za));
  const ibd = reciprocal(sub(zd, zb));
  const iad = reciprocal(sub(zd, za));
  // the names tell the nodes, each twice for its value and its slope
  const ab = mul(sub(xb, xa), iab);
  const bc = mul(sub(xc, xb), ibc);
  const cd = mul(sub(xd, xc), icd);
  const aab = mul(sub(ab, sa), iab);
  const abb = mul(sub(sb, ab), iab);
  const bbc = mul(sub(bc, sb), ibc);
  const bcc = mul(sub(sc, bc), ibc);
  const ccd = mul(sub(cd, sc), icd);
  const cdd = mul(sub(sd, cd), icd);
  const aabb = mul(sub(abb, aab), iab);
  const abbc = mul(sub(bbc, abb), iac);
  const bbcc = mul(sub(bcc, bbc), ibc);
  const bccd = mul(sub(ccd, bcc), ibd);
  const ccdd = mul(sub(cdd, ccd), icd);
  const aabbc = mul(sub(abbc, aabb), iac);
  const abbcc = mul(sub(bbcc, abbc), iac);
  const bbccd = mul(sub(bccd, bbcc), ibd);
  const bccdd = mul(sub(ccdd, bccd), ibd);
  const aabbcc = mul(sub(abbcc, aabbc), iac);
  const abbccd = mul(sub(bbccd, abbcc), iad);
  const bbccdd = mul(sub(bccdd, bbccd), ibd);
  const aabbccd = mul(sub(abbccd, aabbcc), iad);
  const abbccdd = mul(sub(bbccdd, abbccd), iad);
  const aabbccdd = mul(sub(abbccdd, aabbccd), iad);
  both(to, next, 0, xa);
  both(to, next, 8, sa);
  both(to, next, 16, aab);
  both(to, next, 24, aabb);
  both(to, next, 32, aabbc);
  both(to, next, 40, aabbcc);
  both(to, next, 48, aabbccd);
  both(to, next, 56, aabbccdd);
}

// @ts-ignore: decorator
@inline
function both(to: usize, next: usize, offset: usize, values: v128): void {
  store<f64>(to + offset, f64x2.extract_lane(values, 0));
  store<f64>(next + offset, f64x2.extract_lane(values, 1));
}

/** x(z) in the interval from the node at `node` on. */
// @ts-ignore: decorator
@inline
function polynomial(coefficients: usize, node: usize, z: f64): f64 {
  const a = z - load<f64>(node);
  const b = z - load<f64>(node, 8);
  const c = z - load<f64>(node - 8);
  const d = z - load<f64>(node, 16);
  let sum = load<f64>(coefficients, 48) + d * load<f64>(coefficients, 56);
  sum = load<f64>(coefficients, 40) + c * sum;
  sum = load<f64>(coefficients, 32) + c * sum;
  sum = load<f64>(coefficients, 24) + b * sum;
  sum = load<f64>(coefficients, 16) + b * sum;
  sum = load<f64>(coefficients, 8) + a * sum;
  return load<f64>(coefficients) + a * sum;
}

function writeTable(x: usize, z: usize, slope: usize, from: i32, to: i32, whole: bool, bad: usize, table: usize, work: usize): i32 {
  const intervals = to - from - 2;
  const nodes = table + NODES;
  const coefficients = nodes + (<usize>((intervals + 4) & ~1) << 3);
  for (let j = from; j <= to; j++) put(nodes, j - from, at(z, j));
  for (let k = 0; k < intervals; k += 2) {
    const own = coefficients + <usize>k * COEFFICIENTS;
    const next = k + 1 < intervals ? own + COEFFICIENTS : work;
    dividedDifferences(x, z, slope, from + 1 + k, own, next);
  }
  for (let k = 0; k < intervals; k++) {
    if (!whole || at(bad, from + 1 + k) != 0) store<f64>(coefficients + <usize>k * COEFFICIENTS, NaN);
  }
  const least = at(nodes, 1);
  const most = at(nodes, intervals + 1);
  const scale = <f64>GUIDE / (most - least);
  store<f64>(table, least);
  store<f64>(table + 8, most);
  store<f64>(table + 16, scale);
  store<i32>(table + 24, intervals);
  store<i32>(table + 28, <i32>(coefficients - table));
  let interval = 0;
  for (let g = 0; g < GUIDE; g++) {
    // a little before the entry's first z, which rounding may have moved
    const begin = least + (<f64>g - 0.01) / scale;
    while (interval + 1 < intervals && at(nodes, interval + 2) <= begin) interval++;
    store<u16>(table + HEAD + (<usize>g << 1), <u16>interval);
  }
  return <i32>(coefficients - table) + intervals * <i32>COEFFICIENTS;
}

/**
 * The u1 with P(U1 <= u1 | Y = y) = p for the scores of p of `n` rows, where row i has the table at the address
 * number levels[i] (whole numbers as doubles) of the list of addresses at `tables`. NaN where the table
 * does not know. `out` has room for an even number of rows.
 */
export function inverseByLevel(scores: usize, levels: usize, tables: usize, n: i32, out: usize): void {
  const bytes = <usize>((n + 1) & ~1) << 3;
  for (let i = 0; i < n; i++) {
    const table = <usize>load<u32>(tables + (<usize>at(levels, i) << 2));
    put(out, i, inverseScore(table, at(scores, i)));
  }
  if (n & 1) put(out, n, 0);
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(out + i, f64x2.pmin(f64x2.pmax(normalCdfLanes(v128.load(out + i)), splat(MARGIN)), splat(1 - MARGIN)));
  }
}

// @ts-ignore: decorator
@inline
function inverseScore(table: usize, z: f64): f64 {
  const least = load<f64>(table);
  const score = max(least, min(load<f64>(table, 8), z));
  const entry = <i32>((score - least) * load<f64>(table, 16));
  let interval = <i32>load<u16>(table + HEAD + (<usize>min(entry, GUIDE - 1) << 1));
  const last = load<i32>(table, 24) - 1;
  const nodes = table + NODES + 8;
  while (interval < last && at(nodes, interval + 1) <= score) interval++;
  return polynomial(table + <usize>load<i32>(table, 28) + <usize>interval * COEFFICIENTS, nodes + (<usize>interval << 3), score);
}
