/** The three sentences of a verdict: sensitive values, members, use. The number, then what it means. */

import { attackBoundOf } from '../generators/private/attackBound.ts';
import type { PrivacyPromise } from '../generators/private/promise.ts';
import type { Interval } from '../numerics/intervals.ts';
import type { ReleaseVerdict } from './decision.ts';
import { avoidedErrors, largerOf, percent } from './judgeLevel.ts';
import type { LikenessResult } from './results.ts';
import type { CategoryRisk, NumberRisk, RiskFigures } from './riskFigures.ts';

export interface SentenceFigures {
  readonly risks: RiskFigures;
  readonly response: string;
  readonly utility: {
    readonly score: 'auc' | 'r2';
    readonly found: number;
    readonly real: number;
    /** What of it above chance is kept; null where real rows teach nothing. */
    readonly kept: number | null;
  };
  readonly likeness: LikenessResult;
}

/** `promise`: of a private fit. */
export function verdictSentences(
  { risks, response, utility, likeness }: SentenceFigures,
  promise: PrivacyPromise | null = null,
): ReleaseVerdict['sentences'] {
  return {
    attribute: attributeSentence(risks),
    membership: `${membershipSentence(risks)}${promiseSentence(promise)}`,
    use: `${predictionSentence(response, utility)} ${likenessSentence(likeness)}`,
  };
}

export function attributeSentence({ numbers, categories }: RiskFigures): string {
  const worst = [...numbers, ...categories].reduce<NumberRisk | CategoryRisk | undefined>(
    (most, each) => (most === undefined || exposure(each) > exposure(most) ? each : most),
    undefined,
  );
  if (!worst) return 'No column was named as sensitive, so no value was guessed.';
  const { name, inTable, heldOut, real } = worst;
  const inside = zeroed(inTable.estimate);
  if ('baseline' in worst) {
    const { high } = largerOf(inTable, heldOut);
    return `An attacker who knows everything else about a person guesses ${name} right for ${percent(inTable.estimate)} of people in the table, ${percent(heldOut.estimate)} of others${most(high)}; always guessing the most frequent level is right for ${percent(worst.baseline)}.`;
  }
  const realWords = real === null ? '' : `; real rows would explain ${percent(zeroed(real))}`;
  return `An attacker who knows everything else about a person explains ${percent(inside)} of the variance of ${name} for people in the table and ${percent(zeroed(heldOut.estimate))} for others${most(zeroed(largerOf(inTable, heldOut).high))}${realWords}.`;
}

function exposure(risk: NumberRisk | CategoryRisk): number {
  const { high, estimate } = largerOf(risk.inTable, risk.heldOut);
  const value = Number.isFinite(high) ? high : estimate;
  return 'baseline' in risk ? avoidedErrors(value, risk.baseline) : value;
}

export function membershipSentence({ audit }: RiskFigures): string {
  const first = audit?.attackers[0];
  if (!audit || !first) return 'Whether members can be recognised was not measured.';
  const strongest = audit.attackers.reduce((a, b) => (end(b.auc) > end(a.auc) ? b : a), first);
  const { estimate, high } = strongest.auc;
  return `A well-informed attacker is right ${percent(estimate)} of the time about which of two people is in the table (a coin: 50 %)${most(high)}.`;
}

/** The bound that no attack exceeds, or that there is none though one was asked for. */
function promiseSentence(promise: PrivacyPromise | null): string {
  if (!promise) return '';
  const { holds, epsilon, delta, mu } = promise;
  if (!holds)
    return ' There is NO guarantee of differential privacy that would bound other attacks.';
  return ` Whatever the attack, differential privacy (epsilon ${epsilon}, delta ${delta}) lets nobody be right more than ${(100 * attackBoundOf(mu).auc).toFixed(1)} % of the time about one person, given all others.`;
}

function end({ estimate, high }: Interval): number {
  return Number.isFinite(high) ? high : estimate;
}

export function predictionSentence(
  response: string,
  { score, found, real, kept }: SentenceFigures['utility'],
): string {
  const name = score === 'auc' ? 'AUC' : 'R2';
  const figures = `${name} ${found.toFixed(3)}; ${real.toFixed(3)} with real rows`;
  if (kept === null) return `Nothing predicts ${response}, not even real rows do (${figures}).`;
  return `Models that learn to predict ${response} from it keep ${percent(kept)} of what real rows teach (${figures}).`;
}

export function likenessSentence({
  kendallDifference,
  detectionAuc,
  marginOverlap,
}: LikenessResult): string {
  const { meanAbsolute, largest } = kendallDifference;
  const detected = detectionAuc
    ? `; a model tells a synthetic row from a real one in ${percent(detectionAuc.estimate)} of pairs (50 % is best)`
    : '';
  const [a, b] = largest.names;
  const farthest =
    a === undefined ? '' : `, at most ${largest.difference.toFixed(2)} (${a} and ${b})`;
  return `Of the table as a whole, columns overlap with the real ones by ${percent(marginOverlap)}, and Kendall's tau of pairs is off by ${meanAbsolute.toFixed(3)} on average${farthest}${detected}.`;
}

function zeroed(value: number): number {
  return Math.max(0, value);
}

function most(high: number): string {
  return Number.isFinite(high) ? `, at most ${percent(high)}` : '';
}
