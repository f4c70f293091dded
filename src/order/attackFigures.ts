/** What is told of a regression attack on one column: its coefficients, R², MAB, and what is noise. */

import {
  coefficientNoise,
  meanAbsolute,
  meanSampleR2,
  type Regression,
} from './regressionAttack.ts';

export interface AttackFigures {
  /** The population's coefficients of all other columns in their order, the response last. */
  readonly coefficients: readonly number[];
  /** The share of variance that the attacker explains. */
  readonly r2: number;
  /** The mean size of the coefficients. */
  readonly mab: number;
  /** What a sample of `rows` rows gives on average, noise included; null if it has too few rows. */
  readonly expectedR2: number | null;
  readonly expectedMab: number | null;
  /** The part of it that noise alone would give: the expected MAB if all coefficients were zero. */
  readonly mabFloor: number | null;
}

/** The attack within each class: figures of all classes together. */
export interface WithinFigures {
  /** The share of the column's variance in the whole table that the attacker explains. */
  readonly r2: number;
  /** The mean size of the coefficients, columns standardised in the whole table, by the classes' rows. */
  readonly mab: number;
  /** What a sample gives on average, noise included. */
  readonly expectedR2: number;
  readonly expectedMab: number;
  /** The expected MAB if all coefficients were zero. */
  readonly mabFloor: number;
}

/**
 * Of the regression of variable j, variables in the order in which they become centres. Each
 * coefficient is divided by the variable's scale. `rows` undefined leaves the noise out.
 */
export function attackFigures(
  { coefficients, varianceInflation, residualVariance }: Regression,
  j: number,
  scaleOf: (variable: number) => number,
  rows: number | undefined,
): AttackFigures {
  const d = coefficients.length - 1;
  const inOrder: number[] = [];
  let [mab, expectedMab, mabFloor] = [0, 0, 0];
  for (let k = d; k >= 0; k--) {
    if (k === j) continue;
    const scale = scaleOf(k);
    const coefficient = coefficients[k] / scale;
    inOrder.push(coefficient);
    mab += Math.abs(coefficient) / d;
    if (rows === undefined) continue;
    const noise = coefficientNoise(residualVariance, varianceInflation[k], rows, d) / scale;
    expectedMab += meanAbsolute(coefficient, noise) / d;
    mabFloor += meanAbsolute(0, noise) / d;
  }
  const r2 = 1 - residualVariance;
  const known = rows !== undefined;
  return {
    coefficients: inOrder,
    r2,
    mab,
    expectedR2: known ? meanSampleR2(r2, rows, d) : null,
    expectedMab: known ? expectedMab : null,
    mabFloor: known ? mabFloor : null,
  };
}
