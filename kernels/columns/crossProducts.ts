// The matrix X'X of inner products between columns, for regressions.
//
// Tiles of 4 x 2 products stay in registers (8 sums of two lanes, 6 loads for 16 products), over
// blocks of rows short enough that the columns' blocks stay in the cache. The sums of blocks are
// added up one by one, which keeps rounding errors near (512 + n/512) eps instead of n eps.

import { add, first, mul, pack, second, splat } from '../lanes';

const BLOCK: i32 = 512;

/**
 * Writes X'X, d x d, symmetric, to `out`, for the d columns of n doubles that follow each other at
 * `columns`. Not compensated; NaN and infinities spread to the products of their column.
 */
export function crossProducts(columns: usize, n: i32, d: i32, out: usize): void {
  memory.fill(out, 0, <usize>(d * d) << 3);
  const even = n & ~1;
  for (let from = 0; from < even; from += BLOCK) {
    const rows = min(BLOCK, even - from);
    const block = columns + (<usize>from << 3);
    for (let i = 0; i < d; i += 4) {
      for (let j = 0; j < min(i + 4, d); j += 2) tile(block, n, rows, d, i, j, out);
    }
  }
  if (n & 1) addRow(columns + (<usize>even << 3), n, d, out);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < i; j++) {
      store<f64>(out + (<usize>(j * d + i) << 3), load<f64>(out + (<usize>(i * d + j) << 3)));
    }
  }
}

/** Adds the products of columns i .. i + 3 with j, j + 1 over some rows to the lower triangle. */
function tile(block: usize, stride: i32, rows: i32, d: i32, i: i32, j: i32, out: usize): void {
  // beyond the last column the last one stands in, and its products are not stored
  const last = d - 1;
  const a0 = block + <usize>i * <usize>stride * 8;
  const a1 = block + <usize>min(i + 1, last) * <usize>stride * 8;
  const a2 = block + <usize>min(i + 2, last) * <usize>stride * 8;
  const a3 = block + <usize>min(i + 3, last) * <usize>stride * 8;
  const b0 = block + <usize>j * <usize>stride * 8;
  const b1 = block + <usize>min(j + 1, last) * <usize>stride * 8;
  let s00 = splat(0), s01 = splat(0), s10 = splat(0), s11 = splat(0);
  let s20 = splat(0), s21 = splat(0), s30 = splat(0), s31 = splat(0);
  for (let at: usize = 0; at < <usize>rows << 3; at += 16) {
    const x0 = v128.load(b0 + at), x1 = v128.load(b1 + at);
    const y0 = v128.load(a0 + at), y1 = v128.load(a1 + at);
    s00 = add(s00, mul(y0, x0)); s01 = add(s01, mul(y0, x1));
    s10 = add(s10, mul(y1, x0)); s11 = add(s11, mul(y1, x1));
    const y2 = v128.load(a2 + at), y3 = v128.load(a3 + at);
    s20 = add(s20, mul(y2, x0)); s21 = add(s21, mul(y2, x1));
    s30 = add(s30, mul(y3, x0)); s31 = add(s31, mul(y3, x1));
  }
  addTo(out, d, i, j, s00); addTo(out, d, i, j + 1, s01);
  addTo(out, d, i + 1, j, s10); addTo(out, d, i + 1, j + 1, s11);
  addTo(out, d, i + 2, j, s20); addTo(out, d, i + 2, j + 1, s21);
  addTo(out, d, i + 3, j, s30); addTo(out, d, i + 3, j + 1, s31);
}

/** Adds the products of one row to the lower triangle: the last row of an odd number. */
function addRow(row: usize, stride: i32, d: i32, out: usize): void {
  for (let i = 0; i < d; i++) {
    const x = load<f64>(row + <usize>i * <usize>stride * 8);
    for (let j = 0; j <= i; j++) {
      addTo(out, d, i, j, pack(x * load<f64>(row + <usize>j * <usize>stride * 8), 0));
    }
  }
}

// @ts-ignore: decorator
@inline
function addTo(out: usize, d: i32, i: i32, j: i32, value: v128): void {
  if (i >= d || j > i) return;
  const at = out + (<usize>(i * d + j) << 3);
  store<f64>(at, load<f64>(at) + (first(value) + second(value)));
}
