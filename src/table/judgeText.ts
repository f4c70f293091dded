/**
 * What a column of texts holds. The rules, in order; n counts values that are not missing, k those
 * that differ:
 * - date: all follow one format (see detectDates.ts);
 * - boolean: yes and no, true and false, or the like;
 * - identifier: all n differ, n >= 20, none is longer than 64 characters or has a blank in it, or the
 *   column is called id or the like; or it is, and a value has fewer than ten rows on average;
 * - text: k >= 20 and more than half of the values differ, or k >= 20, a tenth differ and they have
 *   more than 50 characters on average;
 * - ordered: levels whose order is known (see levelOrders.ts);
 * - nominal: all others.
 */

import type { Facts } from './columnFacts.ts';
import { counted } from './counted.ts';
import { detectDates, type FoundDates } from './detectDates.ts';
import { isNamedId, LEAST_FOR_IDENTIFIER, repeatedId } from './identifierNames.ts';
import { knownOrder } from './levelOrders.ts';
import type { TextColumn } from './table.ts';
import { constantWarning, type Verdict } from './verdict.ts';

const LEAST_FOR_TEXT = 20;

export function judgeText(column: TextColumn, { name, n, k }: Facts): Verdict {
  const { dictionary } = column;
  if (k === 0) {
    return {
      type: 'nominal',
      reason: 'no values',
      levels: [],
      warnings: ['all values are missing'],
    };
  }
  const dates = detectDates(dictionary);
  if (dates) return datesVerdict(dates, k === 1);
  if (k === 1) {
    return {
      type: 'nominal',
      reason: 'a single text',
      levels: dictionary,
      warnings: [constantWarning],
    };
  }
  const pair = booleanPair(dictionary);
  if (pair) return { type: 'boolean', reason: 'a word for no and one for yes', levels: pair };
  const long = dictionary.some((text) => text.length > 64 || text.includes(' '));
  if (k === n && n >= LEAST_FOR_IDENTIFIER && (isNamedId(name) || !long)) {
    const why = isNamedId(name)
      ? 'the column is called like an identifier'
      : 'none has a blank in it';
    const reason = `all ${n} texts differ, and ${why}`;
    return { type: 'identifier', reason, warnings: numberWarnings(dictionary) };
  }
  const repeated = repeatedId(name, n, k);
  if (repeated) return repeated;
  const length = dictionary.reduce((sum, text) => sum + text.length, 0) / k;
  if (k >= LEAST_FOR_TEXT && (k > n / 2 || (k > n / 10 && length > 50))) {
    return {
      type: 'text',
      // not how long they are: a single long one would tell its length
      reason: `${k} different texts in ${n} values`,
      warnings: numberWarnings(dictionary),
    };
  }
  const order = knownOrder(dictionary);
  const warnings = textWarnings(dictionary);
  if (order)
    return { type: 'ordered', reason: `${k} texts with a known order`, levels: order, warnings };
  return { type: 'nominal', reason: `${k} different texts`, levels: dictionary, warnings };
}

function datesVerdict(
  { format, offset, ambiguous, mixedZones }: FoundDates,
  isConstant: boolean,
): Verdict {
  const what = format.unit === 'day' ? 'dates' : 'dates with a time';
  return {
    type: 'date',
    reason: `all values are ${what} in the format ${format.pattern}`,
    format: format.pattern,
    offset,
    warnings: [
      ...(ambiguous
        ? ['day and month could be exchanged; declare the format if the month comes first']
        : []),
      ...(mixedZones
        ? ['the times name several zones; they will be written in the most frequent one']
        : []),
      ...(isConstant ? [constantWarning] : []),
    ],
  };
}

const BOOLEANS = [
  'false true',
  'no yes',
  'n y',
  'f t',
  'off on',
  'nein ja',
  'non oui',
  'absent present',
  'negative positive',
].map((pair) => pair.split(' '));

/** Two words for no and yes, the one for no first. */
function booleanPair(dictionary: readonly string[]): readonly string[] | undefined {
  if (dictionary.length !== 2) return undefined;
  const [first, second] = dictionary.map((text) => text.trim().toLowerCase());
  for (const [no, yes] of BOOLEANS) {
    if (first === no && second === yes) return dictionary;
    if (first === yes && second === no) return [dictionary[1], dictionary[0]];
  }
  return undefined;
}

/** An amount with thousands separators, a currency or a unit. */
const WRITTEN_NUMBER =
  /^[$€£+-]{0,2} ?\d{1,3}(?:[.,' ]?\d{3})*(?:[.,]\d+)? ?(?:[%$€£]|[A-Za-z]{1,3})?$/;

/** Where a column that is not modelled holds numbers as people write them. */
function numberWarnings(dictionary: readonly string[]): string[] {
  const like = dictionary.filter((text) => /[^\d]/.test(text) && WRITTEN_NUMBER.test(text));
  if (like.length < 0.9 * dictionary.length) return [];
  return [
    'these look like numbers with separators, a currency or a unit, which stay text and are not modelled: write them as 1234.56 if they are amounts',
  ];
}

function textWarnings(dictionary: readonly string[]): string[] {
  const folded = new Set(dictionary.map((text) => text.trim().toLowerCase()));
  const alike = dictionary.length - folded.size;
  const numbers = dictionary.filter((text) => startsWithDigit(text)).length;
  return [
    ...(alike > 0
      ? [
          `${counted(alike, 'level')} ${alike === 1 ? 'differs' : 'differ'} from others only by capitals or blanks`,
        ]
      : []),
    ...(numbers > 0 && numbers === dictionary.length && dictionary.length > 12
      ? ['all texts start with a digit: numbers with leading zeros, units or separators stay text']
      : []),
    ...(dictionary.length > 50 ? [`${dictionary.length} levels are many for a category`] : []),
  ];
}

function startsWithDigit(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 48 && code <= 57;
}
