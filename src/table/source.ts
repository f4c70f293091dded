/** Where the bytes of a table come from, and unpacking them. */

import { InputError } from '../numerics/inputError.ts';
import type { ReadLimit } from './readLimit.ts';

/** Bytes in memory, a file of a browser, a stream, or something that can be opened again. */
export type TableSource =
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReopenableSource
  | AsyncIterable<Uint8Array>;

/** Bytes that can be read from the start as often as needed, so that none need be kept. */
export interface ReopenableSource {
  open(): AsyncIterable<Uint8Array>;
  readonly byteLength: number;
  /** The bytes from `start` up to `end`. */
  slice(start: number, end: number): Promise<Uint8Array>;
}

/** Any source as one that can be opened again; a stream is kept in memory for that. */
export async function reopenable(
  source: TableSource,
  limit: ReadLimit,
  signal?: AbortSignal,
): Promise<ReopenableSource> {
  if (source instanceof Uint8Array) return fromBytes(source);
  if (source instanceof ArrayBuffer) return fromBytes(new Uint8Array(source));
  if (source instanceof Blob) return fromBlob(source);
  if (typeof source !== 'object' || source === null) {
    throw new InputError(
      `A table is read from bytes, a Blob, a stream, or a source that can be opened again; found ${source === null ? 'null' : `a ${typeof source}`}. To read a file in Node: readTable(await readFile(path)).`,
    );
  }
  // a stream of Node may have a method of this name too
  if ('open' in source && 'slice' in source) return source;
  return fromBytes(await gather(counted(source, limit, signal)));
}

function fromBytes(bytes: Uint8Array): ReopenableSource {
  return {
    byteLength: bytes.length,
    slice: async (start, end) => bytes.subarray(start, end),
    async *open() {
      yield bytes;
    },
  };
}

function fromBlob(blob: Blob): ReopenableSource {
  return {
    byteLength: blob.size,
    slice: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
    open: () => streamed(blob.stream()),
  };
}

/** The pieces of a stream, until they pass the limit or are no longer wanted. */
export async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  limit: ReadLimit,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    limit.add(piece.length);
    yield piece;
  }
}

/** All bytes of a stream, one after the other. */
export async function gather(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    pieces.push(piece);
    length += piece.length;
  }
  if (pieces.length === 1) return pieces[0];
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The pieces of a web stream; not every browser can loop over one. */
async function* streamed(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isDone = done;
      if (done) return;
      yield value;
    }
  } finally {
    // whoever stops early leaves nobody behind who goes on writing
    if (!isDone) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** The unpacked bytes of gzip. */
export async function* unpacked(
  packed: AsyncIterable<Uint8Array>,
  name: string | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* throughStream(packed, new DecompressionStream('gzip'));
  } catch {
    throw new InputError(
      `${name ?? 'the table'}: the gzip data is damaged or cut short. Compress the file again.`,
    );
  }
}

/** Bytes packed by gzip. */
export function packed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return throughStream(bytes, new CompressionStream('gzip'));
}

/** Bytes through a stream that packs or unpacks. */
export async function* throughStream(
  bytes: AsyncIterable<Uint8Array>,
  transform: { readable: ReadableStream<Uint8Array>; writable: WritableStream<BufferSource> },
): AsyncGenerator<Uint8Array> {
  const writer = transform.writable.getWriter();
  const writing = (async () => {
    try {
      for await (const piece of bytes) await writer.write(piece as Uint8Array<ArrayBuffer>);
      await writer.close();
    } catch (error) {
      // else the readable side would wait for more
      await writer.abort(error).catch(() => undefined);
      throw error;
    }
  })();
  // a failure shows at the readable side too; the writing side must not go unheard before
  writing.catch(() => undefined);
  yield* streamed(transform.readable);
  await writing;
}
