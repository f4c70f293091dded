/** The size of the vine of a study, seen from the table before anything is fitted. */

import { numbersOfColumn } from '../features/plan.ts';
import { MOST_LEVELS } from '../margins/numericMargin.ts';
import { pairDrawSeconds } from '../model/drawCost.ts';
import { FIT_DEFAULTS } from '../model/settings.ts';
import { candidateLevels } from './levels.ts';
import type { ResolvedStudy } from './studySettings.ts';

export interface VineShape {
  /** Columns, and states of being missing. */
  readonly variables: number;
  readonly discrete: number;
  /** Numbers that models of the table see. */
  readonly features: number;
  /** That are fitted, if no sensitive column sets a limit; and their pairs. */
  readonly trees: number;
  readonly pairs: number;
}

export function vineShape({ plan, train, fit }: ResolvedStudy): VineShape {
  const { k = FIT_DEFAULTS.k } = fit;
  let [variables, discrete, features] = [0, 0, 0];
  for (const planned of plan.columns) {
    const column = train.columns.find(({ name }) => name === planned.name);
    if (!column) continue;
    const values = numbersOfColumn(planned, column);
    const isDiscrete = planned.levels.length > 0 || hasFewValues(values);
    const missing = values.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0);
    const states = missing >= k ? 1 : 0;
    variables += 1 + states;
    discrete += (isDiscrete ? 1 : 0) + states;
    features += (planned.as === 'levels' ? planned.shown.length : 1) + states;
  }
  const trees = Math.min(fit.truncation ?? variables - 1, variables - 1);
  const pairs = trees * variables - (trees * (trees + 1)) / 2;
  return { variables, discrete, features, trees, pairs };
}

function hasFewValues(values: Float64Array): boolean {
  const seen = new Set<number>();
  for (const value of values) {
    if (!Number.isNaN(value)) seen.add(value);
    if (seen.size > MOST_LEVELS) return false;
  }
  return true;
}

/** The truncations that will be compared, as far as they are known before the order is. */
export function foreseenTruncations({ levels }: ResolvedStudy, trees: number): number[] {
  if (!Array.isArray(levels)) return candidateLevels(trees, levels);
  const known = levels.map((level) => (typeof level === 'number' ? Math.min(level, trees) : trees));
  return [...new Set(known)].sort((a, b) => a - b);
}

/** Seconds of one core for a row with so many trees. */
export function rowDrawSeconds(
  { variables, discrete }: VineShape,
  trees: number,
  isExact: boolean,
): number {
  const continuous = (variables - discrete) / variables;
  let seconds = 0;
  for (let tree = 1; tree <= trees; tree++) {
    const cells = isExact && tree > 1 ? 1 - continuous * continuous : 0;
    seconds += (variables - tree) * pairDrawSeconds(cells);
  }
  return seconds;
}
