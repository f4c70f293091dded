/** A task as a message: small parts in it, large ones beside the queue, so that it stays below 4 KB. */

import type { Sealer } from '../store/sealer.ts';
import { encode } from '../work/codec.ts';
import { jobIdOf, type Message, type Part } from './messages.ts';

export interface TaskMessage {
  message: Message;
  /** By address, what must lie beside the queue. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

/** Parts of a task that are larger lie beside the queue. */
const SMALL = 512;
/** So does a task that is larger all in all. */
const LARGE = 2048;

/** Parts that many tasks have in common are encoded once. */
export function taskMessages(
  sealer: Sealer,
  engine: string,
  study: string,
): (unit: string, input: unknown) => TaskMessage & { readonly id: string } {
  const known = new WeakMap<object, { readonly address: string; readonly bytes: Uint8Array }>();
  const blobOf = (bytes: Uint8Array) => ({ address: sealer.id('blob', bytes), bytes });
  /** A value beside the queue, unless it is small. */
  const partOf = (value: unknown, blobs: Map<string, Uint8Array>): Part => {
    const isKnown = typeof value === 'object' && value !== null;
    let blob = isKnown ? known.get(value) : undefined;
    if (!blob) {
      const bytes = encode(value);
      if (bytes.length <= SMALL) return { v: value };
      blob = blobOf(bytes);
      if (isKnown) known.set(value, blob);
    }
    blobs.set(blob.address, blob.bytes);
    return { at: blob.address };
  };
  return (unit, input) => {
    const blobs = new Map<string, Uint8Array>();
    const isRecord =
      typeof input === 'object' &&
      input !== null &&
      Object.getPrototypeOf(input) === Object.prototype;
    let task: Message['task'] = isRecord
      ? Object.fromEntries(Object.entries(input).map(([name, part]) => [name, partOf(part, blobs)]))
      : partOf(input, blobs);
    const bytes = encode(task);
    let form: Message['form'] = isRecord ? 'record' : 'value';
    if (isRecord && bytes.length > LARGE) {
      const blob = blobOf(bytes);
      blobs.set(blob.address, blob.bytes);
      task = { at: blob.address };
      form = 'elsewhere';
    }
    const message: Message = { v: 1, engine, study, unit, task, form };
    return { id: jobIdOf(sealer, message), message, blobs };
  };
}
