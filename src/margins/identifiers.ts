/**
 * New identifiers in place of real ones, of which nothing but the shape is kept.
 *
 * - Names of people and e-mail addresses: invented ones (inventedNames.ts), by a list of which the table
 *   holds none.
 * - Texts most of which have one form, such as 980-24-0087, and whole numbers with one number of digits:
 *   other texts of this form (identifierForm.ts), all different, that begin as no real one does.
 * - Whole numbers without a gap between them, or of several lengths: counted up from the first power of
 *   ten above all real ones.
 * - Texts of equal length with room for 2^52 different ones: random characters of the same kind
 *   (capital, small letter, digit) at each place; what is no letter or digit stays. Letters a to f
 *   among digits make hexadecimal ones; digits alone stay digits, and whole numbers have no zero first.
 * - Other texts: their common beginning, then a number with so many digits that the whole is longer
 *   than any real one.
 * Random characters meet a real identifier with a chance below rows x real rows / 2^52, which the release
 * checks would see; all others never do.
 */

import type { Rng } from '../random/rng.ts';
import type { IdentityKind } from '../table/identity.ts';
import type { Column } from '../table/table.ts';
import { powerOfTen } from './grid.ts';
import { formOf, formText, formWalk, type IdentifierForm } from './identifierForm.ts';
import { NAME_LISTS, nameList } from './inventedNames.ts';

/** Plain data. */
export type IdentifierShape =
  | { readonly kind: 'number'; readonly first: number }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'counter'; readonly prefix: string; readonly digits: number }
  | {
      readonly kind: 'form';
      readonly form: IdentifierForm;
      /** Whether the identifiers are numbers. */
      readonly isNumber: boolean;
      /** Of rows beyond the room of the form. */
      readonly beyond: { readonly prefix: string; readonly digits: number };
    }
  | {
      readonly kind: 'name';
      readonly parts: 'given' | 'surname' | 'full' | 'reversed';
      readonly letters: 'mixed' | 'upper' | 'lower';
      readonly list: number;
    }
  | { readonly kind: 'email'; readonly domain: string; readonly list: number };

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

/** `identity`: what the column says of who a person is. */
export function identifierShape(column: Column, identity?: IdentityKind): IdentifierShape {
  if (column.kind === 'numeric') return numberShape(column.values);
  const texts = column.dictionary;
  const length = texts.reduce((most, text) => Math.max(most, text.length), 0);
  const prefix = commonLetters(texts);
  const beyond = { prefix, digits: Math.max(LEAST_DIGITS, length - prefix.length + 1) };
  const invented = inventedShape(texts, identity);
  if (invented) return invented;
  const form = formOf(texts);
  if (form) return { kind: 'form', form, isNumber: false, beyond };
  const pattern = texts.every((text) => text.length === length) ? patternOf(texts, length) : '';
  return roomOf(pattern) >= ROOM ? { kind: 'pattern', pattern } : { kind: 'counter', ...beyond };
}

function numberShape(values: Float64Array): IdentifierShape {
  let largest = 0;
  let least = Number.POSITIVE_INFINITY;
  const known = new Set<number>();
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    known.add(value);
    if (value < least) least = value;
    if (Math.abs(value) > largest) largest = Math.abs(value);
  }
  let digits = 1;
  while (powerOfTen(digits) <= largest && digits < 15) digits++;
  const isRun = largest - least === known.size - 1;
  const form = isRun || digits > 14 ? undefined : formOf(Array.from(known, String));
  if (!form) return { kind: 'number', first: powerOfTen(digits) + 1 };
  return { kind: 'form', form, isNumber: true, beyond: { prefix: '', digits: digits + 1 } };
}

const DOMAINS = ['example.org', 'example.com', 'example.net', 'mail.example'];

