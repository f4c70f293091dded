/**
 * The choice of a truncation level: the paper's appendix on finding the best level as an optimisation
 * task. Each level has a score PU = alpha P + (1 - alpha) U of its privacy P and its utility U
 * (privacyScore.ts); among the levels that meet all limits the one with the highest score is recommended.
 */

import { type Constraints, checkConstraints, judge, missOf } from './constraints.ts';
import { explain } from './explain.ts';
import type { Figures } from './privacyScore.ts';
import { checkAlpha, DEFAULT_ALPHA, type Score, type ScoredLevel, scoreOf } from './score.ts';

export interface LevelFigures extends Figures {
  readonly truncation: number;
}

export interface ChoiceSettings {
  /** The weight of privacy, from 0 to 1. Default: 0.5. */
  readonly alpha?: number;
  /** Default: none. */
  readonly constraints?: Constraints;
}

export interface Recommendation {
  readonly truncation: number;
  /** Whether it meets all limits. If not, no level does and this one comes closest. */
  readonly satisfied: boolean;
  readonly why: string;
  readonly uncertainty: string;
  /** What speaks against it. */
  readonly against: readonly string[];
}

export interface Choice {
  readonly alpha: number;
  readonly levels: readonly ScoredLevel[];
  /** The levels on the Pareto front. */
  readonly front: readonly number[];
  readonly recommended: Recommendation;
}

/** `real`: the AUC (or R2) of models that learn from real rows. */
export function choose(
  levels: readonly LevelFigures[],
  real: number,
  { alpha = DEFAULT_ALPHA, constraints = {} }: ChoiceSettings = {},
): Choice {
  checkAlpha(alpha);
  if (levels.length === 0) throw new RangeError('there is no level to choose from');
  const [{ numbers, utility }] = levels;
  const hasMembership = levels.every(({ membership }) => membership !== null);
  checkConstraints(constraints, {
    hasNumbers: numbers.length > 0,
    hasMembership,
    score: utility.score,
  });
  const scores = levels.map((level) => scoreOf(level, real, alpha));
  const scored = levels.map((level, place): ScoredLevel => {
    const verdicts = judge(level, real, constraints);
    return {
      truncation: level.truncation,
      ...scores[place],
      onFront: !scores.some((other) => dominates(other, scores[place])),
      verdicts,
      satisfied: missOf(verdicts) === 0,
    };
  });
  const chosen = best(scored);
  const takenFrom = levels.find(({ truncation }) => truncation === chosen.truncation)?.membership
    ?.takenFrom;
  return {
    alpha,
    levels: scored,
    front: scored.filter(({ onFront }) => onFront).map(({ truncation }) => truncation),
    recommended: {
      truncation: chosen.truncation,
      satisfied: chosen.satisfied,
      ...explain(chosen, scored, { alpha, real, hasMembership, takenFrom }),
    },
  };
}

function dominates(a: Score, b: Score): boolean {
  const [p, q] = [a.privacy.value, b.privacy.value];
  const [u, v] = [a.utility?.value ?? 0, b.utility?.value ?? 0];
  return p >= q && u >= v && (p > q || u > v);
}

/**
 * The highest score among levels that keep all limits; if there is none, the level whose largest miss
 * is smallest. Of equals the one with fewer trees, which holds less of the real data.
 */
function best(levels: readonly ScoredLevel[]): ScoredLevel {
  const kept = levels.filter(({ satisfied }) => satisfied);
  const isBetter = (a: ScoredLevel, b: ScoredLevel): boolean => {
    const [missA, missB] = [missOf(a.verdicts), missOf(b.verdicts)];
    if (missA !== missB) return missA < missB;
    if (a.score !== b.score) return a.score > b.score;
    return a.truncation < b.truncation;
  };
  return (kept.length > 0 ? kept : levels).reduce((a, b) => (isBetter(b, a) ? b : a));
}
