/**
 * A column as scores of variance one by which levels of others are compared: normal scores of a number, and of a
 * category one indicator a level, scaled as in correspondence analysis, so that squared distances between mean
 * scores are chi-square distances. Missing values score 0, the mean.
 */

import { countLevels } from '../margins/levels.ts';
import { normalScores } from '../order/scoreCorrelations.ts';
import type { TypedLevels, TypedNumbers } from '../table/applySchema.ts';

/** Rarer levels than this many rows say nothing of others. */
const LEAST_ROWS = 5;

export function associationScores(
  values: Float64Array,
  column: TypedNumbers | TypedLevels,
): Float64Array[] {
  if (!('codes' in column)) {
    return [normalScores(values).map((score) => (Number.isNaN(score) ? 0 : score))];
  }
  const counts = countLevels(values, column.levels.length);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return column.levels.flatMap((_, level) => {
    const share = counts[level] / rows;
    if (counts[level] < LEAST_ROWS || share === 1) return [];
    const scale = 1 / Math.sqrt(share);
    return [
      values.map((code) => (Number.isNaN(code) ? 0 : ((code === level ? 1 : 0) - share) * scale)),
    ];
  });
}
