/** Whole numbers and texts by their differences (DELTA_BINARY_PACKED and the two built on it). */

import type { BytesAt } from './bytesAt.ts';
import { Damage, within } from './damage.ts';

const LARGEST_BLOCK = 1 << 16;

/** Exactly `count` whole numbers. */
export function readDeltas(from: BytesAt, count: number): BigInt64Array {
  const block = within(from.varint(), 1, LARGEST_BLOCK, 'the length of a block');
  const parts = within(from.varint(), 1, block, 'the number of parts of a block');
  const size = within(block / parts, 1, block, 'the length of a part of a block');
  if (from.varint() !== count) throw new Damage('a page has another length than its header says');
  const values = new BigInt64Array(count);
  let value = from.zigzag();
  if (count > 0) values[0] = value;
  for (let at = 1; at < count; ) {
    const least = from.zigzag();
    const widths = from.take(parts);
    for (let part = 0; part < parts && at < count; part++) {
      const width = within(widths[part], 0, 64, 'a number of bits');
      const bytes = from.take(Math.min(Math.ceil((size * width) / 8), from.left));
      const wanted = Math.min(size, count - at);
      if (bytes.length * 8 < wanted * width) throw new Damage('a part is cut short');
      for (let i = 0; i < wanted; i++) {
        value = BigInt.asIntN(64, value + least + bitsAt(bytes, i * width, width));
        values[at++] = value;
      }
    }
  }
  return values;
}

function bitsAt(bytes: Uint8Array, start: number, width: number): bigint {
  let value = 0n;
  let got = 0;
  while (got < width) {
    const place = start + got;
    const taken = Math.min(8 - (place & 7), width - got);
    const part = (bytes[place >>> 3] >>> (place & 7)) & ((1 << taken) - 1);
    value |= BigInt(part) << BigInt(got);
    got += taken;
  }
  return value;
}

/** Texts whose lengths stand before them. */
export function readLengthsAndTexts(from: BytesAt, count: number): Uint8Array[] {
  const lengths = readDeltas(from, count);
  return Array.from(lengths, (length) => from.take(Number(length)));
}

/** Texts that share a beginning with the one before; together they take at most `mostBytes`. */
export function readPrefixedTexts(from: BytesAt, count: number, mostBytes: number): Uint8Array[] {
  const prefixes = readDeltas(from, count);
  const lengths = readDeltas(from, count);
  const texts: Uint8Array[] = [];
  let total = 0;
  let before = new Uint8Array();
  for (let i = 0; i < count; i++) {
    const shared = within(prefixes[i], 0, before.length, 'the length of a beginning');
    const rest = from.take(Number(lengths[i]));
    total += shared + rest.length;
    if (total > mostBytes) throw new Damage('the texts of a page are too long');
    const text = new Uint8Array(shared + rest.length);
    text.set(before.subarray(0, shared));
    text.set(rest, shared);
    texts.push(text);
    before = text;
  }
  return texts;
}
