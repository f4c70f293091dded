// Piecewise polynomials of degree 11 in tables: a point costs one index and a dozen multiplications,
// where the formula behind the table takes exponentials and divisions.

import { lesser, mul, mulAdd, splat, sub } from '../lanes';

/** Coefficients of one polynomial, and its bytes. */
export const TERMS: i32 = 12;
export const POLYNOMIAL: usize = 12 * 8;

/** Adding it leaves the nearest integer in the low bits of the sum. */
const ROUNDER: f64 = 6755399441055744;

/**
 * The value at x >= 0, taken as `most` beyond, of the polynomials at `table` about the multiples of
 * 1/`density`. `density` is a power of two, so that the offset from the nearest of them is exact.
 */
// @ts-ignore: decorator
@inline
export function piecewise(table: usize, x: v128, most: f64, density: f64): v128 {
  // the order of the arguments decides what NaN becomes: `most` for the index, NaN for the offset
  const shifted = mulAdd(lesser(splat(most), x), splat(density), splat(ROUNDER));
  const offset = sub(lesser(x, splat(most)), mul(sub(shifted, splat(ROUNDER)), splat(1 / density)));
  const square = mul(offset, offset);
  const a = halves(table + <usize>i32x4.extract_lane(shifted, 0) * POLYNOMIAL, v128.shuffle<f64>(square, square, 0, 0));
  const b = halves(table + <usize>i32x4.extract_lane(shifted, 2) * POLYNOMIAL, v128.shuffle<f64>(square, square, 1, 1));
  return mulAdd(v128.shuffle<f64>(a, b, 1, 3), offset, v128.shuffle<f64>(a, b, 0, 2));
}

/** The even terms of one polynomial in the first lane, the odd ones in the second, for the squared offset. */
// @ts-ignore: decorator
@inline
function halves(polynomial: usize, square: v128): v128 {
  let sum = mulAdd(v128.load(polynomial, 80), square, v128.load(polynomial, 64));
  sum = mulAdd(sum, square, v128.load(polynomial, 48));
  sum = mulAdd(sum, square, v128.load(polynomial, 32));
  sum = mulAdd(sum, square, v128.load(polynomial, 16));
  return mulAdd(sum, square, v128.load(polynomial));
}
