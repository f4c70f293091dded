/**
 * The attacker who regresses within each class of the response, and guesses with the pooled regression
 * in classes that have too few rows: what all of them together tell of a column.
 */

import { attackFigures, type WithinFigures } from './attackFigures.ts';
import {
  classDistance,
  type MixtureClass,
  type MixtureLevel,
  pooledMeans,
} from './classMixture.ts';
import type { ByChance } from './preview.ts';
import { coefficientNoise, meanAbsolute, type Regression } from './regressionAttack.ts';

export interface MixtureAttack {
  readonly classes: readonly MixtureClass[];
  /** The columns that the attacker has. */
  readonly columns: readonly number[];
  /** By class, whether it is regressed alone. */
  readonly regressed: readonly boolean[];
  readonly rows: number;
}

interface Regressions {
  /** The column that is attacked, and the regressions of it. */
  readonly j: number;
  readonly pooled: Regression;
  readonly byClass: readonly (Regression | undefined)[];
}

/** Null if no class is regressed. `deviations` are those of the response and the columns in the whole table. */
export function withinFigures(
  attack: MixtureAttack,
  level: MixtureLevel,
  deviations: Float64Array,
  { j, pooled, byClass }: Regressions,
): WithinFigures | null {
  const { classes, columns, rows, regressed } = attack;
  const d = columns.length;
  const regressedShare = classes.reduce((sum, { share }, c) => sum + (regressed[c] ? share : 0), 0);
  if (regressedShare === 0) return null;
  let [left, expectedLeft, mab, expectedMab, mabFloor] = [0, 0, 0, 0, 0];
  classes.forEach(({ share, deviations: own }, c) => {
    const regression = byClass[c];
    if (!regression) {
      const variance = share * leftByPooled(attack, level, deviations, { j, pooled, c });
      left += variance;
      expectedLeft += (variance * (rows - d - 1)) / (rows - 1);
      return;
    }
    // to units of the whole table; a column that is constant in the class has no coefficient there
    const unit = (k: number) => own[columns[k]] / deviations[k + 1];
    const scaleOf = (k: number) => (unit(k) === 0 ? Infinity : unit(k) / unit(j - 1));
    const found = attackFigures(regression, j - 1, scaleOf, rows * share);
    const variance = unit(j - 1) * unit(j - 1);
    left += share * variance * (1 - found.r2);
    expectedLeft +=
      (((rows * share - 1) * variance) / (rows - 1)) * (1 - (found.expectedR2 as number));
    const weight = share / regressedShare;
    mab += weight * found.mab;
    expectedMab += weight * (found.expectedMab as number);
    mabFloor += weight * (found.mabFloor as number);
  });
  return { r2: 1 - left, mab, expectedR2: 1 - expectedLeft, expectedMab, mabFloor };
}

/** What the pooled regression leaves unexplained within a class, all in units of the whole table. */
function leftByPooled(
  { classes, columns }: MixtureAttack,
  { within }: MixtureLevel,
  deviations: Float64Array,
  { j, pooled, c }: { readonly j: number; readonly pooled: Regression; readonly c: number },
): number {
  const { means, deviations: own, response } = classes[c];
  const m = columns.length;
  const apart = classDistance(means, response.mean, pooledMeans(classes, columns), columns);
  const weights = pooled.coefficients.map((b, k) => (k === j ? 1 : -b) / deviations[k]);
  let mean = 0;
  for (let k = 0; k <= m; k++) mean += weights[k] * apart[k];
  let variance = weights[0] * weights[0] * response.variance;
  for (let i = 0; i < m; i++) {
    for (let k = 0; k < m; k++) {
      const covariance = own[columns[i]] * own[columns[k]] * within[c][i * m + k];
      variance += weights[i + 1] * weights[k + 1] * covariance;
    }
  }
  return variance + mean * mean;
}

/** What independent columns would give who regresses within each class. */
export function chanceWithin(
  { classes, regressed, rows }: MixtureAttack,
  d: number,
): ByChance | null {
  let [share, left, mab] = [0, 0, 0];
  classes.forEach((each, c) => {
    const own = rows * each.share;
    if (!regressed[c]) {
      left += (each.share * (rows - d - 1)) / (rows - 1);
      return;
    }
    share += each.share;
    left += (own - d) / (rows - 1);
    mab += each.share * coefficientNoise(1, 1, own, d - 1) * meanAbsolute(0, 1);
  });
  return share === 0 ? null : { mab: mab / share, r2: 1 - left };
}
