/** The size of the vine of a study, seen from the table before anything is fitted. */

import { numbersOfColumn } from '../features/plan.ts';
import { MOST_LEVELS } from '../margins/numericMargin.ts';
import { pairDrawSeconds } from '../model/drawCost.ts';
import { FIT_DEFAULTS } from '../model/settings.ts';
import { LEAST_CLASS, MOST_CLASSES } from '../vine/split.ts';
import { candidateLevels } from './levels.ts';
import type { ResolvedStudy } from './studySettings.ts';

export interface VineShape {
  /** Columns, and states of being missing. */
  readonly variables: number;
  readonly discrete: number;
  /** Numbers that models of the table see. */
  readonly features: number;
  /** That are fitted, if no sensitive column sets a limit. */
  readonly trees: number;
  /**
   * Variables that a truncation cuts: all, or those of sensitive columns (which are related to them is
   * not known yet); and the trees that all others keep at every level.
   */
  readonly cut: number;
  readonly rest: number;
  /** Pair copulas that are fitted: where classes have their own, about twice as many. */
  readonly pairs: number;
}

export function vineShape(study: ResolvedStudy): VineShape {
  const { plan, train, fit, response, sensitive } = study;
  const { k = FIT_DEFAULTS.k } = fit;
  let [variables, discrete, features, own] = [0, 0, 0, 0];
  let isByClass = false;
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
    if (sensitive.includes(planned.name)) own += 1 + states;
    if (planned.name === response) isByClass = mayDiffer(study) && hasClasses(values);
  }
  const trees = Math.min(fit.truncation ?? variables - 1, variables - 1);
  const rest = Math.min(fit.truncateRest ?? variables - 1, variables - 1);
  const cuts = cutsColumns(study) ? { cut: own, rest } : { cut: variables, rest: 0 };
  let pairs = 0;
  for (const { cut, others } of treesAt({ variables, ...cuts }, trees)) pairs += cut + others;
  return { variables, discrete, features, trees, ...cuts, pairs: isByClass ? 2 * pairs : pairs };
}

/** Whether a truncation cuts some columns alone. */
function cutsColumns({ fit, structure, sensitive }: ResolvedStudy): boolean {
  const { protect = FIT_DEFAULTS.protect } = fit;
  return protect !== 'table' && structure === 'cvine' && sensitive.length > 0;
}

/** Whether pair copulas may differ between the classes of the response. */
function mayDiffer({ fit, structure }: ResolvedStudy): boolean {
  const { byClass = FIT_DEFAULTS.byClass } = fit;
  return byClass !== 'never' && (structure === 'cvine' || structure === 'star');
}

function hasClasses(response: Float64Array): boolean {
  const rows = new Map<number, number>();
  for (const value of response) rows.set(value, (rows.get(value) ?? 0) + 1);
  const isAny = [...rows.values()].some((count) => count >= LEAST_CLASS);
  return isAny && rows.size > 1 && rows.size <= MOST_CLASSES;
}

/** By tree, from the first: the pairs at a truncation, of variables that it cuts and of others. */
function* treesAt(
  { variables, cut, rest }: Pick<VineShape, 'variables' | 'cut' | 'rest'>,
  truncation: number,
) {
  for (let tree = 1; tree < variables; tree++) {
    const own = Math.min(variables - tree, cut);
    yield {
      tree,
      cut: tree <= truncation ? own : 0,
      others: tree <= rest ? variables - tree - own : 0,
    };
  }
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

/** Seconds of one core for a row at a truncation. */
export function rowDrawSeconds(shape: VineShape, truncation: number, isExact: boolean): number {
  const { cut, others } = drawSeconds(shape, truncation, isExact);
  return cut + others;
}

/** The same for a row at each of several, drawn together: what no truncation cuts is drawn once. */
export function rowDrawSecondsEach(
  shape: VineShape,
  truncations: readonly number[],
  isExact: boolean,
): number {
  return truncations.reduce((sum, truncation, place) => {
    const { cut, others } = drawSeconds(shape, truncation, isExact);
    return sum + cut + (place === 0 ? others : 0);
  }, 0);
}

function drawSeconds(shape: VineShape, truncation: number, isExact: boolean) {
  const { variables, discrete } = shape;
  const continuous = (variables - discrete) / variables;
  const seconds = { cut: 0, others: 0 };
  for (const { tree, cut, others } of treesAt(shape, truncation)) {
    const each = pairDrawSeconds(isExact && tree > 1 ? 1 - continuous * continuous : 0);
    seconds.cut += cut * each;
    seconds.others += others * each;
  }
  return seconds;
}
