/**
 * Whether texts are dates, and in which format.
 *
 * All texts must follow one format. Between day first and month first (03/04/2020) a number above 12
 * decides; where none does, the day is taken to come first, and `ambiguous` says so. With points the
 * day always comes first, with the year in front the month always follows it.
 */

import { type DateFormat, dateFormat } from './dateFormat.ts';

export interface FoundDates {
  readonly format: DateFormat;
  /** Day and month could be exchanged. */
  readonly ambiguous: boolean;
  /** Minutes east of UTC, where the texts name a zone: the most frequent one. */
  readonly offset: number;
  /** The texts name more than one zone. */
  readonly mixedZones: boolean;
}

const DATES = [
  ...['YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYY-M-D', 'YYYY/M/D'],
  ...['DD.MM.YYYY', 'D.M.YYYY', 'DD.MM.YY', 'D.M.YY'],
  ...[
    'DD/MM/YYYY',
    'MM/DD/YYYY',
    'D/M/YYYY',
    'M/D/YYYY',
    'DD/MM/YY',
    'MM/DD/YY',
    'D/M/YY',
    'M/D/YY',
  ],
  ...['DD-MM-YYYY', 'MM-DD-YYYY', 'D-M-YYYY', 'M-D-YYYY'],
];
const TIMES = ['HH:mm', 'HH:mm:ss', 'H:mm', 'H:mm:ss'];
const ZONES = ['', 'Z', 'ZZ'];

export function detectDates(texts: readonly string[]): FoundDates | undefined {
  const [first] = texts;
  if (first === undefined || first.length < 6 || first.length > 40) return undefined;
  const code = first.charCodeAt(0);
  if (!(code >= 48 && code <= 57)) return undefined;
  const fits = candidates(first).filter((format) =>
    texts.every((text) => !Number.isNaN(format.parse(text))),
  );
  const format = fits[0];
  if (!format) return undefined;
  const zones = new Map<number, number>();
  if (/Z/.test(format.pattern)) {
    for (const text of texts) {
      const offset = format.offsetOf(text);
      zones.set(offset, (zones.get(offset) ?? 0) + 1);
    }
  }
  const [offset] = [...zones].sort((a, b) => b[1] - a[1])[0] ?? [0];
  const swapped = fits.some((other) => isSwap(format.pattern, other.pattern));
  return { format, ambiguous: swapped, offset, mixedZones: zones.size > 1 };
}

/** The formats that the first text follows, in order of preference. */
function candidates(first: string): DateFormat[] {
  const timeAt = Math.max(first.indexOf('T'), first.indexOf(' '));
  return patterns(first, timeAt)
    .map(dateFormat)
    .filter((format) => !Number.isNaN(format.parse(first)));
}

function patterns(first: string, timeAt: number): readonly string[] {
  if (timeAt < 0) return DATES;
  const fraction = fractionDigits(first);
  const rest = TIMES.flatMap((time) =>
    ZONES.map(
      (zone) => first[timeAt] + time + (fraction > 0 ? `.${'S'.repeat(fraction)}` : '') + zone,
    ),
  );
  return DATES.flatMap((date) => rest.map((time) => date + time));
}

function fractionDigits(text: string): number {
  const point = text.lastIndexOf('.');
  if (point < 0 || text.indexOf(':') < 0 || point < text.indexOf(':')) return 0;
  let end = point + 1;
  while (end < text.length && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end++;
  return Math.min(end - point - 1, 9);
}

function isSwap(one: string, other: string): boolean {
  const firstLetter = (pattern: string) => pattern[0];
  return (
    (firstLetter(one) === 'D' && firstLetter(other) === 'M') ||
    (firstLetter(one) === 'M' && firstLetter(other) === 'D')
  );
}
