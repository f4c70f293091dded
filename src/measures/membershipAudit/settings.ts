/** What the audit may be told, and its checks. */

import type { GeneratorChoice } from '../../generators/choice.ts';
import type { GeneratorSettings, Truncation } from '../../generators/generator.ts';
import { didYouMean } from '../../numerics/checkName.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { Table } from '../../table/table.ts';
import type { Progress } from '../../work/progress.ts';
import type { WorkStore } from '../../work/store.ts';
import { FIRST_FITS } from './calibrate.ts';
import { CONTROL_NAMES, type ControlName } from './controls.ts';
import { isInside, SCORE_NAMES, type ScoreName } from './scores/score.ts';

export interface MembershipAuditSettings {
  /** The name of a generator, or one of your own, which runs in the calling thread alone. Default: 'cvine'. */
  readonly generator?: GeneratorChoice;
  /** What the generator is told. */
  readonly fit: GeneratorSettings;
  /** Truncation levels of vines; all share their fits. Default: 'full'. */
  readonly levels?: readonly Truncation[];
  /** How often the generator is fitted. Default: 32; intervals need 8. */
  readonly fits?: number;
  /** Synthetic rows drawn from each fit. Default: as many for each training row as the release has, at most 20,000. */
  readonly rows?: number;
  /** What will be released: rows that the generator is fitted to, and synthetic rows. Default: those of the table. */
  readonly release?: { readonly trained?: number; readonly rows?: number };
  /** What the attacker looks at; the first is the judge. Default: all but 'model' and 'file', judged by 'refit'. */
  readonly scores?: readonly ScoreName[];
  /** Generators of known leakage that are audited too. Default: none. */
  readonly controls?: readonly ControlName[];
  /** Rows that no fit sees: the reference of an attacker without fits of their own. Default: none. */
  readonly holdout?: Table | undefined;
  /** A column whose value is a person's alone, where people have several rows. Default: each row is a person. */
  readonly group?: string;
  /** The most people that are scored, and the most rows that fits are drawn from. Default: 5,000 and 10,000. */
  readonly mostPeople?: number;
  readonly mostRows?: number;
  /** Of (epsilon, delta)-differential privacy, for the lower bound of epsilon. Default: 0. */
  readonly delta?: number;
  /** The same seed gives the same result, on any number of threads. Default: 1. */
  readonly seed?: number;
  /** Number of threads. Default: 1, the calling thread. */
  readonly threads?: number;
  /** Cancels the audit. */
  readonly signal?: AbortSignal;
  /** Told after each fit. */
  readonly onProgress?: (progress: Progress) => void;
  /** Keeps what each fit gave, for another call with the same table and settings. Default: nothing is kept. */
  readonly store?: WorkStore | undefined;
}

export const auditDefaults = {
  fits: 32,
  mostPeople: 5000,
  mostRows: 10_000,
  mostDrawn: 20_000,
} as const;

/** A fit needs this many rows. */
export const FEWEST_ROWS = 10;

/** What needs no table to be settled. */
export interface CheckedSettings {
  readonly fits: number;
  readonly mostPeople: number;
  readonly mostRows: number;
  readonly levels: readonly Truncation[];
  readonly scores: readonly ScoreName[];
  readonly controls: readonly ControlName[];
  readonly delta: number;
}

export function checkSettings(given: MembershipAuditSettings): CheckedSettings {
  const { rows, release, delta = 0 } = given;
  if (rows !== undefined) whole('rows', rows, FEWEST_ROWS);
  if (release?.rows !== undefined) whole('release.rows', release.rows, 1);
  if (release?.trained !== undefined) whole('release.trained', release.trained, 1);
  if (!(delta >= 0 && delta < 1)) {
    throw new InputError(`delta: found ${delta}. Give a number from 0 to below 1.`);
  }
  const { fits, mostPeople, mostRows } = { ...auditDefaults, ...given };
  const usual = SCORE_NAMES.filter((name) => !isInside(name));
  return {
    fits: whole('fits', fits, FIRST_FITS + 1),
    mostPeople: whole('mostPeople', mostPeople, 2 * FEWEST_ROWS),
    mostRows: whole('mostRows', mostRows, 2 * FEWEST_ROWS),
    levels: checkLevels(given.levels ?? ['full']),
    scores: checkNames('Scores', given.scores ?? usual, SCORE_NAMES, 1),
    controls: checkNames('Controls', given.controls ?? [], CONTROL_NAMES, 0),
    delta,
  };
}

function whole(name: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least) return value;
  throw new InputError(`${name}: found ${value}. Give a whole number of at least ${least}.`);
}

function checkLevels(given: readonly Truncation[]): readonly Truncation[] {
  const levels = [...new Set(given)];
  const wrong = levels.find((each) => each !== 'full' && !(Number.isInteger(each) && each >= 0));
  if (levels.length > 0 && wrong === undefined) return levels;
  throw new InputError(
    `Levels: found ${wrong === undefined ? 'none' : wrong}. Give whole numbers of at least 0, or 'full'.`,
  );
}

function checkNames<Name extends string>(
  what: string,
  given: readonly Name[],
  known: readonly Name[],
  least: number,
): readonly Name[] {
  const names = [...new Set(given)];
  const all = `Give ${known.join(', ')}, one or several.`;
  if (names.length < least) throw new InputError(`${what}: found none. ${all}`);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new InputError(
      `${what}: there is none called '${name}'. ${didYouMean(name, known, all)}`,
    );
  }
  return names;
}
