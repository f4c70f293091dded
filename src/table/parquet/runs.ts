/**
 * Small whole numbers in runs: one number many times, or many packed by bits. Exactly as many come
 * out as are wanted; a run that goes on beyond them is refused, but for what fills the last group of
 * eight.
 */

import type { BytesAt } from './bytesAt.ts';
import { Damage } from './damage.ts';

export function readRuns(from: BytesAt, width: number, count: number): Uint32Array {
  if (width > 32) throw new Damage('a number has too many bits');
  const values = new Uint32Array(count);
  // without bits all are zero, and some writers leave out the runs
  if (width === 0) return values;
  let at = 0;
  while (at < count) {
    const header = from.varint();
    const length = Math.floor(header / 2);
    if (header % 2 === 1) {
      if (length > 0 && (length - 1) * 8 >= count - at)
        throw new Damage('a run is longer than its page');
      at = unpackBits(from, width, length, values, at);
      continue;
    }
    if (length > count - at) throw new Damage('a run is longer than its page');
    let value = 0;
    for (let i = 0, scale = 1; i < width; i += 8, scale *= 0x100) value += from.byte() * scale;
    values.fill(value, at, at + length);
    at += length;
  }
  return values;
}

/** Reads `groups` groups of eight; gives the place after the last one that was wanted. */
function unpackBits(
  from: BytesAt,
  width: number,
  groups: number,
  values: Uint32Array,
  start: number,
): number {
  const wanted = Math.min(groups * 8, values.length - start);
  // some writers leave out the bytes that only fill the last group
  const bytes = from.take(
    Math.min(groups * width, Math.max(from.left, Math.ceil((wanted * width) / 8))),
  );
  const scale = 2 ** width;
  let held = 0;
  let bits = 0;
  let next = 0;
  for (let i = 0; i < wanted; i++) {
    // fewer than 8 bits are held before a byte is added, so that 40 bits are the most
    while (bits < width) {
      held += bytes[next++] * 2 ** bits;
      bits += 8;
    }
    values[start + i] = held % scale;
    held = Math.floor(held / scale);
    bits -= width;
  }
  return start + wanted;
}
