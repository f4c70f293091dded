/**
 * Which study it is: a digest of all that its results depend on. Two calls with the same key give the
 * same results, so that the second may use what the first has finished.
 */

import { sha256 } from '../documents/sha256.ts';
import { ENGINE_VERSION } from '../model/engine.ts';
import type { Table } from '../table/table.ts';
import type { AnyStudySettings } from './studySettings.ts';

type Watched = Partial<
  Pick<AnyStudySettings, 'threads' | 'signal' | 'onProgress' | 'onMeasured' | 'store'>
>;

/** 64 hexadecimal digits, for the settings of a study or of one measure. Threads, and who watches, do not matter. */
export function studyKey(table: Table, settings: object): string {
  const {
    threads: _,
    signal: __,
    onProgress: ___,
    onMeasured: ____,
    store: _____,
    ...rest
  } = settings as Watched;
  const text = JSON.stringify({ engine: ENGINE_VERSION, table, settings: rest }, digested);
  return sha256(new TextEncoder().encode(text));
}

/** Typed arrays by their digests, maps as lists, and names of fields in one order. */
function digested(_name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return [value.constructor.name, sha256(bytes)];
  }
  if (value instanceof Map) return [...value];
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
