/**
 * ChaCha20, a stream cipher (Bernstein 2008; RFC 8439): what its blocks hold cannot be told from chance
 * without the key. Philox is faster but no cipher; noise that protects people comes from here.
 */

/** A key of 256 bits, as eight unsigned words. */
export type SecretKey = readonly number[];

export const KEY_WORDS = 8;
export const BLOCK_WORDS = 16;
const DOUBLE_ROUNDS = 10;

/** Writes the sixteen words of a block, from its number and a nonce of three words. */
export function chachaBlock(
  key: SecretKey,
  counter: number,
  nonce: readonly [number, number, number],
  out: Uint32Array,
  at = 0,
): void {
  // "expand 32-byte k"
  const begin = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, counter, ...nonce];
  for (let i = 0; i < BLOCK_WORDS; i++) state[i] = begin[i];
  for (let round = 0; round < DOUBLE_ROUNDS; round++) {
    quarter(0, 4, 8, 12);
    quarter(1, 5, 9, 13);
    quarter(2, 6, 10, 14);
    quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15);
    quarter(1, 6, 11, 12);
    quarter(2, 7, 8, 13);
    quarter(3, 4, 9, 14);
  }
  for (let i = 0; i < BLOCK_WORDS; i++) out[at + i] = state[i] + begin[i];
  state.fill(0);
}

const state = new Int32Array(BLOCK_WORDS);

function quarter(a: number, b: number, c: number, d: number): void {
  state[a] += state[b];
  state[d] = rotate(state[d] ^ state[a], 16);
  state[c] += state[d];
  state[b] = rotate(state[b] ^ state[c], 12);
  state[a] += state[b];
  state[d] = rotate(state[d] ^ state[a], 8);
  state[c] += state[d];
  state[b] = rotate(state[b] ^ state[c], 7);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
