/**
 * Is any single person recognised? Of each, the scores of fits with the person in are compared with
 * those without (Welch's t, one-sided). Two answers:
 *
 * - the screen: how often coins that are thrown again, with the same tables, give a t as large for
 *   anybody (max-T, Westfall and Young 1993). It is exact where nothing leaks about anybody;
 * - confirmed: somebody's t is beyond Bonferroni's limit too, for all people and all levels.
 *
 * With many fits the least shift is confirmed, as that of people with a rare value: what counts for a release
 * is whether anybody is recognised nearly always (`isAnybodySure`).
 *
 * A person is nobody's to read about: it is told whether anybody is confirmed, how many only from five
 * on, and an advantage only of the five most exposed people together. These are chosen by every other
 * fit and looked at in the rest, since the largest of many is too large by chance.
 */

import { clopperPearson, type Interval } from '../../numerics/intervals.ts';
import { kernel } from '../../numerics/kernel.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import type { Rng } from '../../random/rng.ts';
import type { Coins } from './coins.ts';
import type { JudgedFit } from './judgedFit.ts';

export interface PeopleScreen {
  /** That coins thrown again give a t as large for anybody. */
  readonly p: number;
  /** Whether somebody is recognised for sure. */
  readonly confirmed: boolean;
  /** How many; nothing for one to four people. */
  readonly people?: number;
  /** Of the five most exposed people together: 0 by chance, 1 if all guesses are right. */
  readonly mostExposed?: Interval;
}

export interface ScreenedFit {
  /** By person. */
  readonly scores: Float64Array;
  readonly coins: Coins;
}

const REDRAWS = 1000;
const ERROR = 0.05;

/** `levels`: how many screens share the probability of error. */
export function screenPeople(
  fits: readonly ScreenedFit[],
  judged: readonly JudgedFit[],
  levels: number,
  rng: Rng,
): PeopleScreen {
  const table = tabulate(fits);
  const own = thrown(
    table,
    fits.map(({ coins }) => coins),
  );
  const largest = own.t.reduce((most, t) => Math.max(most, t), Number.NEGATIVE_INFINITY);
  let asLarge = 0;
  for (let redraw = 0; redraw < REDRAWS; redraw++) {
    const { t } = thrown(table, redrawn(fits, rng.split('screen', redraw)));
    if (t.some((each) => each >= largest)) asLarge++;
  }
  const p = (1 + asLarge) / (1 + REDRAWS);
  const limit = ERROR / (own.t.length * levels);
  const confirmed = own.t.filter((t, i) => tailOf(t, own.degrees[i]) <= limit).length;
  const isConfirmed = confirmed > 0 && p <= ERROR;
  const isTold = !isConfirmed || confirmed >= FEWEST_PEOPLE;
  const exposed = mostExposed(fits, judged);
  return {
    p,
    confirmed: isConfirmed,
    ...(isTold && { people: isConfirmed ? confirmed : 0 }),
    ...(exposed && { mostExposed: exposed }),
  };
}

/** Right nine times of ten: the distance of two normal distributions that are told apart so often. */
const NEARLY_ALWAYS = 2 * 1.2815515655446004;

/**
 * Whether the scores of anybody, in against out, are so far apart that the attacker is right nine times of
 * ten or more: at 95 % for all people, all scores and all levels, `screens` in number. The standard error of
 * t is sqrt(1 + t²/2f) with f degrees of freedom (Johnson and Welch 1940).
 */
export function isAnybodySure(fits: readonly ScreenedFit[], screens: number): boolean {
  if (fits.length < FEWEST_SURE) return false;
  const { t, degrees } = thrown(
    tabulate(fits),
    fits.map(({ coins }) => coins),
  );
  const error = kernel().normalQuantile(1 - ERROR / (t.length * screens));
  const least = (NEARLY_ALWAYS * Math.sqrt(fits.length)) / 2;
  return t.some((each, i) => {
    // scores that never vary, as those of copies
    if (each === Number.POSITIVE_INFINITY) return true;
    return each - error * Math.sqrt(1 + (each * each) / (2 * degrees[i])) > least;
  });
}

/** Scores that hardly varied so far tell of the fits to come from so many fits on. */
const FEWEST_SURE = 20;

