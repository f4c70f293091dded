/** Arithmetic on all numbers that a scenario wrote, and small counts in its documents. */

import { recover } from './arithmetic.ts';
import { type Canaries, COLUMN_OF, numberOf, numbersOf, PLANTED, type PlantedTable } from './plantedTable.ts';
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
  const texts = [...written]
    .filter(([name]) => !DRAWN.test(name))
    .map(([, bytes]) => Buffer.from(bytes).toString('utf8'));
  const numbers = [...new Set(texts.flatMap((text) => numbersIn(text)))];
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

function numbersIn(text: string): number[] {
  return publishedNumbers(text).map(({ value }) => value);
}

/** Small counts in every JSON document. */
export function countsIn(written: Written, rows: number): string[] {
  // of all rows, and of those that a study fits to
  const sizes = [rows, Math.round(0.8 * rows), Math.round(0.2 * rows)];
  return [...written].flatMap(([name, bytes]) => {
    const text = Buffer.from(bytes).toString('utf8');
    if (!/^\s*\{/.test(text)) return [];
    return smallCounts(JSON.parse(text), sizes).map((words) => `${name}: ${words}`);
  });
}
