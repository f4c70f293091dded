/**
 * The margin of a numeric column with few values: levels in order, with the exact discrete
 * likelihood. A value with fewer than k records is pooled with the rarer of its neighbours, until
 * every level has k records. A level decodes to the value that k and at least half of its records
 * have; if there is none, to the steps of the grid between the means of its k lowest and k highest
 * records, all equally likely. At the column's ends the k - 1 outermost records are hidden (limits.ts):
 * such a level has k records besides them, which alone shape it, and its end is rounded inwards.
 */

import { type Grid, snap, snapDown, snapUp, stepOf } from './grid.ts';
import { type Bounds, hiddenRecords } from './limits.ts';
import { type Distinct, distinctOf, type Observations, plainMean } from './observations.ts';
import { roundedUpper } from './roundedCounts.ts';

/** Plain data. */
export interface DiscreteMargin {
  readonly kind: 'discrete';
  readonly grid: Grid;
  /** Per level the least and the largest value; the same for a single value. */
  readonly values: readonly (readonly [number, number])[];
  /** Per level, the distribution function on the copula scale: rows up to it / (n + 1), rounded (roundedCounts.ts). */
  readonly upper: readonly number[];
}

export interface FittedDiscrete {
  readonly margin: DiscreteMargin;
  /** The level of a value of the fit's column. */
  readonly place: (value: number) => number;
}

/** Several values that share a level: the observations from `start` to before `end`. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

export interface DiscreteSettings extends Bounds {
  readonly k: number;
  /** What rows are counted to (roundedCounts.ts). */
  readonly base: number;
  readonly grid: Grid;
}

export function discreteMargin(data: Observations, settings: DiscreteSettings): FittedDiscrete {
  const { values } = data;
  const { k, base, grid } = settings;
  const hidden = hiddenRecords(values.length, k);
  const distinct = distinctOf(data, hidden);
  const mainOf = (group: Group) => mainValue(group, distinct, k);
  const groups = pooled(distinct, values.length, { k, hidden, mainOf });
  const upper = roundedUpper(
    groups.map(({ weight }) => weight),
    base,
  );
  const spans = groups.map((group): readonly [number, number] => {
    const main = mainOf(group);
    if (main === undefined) return spanOf(group, values, hidden, settings);
    const value = snap(main, grid);
    return [value, value];
  });
  const ends = groups.map(({ end }) => values[end - 1]);
  const place = (value: number) => firstNotBelow(ends, value);
  return { margin: { kind: 'discrete', grid, values: spans, upper }, place };
}

/** The value that k and at least half of a group's records have. */
function mainValue(
  { start, end }: Group,
  distinct: readonly Distinct[],
  k: number,
): number | undefined {
  const least = Math.max(k, (end - start) / 2);
  return distinct.find(
    (each) => each.start >= start && each.end <= end && each.end - each.start >= least,
  )?.value;
}

/** The least and the largest value of a level that has no main one. */
function spanOf(
  { start, end }: Group,
  values: Float64Array,
  hidden: number,
  { k, grid, min, max }: DiscreteSettings,
): readonly [number, number] {
  const isFirst = start === 0;
  const isLast = end === values.length;
  const own = values.subarray(isFirst ? hidden : start, isLast ? end - hidden : end);
  if (own[0] === own[own.length - 1]) return [own[0], own[0]];
  const lowest = plainMean(own.subarray(0, k));
  const highest = plainMean(own.subarray(Math.max(0, own.length - k)));
  const low = isFirst && min === undefined ? snapUp(lowest, grid) : snap(lowest, grid);
  const high = isLast && max === undefined ? snapDown(highest, grid) : snap(highest, grid);
  if (low <= high) return [low, high];
  // nothing between the rounded ends: the inner one is no extreme
  const only = isFirst && min === undefined ? low : high;
  return [only, only];
}

/** `spread`: uniforms, asked for when a level has several values. */
export function decodeDiscrete(
  { values, upper, grid }: DiscreteMargin,
  u: Float64Array,
  spread: () => Float64Array,
): Float64Array {
  const step = stepOf(grid);
  const steps = values.map(([low, high]) => Math.round((high - low) / step) + 1);
  const random = steps.some((count) => count > 1) ? spread() : undefined;
  return u.map((each, i) => {
    const level = firstNotBelow(upper, each);
    const [low] = values[level];
    if (steps[level] === 1 || !random) return low;
    return snap(low + Math.floor(random[i] * steps[level]) * step, grid);
  });
}

/** The first place in an ascending list whose entry is not below the value; else the last place. */
export function firstNotBelow(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Pooling {
  readonly k: number;
  readonly hidden: number;
  readonly mainOf: (group: Group) => number | undefined;
}

function pooled(
  distinct: readonly Group[],
  records: number,
  { k, hidden, mainOf }: Pooling,
): Group[] {
  const groups: Group[] = [...distinct];
  const size = (g: number) => {
    const group = groups[g];
    return group ? group.end - group.start : Number.POSITIVE_INFINITY;
  };
  /** Whether a level stands on too few records; at the ends, on too few that are not hidden. */
  const isThin = (g: number) => {
    const group = groups[g];
    const ends = (group.start === 0 ? 1 : 0) + (group.end === records ? 1 : 0);
    return size(g) < k || (size(g) < k + ends * hidden && mainOf(group) === undefined);
  };
  while (groups.length > 1) {
    let rarest = -1;
    for (let g = 0; g < groups.length; g++) {
      if (isThin(g) && (rarest < 0 || size(g) < size(rarest))) rarest = g;
    }
    if (rarest < 0) break;
    const first = size(rarest - 1) <= size(rarest + 1) ? rarest - 1 : rarest;
    const [a, b] = [groups[first], groups[first + 1]];
    groups.splice(first, 2, { start: a.start, end: b.end, weight: a.weight + b.weight });
  }
  return groups;
}
