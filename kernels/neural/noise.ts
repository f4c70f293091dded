// Random float32 numbers, a pure function of stream and position. They come in groups of 32, one call
// of the eightfold Philox, and positions count groups. Blocks are numbered apart from those of doubles,
// integers and permutations (random/), so that one stream shares no bits between them.

import { scramble, useKey, WORDS } from '../random/philox';
import { log4, normalQuantile4 } from './single';

const SINGLES: u64 = <u64>3 << 56;

/** Uniforms in (0, 1): (k + 1/2) / 2^24 below 1/2, k / 2^24 from there on, where a half would round. */
// @ts-ignore: decorator
@inline
function uniform4(words: v128): v128 {
  const k = f32x4.convert_i32x4_s(i32x4.shr_u(words, 8));
  const half = v128.andnot(f32x4.splat(0.5), i32x4.shr_s(words, 31));
  return f32x4.mul(f32x4.add(k, half), f32x4.splat(5.9604644775390625e-8));
}

/** Writes 32 x groups uniforms from group number `first` of the stream. */
export function uniforms32(
  out: usize, groups: i32, first: f64, key0: i32, key1: i32, upper0: i32, upper1: i32,
): void {
  useKey(key0, key1);
  let block = SINGLES + ((<u64>first) << 3);
  const end = out + (<usize>groups << 7);
  for (let at = out; at < end; at += 128) {
    scramble(block, upper0, upper1);
    for (let word: usize = 0; word < 128; word += 16) v128.store(at + word, uniform4(v128.load(WORDS + word)));
    block += 8;
  }
}

/** As `uniforms32`, standard normal. */
export function normals32(
  out: usize, groups: i32, first: f64, key0: i32, key1: i32, upper0: i32, upper1: i32,
): void {
  uniforms32(out, groups, first, key0, key1, upper0, upper1);
  const end = out + (<usize>groups << 7);
  for (let at = out; at < end; at += 16) v128.store(at, normalQuantile4(v128.load(at)));
}

/** As `uniforms32`, with Gumbel's distribution: -log(-log u). */
export function gumbels32(
  out: usize, groups: i32, first: f64, key0: i32, key1: i32, upper0: i32, upper1: i32,
): void {
  uniforms32(out, groups, first, key0, key1, upper0, upper1);
  const end = out + (<usize>groups << 7);
  for (let at = out; at < end; at += 16) {
    v128.store(at, f32x4.neg(log4(f32x4.neg(log4(v128.load(at))))));
  }
}

/** 1024 x groups random bits. */
export function bits32(
  out: usize, groups: i32, first: f64, key0: i32, key1: i32, upper0: i32, upper1: i32,
): void {
  useKey(key0, key1);
  let block = SINGLES + ((<u64>first) << 3);
  const end = out + (<usize>groups << 7);
  for (let at = out; at < end; at += 128) {
    scramble(block, upper0, upper1);
    memory.copy(at, WORDS, 128);
    block += 8;
  }
}
