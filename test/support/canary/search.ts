/** Looks for canaries in all that was written. */

import { type Form, formsOfDate, formsOfNumber, formsOfText } from './forms.ts';
import { type Canaries, numberOf } from './plantedTable.ts';
import { isValue, type Published, publishedNumbers } from './publishedNumbers.ts';
import type { Written } from './scenarios.ts';

/** Where a canary was found. */
export interface Find {
  readonly canary: string;
  readonly file: string;
  readonly form: string;
}

/** A place where a canary may be shown, and why. */
export interface Allowed {
  readonly file: RegExp;
  readonly canary: RegExp;
  readonly why: string;
}

const TEXTS = [
  ...['person', 'identifier', 'remark', 'formula', 'html', 'header', 'doctor', 'wardOfOne'],
  ...['wardOfFour', 'grade', 'lone', 'outcome', 'diagnosis'],
] as const satisfies (keyof Canaries)[];
export const NUMBERS = [
  ...['visits', 'income', 'balance', 'tiny', 'huge', 'dose'],
] as const satisfies (keyof Canaries)[];
const DATES = ['born', 'seen'] as const satisfies (keyof Canaries)[];

/** Parts of texts that give it away by themselves. */
const WORDS: Partial<Record<keyof Canaries, readonly string[]>> = {
  person: ['quillfeather', 'zebedee'],
  identifier: ['7719-0042'],
  remark: ['xylophonic'],
  formula: ['wobblegate'],
  html: ['gnurfle'],
  header: ['snorkelby'],
  doctor: ['oxblood'],
  wardOfOne: ['quarantine'],
  wardOfFour: ['hospice'],
  outcome: ['withdrawn xray'],
  diagnosis: ['kuru'],
};

/** Digits that tell a canary from numbers that are met by chance, such as made-up identifiers. */
const LEAST_DIGITS = 5;
/**
 * Of the dose, which lies among others with four, and of a time as days since 1970, which are of the size of amounts:
 * among a few thousand cells with one decimal, five digits are met by chance.
 */
const MORE_DIGITS = 6;

export function search(canaries: Canaries, written: Written): Find[] {
  const finds: Find[] = [];
  for (const [file, bytes] of written) {
    const plain = Buffer.from(bytes).toString('latin1');
    const haystack: Haystack = { plain, lower: plain.toLowerCase() };
    const look = (canary: keyof Canaries, forms: readonly Form[]) => {
      for (const { name } of forms.filter((form) => holds(haystack, form))) {
        finds.push({ canary, file, form: name });
      }
    };
    for (const canary of TEXTS) {
      const texts = [canaries[canary], ...(WORDS[canary] ?? [])];
      look(canary, texts.flatMap(formsOfText).filter(isLongEnough));
    }
    for (const canary of DATES) look(canary, formsOfDate(canaries[canary]));
    const numbers = publishedNumbers(Buffer.from(bytes).toString('utf8'));
    for (const canary of NUMBERS) {
      look(canary, formsOfNumber(Number(canaries[canary])));
      const digits = canary === 'dose' ? MORE_DIGITS : LEAST_DIGITS;
      finds.push(...writtenOut(canary, Number(canaries[canary]), file, numbers, digits));
    }
    for (const canary of DATES) {
      const at = numberOf(canaries[canary]);
      const units = canary === 'born' ? [1, 86_400, 86_400_000] : [1, 1 / 1000, 1 / 86_400_000];
      for (const value of units.map((unit) => at * unit)) {
        const digits = canary === 'seen' && value < 1e5 ? MORE_DIGITS : LEAST_DIGITS;
        finds.push(...writtenOut(canary, value, file, numbers, digits));
      }
    }
  }
  return finds;
}

/** Finds that no rule allows, as lines of text. */
export function refused(finds: readonly Find[], allowed: readonly Allowed[]): string[] {
  const isAllowed = ({ canary, file }: Find) =>
    allowed.some((rule) => rule.file.test(file) && rule.canary.test(canary));
  const lines = finds
    .filter((find) => !isAllowed(find))
    .map(({ canary, file, form }) => `${canary} in ${file}, as ${form}`);
  return [...new Set(lines)].sort();
}

interface Haystack {
  readonly plain: string;
  readonly lower: string;
}

function holds({ plain, lower }: Haystack, { bytes, anyCase = false }: Form): boolean {
  const needle = Buffer.from(bytes).toString('latin1');
  return anyCase ? lower.includes(needle.toLowerCase()) : plain.includes(needle);
}

/** Fewer bytes than this are met by chance in a long file. */
function isLongEnough({ bytes }: Form): boolean {
  return bytes.length >= 4;
}

function writtenOut(
  canary: keyof Canaries,
  value: number,
  file: string,
  numbers: readonly Published[],
  digits: number,
): Find[] {
  return numbers
    .filter((number) => isValue(number, value, digits))
    .map((number) => ({ canary, file, form: `the number ${number.value}` }));
}
