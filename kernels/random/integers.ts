// Unbiased integers below a bound, and permutations.
//
// Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019): the upper half of
// word * bound is the integer, unless the lower half falls below 2^32 mod bound, where some integers
// would be favoured; such a word is passed over.

import { scramble, useKey, WORDS } from './philox';

// Blocks are numbered apart for each purpose, so that integers, permutations and uniform doubles of
// one stream share no bits (positions of doubles stay below 2^52 blocks).
const INTEGERS: u64 = <u64>1 << 56;
const PERMUTATION: u64 = <u64>2 << 56;

let block: u64 = 0;
let used: i32 = 0;
let upper0: i32 = 0;
let upper1: i32 = 0;

function begin(purpose: u64, key0: i32, key1: i32, u0: i32, u1: i32): void {
  useKey(key0, key1);
  block = purpose;
  used = 32;
  upper0 = u0;
  upper1 = u1;
}

/** The stream's next word: c0, c1, c2, c3 of a block, then those of the next. */
// @ts-ignore: decorator
@inline
function nextWord(): u64 {
  if (used == 32) {
    scramble(block, upper0, upper1);
    block += 8;
    used = 0;
  }
  const at = WORDS + (<usize>(used & 3) << 5) + (<usize>(used >> 2) << 2);
  used++;
  return <u64>load<u32>(at);
}

// @ts-ignore: decorator
@inline
function below(bound: u64): u32 {
  let product = nextWord() * bound;
  // the remainder is below the bound: only then is it worth computing
  if ((product & 0xffffffff) < bound) {
    const favoured = <u64>0x100000000 % bound;
    while ((product & 0xffffffff) < favoured) product = nextWord() * bound;
  }
  return <u32>(product >> 32);
}

/** Writes n integers (u32) in 0 .. bound - 1; bound a whole number from 1 to 2^32. */
export function fillIntegers(
  out: usize, n: i32, bound: f64, key0: i32, key1: i32, upper0: i32, upper1: i32,
): void {
  begin(INTEGERS, key0, key1, upper0, upper1);
  for (let i = 0; i < n; i++) store<u32>(out + (<usize>i << 2), below(<u64>bound));
}

/** Writes 0 .. n - 1 (u32) in random order: Fisher and Yates, from the end. */
export function fillPermutation(
  out: usize, n: i32, key0: i32, key1: i32, upper0: i32, upper1: i32,
): void {
  begin(PERMUTATION, key0, key1, upper0, upper1);
  for (let i = 0; i < n; i++) store<u32>(out + (<usize>i << 2), i);
  for (let i = n - 1; i > 0; i--) {
    const here = out + (<usize>i << 2);
    const there = out + (<usize>below(<u64>(i + 1)) << 2);
    const value = load<u32>(here);
    store<u32>(here, load<u32>(there));
    store<u32>(there, value);
  }
}
