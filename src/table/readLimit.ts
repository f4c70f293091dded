/**
 * How much a table may take once it is unpacked. A few kilobytes can claim to be gigabytes, so bytes
 * are counted as they come and reading stops where the limit is passed.
 */

import { InputError } from '../numerics/inputError.ts';

const MIB = 2 ** 20;
/** Of any table, unless told otherwise. */
const MOST_BYTES = 8 * 2 ** 30;
/** Of a stream, which is kept in memory until its table is there. */
export const MOST_STREAMED_BYTES = 2 * 2 ** 30;
/** Packed tables are suspect above this size, if they also swell by more than this factor. */
const SUSPECT_BYTES = 256 * MIB;
const SUSPECT_RATIO = 200;

export interface LimitOptions {
  /** The file's name, for messages. */
  readonly name?: string;
  /** The most bytes of a table, unpacked; what is allowed by default is in `readTable`. */
  readonly maxBytes?: number;
}

/** Counts bytes; refuses those that pass the limit. */
export interface ReadLimit {
  add(bytes: number): void;
}

/** `packedBytes` is the size of a file that is packed. */
export function readLimit({ name, maxBytes }: LimitOptions, packedBytes?: number): ReadLimit {
  if (maxBytes !== undefined && !(Number.isSafeInteger(maxBytes) && maxBytes > 0)) {
    throw new InputError(`maxBytes: found ${maxBytes}. Give a whole number of bytes above 0.`);
  }
  const most = maxBytes ?? MOST_BYTES;
  const suspect =
    packedBytes === undefined || maxBytes !== undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(SUSPECT_BYTES, SUSPECT_RATIO * packedBytes);
  const what = name ?? 'the table';
  let total = 0;
  return {
    add(bytes) {
      total += bytes;
      if (total > most) {
        throw new InputError(
          `${what}: more than ${sizeOf(most)}${packedBytes === undefined ? '' : ' when unpacked'}, which is the limit. If it is meant to be this large, raise the limit with --max-bytes (maxBytes in the library).`,
        );
      }
      if (total > suspect) {
        throw new InputError(
          `${what}: more than ${sizeOf(suspect)} when unpacked, over ${SUSPECT_RATIO} times its packed size, as in files made to exhaust memory. If you trust it, say how large it may be with --max-bytes (maxBytes in the library).`,
        );
      }
    },
  };
}

function sizeOf(bytes: number): string {
  if (bytes % MIB !== 0) return `${bytes} bytes`;
  return bytes % 2 ** 30 === 0 ? `${bytes / 2 ** 30} GiB` : `${bytes / MIB} MiB`;
}
