/** Texts by number: each distinct run of bytes is kept once, in order of first appearance. */

import { InputError } from '../numerics/inputError.ts';

/** Places are kept as whole numbers of 32 bits. */
const MOST_BYTES = 2 ** 31 - 1;
const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 16777619;

/** The start of a hash; extend it byte by byte with `Math.imul(hash ^ byte, HASH_FACTOR)`. */
export const HASH_START = FNV_OFFSET;
export const HASH_FACTOR = FNV_PRIME;

export class ByteDictionary {
  size = 0;
  #bytes = new Uint8Array(1024);
  /** Where each text ends in `#bytes`; it starts where the one before ends. */
  #ends = new Int32Array(64);
  #hashes = new Int32Array(64);
  /** Open addressing: number + 1 of the text in each slot, 0 for an empty slot. */
  #slots = new Int32Array(128);

  /** The number of the text in bytes[start, end), whose hash is given. */
  add(bytes: Uint8Array, start: number, end: number, rawHash: number): number {
    const hash = Math.imul(rawHash ^ (rawHash >>> 15), 0x2c1b3c6d);
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 12)) & mask;
    for (;;) {
      const number = this.#slots[slot] - 1;
      if (number < 0) break;
      if (this.#hashes[number] === hash && this.#equals(number, bytes, start, end)) return number;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = this.size + 1;
    this.#append(bytes, start, end, hash);
    if (this.size * 2 > this.#slots.length) this.#rehash();
    return this.size - 1;
  }

  /** The bytes of a text. */
  at(number: number): Uint8Array {
    return this.#bytes.subarray(number === 0 ? 0 : this.#ends[number - 1], this.#ends[number]);
  }

  #equals(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    let at = number === 0 ? 0 : this.#ends[number - 1];
    if (this.#ends[number] - at !== end - start) return false;
    for (let other = start; other < end; other++, at++) {
      if (this.#bytes[at] !== bytes[other]) return false;
    }
    return true;
  }

  #append(bytes: Uint8Array, start: number, end: number, hash: number): void {
    const from = this.size === 0 ? 0 : this.#ends[this.size - 1];
    const to = from + end - start;
    if (to > MOST_BYTES) {
      throw new InputError(
        'the distinct texts of one column take more than 2 GiB. Leave the column out.',
      );
    }
    if (to > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(to, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes.subarray(start, end), from);
    if (this.size === this.#ends.length) {
      this.#ends = doubled(this.#ends);
      this.#hashes = doubled(this.#hashes);
    }
    this.#ends[this.size] = to;
    this.#hashes[this.size] = hash;
    this.size++;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      const hash = this.#hashes[number];
      let slot = (hash ^ (hash >>> 12)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const result = new Int32Array(array.length * 2);
  result.set(array);
  return result;
}
