/** A recommendation in plain words: its reason, how sure it is, and what speaks against it. */

import { limitInWords, percent } from './constraints.ts';
import type { ScoredLevel } from './score.ts';

export interface Context {
  readonly alpha: number;
  readonly real: number;
  readonly hasMembership: boolean;
  /** The level at which membership was attacked, if not at the chosen one. */
  readonly takenFrom: number | undefined;
}

export interface Explanation {
  readonly why: string;
  readonly uncertainty: string;
  readonly against: readonly string[];
}

/** A side of privacy, or utility, below it is worth a word of warning. */
const GOOD = 0.9;

export function explain(
  chosen: ScoredLevel,
  levels: readonly ScoredLevel[],
  context: Context,
): Explanation {
  return {
    why: reason(chosen, levels, context.alpha),
    uncertainty: uncertainty(chosen, levels),
    against: against(chosen, levels, context),
  };
}

function reason(chosen: ScoredLevel, levels: readonly ScoredLevel[], alpha: number): string {
  const limits = chosen.verdicts.map(limitInWords).join(' and ');
  if (!chosen.satisfied) {
    const misses = chosen.verdicts
      .filter(({ excess }) => excess > 0)
      .map((verdict) => `${verdict.words}; asked was ${limitInWords(verdict)}`);
    return `No level keeps all limits (${limits}). ${level(chosen)} comes nearest: ${misses.join(', and ')}.`;
  }
  const kept = levels.filter(({ satisfied }) => satisfied);
  const names = kept.map(({ truncation }) => truncation).join(', ');
  const among = `of the levels ${names}${limits ? `, which keep ${limits}` : ''}`;
  const sum = sumInWords(chosen, alpha);
  if (levels.length === 1) return `${level(chosen)} is the only level that was studied. ${sum}`;
  if (kept.length === 1) {
    return `${level(chosen)} is the only one of ${levels.length} levels that keeps ${limits}. ${sum}`;
  }
  return `${level(chosen)} has the highest score ${among}. ${sum}`;
}

function sumInWords({ privacy, utility, score }: ScoredLevel, alpha: number): string {
  if (!utility) return `Its score is its privacy, ${figure(score)}.`;
  return `Its score is ${alpha} x privacy ${figure(privacy.value)} + ${rounded(1 - alpha)} x utility ${figure(utility.value)} = ${figure(score)}.`;
}

function uncertainty(chosen: ScoredLevel, levels: readonly ScoredLevel[]): string {
  const { score, halfWidth } = chosen;
  if (halfWidth === null) {
    return 'With one iteration or one synthetic set nothing is known about the spread of the score.';
  }
  const open = levels.filter(
    (each) =>
      each !== chosen &&
      each.satisfied === chosen.satisfied &&
      Math.abs(each.score - score) <= halfWidth + (each.halfWidth ?? 0),
  );
  const told =
    open.length === 0
      ? 'The scores of all other levels lie outside what chance would explain.'
      : `Chance could explain the difference to ${listed(open)}.`;
  const others = levels.filter((each) => each.satisfied === chosen.satisfied).length;
  return `The score is ${figure(score)}, give or take ${figure(halfWidth)} (95 %, over iterations and synthetic sets; another table of other people would vary more).${others > 1 ? ` ${told}` : ''}`;
}

function against(
  chosen: ScoredLevel,
  levels: readonly ScoredLevel[],
  { real, hasMembership, takenFrom }: Context,
): string[] {
  const { privacy, utility } = chosen;
  const said: string[] = [];
  if (privacy.value < GOOD) {
    said.push(`Its weakest side is ${privacy.from}: privacy ${figure(privacy.value)} of 1.`);
  }
  if (!utility) {
    said.push(
      `Models that learn from the real data are no better than chance (${real.toFixed(3)}): there is no utility to compare, and the choice rests on privacy alone.`,
    );
  } else if (utility.value < GOOD) {
    said.push(
      `Models that learn from it lose ${percent(1 - utility.value)} of the ${utility.from} above chance that the real data teach.`,
    );
  }
  const best = levels.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score > chosen.score) {
    said.push(
      `${level(best)} has a higher score, ${figure(best.score)}, but misses the limits${chosen.satisfied ? '' : ' by more'}: ${best.verdicts
        .filter(({ excess }) => excess > 0)
        .map(({ words }) => words)
        .join(', ')}.`,
    );
  }
  const [safer, better] = [
    extreme(chosen, levels, (each) => each.privacy.value),
    extreme(chosen, levels, (each) => each.utility?.value ?? 0),
  ];
  if (safer) said.push(`${level(safer)} is more private: ${both(safer)}.`);
  if (better) said.push(`${level(better)} is more useful: ${both(better)}.`);
  if (!hasMembership)
    said.push('Membership was not attacked: nothing is known about who could be recognised.');
  if (takenFrom !== undefined) {
    said.push(
      `Membership was not attacked at this level; its figure is that of truncation ${takenFrom}.`,
    );
  }
  return said;
}

/** The level with the most of something, if it has more than the chosen one. */
function extreme(
  chosen: ScoredLevel,
  levels: readonly ScoredLevel[],
  of: (level: ScoredLevel) => number,
): ScoredLevel | undefined {
  const most = levels.reduce((a, b) => (of(b) > of(a) ? b : a));
  return of(most) > of(chosen) ? most : undefined;
}

function both({ privacy, utility }: ScoredLevel): string {
  const worth = utility ? `, utility ${figure(utility.value)}` : '';
  return `privacy ${figure(privacy.value)}${worth}`;
}

function level({ truncation }: ScoredLevel): string {
  return `Truncation ${truncation}`;
}

function listed(levels: readonly ScoredLevel[]): string {
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
