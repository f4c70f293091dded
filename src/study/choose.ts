/**
 * The choice of a truncation level. Limits come first: among the levels that are safe (judgeLevel.ts) and keep
 * the limits on use, the most useful one is recommended. Differences in use are paired over synthetic sets;
 * levels that chance could set apart, that lie within one standard error, or that differ by less than anybody
 * would notice, are as useful as each other, and of these the one with the fewest trees is taken: it holds
 * least of the real data (Breiman and others' one-standard-error rule, 1984).
 *
 * The score PU = alpha P + (1 - alpha) U of the paper's appendix is told for each level; it decides nothing,
 * since it would trade the protection of people for use.
 */

import {
  type Constraints,
  checkConstraints,
  judge,
  missOf as missOfMedians,
} from './constraints.ts';
import type { JudgedLevel } from './decision.ts';
import { explain } from './explain.ts';
import { missOf } from './judgeLevel.ts';
import type { Figures } from './privacyScore.ts';
import { checkAlpha, DEFAULT_ALPHA, type Score, type ScoredLevel, scoreOf } from './score.ts';
import { type UtilityDifference, utilityDifferences } from './utilityDifferences.ts';

export interface LevelFigures extends Figures {
  readonly truncation: number;
  readonly judged: JudgedLevel;
}

export interface ChoiceSettings {
  /** The weight of privacy, from 0 to 1. Default: 0.5. */
  readonly alpha?: number;
  /** Those on medians count here; those on risks are judged already. Default: none. */
  readonly constraints?: Constraints;
}

export interface Recommendation {
  readonly truncation: number;
  /** Whether it is safe and keeps all limits. If not, no level does, and this one comes nearest. */
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
  /** How all other levels differ from the recommended one in use. */
  readonly differences: readonly UtilityDifference[];
}

/** AUC or R2: less is no difference in use that anybody would notice. */
export const LEAST_GAIN = 0.01;

/** Below it a difference is real, after Holm. */
const ERROR = 0.05;

/** `real`: the AUC (or R2) of models that learn from real rows. */
export function choose(
  levels: readonly LevelFigures[],
  real: number,
  { alpha = DEFAULT_ALPHA, constraints = {} }: ChoiceSettings = {},
): Choice {
  checkAlpha(alpha);
  if (levels.length === 0) throw new RangeError('there is no level to choose from');
  const [{ numbers, utility, audit }] = levels;
  const isPlayed = levels.every(({ membership }) => membership !== null);
  checkConstraints(constraints, {
    hasNumbers: numbers.length > 0,
    hasMembership: isPlayed,
    score: utility.score,
  });
  const scores = levels.map((level) => scoreOf(level, real, alpha));
  const scored = levels.map((level, place): ScoredLevel => {
    const { truncation, judged } = level;
    const verdicts = judge(level, real, constraints);
    return {
      truncation,
      ...scores[place],
      onFront: !scores.some((other) => dominates(other, scores[place])),
      verdicts,
      judged,
      satisfied: judged.judged === 'safe' && missOfMedians(verdicts) === 0,
    };
  });
  const chosen = pick(scored, levels);
  const own = levels.find(({ truncation }) => truncation === chosen.truncation);
  const others = levels.filter((level) => level !== own);
  const differences = own ? utilityDifferences(setsOf(own), others.map(setsOf)) : [];
  return {
    alpha,
    levels: scored,
    front: scored.filter(({ onFront }) => onFront).map(({ truncation }) => truncation),
    recommended: {
      truncation: chosen.truncation,
      satisfied: chosen.satisfied,
      ...explain(chosen, scored, {
        alpha,
        real,
        differences,
        hasMembership: isPlayed || audit !== null,
        takenFrom: audit === null ? own?.membership?.takenFrom : undefined,
      }),
    },
    differences,
  };
}

function dominates(a: Score, b: Score): boolean {
  const [p, q] = [a.privacy.value, b.privacy.value];
  const [u, v] = [a.utility?.value ?? 0, b.utility?.value ?? 0];
  return p >= q && u >= v && (p > q || u > v);
}

/**
 * The most useful of the safe levels. If none is safe, of those that may be: the one with the fewest trees,
 * since risks grow with them. If none may be, the one whose largest miss is smallest.
 */
function pick(scored: readonly ScoredLevel[], levels: readonly LevelFigures[]): ScoredLevel {
  const fewest = (some: readonly ScoredLevel[]) =>
    some.reduce((a, b) => (b.truncation < a.truncation ? b : a));
  const safe = scored.filter(({ satisfied }) => satisfied);
  if (safe.length > 0) return mostUseful(safe, levels);
  const perhaps = scored.filter(
    ({ judged, verdicts }) => judged.judged === 'unclear' && missOfMedians(verdicts) === 0,
  );
  if (perhaps.length > 0) return fewest(perhaps);
  const miss = ({ judged, verdicts }: ScoredLevel) =>
    Math.max(missOf(judged), missOfMedians(verdicts));
  const least = Math.min(...scored.map(miss));
  return fewest(scored.filter((level) => miss(level) === least));
}

function mostUseful(safe: readonly ScoredLevel[], levels: readonly LevelFigures[]): ScoredLevel {
  const ascending = [...safe].sort((a, b) => a.truncation - b.truncation);
  // models that learn from real rows are no better than chance
  if (ascending.some(({ utility }) => utility === null)) return ascending[0];
  const sets = ascending.map((each) => {
    const found = levels.find(({ truncation }) => truncation === each.truncation) as LevelFigures;
    return setsOf(found);
  });
  const means = sets.map(({ values }) => mean(values));
  const best = means.indexOf(Math.max(...means));
  const others = sets.filter((_, place) => place !== best);
  const asGood = utilityDifferences(sets[best], others)
    .filter(
      ({ difference: { estimate }, error, adjusted }) =>
        -estimate < LEAST_GAIN || -estimate <= error || adjusted > ERROR,
    )
    .map(({ truncation }) => truncation);
  return ascending.find(
    (each, place) => place === best || asGood.includes(each.truncation),
  ) as ScoredLevel;
}

function setsOf({ truncation, utility: { values } }: LevelFigures) {
  return { truncation, values };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
