/** Whether a margin is one that a fit gives: for documents from outside. */

import {
  also,
  ascending,
  type Check,
  type Fault,
  fault,
  finite,
  list,
  oneOf,
  record,
  tuple,
  variant,
  within,
} from '../documents/check.ts';
import { gridCheck, levelsCheck } from '../table/layoutSchema.ts';
import type { DiscreteMargin } from './discrete.ts';
import type { EmpiricalMargin } from './empirical.ts';
import { stepOf } from './grid.ts';
import type { LevelsMargin } from './levels.ts';
import type { ColumnMargin } from './margin.ts';
import type { QuantileCurve } from './quantileCurve.ts';
import type { Atom, SmoothMargin } from './smooth.ts';

const probability = finite(0, 1);

/** The steepest chord: slopes are up to three times as steep, and must stay numbers. */
const STEEPEST = Number.MAX_VALUE / 16;
/** Steps between the ends of a level, of which one is drawn. */
const MOST_STEPS = 0x20000000000000;

const smooth = also<SmoothMargin>(
  record({
    kind: oneOf('smooth'),
    grid: gridCheck,
    p: list(probability, 1),
    x: list(finite(), 1),
    least: finite(),
    largest: finite(),
    atoms: list(record({ value: finite(), from: probability, to: probability })),
  }),
  (margin) => curveFault(margin) ?? within('atoms', atomsFault(margin)),
);

function curveFault({ p, x, least, largest }: QuantileCurve): Fault | undefined {
  if (p.length !== x.length) {
    return within('x', fault(`has ${x.length} entries, but there are ${p.length} probabilities`));
  }
  const unordered = within('p', ascending(p, false)) ?? within('x', ascending(x, false));
  if (unordered) return unordered;
  const last = x.length - 1;
  if (!(least <= x[0])) return within('least', fault('is above the first quantile'));
  if (!(largest >= x[last])) return within('largest', fault('is below the last quantile'));
  if (!Number.isFinite(largest - least))
    return within('largest', fault('is too far from the least'));
  for (let i = 0; i < last; i++) {
    // two atoms side by side share a probability, where the curve jumps; a knot that is there twice
    // has no slope, so that no curve may begin or end in it
    const isDouble = p[i + 1] === p[i] && x[i + 1] === x[i];
    const isFlat = (i === 0 || x[i - 1] === x[i]) && (i + 1 === last || x[i + 2] === x[i]);
    if (isDouble && !isFlat) return within('p', fault(`has the same knot twice, at place ${i}`));
    const isSteep = p[i + 1] > p[i] && !((x[i + 1] - x[i]) / (p[i + 1] - p[i]) <= STEEPEST);
    if (isSteep) return within('x', fault(`rises too steeply at place ${i + 1}`));
  }
  return undefined;
}

function atomsFault({ atoms, least, largest }: SmoothMargin): Fault | undefined {
  let before: Atom | undefined;
  for (const [i, atom] of atoms.entries()) {
    const { value, from, to } = atom;
    // of no width, where a coarse grid moves two atoms to one value
    if (!(from <= to)) return within(i, fault('must not end below its beginning'));
    if (!(value >= least && value <= largest)) return within(i, fault('is outside the limits'));
    if (before && !(from >= before.to && value >= before.value)) {
      return within(i, fault('must come after the one before it'));
    }
    before = atom;
  }
  return undefined;
}

const empirical = also<EmpiricalMargin>(
  record({ kind: oneOf('empirical'), grid: gridCheck, values: list(finite(), 1) }),
  ({ values }) =>
    within('values', ascending(values, false)) ??
    (Number.isFinite(values[values.length - 1] - values[0])
      ? undefined
      : within('values', fault('reach too far'))),
);

const discrete = also<DiscreteMargin>(
  record({
    kind: oneOf('discrete'),
    grid: gridCheck,
    values: list(tuple(finite(), finite()), 1),
    upper: list(probability, 1),
  }),
  ({ grid, values, upper }) => {
    const step = stepOf(grid);
    for (const [i, [low, high]] of values.entries()) {
      if (!(low <= high))
        return within('values', within(i, fault('must end at or above its beginning')));
      if (!((high - low) / step <= MOST_STEPS)) {
        return within('values', within(i, fault('has too many steps')));
      }
      // of a grid that is coarser than the values, rounding may move a level by a step
      if (i > 0 && !(low >= values[i - 1][0] - step)) {
        return within('values', within(i, fault('must not be below the one before it')));
      }
    }
    return upperFault(upper, values.length);
  },
);

const levels = also<LevelsMargin>(
  record({ kind: oneOf('levels'), levels: levelsCheck, upper: list(probability, 1) }),
  (margin) => upperFault(margin.upper, margin.levels.length),
);

function upperFault(upper: readonly number[], count: number): Fault | undefined {
  if (upper.length !== count) {
    return within('upper', fault(`has ${upper.length} entries, but there are ${count} levels`));
  }
  if (!(upper[0] > 0)) return within('upper', within(0, fault('must be above 0')));
  return within('upper', ascending(upper, true));
}

export const marginCheck: Check = variant('kind', { smooth, empirical, discrete, levels });

/** The state of a column with missing values: present or missing. */
export const missingMarginCheck = also<LevelsMargin>(levels, (margin) =>
  margin.levels.join() === 'present,missing'
    ? undefined
    : within('levels', fault('must be present and missing')),
);

/** Whether all rows have the same value, so that the margin needs no variable. */
export function isSingle(margin: ColumnMargin): boolean {
  return 'upper' in margin && margin.upper.length === 1;
}

/** The least and the largest value of a numeric margin. */
export function rangeOfMargin(
  margin: Exclude<ColumnMargin, LevelsMargin>,
): readonly [number, number] {
  switch (margin.kind) {
    case 'smooth':
      return [margin.least, margin.largest];
    case 'empirical':
      return [margin.values[0], margin.values[margin.values.length - 1]];
    case 'discrete':
      return [
        margin.values.reduce((least, [low]) => Math.min(least, low), Number.POSITIVE_INFINITY),
        margin.values.reduce((most, [, high]) => Math.max(most, high), Number.NEGATIVE_INFINITY),
      ];
  }
}