/** People and their addresses; nothing for other columns, or if no list of ours is free. */
function inventedShape(
  texts: readonly string[],
  identity: IdentityKind | undefined,
): IdentifierShape | undefined {
  const real = new Set(texts.map((text) => text.trim().toLowerCase()));
  if (identity === 'e-mail address') {
    const domain = DOMAINS.find(
      (each) => !texts.some((text) => text.toLowerCase().endsWith(`@${each}`)),
    );
    return domain === undefined ? undefined : { kind: 'email', domain, list: 0 };
  }
  const parts = { 'given name': 'given', surname: 'surname', 'full name': 'full' } as const;
  if (identity === undefined || !(identity in parts)) return undefined;
  const words = new Set(Array.from(real, (text) => text.split(/[ ,]+/)).flat());
  const isFree = (list: number) => {
    const { given, surnames } = nameList(list);
    return ![...given, ...surnames].some((name) => words.has(name.toLowerCase()));
  };
  const list = Array.from({ length: NAME_LISTS }, (_, each) => each).find(isFree);
  if (list === undefined) return undefined;
  const own = parts[identity as keyof typeof parts];
  const isReversed = own === 'full' && mostly(texts, (text) => text.includes(', '));
  const letters = mostly(texts, (text) => text === text.toUpperCase())
    ? 'upper'
    : mostly(texts, (text) => text === text.toLowerCase())
      ? 'lower'
      : 'mixed';
  return { kind: 'name', parts: isReversed ? 'reversed' : own, letters, list };
}

function mostly(texts: readonly string[], is: (text: string) => boolean): boolean {
  return texts.filter(is).length > texts.length / 2;
}

/** Names and e-mail addresses: drawn from one stream, they are of the same person in all columns. */
export function isPersonShape({ kind }: IdentifierShape): boolean {
  return kind === 'name' || kind === 'email';
}

/** Whether new identifiers are numbers. */
export function isNumberShape(shape: IdentifierShape): boolean {
  return shape.kind === 'number' || (shape.kind === 'form' && shape.isNumber);
}

/** Texts as a column holds them: each once, and where it stands. */
export function identifierTexts(texts: readonly string[]): {
  readonly codes: Int32Array;
  readonly dictionary: string[];
} {
  const places = new Map<string, number>();
  const codes = Int32Array.from(texts, (text) => {
    if (text === '') return -1;
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  return { codes, dictionary: [...places.keys()] };
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
      return Array.from({ length: rows }, (_, r) => counted(shape, from + r));
    case 'form': {
      const walk = formWalk(shape.form, rng);
      const texts = Array.from({ length: rows }, (_, r) => {
        const place = walk(from + r);
        return place === undefined ? counted(shape.beyond, from + r) : formText(shape.form, place);
      });
      return shape.isNumber
        ? Float64Array.from(texts, (text, r) =>
            text.length > shape.form.length
              ? powerOfTen(shape.form.length) + from + r
              : Number(text),
          )
        : texts;
    }
    case 'name':
      return inventedNames(shape, from, rows, rng);
    case 'email': {
      const names = inventedNames(
        { parts: 'full', letters: 'lower', list: shape.list },
        from,
        rows,
        rng,
      );
      return names.map((name, r) => `${name.replace(' ', '.')}${from + r + 1}@${shape.domain}`);
    }
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

function counted({ prefix, digits }: { prefix: string; digits: number }, row: number): string {
  return prefix + String(row + 1).padStart(digits, '0');
}

function inventedNames(
  { parts, letters, list }: Omit<Extract<IdentifierShape, { kind: 'name' }>, 'kind'>,
  from: number,
  rows: number,
  rng: Rng,
): string[] {
  const { given, surnames } = nameList(list);
  const drawn = (names: readonly string[], key: string) => {
    const u = rng.split(key).uniforms(rows, from);
    return Array.from(u, (each) => names[Math.floor(each * names.length)]);
  };
  const first = drawn(given, 'given');
  const last = drawn(surnames, 'surname');
  const name = {
    given: (r: number) => first[r],
    surname: (r: number) => last[r],
    full: (r: number) => `${first[r]} ${last[r]}`,
    reversed: (r: number) => `${last[r]}, ${first[r]}`,
  }[parts];
  const cased = {
    mixed: (text: string) => text,
    upper: (text: string) => text.toUpperCase(),
    lower: (text: string) => text.toLowerCase(),
  }[letters];
  return Array.from({ length: rows }, (_, r) => cased(name(r)));
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