/** Scores about each person's mean, and the sums over all fits. */
interface Tabulated {
  readonly scores: readonly Float64Array[];
  readonly squares: Float64Array;
}

function tabulate(fits: readonly ScreenedFit[]): Tabulated {
  const means = fits[0].scores.map((_, i) => {
    return fits.reduce((sum, { scores }) => sum + scores[i], 0) / fits.length;
  });
  const scores = fits.map((fit) => fit.scores.map((score, i) => score - means[i]));
  const squares = means.map((_, i) => scores.reduce((sum, own) => sum + own[i] * own[i], 0));
  return { scores, squares };
}

interface Welch {
  readonly t: Float64Array;
  readonly degrees: Float64Array;
}

/** Welch's t of each person; minus infinity for who is in, or out, fewer than twice. */
function thrown({ scores, squares }: Tabulated, coins: readonly Pick<Coins, 'isIn'>[]): Welch {
  const people = squares.length;
  const [times, sums, own] = [
    new Uint32Array(people),
    new Float64Array(people),
    new Float64Array(people),
  ];
  coins.forEach(({ isIn }, fit) => {
    const column = scores[fit];
    for (let i = 0; i < people; i++) {
      if (!isIn[i]) continue;
      times[i]++;
      sums[i] += column[i];
      own[i] += column[i] * column[i];
    }
  });
  const t = new Float64Array(people).fill(Number.NEGATIVE_INFINITY);
  const degrees = new Float64Array(people);
  for (let i = 0; i < people; i++) {
    const [a, b] = [times[i], scores.length - times[i]];
    if (a < 2 || b < 2) continue;
    // the scores of a person sum to zero
    const varianceIn = Math.max(0, own[i] - (sums[i] * sums[i]) / a) / (a - 1) / a;
    const varianceOut = Math.max(0, squares[i] - own[i] - (sums[i] * sums[i]) / b) / (b - 1) / b;
    const variance = varianceIn + varianceOut;
    const shift = sums[i] / a + sums[i] / b;
    if (variance > 0) t[i] = shift / Math.sqrt(variance);
    else if (shift > 0) t[i] = Number.POSITIVE_INFINITY;
    degrees[i] =
      (variance * variance) /
      ((varianceIn * varianceIn) / (a - 1) + (varianceOut * varianceOut) / (b - 1));
  }
  return { t, degrees };
}

/** The same pairs, other coins. */
function redrawn(fits: readonly ScreenedFit[], rng: Rng): Pick<Coins, 'isIn'>[] {
  const pairs = fits.reduce((sum, { coins }) => sum + coins.first.length, 0);
  const words = rng.integers(Math.ceil(pairs / 32), 0x100000000);
  let coin = 0;
  return fits.map(({ coins: { isIn, first, second } }) => {
    const other = new Uint8Array(isIn.length);
    for (let pair = 0; pair < first.length; pair++, coin++) {
      const isHead = (words[coin >> 5] >>> (coin & 31)) & 1;
      other[isHead ? first[pair] : second[pair]] = 1;
    }
    return { isIn: other };
  });
}

/** P(T >= t); of no variance at all, 0. */
function tailOf(t: number, degrees: number): number {
  if (t === Number.POSITIVE_INFINITY) return 0;
  return t > 0 ? kernel().studentCdf(-t, degrees) : 1;
}

/** Chosen by fits number 0, 2, 4 ..., and guessed in the others. */
function mostExposed(
  fits: readonly ScreenedFit[],
  judged: readonly JudgedFit[],
): Interval | undefined {
  const even = fits.filter((_, fit) => fit % 2 === 0);
  const { t } = thrown(
    tabulate(even),
    even.map(({ coins }) => coins),
  );
  const people = Array.from(t.keys())
    .sort((a, b) => t[b] - t[a] || a - b)
    .slice(0, FEWEST_PEOPLE);
  const rest = judged.filter(({ fit }) => fit % 2 === 1);
  if (rest.length === 0 || people.length < FEWEST_PEOPLE) return undefined;
  let right = 0;
  for (const { ratios, coins } of rest) {
    for (const person of people) if (ratios[person] > 0 === (coins.isIn[person] === 1)) right++;
  }
  const { estimate, low, high, level } = clopperPearson(right, rest.length * people.length);
  return { estimate: 2 * estimate - 1, low: 2 * low - 1, high: 2 * high - 1, level };
}
