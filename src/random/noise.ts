/**
 * Random numbers that hide something: noise of private mechanisms. As with other streams, the same call
 * gives the same numbers, and `split` gives streams for parts of a job. Without the key nobody can tell
 * them from chance, also who knows other streams of the same key.
 *
 * A stream is the blocks of ChaCha20 under its key. The key of a part follows from blocks of another
 * kind: one for each 64 bits of the path, each block's first half the key of the next (a tree of keys:
 * Goldreich, Goldwasser and Micali 1986).
 */

import { kernel, type Pointer } from '../numerics/kernel.ts';
import { BLOCK_WORDS, chachaBlock, KEY_WORDS, type SecretKey } from './chacha.ts';
import { type KeyElement, wordsOfPath } from './keyPath.ts';

/** What a mechanism draws from; every `Rng` is one too, but no secret one. */
export interface Noise {
  split(...path: KeyElement[]): Noise;
  /** The first n doubles of the stream: 53 random bits each, in the open interval (0, 1). */
  uniforms(n: number): Float64Array;
  /** The same doubles, written to kernel memory. */
  uniformsInto(pointer: Pointer, n: number): void;
  /** n whole numbers in 0 .. bound - 1, all equally likely; bound from 1 to 2^32. */
  integers(n: number, bound: number): Uint32Array;
}

/** In the last word of the nonce: what a block is for. */
const STREAM = 1;
const SPLIT = 2;

export function noiseFromKey(key: SecretKey): Noise {
  return Object.freeze({
    split: (...path: KeyElement[]) => noiseFromKey(keyAt(key, path)),
    uniforms: (n: number) => uniforms(key, n),
    uniformsInto: (pointer: Pointer, n: number) =>
      new Float64Array(kernel().memory.buffer, pointer, n).set(uniforms(key, n)),
    integers: (n: number, bound: number) => integers(key, n, bound),
  });
}

function keyAt(key: SecretKey, path: readonly KeyElement[]): SecretKey {
  const words = wordsOfPath(path);
  const block = new Uint32Array(BLOCK_WORDS);
  let at = key;
  for (let i = 0; i < words.length; i += 2) {
    chachaBlock(at, 0, [words[i], words[i + 1], SPLIT], block);
    at = Array.from(block.subarray(0, KEY_WORDS));
  }
  return at;
}

/** As the kernel has it: (k + 1/2) / 2^53 below 1/2, where it is exact, and k / 2^53 from there on. */
function uniforms(key: SecretKey, n: number): Float64Array {
  const result = new Float64Array(n);
  const words = openWords(key);
  for (let i = 0; i < n; i++) {
    const low = words() >>> 11;
    const high = words();
    const whole = high * 0x200000 + low;
    result[i] = (high < 0x80000000 ? whole + 0.5 : whole) / 0x20000000000000;
  }
  return result;
}

function integers(key: SecretKey, n: number, bound: number): Uint32Array {
  if (!Number.isInteger(bound) || bound < 1 || bound > 0x100000000) {
    throw new RangeError(`the bound must be a whole number from 1 to 2^32, found ${String(bound)}`);
  }
  const words = openWords(key);
  // words beyond the last whole multiple of the bound would favour small numbers
  const end = 0x100000000 - (0x100000000 % bound);
  return new Uint32Array(n).map(() => {
    let word = words();
    while (word >= end) word = words();
    return word % bound;
  });
}

/** The words of a stream, one after the other. */
function openWords(key: SecretKey): () => number {
  const block = new Uint32Array(BLOCK_WORDS);
  let next = BLOCK_WORDS;
  let counter = 0;
  return () => {
    if (next === BLOCK_WORDS) {
      // the counter goes on into the nonce: 64 bits in all
      const upper = Math.floor(counter / 0x100000000);
      chachaBlock(key, counter >>> 0, [upper, 0, STREAM], block);
      counter++;
      next = 0;
    }
    return block[next++];
  };
}
