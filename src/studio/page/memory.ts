/**
 * What the browser remembers of a file, only if the user wants it: the choices, under a fingerprint of the file,
 * and never a cell.
 */

import { sha256 } from '../../documents/sha256.ts';
import type { Choices } from './choices.ts';
import { remember } from './state.ts';

const PREFIX = 'tvinesynth: ';
/** Bytes at either end that tell a file from others. */
const LOOKED = 65536;

async function keyOf(blob: Blob, name: string): Promise<string> {
  const ends = new Blob([
    new TextEncoder().encode(`${name} ${blob.size} `),
    blob.slice(0, LOOKED),
    blob.slice(-LOOKED),
  ]);
  return PREFIX + sha256(new Uint8Array(await ends.arrayBuffer()));
}

export async function store(blob: Blob, name: string, choices: Choices): Promise<void> {
  const key = await keyOf(blob, name);
  try {
    localStorage.setItem(key, JSON.stringify(choices));
  } catch {
    // a browser that keeps nothing
  }
}

export async function forget(blob: Blob, name: string): Promise<void> {
  const key = await keyOf(blob, name);
  try {
    localStorage.removeItem(key);
  } catch {
    // as above
  }
}

/** Nothing if it is not known, or what is kept cannot be read. */
export async function recall(blob: Blob, name: string): Promise<Partial<Choices> | null> {
  try {
    const text = localStorage.getItem(await keyOf(blob, name));
    if (text === null) return null;
    remember.value = true;
    return JSON.parse(text) as Partial<Choices>;
  } catch {
    return null;
  }
}
