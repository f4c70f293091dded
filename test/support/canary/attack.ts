/** Arithmetic on all numbers that a scenario wrote, and small counts in its documents. */

import { recover } from './arithmetic.ts';
import {
  type Canaries,
  COLUMN_OF,
  numberOf,
  numbersOf,
  PLANTED,
  type PlantedTable,
} from './plantedTable.ts';
import { publishedNumbers } from './publishedNumbers.ts';
import type { Written } from './scenarios.ts';
import { smallCounts } from './smallCounts.ts';

const SECRETS = [
  ...['visits', 'income', 'balance', 'tiny', 'huge', 'dose', 'born', 'seen'],
] as const satisfies (keyof Canaries)[];

/** Numbers that are drawn anew are noise to an attacker of one number; there are ten thousands. */
const DRAWN = /\.(csv|parquet)$|sample stdout$/;

/** Canaries that the published numbers give away, in words. */
export function recoveredFrom(written: Written, table: PlantedTable): string[] {
  const shown = [...written].filter(([name]) => !DRAWN.test(name));
  const numbers = [...new Set(shown.flatMap(([name, bytes]) => numbersIn(name, bytes)))];
  return SECRETS.flatMap((canary) => {
    const value = numberOf(PLANTED[canary]);
    const others = numbersOf(table, COLUMN_OF[canary]).filter((other) => other !== value);
    const decimals = /^-?\d+\.(\d+)$/.exec(PLANTED[canary])?.[1].length ?? 0;
    const coarse = canary === 'tiny' ? 99 : decimals;
    return recover(numbers, { value, others, decimals: coarse }).map(
      ({ family, tolerance, hits, chance }) =>
        `${canary} by ${family}: ${hits} hits within ${tolerance}, ${chance.toPrecision(2)} by chance`,
    );
  });
}

/** Where a plot draws something; what it draws stands beside it as a table. */
const COORDINATES =
  / (?:d|[xy][12]?|c[xy]|d[xy]|width|height|transform|viewBox|points|style)="[^"]*"/g;

function numbersIn(name: string, bytes: Uint8Array): number[] {
  if (name.endsWith('.resume')) return floatsIn(bytes);
  const text = Buffer.from(bytes).toString('utf8');
  const said = /^<!doctype html/i.test(text) ? text.replace(COORDINATES, '') : text;
  return publishedNumbers(said).map(({ value }) => value);
}

/** At every place of a file that is not a text, of a size that a table may hold. */
function floatsIn(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places = Array.from({ length: Math.max(0, bytes.length - 7) }, (_, at) => at);
  return places
    .map((at) => view.getFloat64(at, true))
    .filter((value) => Math.abs(value) > 1e-9 && Math.abs(value) < 1e24);
}

/** People are not in it: how many are attacked is a setting. */
const COUNTED =
  /\b(?:[1-4]|one|two|three|four)(?: [a-z]+)? (?:rows?|missing values?|cells?|records?|copies)\b/gi;

/** Small counts in every JSON document, and in the words of all texts. */
export function countsIn(written: Written, rows: number): string[] {
  // of all rows, and of those that a study fits to
  const sizes = [rows, Math.round(0.8 * rows), Math.round(0.2 * rows)];
  return [...written].flatMap(([name, bytes]) => {
    if (DRAWN.test(name)) return [];
    const text = Buffer.from(bytes).toString('utf8');
    const words = [...text.matchAll(COUNTED)].map(([said]) => said);
    const counts = /^\s*\{/.test(text) ? smallCounts(JSON.parse(text), sizes) : [];
    return [...new Set([...counts, ...words])].map((found) => `${name}: ${found}`);
  });
}
