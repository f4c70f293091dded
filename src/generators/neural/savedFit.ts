/**
 * A fitted network as a JSON document with a version and a checksum; weights are little-endian float32
 * in base64. It holds no row of the real table. The checksum finds accidents; it is no signature.
 */

import { InputError } from '../../numerics/inputError.ts';
import { sha256 } from '../../documents/sha256.ts';

export interface SavedHead {
  readonly format: string;
  readonly version: number;
}

/** The document of a fit's content. */
export function sealed<T extends object>(
  head: SavedHead,
  content: T,
): T & SavedHead & { checksum: string } {
  const whole = { ...head, ...content };
  return { ...whole, checksum: checksumOf(whole) };
}

/** The content of a document that `sealed` made; anything else is refused with the reason. */
export function unsealed({ format, version }: SavedHead, saved: unknown): Record<string, unknown> {
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) {
    throw damaged('it is no JSON object');
  }
  const { checksum, ...whole } = saved as Record<string, unknown>;
  if (whole.format !== format) throw damaged(`its format is not '${format}'`);
  if (whole.version !== version) {
    throw new InputError(
      `Saved generator: its version is ${JSON.stringify(whole.version)}, this engine reads version ${version}. Use the engine that wrote it.`,
    );
  }
  if (checksum !== checksumOf(whole)) throw damaged('its checksum does not match');
  const { format: _, version: __, ...content } = whole;
  return content;
}

export function damaged(reason: string): InputError {
  return new InputError(
    `Saved generator: it is damaged or was not written by this engine: ${reason}.`,
  );
}

function checksumOf(whole: object): string {
  return sha256(new TextEncoder().encode(JSON.stringify(whole)));
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
  if (!values.every(Number.isFinite)) throw damaged('a weight is no number');
  return values;
}
