/**
 * How a stream gets its key: from the seed and a path of names and numbers, by hashing.
 *
 * The state is 128 bits. Every element of the path is written as blocks of 64 bits, and each block
 * m takes the state H to Philox(counter = H, key = m) xor H: the construction of Davies and Meyer
 * with Philox as the cipher. An element's first block holds its kind and, for a string, its length,
 * so that no two different paths are written alike: ('ab', 'c') is not ('a', 'bc'), 3 is not '3'.
 * Keys are well mixed, not secret: whoever knows the seed can compute them.
 */

import { kernel, scoped } from '../numerics/kernel.ts';

/** 128 bits that determine a stream, as four unsigned words; can be written as JSON. */
export type StreamKey = readonly [number, number, number, number];

/** An element of a path: a name, or a whole number from 0 to 2^53 - 1. */
export type KeyElement = string | number;

// In the upper byte of a first block: numbers below 2^53 and lengths leave it free.
const SEED = 1 << 24;
const NUMBER = 2 << 24;
const TEXT = 3 << 24;

/** The key of a seed's main stream. */
export function keyOfSeed(seed: number): StreamKey {
  return absorb([0, 0, 0, 0], [low(seed), SEED | high(seed)]);
}

/** The key at the end of a path that begins at `key`: keyOfPath(keyOfPath(k, a), b) = keyOfPath(k, a, b). */
export function keyOfPath(key: StreamKey, path: readonly KeyElement[]): StreamKey {
  return absorb(key, wordsOfPath(path));
}

/** A path as blocks of two words; no two different paths are written alike. */
export function wordsOfPath(path: readonly KeyElement[]): number[] {
  return path.flatMap(encode);
}

function encode(element: KeyElement): number[] {
  if (typeof element === 'string') return encodeText(element);
  if (Number.isSafeInteger(element) && element >= 0) return [low(element), NUMBER | high(element)];
  throw new RangeError(
    `a stream's path holds names and whole numbers from 0 to ${Number.MAX_SAFE_INTEGER}, found ${String(element)}`,
  );
}

/** The length, then four UTF-16 units to a block, with zeros behind the last. */
function encodeText(text: string): number[] {
  const words = [text.length, TEXT];
  for (let i = 0; i < text.length; i += 4) words.push(units(text, i), units(text, i + 2));
  return words;
}

/** Two UTF-16 units as one word; a unit behind the end (NaN) counts as zero. */
function units(text: string, at: number): number {
  return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
}

function low(value: number): number {
  return value >>> 0;
}

function high(value: number): number {
  return Math.floor(value / 0x100000000);
}

function absorb(key: StreamKey, words: readonly number[]): StreamKey {
  const { philox, memory } = kernel();
  return scoped((scope) => {
    const out = scope.column(2);
    let [a, b, c, d] = key;
    for (let i = 0; i < words.length; i += 2) {
      philox(a, b, c, d, words[i], words[i + 1], out);
      const mixed = new Uint32Array(memory.buffer, out, 4);
      a = (a ^ mixed[0]) >>> 0;
      b = (b ^ mixed[1]) >>> 0;
      c = (c ^ mixed[2]) >>> 0;
      d = (d ^ mixed[3]) >>> 0;
    }
    return Object.freeze<StreamKey>([a, b, c, d]);
  });
}
