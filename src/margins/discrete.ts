/**
 * The margin of a numeric column with few values: levels in order, with the exact discrete
 * likelihood. A value with fewer than k records is pooled with the rarer of its neighbours, until
 * every level has k records. A level decodes to the value that k and at least half of its records
 * have; if there is none, to the steps of the grid between the means of its k lowest and k highest
 * records, all equally likely. At the column's ends these are rounded inwards, so that a real extreme
 * does not come out (see limits.ts).
 */

import { type Grid, snap, stepOf } from './grid.ts';
import { type Bounds, lowerLimit, upperLimit } from './limits.ts';
import { distinctOf, type Observations } from './observations.ts';

/** Plain data. */
export interface DiscreteMargin {
  readonly kind: 'discrete';
  readonly grid: Grid;
  /** Per level the least and the largest value; the same for a single value. */
  readonly values: readonly (readonly [number, number])[];
  /** Per level, the distribution function on the copula scale: rows up to it / (n + 1). */
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

export function discreteMargin(
  data: Observations,
  { k, grid, min, max }: Bounds & { readonly k: number; readonly grid: Grid },
): FittedDiscrete {
  const { values, total } = data;
  const distinct = distinctOf(data);
  const groups = pooled(distinct, k);
  let below = 0;
  const upper = groups.map(({ weight }) => {
    below += weight;
    return below / (total + 1);
  });
  const spans = groups.map(({ start, end }, g): readonly [number, number] => {
    const own = values.subarray(start, end);
    const main = distinct.find(
      (each) =>
        each.start >= start &&
        each.end <= end &&
        each.end - each.start >= Math.max(k, (end - start) / 2),
    );
    if (main) return [main.value, main.value];
    if (own[0] === own[own.length - 1]) return [own[0], own[0]];
    const isFirst = g === 0 && min === undefined;
    const isLast = g === groups.length - 1 && max === undefined;
    const low = isFirst ? lowerLimit(own, k, grid) : snap(endMean(own, k, false), grid);
    const high = isLast ? upperLimit(own, k, grid) : snap(endMean(own, k, true), grid);
    if (low <= high) return [low, high];
    // nothing between the rounded ends: the inner one is no extreme
    const only = isFirst ? low : high;
    return [only, only];
  });
  const ends = groups.map(({ end }) => values[end - 1]);
  const place = (value: number) => firstNotBelow(ends, value);
  return { margin: { kind: 'discrete', grid, values: spans, upper }, place };
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

function pooled(distinct: readonly Group[], k: number): Group[] {
  const groups: Group[] = [...distinct];
  const size = (g: number) => {
    const group = groups[g];
    return group ? group.end - group.start : Number.POSITIVE_INFINITY;
  };
  while (groups.length > 1) {
    let rarest = 0;
    for (let g = 1; g < groups.length; g++) if (size(g) < size(rarest)) rarest = g;
    if (size(rarest) >= k) break;
    const first = size(rarest - 1) <= size(rarest + 1) ? rarest - 1 : rarest;
    const [a, b] = [groups[first], groups[first + 1]];
    groups.splice(first, 2, { start: a.start, end: b.end, weight: a.weight + b.weight });
  }
  return groups;
}

/** The mean of the k lowest or highest of ascending values. */
function endMean(values: Float64Array, k: number, highest: boolean): number {
  const outermost = highest
    ? values.subarray(Math.max(0, values.length - k))
    : values.subarray(0, k);
  let sum = 0;
  for (const value of outermost) sum += value;
  return sum / outermost.length;
}
