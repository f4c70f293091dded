/**
 * The files in a ZIP archive, as far as workbooks use it: stored or deflated, not encrypted, not beyond
 * 4 GiB. Lengths are checked before anything is read, and unpacked bytes are counted as they come, so
 * that a small file cannot claim to be a large one.
 */

import { InputError } from '../../numerics/inputError.ts';
import type { ReadLimit } from '../readLimit.ts';
import { counted, type ReopenableSource, throughStream } from '../source.ts';

const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const MOST_FILES = 10_000;
const MOST_DIRECTORY = 1 << 24;

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly at: number;
}

export interface Archive {
  has(path: string): boolean;
  /** The bytes of a file, piece by piece. */
  open(path: string): AsyncGenerator<Uint8Array>;
}

export async function openArchive(
  source: ReopenableSource,
  limit: ReadLimit,
  what: string,
  signal?: AbortSignal,
): Promise<Archive> {
  const damaged = () =>
    new InputError(`${what}: the workbook is damaged or cut short. Save it again.`);
  const { byteLength } = source;
  const start = Math.max(0, byteLength - END_BYTES - LONGEST_COMMENT);
  const tail = await source.slice(start, byteLength);
  let end = tail.length - END_BYTES;
  while (end >= 0 && uint32(tail, end) !== 0x06054b50) end--;
  if (end < 0) throw damaged();
  const files = uint16(tail, end + 10);
  const length = uint32(tail, end + 12);
  const from = uint32(tail, end + 16);
  if (files > MOST_FILES || length > MOST_DIRECTORY || from + length > byteLength) throw damaged();
  const directory = await source.slice(from, from + length);
  const entries = new Map<string, Entry>();
  const decoder = new TextDecoder();
  for (let at = 0, i = 0; i < files; i++) {
    if (at + 46 > directory.length || uint32(directory, at) !== 0x02014b50) throw damaged();
    const nameLength = uint16(directory, at + 28);
    const next = at + 46 + nameLength + uint16(directory, at + 30) + uint16(directory, at + 32);
    if (next > directory.length) throw damaged();
    if ((uint16(directory, at + 8) & 1) !== 0) {
      throw new InputError(`${what}: the workbook is encrypted. Save it without a password.`);
    }
    const name = decoder.decode(directory.subarray(at + 46, at + 46 + nameLength));
    entries.set(name.replace(/^\//, '').toLowerCase(), {
      method: uint16(directory, at + 10),
      packed: uint32(directory, at + 20),
      at: uint32(directory, at + 42),
    });
    at = next;
  }
  return {
    has: (path) => entries.has(path.toLowerCase()),
    async *open(path) {
      const entry = entries.get(path.toLowerCase());
      if (!entry) throw damaged();
      const header = await source.slice(entry.at, entry.at + 30);
      if (header.length < 30 || uint32(header, 0) !== 0x04034b50) throw damaged();
      const body = entry.at + 30 + uint16(header, 26) + uint16(header, 28);
      if (body + entry.packed > byteLength) throw damaged();
      const pieces = piecesOf(source, body, body + entry.packed);
      if (entry.method !== 0 && entry.method !== 8) throw damaged();
      const plain = entry.method === 0 ? pieces : inflated(pieces, damaged);
      yield* counted(plain, limit, signal);
    },
  };
}

async function* inflated(
  pieces: AsyncIterable<Uint8Array>,
  damaged: () => InputError,
): AsyncGenerator<Uint8Array> {
  try {
    yield* throughStream(pieces, new DecompressionStream('deflate-raw'));
  } catch {
    throw damaged();
  }
}

const PIECE_BYTES = 1 << 18;

async function* piecesOf(
  source: ReopenableSource,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += PIECE_BYTES) {
    // a copy: the source may use its memory again
    yield (await source.slice(at, Math.min(end, at + PIECE_BYTES))).slice();
  }
}

function uint16(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8);
}

function uint32(bytes: Uint8Array, at: number): number {
  return (uint16(bytes, at) | (uint16(bytes, at + 2) << 16)) >>> 0;
}
