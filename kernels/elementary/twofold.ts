// Sums of two doubles, for the few places where a result needs more digits than one double has:
// WebAssembly has no fused multiply-add, so the error of a product comes from Dekker's splitting
// (Numerische Mathematik 18, 1971). A function here returns the rounding error of an operation.

/** 2^27 + 1, which splits a double into two halves of 26 bits. */
const SPLITTER: f64 = 134217729;

/** a * b - product exactly, where product = a * b as rounded; |a|, |b| below 2^996. */
// @ts-ignore: decorator
@inline
export function productError(a: f64, b: f64, product: f64): f64 {
  const as = a * SPLITTER;
  const bs = b * SPLITTER;
  const ah = as - (as - a);
  const bh = bs - (bs - b);
  const al = a - ah;
  const bl = b - bh;
  return ((ah * bh - product) + ah * bl + al * bh) + al * bl;
}

/** a + b - sum exactly, where sum = a + b as rounded. */
// @ts-ignore: decorator
@inline
export function sumError(a: f64, b: f64, sum: f64): f64 {
  const back = sum - a;
  return (a - (sum - back)) + (b - back);
}
