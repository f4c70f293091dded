/**
 * Dates and times as numbers. A format is a pattern of tokens: YYYY, YY, MM, M, DD, D, HH, H, mm, ss,
 * S (as often as there are digits of a second), Z (`Z` or +hh:mm) and ZZ (+hhmm); everything else
 * stands for itself. M, D and H take one or two digits, and YY means 1969 to 2068.
 *
 * A date is the number of days since 1970-01-01. A date with a time is the number of seconds since
 * then, by the clock it was written with, or in UTC where it names its zone.
 */

import { InputError } from '../numerics/inputError.ts';
import { type CalendarDay, dateFromDays, daysFromDate } from './calendar.ts';

export interface DateFormat {
  readonly pattern: string;
  readonly unit: 'day' | 'second';
  /** Digits of a second. */
  readonly decimals: number;
  /** The number of a text, or NaN when the text does not follow the pattern. */
  parse(text: string): number;
  /** The text of a number, in the zone `offset` (minutes east of UTC) where the pattern has one. */
  format(value: number, offset?: number): string;
  /** Minutes east of UTC that a text names; 0 for Z and without a zone. */
  offsetOf(text: string): number;
}

const TOKENS = /YYYY|YY|MM?|DD?|HH?|mm|ss|S+|ZZ?|[^YMDHmsSZ]/gy;
const SECONDS_A_DAY = 86400;

/** What a pattern means; refuses one that does not name a whole day. */
export function dateFormat(pattern: string): DateFormat {
  const tokens: readonly string[] = pattern.match(TOKENS) ?? [];
  const fields = tokens.filter((token) => /^[YMDHmsSZ]/.test(token));
  const has = (...names: string[]) => names.some((name) => tokens.includes(name));
  const isWhole = tokens.join('') === pattern && new Set(fields).size === fields.length;
  if (!isWhole || !has('YYYY', 'YY') || !has('MM', 'M') || !has('DD', 'D')) {
    throw new InputError(
      `the date format ${JSON.stringify(pattern)} must name year, month and day, such as YYYY-MM-DD or DD.MM.YYYY HH:mm`,
    );
  }
  const hasTime = has('HH', 'H');
  const decimals = tokens.find((token) => token.startsWith('S'))?.length ?? 0;
  return {
    pattern,
    unit: hasTime ? 'second' : 'day',
    decimals,
    parse: (text) => toNumber(scan(tokens, text), hasTime),
    format: (value, offset = 0) => write(tokens, value, hasTime, decimals, offset),
    offsetOf: (text) => scan(tokens, text)?.offset ?? 0,
  };
}

interface Fields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  fraction: number;
  /** Minutes east of UTC. */
  offset: number;
}

/** The fields of a text, or nothing when it does not follow the tokens. */
function scan(tokens: readonly string[], text: string): Fields | undefined {
  const fields: Fields = {
    year: 0,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    fraction: 0,
    offset: 0,
  };
  let at = 0;
  const digits = (least: number, most: number): number => {
    let value = 0;
    let count = 0;
    while (count < most) {
      const digit = text.charCodeAt(at) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
      at++;
      count++;
    }
    return count >= least ? value : Number.NaN;
  };
  for (const token of tokens) {
    const length = token.length;
    switch (token[0]) {
      case 'Y':
        fields.year = digits(length, length);
        if (length === 2) fields.year += fields.year < 69 ? 2000 : 1900;
        break;
      case 'M':
        fields.month = digits(length, 2);
        break;
      case 'D':
        fields.day = digits(length, 2);
        break;
      case 'H':
        fields.hour = digits(length, 2);
        break;
      case 'm':
        fields.minute = digits(2, 2);
        break;
      case 's':
        fields.second = digits(2, 2);
        break;
      case 'S':
        fields.fraction = digits(length, length) / Number(`1e${length}`);
        break;
      case 'Z': {
        const zone = scanZone(text, at, token);
        if (!zone) return undefined;
        fields.offset = zone.offset;
        at = zone.next;
        break;
      }
      default:
        if (text[at++] !== token) return undefined;
    }
  }
  const { hour, minute, second, fraction } = fields;
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && fraction < 1;
  return at === text.length && isTime ? fields : undefined;
}

/** Z stands for Z or +01:00, ZZ for +0100. */
const ZONES: Readonly<Record<string, RegExp>> = {
  Z: /Z|([+-])(\d\d):(\d\d)/y,
  ZZ: /([+-])(\d\d)(\d\d)/y,
};

/** The zone at a place of a text, in minutes east of UTC, and where it ends. */
function scanZone(
  text: string,
  at: number,
  token: string,
): { readonly offset: number; readonly next: number } | undefined {
  const zone = ZONES[token];
  zone.lastIndex = at;
  const found = zone.exec(text);
  if (!found) return undefined;
  const [whole, sign, hours = '0', minutes = '0'] = found;
  if (Number(hours) > 15 || Number(minutes) > 59) return undefined;
  const size = Number(hours) * 60 + Number(minutes);
  return { offset: sign === '-' ? -size : size, next: at + whole.length };
}

function toNumber(fields: Fields | undefined, hasTime: boolean): number {
  if (!fields) return Number.NaN;
  const days = daysFromDate(fields.year, fields.month, fields.day);
  if (!hasTime) return days;
  const minutes = days * 1440 + fields.hour * 60 + fields.minute - fields.offset;
  return minutes * 60 + fields.second + fields.fraction;
}

function write(
  tokens: readonly string[],
  value: number,
  hasTime: boolean,
  decimals: number,
  offset: number,
): string {
  const local = hasTime ? value + offset * 60 : value;
  const days = Math.floor(hasTime ? local / SECONDS_A_DAY : local);
  const scale = Number(`1e${decimals}`);
  let ticks = hasTime ? Math.round((local - days * SECONDS_A_DAY) * scale) : 0;
  const isNextDay = ticks >= SECONDS_A_DAY * scale;
  if (isNextDay) ticks = 0;
  const date = dateFromDays(isNextDay ? days + 1 : days);
  const seconds = Math.floor(ticks / scale);
  return tokens
    .map((token) => piece(token, date, seconds, ticks - seconds * scale, offset))
    .join('');
}

function piece(
  token: string,
  date: CalendarDay,
  seconds: number,
  fraction: number,
  offset: number,
): string {
  const padded = (value: number, length = token.length) => String(value).padStart(length, '0');
  switch (token[0]) {
    case 'Y':
      return padded(token.length === 2 ? date.year % 100 : date.year);
    case 'M':
      return padded(date.month);
    case 'D':
      return padded(date.day);
    case 'H':
      return padded(Math.floor(seconds / 3600));
    case 'm':
      return padded(Math.floor(seconds / 60) % 60);
    case 's':
      return padded(seconds % 60);
    case 'S':
      return padded(fraction);
    case 'Z': {
      if (offset === 0 && token === 'Z') return 'Z';
      const size = Math.abs(offset);
      const colon = token === 'Z' ? ':' : '';
      const hours = padded(Math.floor(size / 60), 2);
      return `${offset < 0 ? '-' : '+'}${hours}${colon}${padded(size % 60, 2)}`;
    }
    default:
      return token;
  }
}
