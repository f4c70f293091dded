/**
 * The weights of a fitted network in a document (documents/sealedDocument.ts): little-endian float32 in
 * base64. The document holds no row of the real table.
 */

import { damaged as damagedDocument } from '../../documents/sealedDocument.ts';
import type { InputError } from '../../numerics/inputError.ts';

export const WHAT = 'Saved generator';

export function damaged(reason: string): InputError {
  return damagedDocument(WHAT, reason);
}

/** No training leads there, and products of them are still numbers. */
const LARGEST_WEIGHT = 1e9;

/** Refuses layers that need more weights than a text holds, before there is room for them. */
export function checkRoom(weights: unknown, widths: readonly (readonly [number, number])[]): void {
  const most = typeof weights === 'string' ? (weights.length * 3) / 16 : 0;
  if (widths.some(([inputs, outputs]) => inputs * outputs > most)) {
    throw damaged('it has not as many weights as its networks need');
  }
}

export function floatsToText(values: Float32Array): string {
  const bytes = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => {
    bytes.setFloat32(4 * i, value, true);
  });
  let text = '';
  // in pieces: a call takes only so many arguments
  for (let from = 0; from < bytes.byteLength; from += 0x2000) {
    const piece = new Uint8Array(bytes.buffer, from, Math.min(0x2000, bytes.byteLength - from));
    text += String.fromCharCode(...piece);
  }
  return btoa(text);
}

/** The floats of a text, which must be `length` of them and finite. */
export function floatsFromText(text: unknown, length: number): Float32Array {
  let characters: string;
  try {
    characters = atob(text as string);
  } catch {
    throw damaged('its weights are not in base64');
  }
  if (typeof text !== 'string' || characters.length !== 4 * length) {
    throw damaged('it has not as many weights as its networks need');
  }
  const bytes = new DataView(new ArrayBuffer(4 * length));
  for (let i = 0; i < characters.length; i++) bytes.setUint8(i, characters.charCodeAt(i));
  const values = Float32Array.from({ length }, (_, i) => bytes.getFloat32(4 * i, true));
  if (!values.every((value) => Math.abs(value) <= LARGEST_WEIGHT)) {
    throw damaged('a weight is no number, or too large');
  }
  return values;
}
