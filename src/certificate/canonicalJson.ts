/**
 * JSON with one way to write it, as RFC 8785 has it: names in the order of their UTF-16 code units, no space,
 * numbers and texts as ECMAScript writes them. Two documents are equal if and only if their bytes are.
 */

import { InputError } from '../numerics/inputError.ts';

/** Deeper than any document of ours, and not so deep that writing it fails. */
const MOST_LEVELS = 64;

export function canonicalJson(value: unknown): string {
  return written(value, 0);
}

/** In UTF-8. */
export function canonicalBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalJson(value));
}

function written(value: unknown, level: number): string {
  if (level > MOST_LEVELS) throw new InputError(`Canonical JSON: more than ${MOST_LEVELS} levels.`);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return ofNumber(value);
  if (typeof value === 'string') return ofText(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item, level + 1)).join(',')}]`;
  if (typeof value === 'object') {
    const parts = value as Record<string, unknown>;
    const names = Object.keys(parts).filter((name) => parts[name] !== undefined);
    // without a comparison of our own it is by code units
    const pairs = names.sort().map((name) => `${ofText(name)}:${written(parts[name], level + 1)}`);
    return `{${pairs.join(',')}}`;
  }
  throw new InputError(`Canonical JSON: a ${typeof value} cannot be written.`);
}

function ofNumber(value: number): string {
  if (!Number.isFinite(value)) throw new InputError(`Canonical JSON: ${value} is no JSON number.`);
  return JSON.stringify(value);
}

/** Half a surrogate pair has no UTF-8. */
function ofText(text: string): string {
  if (/\p{Surrogate}/u.test(text)) {
    throw new InputError('Canonical JSON: a text holds half a character (a lone surrogate).');
  }
  return JSON.stringify(text);
}
