/** Bytes with a place in them. Nothing is read beyond their end, and no number is longer than its type. */

import { Damage } from './damage.ts';

export class BytesAt {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw new Damage('a part is cut short');
    return this.bytes[this.at++];
  }

  /** The next `length` bytes, not copied. */
  take(length: number): Uint8Array {
    if (!(length >= 0 && length <= this.left)) throw new Damage('a part is longer than the file');
    const start = this.at;
    this.at += length;
    return this.bytes.subarray(start, this.at);
  }

  /** A whole number of four bytes, the lowest first. */
  uint32(): number {
    return this.byte() + this.byte() * 0x100 + this.byte() * 0x10000 + this.byte() * 0x1000000;
  }

  /** An unsigned whole number of up to 32 bits, seven in a byte. */
  varint(): number {
    let value = 0;
    for (let scale = 1; scale <= 0x10000000; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > 0xffffffff) break;
        return value;
      }
    }
    throw new Damage('a number is too long');
  }

  /** A whole number of 64 bits with its sign, seven in a byte. */
  zigzag(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
    }
    throw new Damage('a number is too long');
  }
}
