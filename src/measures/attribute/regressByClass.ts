/**
 * The attacker's regression within each class of the response: what a regression over all rows cannot
 * see where slopes differ between classes, since opposite signs cancel. A class with fewer than twice as
 * many rows as coefficients has no regression of its own; the pooled one serves it.
 */

import { pickFeatures, type TableFeatures } from '../../features/features.ts';
import type { AttackRows } from './attackRows.ts';
import { regress, type Standardised, standardise } from './regression.ts';
import { guessValues, type LearnedRegression, linearGuess } from './regressSensitive.ts';
import { type RowClasses, rowsByClass } from './responseClasses.ts';

/** A set by the classes of its rows. */
export interface ClassedSet {
  readonly features: TableFeatures;
  /** By class, its rows. */
  readonly rows: readonly Uint32Array[];
  /** By class; nothing where it has fewer than two rows. */
  readonly parts: readonly (Standardised | undefined)[];
}

export function classedSet(features: TableFeatures, classes: RowClasses, ddof: 0 | 1): ClassedSet {
  const rows = rowsByClass(classes);
  const parts = rows.map((own) =>
    own.length < 2 ? undefined : standardise(pickFeatures(features, own), ddof),
  );
  return { features, rows, parts };
}

export interface ClassRegression {
  /** By class; the pooled regression where there are too few rows. */
  readonly learned: readonly LearnedRegression[];
  /** Classes with rows that have no regression of their own. */
  readonly sharing: number;
  /** Of all rows together, around their common mean. */
  readonly r2: number;
  /**
   * 1 - (RSS/(n - p)) / (TSS/(n - 1)), p the coefficients and intercepts of all classes; of the pooled
   * regression as many as the share of the rows that it serves.
   */
  readonly adjustedR2: number;
}

/** `pooled` was learned from `all`, the same rows as those of the set. */
export function regressByClass(
  { features, rows: byClass, parts }: ClassedSet,
  all: Standardised,
  pooled: LearnedRegression,
  ddof: 0 | 1,
): ClassRegression {
  const { of, on, isScaled } = pooled;
  const n = features.rows;
  const learned: LearnedRegression[] = [];
  let [residual, parameters, sharing] = [0, 0, 0];
  parts.forEach((part, code) => {
    if (part && part.rows >= 2 * (on.length + 1)) {
      const found = regress(part, of, on, isScaled);
      learned.push({ of, on, isScaled, found, moments: part.moments });
      residual += (1 - found.r2) * squaresAround(part, of, ddof);
      parameters += found.regressors + 1;
      return;
    }
    learned.push(pooled);
    const rows = byClass[code];
    if (rows.length === 0) return;
    sharing++;
    residual += squaredErrors(pooled, pickFeatures(features, rows));
    parameters += ((pooled.found.regressors + 1) * rows.length) / n;
  });
  const total = squaresAround(all, of, ddof);
  const left = total > 0 ? residual / total : 1;
  return {
    learned,
    sharing,
    r2: 1 - left,
    adjustedR2: 1 - (left * (n - 1)) / (n - parameters),
  };
}

/** Guesses for people of known classes, in the units of the column. */
export function guessByClass({ learned }: ClassRegression, people: AttackRows): Float64Array {
  const { features, classes } = people;
  if (!classes) throw new Error('people of known classes were expected');
  const { codes } = classes;
  const linear = learned.map(linearGuess);
  const guesses = Float64Array.from(codes, (code) => linear[code].constant);
  learned[0].on.forEach((feature, k) => {
    const column = features.columns[feature];
    const slopes = linear.map((each) => each.slopes[k]);
    for (let i = 0; i < guesses.length; i++) guesses[i] += slopes[codes[i]] * column[i];
  });
  return guesses;
}

/** The sum of squares of a feature around its mean. */
function squaresAround({ rows, moments }: Standardised, feature: number, ddof: 0 | 1): number {
  return moments.sd[feature] * moments.sd[feature] * (rows - ddof);
}

function squaredErrors(learned: LearnedRegression, rows: TableFeatures): number {
  const truth = rows.columns[learned.of];
  return guessValues(learned, rows).reduce(
    (sum, guess, i) => sum + (guess - truth[i]) * (guess - truth[i]),
    0,
  );
}
