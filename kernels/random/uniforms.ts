// Uniform doubles in the open interval (0, 1), a pure function of stream and position.

import { scramble, useKey, WORDS } from './philox';

/** A group of sixteen doubles that are not all wanted. */
const GROUP: usize = memory.data(128, 16);

/**
 * Writes the doubles number offset .. offset + n - 1 of a stream to `out`. The stream is 128 bits:
 * the key of Philox and the upper half of its counter. Double 2 b comes from the words c1 (high)
 * and c0 of block b, double 2 b + 1 from c3 and c2. Offset: a whole number below 2^53 - n.
 */
export function fillUniforms(
  out: usize, n: i32, offset: f64, key0: i32, key1: i32, upper0: i32, upper1: i32,
): void {
  useKey(key0, key1);
  let block = <u64>offset >> 1;
  let at = out;
  const end = out + (<usize>n << 3);
  if ((<u64>offset & 1) == 1 && n > 0) {
    scramble(block++, upper0, upper1);
    convert(GROUP);
    store<f64>(at, load<f64>(GROUP, 8));
    at += 8;
  }
  for (; at + 128 <= end; at += 128) {
    scramble(block, upper0, upper1);
    convert(at);
    block += 8;
  }
  if (at < end) {
    scramble(block, upper0, upper1);
    convert(GROUP);
    memory.copy(at, GROUP, end - at);
  }
}

/** Writes the doubles at the `n` numbers at `places`, whole numbers below 2^53 as doubles, to `out`. */
export function fillUniformsAt(out: usize, places: usize, n: i32, key0: i32, key1: i32, upper0: i32, upper1: i32): void {
  useKey(key0, key1);
  for (let i = 0; i < n; i++) {
    const place = <u64>load<f64>(places + (<usize>i << 3));
    scramble(place >> 1, upper0, upper1);
    convertFour(WORDS, GROUP);
    store<f64>(out + (<usize>i << 3), load<f64>(GROUP + (<usize>(place & 1) << 3)));
  }
}

/** The words of eight blocks as sixteen doubles. */
// @ts-ignore: decorator
@inline
function convert(out: usize): void {
  convertFour(WORDS, out);
  convertFour(WORDS + 16, out + 64);
}

// @ts-ignore: decorator
@inline
function convertFour(words: usize, out: usize): void {
  const high0 = v128.load(words, 32);
  const low0 = opened(high0, v128.load(words));
  const high1 = v128.load(words, 96);
  const low1 = opened(high1, v128.load(words, 64));
  const even01 = fraction(firstTwo(high0, HIGH_EXPONENT), firstTwo(low0, LOW_EXPONENT));
  const odd01 = fraction(firstTwo(high1, HIGH_EXPONENT), firstTwo(low1, LOW_EXPONENT));
  const even23 = fraction(lastTwo(high0, HIGH_EXPONENT), lastTwo(low0, LOW_EXPONENT));
  const odd23 = fraction(lastTwo(high1, HIGH_EXPONENT), lastTwo(low1, LOW_EXPONENT));
  v128.store(out, i64x2.shuffle(even01, odd01, 0, 2));
  v128.store(out, i64x2.shuffle(even01, odd01, 1, 3), 16);
  v128.store(out, i64x2.shuffle(even23, odd23, 0, 2), 32);
  v128.store(out, i64x2.shuffle(even23, odd23, 1, 3), 48);
}

/**
 * The low words cut so that high and low together are 53 random bits k, and neither 0 nor 1 can
 * come out. Below 1/2 the double is (k + 1/2) / 2^53. From 1/2 on doubles are 2^-53 apart, where
 * adding 1/2 would round, up to 1 at the end: there it is k / 2^53. All 2^53 results differ.
 */
// @ts-ignore: decorator
@inline
function opened(high: v128, low: v128): v128 {
  const half = v128.andnot(i32x4.splat(0x400), i32x4.shr_s(high, 31));
  return v128.or(v128.and(low, i32x4.splat(0xfffff800)), half);
}

// A word behind these upper halves is the double 2^84 + word * 2^32, or 2^52 + word.
const HIGH_EXPONENT: i32 = 0x45300000;
const LOW_EXPONENT: i32 = 0x43300000;

// @ts-ignore: decorator
@inline function firstTwo(words: v128, exponent: i32): v128 { return i32x4.shuffle(words, i32x4.splat(exponent), 0, 4, 1, 5); }
// @ts-ignore: decorator
@inline function lastTwo(words: v128, exponent: i32): v128 { return i32x4.shuffle(words, i32x4.splat(exponent), 2, 6, 3, 7); }

/** (high * 2^32 + low) / 2^64 from words with their exponents; exact, as 53 bits suffice. */
// @ts-ignore: decorator
@inline
function fraction(high: v128, low: v128): v128 {
  const both = f64x2.splat(1.9342813118337666e25); // 2^84 + 2^52
  return f64x2.mul(f64x2.add(f64x2.sub(high, both), low), f64x2.splat(5.421010862427522e-20));
}
