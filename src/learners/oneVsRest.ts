/**
 * Several classes by models of two: one model for two classes, else one for each class against all
 * others, whose probabilities are brought to sum 1. Classes that training never saw get probability 0.
 */

import type { ClassTarget } from '../features/target.ts';
import type { ClassPrediction } from './learner.ts';
import { indicator } from './scores.ts';

export interface OneVsRest<Model> {
  readonly levels: readonly string[];
  /** The codes that training saw, ascending. */
  readonly seen: readonly number[];
  /** None for one class, one for two (of the second), else one for each seen class. */
  readonly models: readonly Model[];
}

/** `fitOne` is given 1 for the rows of a class and 0 for others, and the class's code. */
export function fitOneVsRest<Model>(
  { codes, levels }: ClassTarget,
  fitOne: (isClass: Int32Array, code: number) => Model,
): OneVsRest<Model> {
  const seen = [...new Set(codes)].sort((a, b) => a - b);
  const modelled = seen.length === 1 ? [] : seen.length === 2 ? [seen[1]] : seen;
  return { levels, seen, models: modelled.map((code) => fitOne(indicator(codes, code), code)) };
}

/** `predictOne` gives the probability of a model's class in every row. */
export function predictOneVsRest<Model>(
  { levels, seen, models }: OneVsRest<Model>,
  rows: number,
  predictOne: (model: Model) => Float64Array,
): ClassPrediction {
  const probabilities = levels.map(() => new Float64Array(rows));
  const each = models.map(predictOne);
  for (let i = 0; i < rows; i++) {
    if (each.length === 0) probabilities[seen[0]][i] = 1;
    else if (each.length === 1) {
      probabilities[seen[0]][i] = 1 - each[0][i];
      probabilities[seen[1]][i] = each[0][i];
    } else {
      const total = each.reduce((sum, column) => sum + column[i], 0);
      seen.forEach((code, k) => {
        probabilities[code][i] = total > 0 ? each[k][i] / total : 1 / seen.length;
      });
    }
  }
  return { kind: 'classes', levels, probabilities };
}
