/**
 * The form that most identifiers of a column share: at each place a kind of character (digit, capital,
 * small letter), or a character that is the same in nearly all. New identifiers have this form and begin
 * as no real one does: the first places that differ hold characters which no real identifier of the form
 * has there, so that none can be met. They are walked through by i -> (a i + b) mod room, and all differ.
 *
 * Which beginning is free depends on all real identifiers; it is all that the form tells of them beyond
 * what five rows share.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import type { Rng } from '../random/rng.ts';

/** At each place '=' and the character itself, or the kind of character: 9, 1 (no zero), A, a. */
export type IdentifierForm = readonly string[];

const ALPHABETS: Readonly<Record<string, string>> = {
  9: '0123456789',
  1: '123456789',
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  a: 'abcdefghijklmnopqrstuvwxyz',
};

/** Places at the beginning that may tell new identifiers from real ones. */
const MOST_MARKED = 4;
const LEAST_ROOM = 1000;
/** New identifiers that must be there for each real one. */
const ROOM_FOR_EACH = 4;
const LONGEST = 64;

/** Nothing if there is no such form, or no room in it. */
export function formOf(texts: readonly string[]): IdentifierForm | undefined {
  const kinds = mostFrequent(texts.map(kindsOf));
  if (kinds === undefined || kinds === '' || kinds.length > LONGEST) return undefined;
  const own = texts.filter((text) => kindsOf(text) === kinds);
  if (own.length < Math.max(FEWEST_PEOPLE, texts.length / 2)) return undefined;
  const isWhole = /^9+$/.test(kinds);
  const places = Array.from(kinds, (kind, place) => {
    const shared = mostFrequent(own.map((text) => text[place])) ?? '';
    const others = own.filter((text) => text[place] !== shared).length;
    if (others < FEWEST_PEOPLE) return `=${shared}`;
    return isWhole && place === 0 ? '1' : kind;
  });
  const marked = withFreeBeginning(places, own);
  if (!marked) return undefined;
  const isEnough = roomOfForm(marked) >= BigInt(Math.max(LEAST_ROOM, ROOM_FOR_EACH * texts.length));
  return isEnough ? marked : undefined;
}

/** The kinds of a text's characters; what is no letter or digit stands for itself. */
function kindsOf(text: string): string {
  return text.replaceAll(/[A-Z]/g, 'A').replaceAll(/[a-z]/g, 'a').replaceAll(/\d/g, '9');
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  let best: string | undefined;
  let most = 0;
  for (const [text, count] of counts) if (count > most) [best, most] = [text, count];
  return best;
}

/** The first places that are free to differ, set to characters that no real text has there together. */
function withFreeBeginning(
  places: readonly string[],
  texts: readonly string[],
): string[] | undefined {
  const free = [...places.keys()].filter((place) => ALPHABETS[places[place]] !== undefined);
  for (let length = 1; length <= Math.min(MOST_MARKED, free.length - 1); length++) {
    const marked = free.slice(0, length);
    const used = new Set(texts.map((text) => marked.map((place) => text[place]).join('')));
    let candidates = [''];
    for (const place of marked) {
      const letters = Array.from(ALPHABETS[places[place]]).reverse();
      candidates = candidates.flatMap((before) => letters.map((letter) => before + letter));
    }
    const unused = candidates.find((candidate) => !used.has(candidate));
    if (unused === undefined) continue;
    const result = [...places];
    marked.forEach((place, i) => {
      result[place] = `=${unused[i]}`;
    });
    return result;
  }
  return undefined;
}

/** How many texts have the form. */
export function roomOfForm(form: IdentifierForm): bigint {
  return form.reduce((room, place) => room * BigInt(ALPHABETS[place]?.length ?? 1), 1n);
}

/** The text at a place among all of the form. */
export function formText(form: IdentifierForm, place: bigint): string {
  let left = place;
  let text = '';
  for (let i = form.length - 1; i >= 0; i--) {
    const alphabet = ALPHABETS[form[i]];
    if (alphabet === undefined) text = form[i].slice(1) + text;
    else {
      const size = BigInt(alphabet.length);
      text = alphabet[Number(left % size)] + text;
      left /= size;
    }
  }
  return text;
}

/** The place of a row's identifier; nothing for rows beyond the room. */
export function formWalk(form: IdentifierForm, rng: Rng): (row: number) => bigint | undefined {
  const room = roomOfForm(form);
  const [u, v] = rng.split('walk').uniforms(2);
  const whole = (x: number) => BigInt(Math.floor(x * 0x10000000000000));
  let step = (whole(u) % room) + 1n;
  while (commonDivisor(step, room) !== 1n) step++;
  const first = whole(v) % room;
  return (row) => (BigInt(row) < room ? (step * BigInt(row) + first) % room : undefined);
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}
