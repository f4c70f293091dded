/**
 * Values that may stand for "missing" without being declared so: -8 among incomes, 999 among blood
 * pressures, 1900-01-01 among dates, 'refused'. They are suspected and said, never changed: only the
 * user knows.
 *
 * A number is suspected if it is one that is used as a code (-1 to -9, -99, 99, 998, 9999, ...), five
 * rows have it, it stands at an end of the column, and
 * - below zero, no other value is; or
 * - it is further from the others than half of their range; or
 * - above all others, it is ten times as frequent as each of the ten below it on average.
 * A zero is suspected if all others of many are above it by a fifth of their range. The range is that of
 * all but the four outermost rows on either side, so that no single row decides.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import type { Facts } from './columnFacts.ts';
import { dateFormat } from './dateFormat.ts';
import { numbersOf } from './declareMissing.ts';
import type { TextColumn } from './table.ts';
import type { Verdict } from './verdict.ts';

export interface SuspectedCode {
  /** As it would be declared. */
  readonly code: string;
  /** Rounded to five. */
  readonly rows: number;
  readonly why: string;
}

const LOW = /^-(\d|66|77|88|9[5-9]|666|777|888|99[5-9]|7777|8888|999[5-9]|9{5,9})(\.9+)?$/;
const HIGH = /^([6-9]|66|77|88|9[5-9]|666|777|888|99[5-9]|7777|8888|999[5-9]|9{5,9})(\.9+)?$/;
const FAR = 0.5;
const FAR_FROM_ZERO = 0.2;
const MANY = 30;
const PEAK = 10;
const PEAK_SHARE = 0.005;

/** Words for "not known", without capitals, points and blanks. */
const WORDS = new Set(
  [
    'unknown unk missing refused refuse refusal dk dontknow donotknow noanswer noresponse notreported',
    'notavailable notapplicable notstated notknown notrecorded notgiven nodata undefined unspecified',
    'prefernottosay prefernottoanswer declined blank na nan none null nil error #value! #div/0! #ref! #name?',
    'unbekannt keineangabe ka weissnicht weißnicht fehlt fehlend verweigert inconnu manquant nsp sansréponse',
    'desconocido sindato nosabe nocontesta nsnc sconosciuto mancante nonso onbekend weetniet geenantwoord',
    'ukjent okänt ukendt tuntematon nieznany brakdanych - -- --- * ** xx xxx',
  ]
    .join(' ')
    .split(' '),
);

const DATES = [
  ...['0001-01-01', '1111-11-11', '1753-01-01', '1800-01-01', '1899-12-30', '1899-12-31'],
  ...['1900-01-01', '1900-01-02', '1901-01-01', '1904-01-01', '1960-01-01', '1970-01-01'],
  ...['2099-12-31', '2100-01-01', '2999-12-31', '3000-01-01', '9999-01-01', '9999-09-09'],
  '9999-12-31',
];

/** Of a column of numbers. */
export function suspectNumbers({ numbers }: Facts, { type }: Verdict): SuspectedCode[] {
  if (!numbers || numbers.values.length <= 2 || type === 'identifier') return [];
  const { values, counts } = numbers;
  return [
    ...atEnd(values, counts, (value) => LOW.test(String(value)), -1),
    ...atEnd(values, counts, (value) => HIGH.test(String(value)), 1),
    ...zeros(values, counts),
  ];
}

/** Of a column of dates or categories. */
export function suspectTexts(column: TextColumn, { type, format }: Verdict): SuspectedCode[] {
  const rows = rowsOf(column);
  if (type === 'identifier') return [];
  if (type === 'date') return suspectDates(column, rows, format ?? '');
  const words = column.dictionary.flatMap((text, place) =>
    rows[place] >= FEWEST_PEOPLE && WORDS.has(folded(text)) ? [{ text, rows: rows[place] }] : [],
  );
  const codes = new Set(words.map(({ text }) => text));
  const others = column.dictionary.filter((text) => !codes.has(text));
  const kept = { ...column, dictionary: others, codes: new Int32Array() };
  const areNumbers = others.length > 1 && numbersOf(kept) !== undefined;
  const why = areNumbers ? 'all other values are numbers' : 'it is a word for not known';
  return words.flatMap(({ text, rows: own }) =>
    areNumbers || !isAnswer(text) ? [suspected(text, own, why)] : [],
  );
}

