// A variable as the copula families want it: seven columns of equal stride (bytes, a multiple of 16),
//   u, log u, log(-log u), 1 - u, log(1 - u), log(-log(1 - u)), normal score of u.
// The first three form the plain side, the next three the complement's side: a rotation swaps them,
// and both keep their digits however close u is to 0 or 1.

import { neg, splat, sub } from '../lanes';
import { log1pNormalLanes, logNormalLanes } from '../elementary/log';
import { normalCdfLanes, normalQuantileLanes } from '../special/normal';

/** Which columns `prepare` fills besides u and 1 - u. */
export const LOG = 1;
export const LOG_LOG = 2;
export const COMPLEMENT_LOG = 4;
export const COMPLEMENT_LOG_LOG = 8;
export const SCORE = 16;
export const EVERYTHING = 31;

/** Copies `n` values into the first column of `block`, kept `margin` away from 0 and 1; the padding repeats 1/2. */
export function loadColumn(source: usize, n: i32, block: usize, stride: usize, margin: f64): void {
  for (let i = 0; i < n; i++) {
    const u = load<f64>(source + (<usize>i << 3));
    store<f64>(block + (<usize>i << 3), min(max(u, margin), 1 - margin));
  }
  for (let i: usize = <usize>n << 3; i < stride; i += 8) store<f64>(block + i, 0.5);
}

export function prepare(block: usize, stride: usize, columns: i32): void {
  const complement = block + 3 * stride;
  for (let i: usize = 0; i < stride; i += 16) v128.store(complement + i, sub(splat(1), v128.load(block + i)));
  if (columns & (LOG | LOG_LOG)) {
    for (let i: usize = 0; i < stride; i += 16) v128.store(block + stride + i, logNormalLanes(v128.load(block + i)));
  }
  if (columns & (COMPLEMENT_LOG | COMPLEMENT_LOG_LOG)) {
    for (let i: usize = 0; i < stride; i += 16) {
      v128.store(complement + stride + i, log1pNormalLanes(neg(v128.load(block + i))));
    }
  }
  if (columns & LOG_LOG) logOfMinus(block + stride, block + 2 * stride, stride);
  if (columns & COMPLEMENT_LOG_LOG) logOfMinus(complement + stride, complement + 2 * stride, stride);
  if (columns & SCORE) {
    for (let i: usize = 0; i < stride; i += 16) {
      v128.store(block + 6 * stride + i, normalQuantileLanes(v128.load(block + i)));
    }
  }
}

/** How far from 0 and 1 probabilities of scores are kept: those of a distribution function. */
const FINE_MARGIN: f64 = 1e-15;

/** The probabilities of the scores at `z`, kept 1e-15 away from 0 and 1. */
export function probabilitiesOf(z: usize, stride: usize, out: usize): void {
  for (let i: usize = 0; i < stride; i += 16) {
    v128.store(out + i, f64x2.pmin(f64x2.pmax(normalCdfLanes(v128.load(z + i)), splat(FINE_MARGIN)), splat(1 - FINE_MARGIN)));
  }
}

/** The scores of the probabilities at `p`, taken as 1e-15 away from 0 and 1 where they are nearer. */
export function scoresOf(p: usize, stride: usize, out: usize): void {
  for (let i: usize = 0; i < stride; i += 16) {
    v128.store(out + i, normalQuantileLanes(f64x2.pmin(f64x2.pmax(v128.load(p + i), splat(FINE_MARGIN)), splat(1 - FINE_MARGIN))));
  }
}

function logOfMinus(from: usize, to: usize, stride: usize): void {
  for (let i: usize = 0; i < stride; i += 16) v128.store(to + i, logNormalLanes(neg(v128.load(from + i))));
}
