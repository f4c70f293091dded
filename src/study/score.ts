/** The score PU = alpha P + (1 - alpha) U of a level, or of another generator. */

import { InputError } from '../numerics/inputError.ts';
import type { Verdict } from './constraints.ts';
import type { JudgedLevel } from './decision.ts';
import { type Figures, type Normalised, privacyScore, utilityScore } from './privacyScore.ts';

export interface Score {
  readonly privacy: Normalised;
  /** Null if models that learn from real rows are no better than chance; the score is then privacy alone. */
  readonly utility: Normalised | null;
  readonly score: number;
  /** Half the width of an interval for the score; null if nothing is known of it. */
  readonly halfWidth: number | null;
}

export interface ScoredLevel extends Score {
  readonly truncation: number;
  /** No other level is better in one of privacy and utility and as good in the other. */
  readonly onFront: boolean;
  /** Limits on medians. */
  readonly verdicts: readonly Verdict[];
  readonly judged: JudgedLevel;
  /** Whether the level is safe, and keeps all limits on medians. */
  readonly satisfied: boolean;
}

/** Privacy and utility weigh the same. */
export const DEFAULT_ALPHA = 0.5;

export function checkAlpha(alpha: number): void {
  if (alpha >= 0 && alpha <= 1) return;
  throw new InputError(`Alpha: found ${alpha}. Give the weight of privacy, a number from 0 to 1.`);
}

/** Of a level, or of another generator. */
export function scoreOf(figures: Figures, real: number, alpha: number): Score {
  const privacy = privacyScore(figures);
  const utility = utilityScore(figures.utility, real);
  if (!utility) return { privacy, utility, score: privacy.value, halfWidth: privacy.halfWidth };
  return {
    privacy,
    utility,
    score: alpha * privacy.value + (1 - alpha) * utility.value,
    halfWidth: sum(weighted(alpha, privacy.halfWidth), weighted(1 - alpha, utility.halfWidth)),
  };
}

/** What has no weight may be unknown. */
function weighted(weight: number, halfWidth: number | null): number | null {
  if (weight === 0) return 0;
  return halfWidth === null ? null : weight * halfWidth;
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