/** None of several things, such as debtors; Python writes None where nothing is known. */
function isAnswer(text: string): boolean {
  return text.trim() === 'none' || text.trim() === 'nil';
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll(/[\s._'’()]/g, '');
}

function suspected(code: string, rows: number, why: string): SuspectedCode {
  return { code, rows: FEWEST_PEOPLE * Math.round(rows / FEWEST_PEOPLE), why };
}

/** Codes at the lower (-1) or the upper (1) end of a column. */
function atEnd(
  values: readonly number[],
  counts: readonly number[],
  isCode: (value: number) => boolean,
  side: -1 | 1,
): SuspectedCode[] {
  const places: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (counts[i] >= FEWEST_PEOPLE && isCode(values[i])) places.push(i);
  }
  // from the outermost inwards, until the rest lies beyond one of them
  const ordered = side < 0 ? places : places.reverse();
  for (let taken = ordered.length; taken > 0; taken--) {
    const own = new Set(ordered.slice(0, taken));
    const rest = endsOf(values, counts, own);
    if (!rest) continue;
    const inner = values[ordered[taken - 1]];
    const gap = side < 0 ? rest.least - inner : inner - rest.largest;
    const range = rest.largest - rest.least;
    if (!(gap > 0) || !(range > 0) || isMirror(inner, rest)) continue;
    const isBelowZero = side < 0 && rest.least >= 0;
    const why = isBelowZero
      ? 'no other value is below 0'
      : gap > FAR * range
        ? 'it is far from all other values'
        : taken === 1 && side > 0 && isPeak(values, counts, ordered[0])
          ? 'it is the largest value, and many times as frequent as those below it'
          : undefined;
    if (why === undefined) continue;
    return [...own].map((i) => suspected(String(values[i]), counts[i], why));
  }
  return [];
}

/** A scale such as -1, 0, 1. */
function isMirror(code: number, { largest }: Ends): boolean {
  return code < 0 && largest <= 3 && -code <= largest;
}

function isPeak(values: readonly number[], counts: readonly number[], place: number): boolean {
  if (place !== values.length - 1 || place < PEAK) return false;
  const before = counts.slice(place - PEAK, place).reduce((sum, count) => sum + count, 0) / PEAK;
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return counts[place] >= PEAK * before && counts[place] >= PEAK_SHARE * rows;
}

function zeros(values: readonly number[], counts: readonly number[]): SuspectedCode[] {
  const place = values.indexOf(0);
  if (place < 0 || counts[place] < FEWEST_PEOPLE || values.length <= MANY) return [];
  const rest = endsOf(values, counts, new Set([place]));
  if (!rest || !(rest.least > FAR_FROM_ZERO * (rest.largest - rest.least))) return [];
  return [suspected('0', counts[place], 'all other values are far above 0')];
}

interface Ends {
  readonly least: number;
  readonly largest: number;
}

/** Of the values that are not left out, without the four outermost rows on either side. */
function endsOf(
  values: readonly number[],
  counts: readonly number[],
  left: ReadonlySet<number>,
): Ends | undefined {
  const end = (places: Iterable<number>) => {
    let rows = 0;
    for (const i of places) {
      if (left.has(i) || !Number.isFinite(values[i])) continue;
      rows += counts[i];
      if (rows >= FEWEST_PEOPLE) return values[i];
    }
    return undefined;
  };
  const least = end(values.keys());
  const largest = end([...values.keys()].reverse());
  return least === undefined || largest === undefined || least > largest
    ? undefined
    : { least, largest };
}

function suspectDates(
  { dictionary }: TextColumn,
  rows: Uint32Array,
  pattern: string,
): SuspectedCode[] {
  const { parse, unit } = dateFormat(pattern);
  const day = unit === 'day' ? 1 : 86_400;
  const { parse: plain } = dateFormat('YYYY-MM-DD');
  const known = new Set(DATES.map(plain));
  const days = dictionary.map((text) => Math.floor(parse(text) / day));
  const order = [...days.keys()].sort((a, b) => days[a] - days[b]);
  const isCode = (place: number) => rows[place] >= FEWEST_PEOPLE && known.has(days[place]);
  const left = new Set(order.flatMap((place, i) => (isCode(place) ? [i] : [])));
  const rest = endsOf(
    order.map((place) => days[place]),
    order.map((place) => rows[place]),
    left,
  );
  if (!rest) return [];
  return order.filter(isCode).flatMap((place) => {
    const gap = Math.max(rest.least - days[place], days[place] - rest.largest);
    const isFar = gap > (FAR / 2) * (rest.largest - rest.least);
    return isFar
      ? [suspected(dictionary[place], rows[place], 'it is far from all other dates')]
      : [];
  });
}

function rowsOf({ codes, dictionary }: TextColumn): Uint32Array {
  const rows = new Uint32Array(dictionary.length);
  for (const code of codes) if (code >= 0) rows[code]++;
  return rows;
}
