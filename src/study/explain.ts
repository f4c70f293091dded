/** A recommendation in plain words: its reason, its uncertainty, and the arguments against it. */

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

/** Privacy or utility below this deserves a warning. */
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
      .map((verdict) => `${verdict.words}, but the limit is ${limitInWords(verdict)}`);
    return `No level meets all limits (${limits}). ${name(chosen)} comes closest: ${misses.join('; ')}.`;
  }
  const met = levels.filter(({ satisfied }) => satisfied);
  const sum = sumInWords(chosen, alpha);
  if (levels.length === 1) return `${name(chosen)} is the only level that was studied. ${sum}`;
  if (met.length === 1) {
    return `${name(chosen)} is the only one of ${levels.length} levels that meets ${limits}. ${sum}`;
  }
  const among = `levels ${met.map(({ truncation }) => truncation).join(', ')}`;
  const which = limits ? `, which meet ${limits}` : '';
  return `${name(chosen)} has the highest score among ${among}${which}. ${sum}`;
}

function sumInWords({ privacy, utility, score }: ScoredLevel, alpha: number): string {
  if (!utility) return `Its score is its privacy, ${figure(score)}.`;
  return `Its score is ${figure(score)} = ${alpha} x privacy ${figure(privacy.value)} + ${rounded(1 - alpha)} x utility ${figure(utility.value)}.`;
}

function uncertainty(chosen: ScoredLevel, levels: readonly ScoredLevel[]): string {
  const { score, halfWidth } = chosen;
  if (halfWidth === null) {
    return 'The spread of the score is unknown, because there was a single iteration or synthetic set.';
  }
  const open = levels.filter(
    (each) =>
      each !== chosen &&
      each.satisfied === chosen.satisfied &&
      Math.abs(each.score - score) <= halfWidth + (each.halfWidth ?? 0),
  );
  const told =
    open.length === 0
      ? 'Its differences from all other levels are larger than chance explains.'
      : `Chance alone could explain its difference from ${listed(open)}.`;
  const alike = levels.filter((each) => each.satisfied === chosen.satisfied).length;
  return `The score is ${figure(score)} ± ${figure(halfWidth)} (95 % interval over iterations and synthetic sets; tables of other people would vary more).${alike > 1 ? ` ${told}` : ''}`;
}

function against(
  chosen: ScoredLevel,
  levels: readonly ScoredLevel[],
  { real, hasMembership, takenFrom }: Context,
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
  if (best.score > chosen.score) {
    said.push(
      `${name(best)} has a higher score (${figure(best.score)}) but violates the limits${chosen.satisfied ? '' : ' by more'}: ${best.verdicts
        .filter(({ excess }) => excess > 0)
        .map(({ words }) => words)
        .join(', ')}.`,
    );
  }
  const [safer, better] = [
    extreme(chosen, levels, (each) => each.privacy.value),
    extreme(chosen, levels, (each) => each.utility?.value ?? 0),
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
