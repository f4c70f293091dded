/**
 * Text encodings. Everything behind this file works on UTF-8 bytes.
 *
 * Which encoding a file has: a byte-order mark decides. Without one, a zero in every second of the
 * first bytes means UTF-16. Else it is UTF-8 if all of it is valid UTF-8, and Latin-1 if not.
 * Latin-1 is read as Windows-1252, which puts letters where Latin-1 has control characters: this is
 * what the web does, and what files called Latin-1 mean.
 */

import { InputError } from '../numerics/inputError.ts';
import type { Encoding } from './table.ts';

/** Stateful: takes bytes in order and gives the same text in UTF-8. */
export interface Transcoder {
  push(bytes: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

export interface FoundEncoding {
  readonly encoding: Encoding;
  /** Bytes of the byte-order mark. */
  readonly markLength: number;
}

/** The encoding by a file's first bytes; `isWhole` when there are no others. */
export function detectEncoding(head: Uint8Array, isWhole: boolean): FoundEncoding {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) {
    return { encoding: 'utf-8', markLength: 3 };
  }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', markLength: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', markLength: 2 };
  const looked = Math.min(head.length, 256) & ~1;
  const zeros = [0, 0];
  for (let at = 0; at < looked; at++) if (head[at] === 0) zeros[at & 1]++;
  if (zeros[1] > looked / 4 && zeros[0] === 0) return { encoding: 'utf-16le', markLength: 0 };
  if (zeros[0] > looked / 4 && zeros[1] === 0) return { encoding: 'utf-16be', markLength: 0 };
  return { encoding: isUtf8(head, isWhole) ? 'utf-8' : 'latin1', markLength: 0 };
}

function isUtf8(bytes: Uint8Array, isWhole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

/** Turns bytes of an encoding into UTF-8; `name` is the file's, for the error. */
export function createTranscoder(encoding: Encoding, name: string | undefined): Transcoder {
  const nothing = new Uint8Array();
  if (encoding === 'utf-8') return { push: (bytes) => bytes, end: () => nothing };
  if (encoding === 'latin1') return { push: fromWindows1252, end: () => nothing };
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const encoder = new TextEncoder();
  const decode = (bytes: Uint8Array, stream: boolean): Uint8Array => {
    try {
      return encoder.encode(decoder.decode(bytes, { stream }));
    } catch {
      throw new InputError(
        `${name ?? 'the table'}: the text is not valid ${encoding.toUpperCase()}. ` +
          'Save the file as UTF-8.',
      );
    }
  };
  return { push: (bytes) => decode(bytes, true), end: () => decode(nothing, false) };
}

/** The bytes of a text; characters that the encoding lacks become `?` and are counted. */
export function encodeText(text: string, encoding: Encoding): { bytes: Uint8Array; lost: number } {
  if (encoding === 'utf-8') return { bytes: new TextEncoder().encode(text), lost: 0 };
  if (encoding === 'latin1') return toWindows1252(text);
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) {
    view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
  }
  return { bytes, lost: 0 };
}

/** The characters of the bytes 0x80 to 0x9f; the five that mean nothing stand for themselves. */
const BYTES_80_TO_9F =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** By hand: some runtimes read Windows-1252 as plain Latin-1. */
function fromWindows1252(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length * 3);
  let length = 0;
  for (const byte of bytes) {
    const code = byte >= 0x80 && byte < 0xa0 ? BYTES_80_TO_9F.charCodeAt(byte - 0x80) : byte;
    if (code < 0x80) result[length++] = code;
    else if (code < 0x800) {
      result[length++] = 0xc0 | (code >> 6);
      result[length++] = 0x80 | (code & 63);
    } else {
      result[length++] = 0xe0 | (code >> 12);
      result[length++] = 0x80 | ((code >> 6) & 63);
      result[length++] = 0x80 | (code & 63);
    }
  }
  return result.subarray(0, length);
}

function toWindows1252(text: string): { bytes: Uint8Array; lost: number } {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  let lost = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const place = BYTES_80_TO_9F.indexOf(character);
    const byte =
      place >= 0 ? 0x80 + place : code < 0x80 || (code >= 0xa0 && code < 256) ? code : -1;
    if (byte < 0) lost++;
    bytes[length++] = byte < 0 ? 63 : byte;
  }
  return { bytes: bytes.subarray(0, length), lost };
}
