/**
 * The margin of a category: its levels in order, with the exact discrete likelihood.
 *
 * Levels with fewer than k rows are pooled, for their names alone can tell of a person, and a model
 * does not hold them. Of an ordered column or a boolean, and where levels are written as numbers, a
 * rare level joins the rarer of its neighbours and takes the name of the more frequent. Of a nominal
 * column of texts all rare levels become one, called 'other' unless said otherwise (an existing level
 * of this name takes them in); if together they still have fewer than k rows, their rows go to the
 * most frequent level.
 *
 * The levels of a nominal column stand in the order in which they differ most in all other columns, or, for the
 * paper's vine, in that of the mean response in each (nominalOrder.ts).
 */

import { roundedUpper } from './roundedCounts.ts';

/** Plain data. */
export interface LevelsMargin {
  readonly kind: 'levels';
  /** In the order of the code. */
  readonly levels: readonly string[];
  /** Per level, the distribution function on the copula scale: rows up to it / (n + 1), rounded (roundedCounts.ts). */
  readonly upper: readonly number[];
}

/** How the levels of a column become those of a model. */
export interface LevelPlan {
  readonly levels: readonly string[];
  /** For each of the column's own levels, its place in `levels`. */
  readonly places: Int32Array;
  /** How many of the column's own levels were pooled. */
  readonly pooled: number;
}

/**
 * Neighbours are pooled: `order` lists the column's levels that have rows, in the order of the code.
 * Every level that is left has a name that k rows have; if no name has, `other` is the only one.
 */
export function poolNeighbours(
  levels: readonly string[],
  counts: ArrayLike<number>,
  order: readonly number[],
  k: number,
  other: string,
): LevelPlan {
  const groups = order.map((level) => ({ members: [level], main: level, count: counts[level] }));
  const size = (g: number) => groups[g]?.count ?? Number.POSITIVE_INFINITY;
  while (groups.length > 1) {
    let rarest = -1;
    groups.forEach(({ main, count }, g) => {
      if (counts[main] < k && (rarest < 0 || count < size(rarest))) rarest = g;
    });
    if (rarest < 0) break;
    const first = size(rarest - 1) <= size(rarest + 1) ? rarest - 1 : rarest;
    const [a, b] = [groups[first], groups[first + 1]];
    groups.splice(first, 2, {
      members: [...a.members, ...b.members],
      main: counts[b.main] > counts[a.main] ? b.main : a.main,
      count: a.count + b.count,
    });
  }
  const places = new Int32Array(levels.length).fill(-1);
  const names = groups.map(({ members, main }, place) => {
    for (const level of members) places[level] = place;
    return counts[main] < k ? other : levels[main];
  });
  return { levels: names, places, pooled: order.length - groups.length };
}

/** Rare levels become one; the order of the code is to be chosen afterwards. */
export function poolIntoOther(
  levels: readonly string[],
  counts: ArrayLike<number>,
  k: number,
  other: string,
): LevelPlan {
  const present = levels.flatMap((_, level) => (counts[level] > 0 ? [level] : []));
  const rare = present.filter((level) => counts[level] < k);
  const kept = present.filter((level) => counts[level] >= k);
  const places = new Int32Array(levels.length).fill(-1);
  const names = kept.map((level, place) => {
    places[level] = place;
    return levels[level];
  });
  if (rare.length === 0) return { levels: names, places, pooled: 0 };
  const rows = rare.reduce((sum, level) => sum + counts[level], 0);
  let target = names.indexOf(other);
  if (target < 0 && (rows >= k || kept.length === 0)) {
    target = names.length;
    names.push(other);
  } else if (target < 0) {
    target = kept.reduce(
      (best, level, place) => (counts[level] > counts[kept[best]] ? place : best),
      0,
    );
  }
  for (const level of rare) places[level] = target;
  return { levels: names, places, pooled: rare.length };
}

/** A plan with its levels in another order: `order[i]` is the place that comes i-th. */
export function reorder(
  { levels, places, pooled }: LevelPlan,
  order: readonly number[],
): LevelPlan {
  const placeOf = new Int32Array(levels.length);
  order.forEach((old, place) => {
    placeOf[old] = place;
  });
  return {
    levels: order.map((old) => levels[old]),
    places: places.map((old) => (old < 0 ? -1 : placeOf[old])),
    pooled,
  };
}

/** `codes`: places in `levels`, none missing; rows are counted to `base`. */
export function levelsMargin(
  levels: readonly string[],
  codes: Float64Array,
  base = 1,
): LevelsMargin {
  return { kind: 'levels', levels, upper: roundedUpper(countLevels(codes, levels.length), base) };
}

/** How many rows each level has; a negative code is missing. */
export function countLevels(codes: ArrayLike<number>, levels: number): Float64Array {
  const counts = new Float64Array(levels);
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) counts[codes[i]]++;
  return counts;
}
