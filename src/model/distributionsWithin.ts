/** The distributions that a column has among groups of rows, and where each row lies in its own. */

import { countLevels } from '../margins/levels.ts';
import type { ColumnMargin } from '../margins/margin.ts';
import { numericMargin } from '../margins/numericMargin.ts';
import { roundedUpper } from '../margins/roundedCounts.ts';
import type { Rng } from '../random/rng.ts';
import type { Branches } from '../rules/given.ts';
import type { TypedNumbers } from '../table/applySchema.ts';
import { gridOf } from './fitMargins.ts';
import type { PreparedColumn } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';

export interface Grouping {
  /** By row, the group whose distribution it may have; below 0 where it has none. */
  readonly groupOf: (row: number) => number;
  /** By pattern of the others' levels, the group. */
  readonly places: readonly number[];
  /** Of a category: counts of its levels to take in place of a group's own. */
  readonly countsOf?: (group: number) => Float64Array | undefined;
}

/** Where each row lies in its distribution: at a place, or in a cell if the distribution has jumps. */
export interface Places {
  readonly values: Float64Array;
  readonly cells?: { readonly low: Float64Array; readonly high: Float64Array };
}

/**
 * By pattern, the distribution of the last grouping that has one for it, or that of all rows; and where each row
 * lies in its own.
 */
export function distributionsWithin(
  column: PreparedColumn,
  groupings: readonly Grouping[],
  settings: ResolvedFit,
  rng: Rng,
): Pick<Branches, 'groups' | 'margins' | 'levels'> & Places {
  const margins: ColumnMargin[] = [];
  const spread = rng.split('branches', column.name).uniforms(column.values.length);
  const [values, low, high] = Array.from({ length: 3 }, () =>
    new Float64Array(column.values.length).fill(Number.NaN),
  );
  let hasCells = true;
  const take = (isTaken: (row: number) => boolean, counts?: Float64Array) => {
    const part = column.values.map((value, row) => (isTaken(row) ? value : Number.NaN));
    const { margin, u, left } = marginOfPart(column, part, settings, rng, counts);
    for (let row = 0; row < part.length; row++) {
      if (Number.isNaN(part[row])) continue;
      values[row] = left ? left[row] + spread[row] * (u[row] - left[row]) : u[row];
      low[row] = left ? left[row] : u[row];
      high[row] = u[row];
    }
    hasCells &&= left !== undefined;
    return margins.push(margin) - 1;
  };
  const found = groupings.map(({ groupOf, places }) => {
    const group = Int32Array.from(values, (_, row) => groupOf(row));
    const has = new Set<number>();
    group.forEach((each, row) => {
      if (each >= 0 && !Number.isNaN(column.values[row])) has.add(each);
    });
    return { group, has, places };
  });
  // narrower groups are taken later, so that a row has the place in the narrowest
  const isCovered = (at: number) =>
    found
      .slice(at)
      .some(({ group, has, places }) => places.every((p) => has.has(p)) && !group.includes(-1));
  const shared = isCovered(0) ? -1 : take(() => true);
  const own = found.map(({ group, has }, at) => {
    const isNeeded = at === found.length - 1 || !isCovered(at + 1);
    const ordered = isNeeded ? [...has].sort((a, b) => a - b) : [];
    return new Map(
      ordered.map((each) => [
        each,
        take((row) => group[row] === each, groupings[at].countsOf?.(each)),
      ]),
    );
  });
  const groups = groupings[0].places.map((_, pattern) =>
    own.reduce((wider, byGroup, at) => byGroup.get(found[at].places[pattern]) ?? wider, shared),
  );
  const { levels } = column;
  const cells = hasCells && { cells: { low, high } };
  return { groups, margins, values, ...cells, ...(levels && { levels }) };
}

/** The distribution of some rows, others NaN; levels of fewer than k of these rows go to the most frequent. */
function marginOfPart(
  column: PreparedColumn,
  part: Float64Array,
  { k, margins }: ResolvedFit,
  rng: Rng,
  given?: Float64Array,
) {
  if (!column.levels) {
    const typed = column.typed as TypedNumbers;
    const { min, max } = typed;
    const { margin, encode } = numericMargin(part, { k, margins, grid: gridOf(typed), min, max });
    // what is missing stands in for nothing: its place is not used
    const usual = part.find((value) => !Number.isNaN(value)) as number;
    const present = Float64Array.from(part.keys()).filter((row) => !Number.isNaN(part[row]));
    const { u: own, left } = encode(
      present.map((row) => part[row]),
      rng.split('branch', column.name),
    );
    const u = new Float64Array(part.length).fill(usual);
    const low = left && new Float64Array(part.length);
    present.forEach((row, i) => {
      u[row] = own[i];
      if (low && left) low[row] = left[i];
    });
    return { margin, u, left: low };
  }
  const counts =
    given ??
    countLevels(
      part.map((code) => (Number.isNaN(code) ? -1 : code)),
      column.levels.length,
    );
  const kept = column.levels.flatMap((_, level) => (counts[level] >= k ? [level] : []));
  const most = kept.reduce((a, b) => (counts[b] > counts[a] ? b : a));
  const placeOf = column.levels.map((_, level) =>
    kept.indexOf(kept.includes(level) ? level : most),
  );
  const codes = part.map((code) => (Number.isNaN(code) ? 0 : placeOf[code]));
  const kinds = kept.map((level) => counts[level]);
  counts.forEach((count, level) => {
    if (!kept.includes(level)) kinds[kept.indexOf(most)] += count;
  });
  const names = kept.map((level) => column.levels?.[level] as string);
  const margin = { kind: 'levels' as const, levels: names, upper: roundedUpper(kinds, k) };
  const u = codes.map((code) => margin.upper[code]);
  const left = codes.map((code) => (code > 0 ? margin.upper[code - 1] : 0));
  return { margin, u, left };
}
