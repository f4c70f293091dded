/**
 * Which of two is in: of each pair the one with the higher ratio is guessed. The coins are fair and
 * independent, so that without a leak the number of right guesses has the binomial distribution with
 * rate 1/2, exactly.
 */

import { binomialAtLeast } from '../../numerics/binomial.ts';
import { clopperPearson, type Interval } from '../../numerics/intervals.ts';
import type { JudgedFit } from './judgedFit.ts';
import { oneRunEpsilon } from './oneRunEpsilon.ts';

export interface PairFigures {
  readonly guesses: number;
  /** The share of right guesses, after Clopper and Pearson. */
  readonly accuracy: Interval;
  /** 2 accuracy - 1: 0 by chance, 1 if all are right. */
  readonly advantage: number;
  /** That chance alone has so many right, or more. */
  readonly p: number;
}

/** Of all pairs, or of those with at least one person of a group (1 for its people). */
export function pairFigures(judged: readonly JudgedFit[], group?: Uint8Array): PairFigures {
  let [guesses, right] = [0, 0];
  for (const { ratios, coins } of judged) {
    const { first, second, isIn } = coins;
    for (let pair = 0; pair < first.length; pair++) {
      const [one, other] = [first[pair], second[pair]];
      if (group && !group[one] && !group[other]) continue;
      guesses++;
      if (isIn[ratios[one] > ratios[other] ? one : other]) right++;
    }
  }
  const accuracy = clopperPearson(right, guesses);
  const advantage = 2 * accuracy.estimate - 1;
  return { guesses, accuracy, advantage, p: binomialAtLeast(right, guesses, 0.5) };
}

/** The shares of each fit's pairs that are guessed, the surest ones. */
const SHARES = [0.01, 0.05, 0.25, 1];

/**
 * The largest epsilon that is refuted at 95 %, by the surest 1, 5, 25 or 100 % of the guesses of each
 * fit, corrected for these four looks. Guesses are chosen within fits: a choice over all fits would see
 * those that come later.
 */
export function epsilonLower(judged: readonly JudgedFit[], delta: number): number {
  const coins = judged.reduce((sum, each) => sum + each.coins.first.length, 0);
  const bySureness = judged.map(guessesBySureness);
  const bounds = SHARES.map((share) => {
    let [guesses, right] = [0, 0];
    for (const isRight of bySureness) {
      const size = Math.max(1, Math.floor(share * isRight.length));
      guesses += size;
      for (let k = 0; k < size; k++) right += isRight[k];
    }
    return oneRunEpsilon({ coins, guesses, right }, 0.05 / SHARES.length, delta);
  });
  return Math.max(...bounds);
}

/** 1 for a right guess, the surest first. */
function guessesBySureness({ ratios, coins: { first, second, isIn } }: JudgedFit): Uint8Array {
  const differences = Float64Array.from(first, (one, pair) => ratios[one] - ratios[second[pair]]);
  const order = Uint32Array.from(first.keys()).sort(
    (a, b) => Math.abs(differences[b]) - Math.abs(differences[a]) || a - b,
  );
  return Uint8Array.from(order, (pair) => isIn[differences[pair] > 0 ? first[pair] : second[pair]]);
}
