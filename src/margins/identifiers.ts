/**
 * New identifiers in place of real ones, of which nothing but the shape is kept.
 *
 * - Whole numbers count up from the first power of ten above all real ones.
 * - Texts of equal length with room for 2^52 different ones: random characters of the same kind
 *   (capital, small letter, digit) at each place; what is no letter or digit stays. Letters a to f
 *   among digits make hexadecimal ones; digits alone stay digits, and whole numbers have no zero first.
 * - Other texts: their common beginning, then a number with so many digits that the whole is longer
 *   than any real one.
 * The first and the last kind never meet a real identifier; the second does with a chance below
 * rows x real rows / 2^52, which the release checks would see.
 */

import type { Rng } from '../random/rng.ts';
import type { Column } from '../table/table.ts';
import { powerOfTen } from './grid.ts';

/** Plain data. */
export type IdentifierShape =
  | { readonly kind: 'number'; readonly first: number }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'counter'; readonly prefix: string; readonly digits: number };

const ALPHABETS: Readonly<Record<string, string>> = {
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  a: 'abcdefghijklmnopqrstuvwxyz',
  f: '0123456789abcdef',
  F: '0123456789ABCDEF',
  9: '0123456789',
  1: '123456789',
};

/** Texts that a pattern must have room for. */
export const ROOM = 0x10000000000000;
const LEAST_DIGITS = 8;

export function identifierShape(column: Column): IdentifierShape {
  if (column.kind === 'numeric') {
    let largest = 0;
    for (const value of column.values) if (Math.abs(value) > largest) largest = Math.abs(value);
    let digits = 1;
    while (powerOfTen(digits) <= largest && digits < 15) digits++;
    return { kind: 'number', first: powerOfTen(digits) + 1 };
  }
  const texts = column.dictionary;
  const length = texts.reduce((most, text) => Math.max(most, text.length), 0);
  const pattern = texts.every((text) => text.length === length) ? patternOf(texts, length) : '';
  if (roomOf(pattern) >= ROOM) return { kind: 'pattern', pattern };
  const prefix = commonLetters(texts);
  return { kind: 'counter', prefix, digits: Math.max(LEAST_DIGITS, length - prefix.length + 1) };
}

/** The identifiers of rows `from` to `from + rows - 1`. */
export function makeIdentifiers(
  shape: IdentifierShape,
  from: number,
  rows: number,
  rng: Rng,
): string[] | Float64Array {
  switch (shape.kind) {
    case 'number':
      return Float64Array.from({ length: rows }, (_, r) => shape.first + from + r);
    case 'counter':
      return Array.from(
        { length: rows },
        (_, r) => shape.prefix + String(from + r + 1).padStart(shape.digits, '0'),
      );
    case 'pattern': {
      const places = Array.from(shape.pattern, (kind, place) => {
        const alphabet = ALPHABETS[kind];
        return alphabet === undefined
          ? { kind }
          : { kind, alphabet, draws: rng.split('character', place).uniforms(rows, from) };
      });
      return Array.from({ length: rows }, (_, r) =>
        places
          .map(({ kind, alphabet, draws }) =>
            alphabet && draws ? alphabet[Math.floor(draws[r] * alphabet.length)] : kind,
          )
          .join(''),
      );
    }
  }
}

function patternOf(texts: readonly string[], length: number): string {
  const isHex = (letters: string) => (text: string) =>
    Array.from(text).every((each) => letters.includes(each) || !/[0-9A-Za-z]/.test(each));
  const hasLetters = texts.some((text) => /[A-Za-z]/.test(text));
  const kind = texts.every(isHex(ALPHABETS.f)) ? 'f' : texts.every(isHex(ALPHABETS.F)) ? 'F' : '';
  const hex = hasLetters ? kind : '';
  let pattern = '';
  for (let i = 0; i < length; i++) {
    const kinds = new Set(texts.map((text) => kindOf(text[i], hex)));
    if (kinds.size > 1) return '';
    pattern += [...kinds][0];
  }
  const isWhole = /^9+$/.test(pattern) && texts.every((text) => !text.startsWith('0'));
  return isWhole ? `1${pattern.slice(1)}` : pattern;
}

/** The kind of a character; one that is no letter or digit stands for itself. */
function kindOf(character: string, hex: string): string {
  if (hex !== '' && ALPHABETS[hex].includes(character)) return hex;
  if (ALPHABETS[9].includes(character)) return '9';
  if (ALPHABETS.A.includes(character)) return 'A';
  if (ALPHABETS.a.includes(character)) return 'a';
  return /[0-9A-Za-z]/.test(character) ? '9' : character;
}

export function roomOf(pattern: string): number {
  return Array.from(pattern).reduce((room, kind) => room * (ALPHABETS[kind]?.length ?? 1), 1);
}

/** What all texts begin with, as far as it holds no digit. */
function commonLetters(texts: readonly string[]): string {
  const [first = ''] = texts;
  let length = 0;
  const shared = (i: number) => texts.every((text) => text[i] === first[i]);
  while (length < first.length && !/\d/.test(first[length]) && shared(length)) length++;
  return length < first.length ? first.slice(0, length) : '';
}
