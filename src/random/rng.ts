/**
 * Random numbers without a hidden state. A stream is a value: the same call on it always gives the
 * same numbers, whatever was drawn before, and `split` gives streams for the parts of a job. So a
 * unit of work is a pure function of its key, on any thread and in any order.
 */

import { InputError } from '../numerics/inputError.ts';
import { kernel, type Pointer, scoped } from '../numerics/kernel.ts';
import { type KeyElement, keyOfPath, keyOfSeed, type StreamKey } from './keyPath.ts';

export interface Rng {
  /** What determines the stream: pass it to a worker, and `rngFromKey` gives the same stream there. */
  readonly key: StreamKey;
  /**
   * The stream at the end of a path of names and whole numbers, unrelated to this one and to those
   * of other paths: `rng.split('mia', target, 'sample', 3)`. Paths add up: split(a).split(b) is
   * split(a, b).
   */
  split(...path: KeyElement[]): Rng;
  /**
   * The doubles number offset .. offset + n - 1 of the stream: 53 random bits each, in the open
   * interval (0, 1).
   */
  uniforms(n: number, offset?: number): Float64Array;
  /** The same doubles, written to kernel memory. */
  uniformsInto(pointer: Pointer, n: number, offset?: number): void;
  /** The doubles with these numbers. */
  uniformsAt(places: Float64Array): Float64Array;
  /** n whole numbers in 0 .. bound - 1, all equally likely; bound from 1 to 2^32. */
  integers(n: number, bound: number): Uint32Array;
  /** 0 .. n - 1 in random order, all orders equally likely. */
  permutation(n: number): Uint32Array;
}

/** The main stream of a seed, a whole number from 0 to 2^53 - 1. */
export function rngFromSeed(seed: number): Rng {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new InputError(`Seed: found ${String(seed)}. Give a whole number of at least 0.`);
  }
  return rngFromKey(keyOfSeed(seed));
}

/** The stream with the given key. */
export function rngFromKey(key: StreamKey): Rng {
  return Object.freeze({
    key,
    split: (...path: KeyElement[]) => rngFromKey(keyOfPath(key, path)),
    uniforms: (n: number, offset = 0) => uniforms(key, n, offset),
    uniformsInto: (pointer: Pointer, n: number, offset = 0) =>
      kernel().fillUniforms(pointer, n, offset, ...key),
    uniformsAt: (places: Float64Array) =>
      scoped((scope) => {
        const [at, out] = [scope.put(places), scope.column(places.length)];
        kernel().fillUniformsAt(out, at, places.length, ...key);
        return scope.get(out, places.length);
      }),
    integers: (n: number, bound: number) => integers(key, n, bound),
    permutation: (n: number) => words(n, (out) => kernel().fillPermutation(out, n, ...key)),
  });
}

/** Doubles are made in pieces of this length, so that long columns need little kernel memory. */
const PIECE = 32768;

function uniforms(key: StreamKey, n: number, offset: number): Float64Array {
  const result = new Float64Array(n);
  scoped((scope) => {
    const piece = scope.column(Math.min(n, PIECE));
    for (let from = 0; from < n; from += PIECE) {
      const length = Math.min(PIECE, n - from);
      kernel().fillUniforms(piece, length, offset + from, ...key);
      result.set(scope.view(piece, length), from);
    }
  });
  return result;
}

function integers(key: StreamKey, n: number, bound: number): Uint32Array {
  if (!Number.isInteger(bound) || bound < 1 || bound > 0x100000000) {
    throw new RangeError(`the bound must be a whole number from 1 to 2^32, found ${String(bound)}`);
  }
  return words(n, (out) => kernel().fillIntegers(out, n, bound, ...key));
}

/** n unsigned words that `fill` writes. */
function words(n: number, fill: (out: Pointer) => void): Uint32Array {
  return scoped((scope) => {
    const out = scope.column(Math.ceil(n / 2));
    fill(out);
    return new Uint32Array(kernel().memory.buffer, out, n).slice();
  });
}
