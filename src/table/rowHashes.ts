/**
 * A number for each row of some columns: rows of equal cells have equal numbers. 53 bits from two
 * mixes of 32, so that among a million rows on each side a chance match has probability 1e-4.
 */

import type { Column } from './table.ts';

export function rowHashes(columns: readonly Column[], rows: number): Float64Array {
  const high = new Uint32Array(rows).fill(0x9e3779b9);
  const low = new Uint32Array(rows).fill(0x85ebca6b);
  const bits = new Float64Array(1);
  const words = new Uint32Array(bits.buffer);
  for (const column of columns) {
    const texts = column.kind === 'text' ? column.dictionary.map(textHashes) : [];
    for (let i = 0; i < rows; i++) {
      let a = 1;
      let b = 2;
      if (column.kind === 'text') {
        if (column.codes[i] >= 0) [a, b] = texts[column.codes[i]];
      } else if (!Number.isNaN(column.values[i])) {
        bits[0] = column.values[i] + 0;
        [a, b] = words;
      }
      high[i] = mix(mix(high[i], a), b);
      low[i] = mix(mix(low[i] ^ 0x5bd1e995, b), a);
    }
  }
  const hashes = new Float64Array(rows);
  for (let i = 0; i < rows; i++) hashes[i] = (high[i] & 0x1fffff) * 0x100000000 + low[i];
  return hashes;
}

/** How many rows have each hash. */
export function countHashes(hashes: Float64Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return counts;
}

/** A text as two words. */
function textHashes(text: string): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x1000193;
  for (let i = 0; i < text.length; i++) {
    a = mix(a, text.charCodeAt(i));
    b = mix(b ^ 0x27d4eb2f, text.charCodeAt(i));
  }
  return [a, b];
}

/** A step of MurmurHash3 with its final mix. */
function mix(state: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  let h = state ^ k;
  h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return (h ^ (h >>> 13)) >>> 0;
}
