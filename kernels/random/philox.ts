// Philox4x32-10: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// SC'11. A keyed scrambling of counters: 128 bits of counter and 64 bits of key give 128 random
// bits, so any part of any stream can be had without the parts before it.
//
// A round takes the counter's words c0 .. c3 to (hi(M1 c2) ^ c1 ^ k0, lo(M1 c2), hi(M0 c0) ^ c3 ^ k1,
// lo(M0 c0)), where hi and lo are the halves of a product of 64 bits; the key moves by a constant
// between rounds. Eight counters are scrambled at a time, in two groups of four lanes, because one
// group alone would wait for its own multiplications.

const M0: i32 = 0xd2511f53;
const M1: i32 = 0xcd9e8d57;
const W0: i32 = 0x9e3779b9;
const W1: i32 = 0xbb67ae85;
const ROUNDS: i32 = 10;

/** The keys of the ten rounds, each in four equal lanes: k0, k1, k0, k1, ... */
const KEYS: usize = memory.data(ROUNDS * 32, 16);

/** Results of `scramble`: the words c0 of eight counters, then their c1, c2, c3 (u32). */
export const WORDS: usize = memory.data(128, 16);

/** Prepares `scramble` for a key. */
export function useKey(key0: i32, key1: i32): void {
  for (let round = 0; round < ROUNDS; round++) {
    const at = KEYS + (<usize>round << 5);
    v128.store(at, i32x4.splat(key0 + round * W0));
    v128.store(at, i32x4.splat(key1 + round * W1), 16);
  }
}

/** Scrambles the counters whose upper half is (upper0, upper1) and whose lower half is block .. block + 7. */
export function scramble(block: u64, upper0: i32, upper1: i32): void {
  const m0 = i32x4.splat(M0);
  const m1 = i32x4.splat(M1);
  const low = i32x4.splat(<i32>block);
  const high = i32x4.splat(<i32>(block >> 32));
  let a0 = i32x4.add(low, i32x4(0, 1, 2, 3));
  let b0 = i32x4.add(low, i32x4(4, 5, 6, 7));
  // a lane whose low word has run over carries one (a true comparison is -1)
  let a1 = i32x4.sub(high, i32x4.lt_u(a0, low));
  let b1 = i32x4.sub(high, i32x4.lt_u(b0, low));
  let a2 = i32x4.splat(upper0);
  let b2 = a2;
  let a3 = i32x4.splat(upper1);
  let b3 = a3;
  for (let at = KEYS; at < KEYS + ROUNDS * 32; at += 32) {
    const key0 = v128.load(at);
    const key1 = v128.load(at, 16);
    const aHigh0 = highProducts(a0, m0), aLow0 = i32x4.mul(a0, m0);
    const aHigh1 = highProducts(a2, m1), aLow1 = i32x4.mul(a2, m1);
    a0 = v128.xor(aHigh1, v128.xor(a1, key0)); a1 = aLow1;
    a2 = v128.xor(aHigh0, v128.xor(a3, key1)); a3 = aLow0;
    const bHigh0 = highProducts(b0, m0), bLow0 = i32x4.mul(b0, m0);
    const bHigh1 = highProducts(b2, m1), bLow1 = i32x4.mul(b2, m1);
    b0 = v128.xor(bHigh1, v128.xor(b1, key0)); b1 = bLow1;
    b2 = v128.xor(bHigh0, v128.xor(b3, key1)); b3 = bLow0;
  }
  v128.store(WORDS, a0); v128.store(WORDS, b0, 16);
  v128.store(WORDS, a1, 32); v128.store(WORDS, b1, 48);
  v128.store(WORDS, a2, 64); v128.store(WORDS, b2, 80);
  v128.store(WORDS, a3, 96); v128.store(WORDS, b3, 112);
}

/** The upper halves of the products of 32-bit lanes. */
// @ts-ignore: decorator
@inline
function highProducts(a: v128, b: v128): v128 {
  return i32x4.shuffle(i64x2.extmul_low_i32x4_u(a, b), i64x2.extmul_high_i32x4_u(a, b), 1, 3, 5, 7);
}

/** The plain function: scrambles one counter under a key; writes four words (u32) to `out`. */
export function philox(c0: u32, c1: u32, c2: i32, c3: i32, key0: i32, key1: i32, out: usize): void {
  useKey(key0, key1);
  scramble((<u64>c1 << 32) | <u64>c0, c2, c3);
  for (let word = 0; word < 4; word++) {
    store<u32>(out + (<usize>word << 2), load<u32>(WORDS + (<usize>word << 5)));
  }
}
