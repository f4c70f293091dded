/** Unpacks snappy: the length that is claimed is given, and bytes that lead beyond it are refused. */

import { BytesAt } from './bytesAt.ts';
import { Damage } from './damage.ts';

/** The densest element writes 64 bytes with three. */
const DENSEST = 22;

export function unpackSnappy(packed: Uint8Array, length: number): Uint8Array {
  const from = new BytesAt(packed);
  if (from.varint() !== length) throw new Damage('a page has another length than its header says');
  if (length > packed.length * DENSEST) throw new Damage('a page claims more than it can hold');
  const page = new Uint8Array(length);
  let at = 0;
  while (from.left > 0) {
    const tag = from.byte();
    const kind = tag & 3;
    if (kind === 0) {
      const literal = from.take(literalLength(tag >>> 2, from));
      if (literal.length > length - at) throw new Damage('a page is longer than its header says');
      page.set(literal, at);
      at += literal.length;
      continue;
    }
    const size = kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    const back =
      kind === 1
        ? (tag >>> 5) * 0x100 + from.byte()
        : kind === 2
          ? from.byte() + from.byte() * 0x100
          : from.uint32();
    if (back === 0 || back > at || size > length - at) {
      throw new Damage('a page refers to bytes that it does not have');
    }
    if (back >= size) page.copyWithin(at, at - back, at - back + size);
    // the copy repeats what it has just written
    else for (let i = 0; i < size; i++) page[at + i] = page[at + i - back];
    at += size;
  }
  if (at !== length) throw new Damage('a page is shorter than its header says');
  return page;
}

function literalLength(code: number, from: BytesAt): number {
  if (code < 60) return code + 1;
  let length = 0;
  for (let scale = 1, left = code - 59; left > 0; left--, scale *= 0x100) {
    length += from.byte() * scale;
  }
  return length + 1;
}
