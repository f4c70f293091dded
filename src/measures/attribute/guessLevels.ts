/**
 * The attack on a sensitive category: a logistic regression on the synthetic set, one level against
 * the rest, guesses the level of each victim. Beside it the guess that needs no attack: the set's most
 * frequent level.
 */

import type { TableFeatures } from '../../features/features.ts';
import { learnAndPredict } from '../../learners/models.ts';
import { labelsOf } from '../../learners/scores.ts';
import type { Rng } from '../../random/rng.ts';

export interface GuessFindings {
  /** Sets with two levels or more. */
  readonly sets: number;
  /** By victim, the share of sets in which the guess was right. */
  readonly right: Float64Array;
  readonly rightByMajority: Float64Array;
}

/** Codes by row of a set or of the victims; -1 where missing. */
export type Codes = Int32Array;

export function openGuess(
  sensitive: string,
  levels: readonly string[],
  victims: TableFeatures,
  victimCodes: Codes,
) {
  const right = new Float64Array(victims.rows);
  const rightByMajority = new Float64Array(victims.rows);
  const known = withoutSource(victims, sensitive);
  let used = 0;
  return {
    add(features: TableFeatures, codes: Codes, rng: Rng): void {
      const rows = [...codes.keys()].filter((row) => codes[row] >= 0);
      const present = Int32Array.from(rows, (row) => codes[row]);
      const majority = mostFrequent(present, levels.length);
      used++;
      victimCodes.forEach((code, victim) => {
        if (code === majority) rightByMajority[victim]++;
      });
      const guesses = present.every((code) => code === majority)
        ? victimCodes.map(() => majority)
        : guess(withoutSource(features, sensitive), rows, present, rng);
      victimCodes.forEach((code, victim) => {
        if (code === guesses[victim]) right[victim]++;
      });
    },
    findings: (): GuessFindings => ({
      sets: used,
      right: right.map((count) => count / used),
      rightByMajority: rightByMajority.map((count) => count / used),
    }),
  };

  function guess(
    features: TableFeatures,
    rows: readonly number[],
    codes: Codes,
    rng: Rng,
  ): Int32Array {
    const columns = features.columns.map((column) => Float64Array.from(rows, (row) => column[row]));
    const { prediction } = learnAndPredict(
      'logistic',
      { features: { names: features.names, columns }, target: { kind: 'classes', codes, levels } },
      known,
      {},
      rng,
    );
    if (prediction.kind !== 'classes') throw new Error('a prediction of classes was expected');
    return labelsOf(prediction.probabilities);
  }
}

/** The features of all other columns. */
function withoutSource(features: TableFeatures, source: string): TableFeatures {
  const kept = [...features.names.keys()].filter((j) => features.sources[j] !== source);
  const pick = <T>(all: readonly T[]) => kept.map((j) => all[j]);
  return {
    ...features,
    names: pick(features.names),
    columns: pick(features.columns),
    sources: pick(features.sources),
    isNumber: pick(features.isNumber),
  };
}

function mostFrequent(codes: Codes, levels: number): number {
  const counts = new Array<number>(levels).fill(0);
  for (const code of codes) counts[code]++;
  return counts.indexOf(Math.max(...counts));
}
