/** A file piece by piece: between two of them a job that was cancelled ends. */

import { checkpoint } from '../../work/checkpoint.ts';
import type { Tell } from './protocol.ts';

/** Bytes that are read at once: some 20 ms of work. */
const PIECE = 1 << 20;

export async function* piecesOf(blob: Blob, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += PIECE) {
    await checkpoint(signal);
    yield new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer());
  }
}

/** A file whose reading is told of. */
export function watchedBlob(blob: Blob, signal: AbortSignal, tell: Tell) {
  return {
    byteLength: blob.size,
    slice: async (start: number, end: number) =>
      new Uint8Array(await blob.slice(start, end).arrayBuffer()),
    async *open() {
      let [done, told] = [0, 0];
      for await (const piece of piecesOf(blob, signal)) {
        yield piece;
        done += piece.length;
        if (done - told < blob.size / 100) continue;
        told = done;
        const share = done / blob.size;
        tell({ stage: 'read', share, secondsLeft: Number.POSITIVE_INFINITY, bytes: done });
      }
    },
  };
}
