/** A recommendation in plain words: its reason, its uncertainty, and the arguments against it. */

import { limitInWords } from './constraints.ts';
import { percent } from './judgeLevel.ts';
import type { ScoredLevel } from './score.ts';
import type { UtilityDifference } from './utilityDifferences.ts';

export interface Context {
  readonly alpha: number;
  readonly real: number;
  /** How other levels differ from the chosen one in use. */
  readonly differences: readonly UtilityDifference[];
  readonly hasMembership: boolean;
  /** The level at which membership was attacked, if not at the chosen one. */
  readonly takenFrom: number | undefined;
}

export interface Explanation {
  readonly why: string;
  readonly uncertainty: string;
  readonly against: readonly string[];
}

/** Privacy or utility below this deserves a warning. */
const GOOD = 0.9;

export function explain(
  chosen: ScoredLevel,
  levels: readonly ScoredLevel[],
  context: Context,
): Explanation {
  return {
    why: reason(chosen, levels, context.alpha),
    uncertainty: uncertainty(chosen, context.differences),
    against: against(chosen, levels, context),
  };
}

function reason(chosen: ScoredLevel, levels: readonly ScoredLevel[], alpha: number): string {
  const sum = sumInWords(chosen, alpha);
  if (!chosen.satisfied) return `${notSafe(chosen)} ${sum}`;
  if (levels.length === 1) return `${name(chosen)} is the only level that was studied. ${sum}`;
  const safe = levels.filter(({ satisfied }) => satisfied);
  if (safe.length === 1) {
    return `${name(chosen)} is the only one of ${levels.length} levels that keeps all limits. ${sum}`;
  }
  const among = safe.map(({ truncation }) => truncation).join(', ');
  const higher = safe.some(({ truncation }) => truncation > chosen.truncation);
  const few = safe.every(({ truncation }) => truncation >= chosen.truncation);
  const why = !higher
    ? 'is the most useful'
    : `${few ? 'has the fewest trees, and none is' : 'is the most useful; none with more trees is'} more useful beyond chance`;
  return `Of the levels that keep all limits (${among}), truncation ${chosen.truncation} ${why}. ${sum}`;
}

function notSafe(chosen: ScoredLevel): string {
  const misses = missesOf(chosen);
  const unclear = chosen.judged.figures.filter(({ judged }) => judged === 'unclear');
  if (misses.length > 0) {
    return `No level keeps all limits. ${name(chosen)} comes nearest: ${misses.join(' ')}`;
  }
  return `No level is safe for certain. ${name(chosen)} has the fewest trees of those that may be: ${unclear.map(({ words }) => words).join(' ')}`;
}

/** What is beyond its limit for certain, one sentence each. */
export function missesOf({ judged, verdicts }: Pick<ScoredLevel, 'judged' | 'verdicts'>): string[] {
  return [
    ...judged.figures.filter((each) => each.judged === 'unsafe').map(({ words }) => words),
    ...verdicts
      .filter(({ excess }) => excess > 0)
      .map((verdict) => `${capital(verdict.words)}, but the limit is ${limitInWords(verdict)}.`),
  ];
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sumInWords({ privacy, utility, score }: ScoredLevel, alpha: number): string {
  if (!utility) return `Its score is its privacy, ${figure(score)}.`;
  return `Its score is ${figure(score)} = ${alpha} x privacy ${figure(privacy.value)} + ${rounded(1 - alpha)} x utility ${figure(utility.value)}.`;
}

/** Below it chance is no explanation, after Holm. */
const ERROR = 0.05;

function uncertainty(
  { score, halfWidth }: ScoredLevel,
  differences: readonly UtilityDifference[],
): string {
  if (halfWidth === null) {
    return 'The spread of the score is unknown, because there was a single iteration or synthetic set.';
  }
  const open = differences.filter(({ adjusted }) => adjusted > ERROR);
  const told =
    open.length === 0
      ? 'Its difference in utility from all other levels is larger than chance explains (paired by synthetic set, after Holm).'
      : `Chance alone could explain its difference in utility from ${listed(open)} (paired by synthetic set, after Holm).`;
  return `The score is ${figure(score)} ± ${figure(halfWidth)} (95 % interval over iterations and synthetic sets; tables of other people would vary more).${differences.length > 0 ? ` ${told}` : ''}`;
}

function against(
  chosen: ScoredLevel,
  levels: readonly ScoredLevel[],
  { real, differences, hasMembership, takenFrom }: Context,
): string[] {
  const { privacy, utility } = chosen;
  const said: string[] = [];
  if (privacy.value < GOOD) {
    said.push(`Its weakest point is ${privacy.from}: privacy ${figure(privacy.value)} of 1.`);
  }
  if (!utility) {
    said.push(
      `Models trained on the real data are no better than chance (${real.toFixed(3)}). There is no utility to compare, and the choice is based on privacy alone.`,
    );
  } else if (utility.value < GOOD) {
    said.push(
      `Models trained on it lose ${percent(1 - utility.value)} of the ${utility.from} above chance that models trained on the real data reach.`,
    );
  }
  const best = levels.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score > chosen.score && missesOf(best).length > 0) {
    said.push(
      `${name(best)} has a higher score (${figure(best.score)}) but does not keep the limits: ${missesOf(best).join(' ')}`,
    );
  }
  const [safer, better] = [
    extreme(chosen, levels, (each) => each.privacy.value),
    extreme(chosen, beyondChance(chosen, levels, differences), (each) => each.utility?.value ?? 0),
  ];
  if (safer) said.push(`${name(safer)} is more private: ${both(safer)}.`);
  if (better) said.push(`${name(better)} is more useful: ${both(better)}.`);
  if (!hasMembership)
    said.push('Membership was not attacked, so the risk of membership inference is unknown.');
  if (takenFrom !== undefined) {
    said.push(
      `Membership was not attacked at this level; the figure used is that of truncation ${takenFrom}.`,
    );
  }
  return said;
}

/** The chosen level, and those whose use differs from its own by more than chance explains. */
function beyondChance(
  chosen: ScoredLevel,
  levels: readonly ScoredLevel[],
  differences: readonly UtilityDifference[],
): ScoredLevel[] {
  const open = differences.filter(({ adjusted }) => adjusted > ERROR);
  return levels.filter(
    (each) => each === chosen || !open.some(({ truncation }) => truncation === each.truncation),
  );
}

/** The level with the most of something, if it has more than the chosen one in the digits that are told. */
function extreme(
  chosen: ScoredLevel,
  levels: readonly ScoredLevel[],
  of: (level: ScoredLevel) => number,
): ScoredLevel | undefined {
  const most = levels.reduce((a, b) => (of(b) > of(a) ? b : a));
  return Number(figure(of(most))) > Number(figure(of(chosen))) ? most : undefined;
}

function both({ privacy, utility }: ScoredLevel): string {
  const useful = utility ? `, utility ${figure(utility.value)}` : '';
  return `privacy ${figure(privacy.value)}${useful}`;
}

function name({ truncation }: ScoredLevel): string {
  return `Truncation ${truncation}`;
}

function listed(levels: readonly { readonly truncation: number }[]): string {
  const names = levels.map(({ truncation }) => truncation);
  return `${names.length === 1 ? 'level' : 'levels'} ${names.join(', ')}`;
}

function figure(value: number): string {
  return value.toFixed(2);
}

/** Without the digits of binary fractions. */
function rounded(value: number): number {
  return Number(value.toFixed(6));
}
