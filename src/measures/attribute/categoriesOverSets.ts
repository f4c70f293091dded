/**
 * The game's attack on a sensitive category: the same regression on many sets, and how often it
 * guesses the level of each target. Beside it the guess that needs no attack: the set's most frequent
 * level.
 */

import type { Features, TableFeatures } from '../../features/features.ts';
import type { ClassTarget } from '../../features/target.ts';
import type { Rng } from '../../random/rng.ts';
import { guessCategory, mostFrequentLevel } from './guessCategory.ts';

export interface CategorySums {
  readonly sets: number;
  /** By target, the share of sets in which the guess was right. */
  readonly right: Float64Array;
  readonly rightByMajority: Float64Array;
}

/** Codes by row of a set or of the targets; -1 where missing. */
export type Codes = Int32Array;

export function categoriesOverSets(
  sensitive: string,
  levels: readonly string[],
  targets: TableFeatures,
  targetCodes: Codes,
) {
  const right = new Float64Array(targets.rows);
  const rightByMajority = new Float64Array(targets.rows);
  const known = withoutSource(targets, sensitive);
  let sets = 0;
  const count = (guesses: Codes, hits: Float64Array): void => {
    targetCodes.forEach((code, i) => {
      if (code === guesses[i]) hits[i]++;
    });
  };
  return {
    add(features: TableFeatures, codes: Codes, rng: Rng): void {
      const rows = [...codes.keys()].filter((row) => codes[row] >= 0);
      const target: ClassTarget = {
        kind: 'classes',
        codes: Int32Array.from(rows, (row) => codes[row]),
        levels,
      };
      const majority = mostFrequentLevel(target);
      const everybody = targetCodes.map(() => majority);
      const guesses = target.codes.every((code) => code === majority)
        ? everybody
        : guessCategory(
            { features: pickRows(withoutSource(features, sensitive), rows), target },
            known,
            'none',
            rng,
          );
      sets++;
      count(everybody, rightByMajority);
      count(guesses, right);
    },
    findings: (): CategorySums => ({
      sets,
      right: right.map((hits) => hits / sets),
      rightByMajority: rightByMajority.map((hits) => hits / sets),
    }),
  };
}

/** The features of all other columns. */
function withoutSource({ names, columns, sources }: TableFeatures, source: string): Features {
  const kept = [...names.keys()].filter((j) => sources[j] !== source);
  return { names: kept.map((j) => names[j]), columns: kept.map((j) => columns[j]) };
}

function pickRows({ names, columns }: Features, rows: readonly number[]): Features {
  const picked = columns.map((column) => Float64Array.from(rows, (row) => column[row]));
  return { names, columns: picked };
}
