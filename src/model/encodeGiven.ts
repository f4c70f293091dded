/** What the vine gets of columns that are drawn given others (rules/given.ts). */

import { countLevels, levelsMargin } from '../margins/levels.ts';
import { limitsOf } from '../margins/limits.ts';
import type { ColumnMargin } from '../margins/margin.ts';
import { orderByMean } from '../margins/nominalOrder.ts';
import { numericMargin } from '../margins/numericMargin.ts';
import { missingMask } from '../numerics/missing.ts';
import { pearson } from '../numerics/pearson.ts';
import { ranks } from '../numerics/ranks.ts';
import type { Rng } from '../random/rng.ts';
import type { Derivation } from '../rules/derivation.ts';
import {
  type Bounded,
  type Branches,
  boundsOf,
  branchOf,
  encodeBounded,
  type Joint,
  type Within,
} from '../rules/given.ts';
import type { PlannedBounds } from '../rules/planBounds.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { TypedNumbers } from '../table/applySchema.ts';
import { gridOf } from './fitMargins.ts';
import type { PreparedColumn } from './prepareColumns.ts';
import { preparedRuleColumn } from './ruleColumns.ts';
import type { ResolvedFit } from './settings.ts';

/** Decimals of ratios, shares and places in a distribution. */
const FINE = 9;
/** Rows that a branch must have for a distribution of its own. */
export const LEAST_OF_BRANCH = 30;
/** The share of a cell's rows that levels of at least k rows must hold. */
const LEAST_TOLD = 0.9;

/** A column of the fit with other numbers in place of its values. */
function replaced(
  column: PreparedColumn,
  values: Float64Array,
  decimals: number,
  bounds: { readonly min?: number; readonly max?: number },
): PreparedColumn {
  const { name, typed, missing, keepsMissing } = column;
  const { date: _, ...layout } = typed.layout;
  const numbers: TypedNumbers = {
    name,
    layout,
    constant: false,
    type: 'continuous',
    values,
    missing: missingMask(values),
    decimals,
    ...bounds,
  };
  const state = missing && { state: missing };
  const original = column;
  const gaps = missingMask(values);
  return { name, typed: numbers, values, missing: gaps, keepsMissing, original, ...state };
}

/** The distance, ratio or share, whichever depends least on the bound; nothing where too few rows have it. */
export function encodeBounds(
  column: PreparedColumn,
  { lower, upper, isStrict }: PlannedBounds,
  columns: ReadonlyMap<string, RuleColumn>,
  { k }: ResolvedFit,
): { readonly given: Bounded; readonly column: PreparedColumn } | undefined {
  const typed = column.typed as TypedNumbers;
  const { days = 1 } = preparedRuleColumn(column);
  const grid = gridOf(typed);
  const known = column.values.filter((value) => !Number.isNaN(value)).sort();
  const limits = limitsOf(known, k, grid, typed);
  const bounds = { lower, upper };
  const encoded = (scale: Bounded['scale']) =>
    encodeBounded(column.values, { ...bounds, scale }, columns, days);
  const isBetween = lower.length > 0 && upper.length > 0;
  const scales: Bounded['scale'][] = isBetween
    ? ['share']
    : typed.type !== 'date' && isPositive(bounds, columns, column.values)
      ? ['difference', 'ratio']
      : ['difference'];
  const tried = scales.map((scale) => ({ scale, values: encoded(scale) }));
  const dependence = ({ values }: { values: Float64Array }) =>
    Math.abs(
      pearson(
        ranks(values, 'average'),
        ranks(boundValues(bounds, columns, days, values), 'average'),
      ),
    );
  const best = tried.reduce((a, b) => (b !== a && dependence(b) < dependence(a) ? b : a));
  if (best.values.filter((value) => !Number.isNaN(value)).length < Math.max(k, LEAST_OF_BRANCH)) {
    return undefined;
  }
  const { scale, values } = best;
  const given: Bounded = { kind: 'bounded', ...bounds, scale, isStrict, ...limits, grid };
  const decimals = scale === 'difference' ? Math.min(15, Math.max(grid.decimals, 0)) : FINE;
  const range =
    scale === 'share' || (scale === 'ratio' && upper.length > 0)
      ? { min: 0, max: 1 }
      : { min: scale === 'ratio' ? 1 : 0 };
  return { given, column: replaced(column, values, decimals, range) };
}

function isPositive(
  bounds: Pick<Bounded, 'lower' | 'upper'>,
  columns: ReadonlyMap<string, RuleColumn>,
  values: Float64Array,
): boolean {
  const own = boundValues(bounds, columns, 1, values);
  return values.every((value, i) => !(value <= 0) && !(own[i] <= 0));
}

function boundValues(
  bounds: Pick<Bounded, 'lower' | 'upper'>,
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
  values: Float64Array,
): Float64Array {
  const { low, high } = boundsOf(bounds, columns, days);
  const of = bounds.lower.length > 0 ? low : high;
  return values.map((value, row) => (Number.isNaN(value) ? Number.NaN : of(row)));
}

/** A distribution for each pattern of conditions; conditions that leave a pattern too few rows are dropped. */
export function encodeBranches(
  column: PreparedColumn,
  conditions: readonly string[],
  columns: ReadonlyMap<string, RuleColumn>,
  settings: ResolvedFit,
  rng: Rng,
): { readonly given: Branches; readonly column: PreparedColumn } | undefined {
  const { k, margins: kind } = settings;
  if (kind === 'empirical') return undefined;
  let own = [...conditions].slice(0, MOST_CONDITIONS);
  for (; own.length > 0; own = own.slice(0, -1)) {
    const groups = Array.from({ length: 1 << own.length }, (_, pattern) => pattern);
    const of = branchOf({ conditions: own, groups }, columns);
    const pattern = Int32Array.from(column.values, (_, row) => of(row));
    const rows = groups.map(
      (each) =>
        column.values.filter((value, row) => pattern[row] === each && !Number.isNaN(value)).length,
    );
    // a pattern that cannot be, or that next to nobody has, shares the distribution of all
    const isThin = rows.some((count) => count >= k && count < LEAST_OF_BRANCH);
    if (isThin) continue;
    return branchesOf(column, own, pattern, rows, settings, rng);
  }
  return undefined;
}

const MOST_CONDITIONS = 6;

function branchesOf(
  column: PreparedColumn,
  conditions: readonly string[],
  pattern: Int32Array,
  rows: readonly number[],
  settings: ResolvedFit,
  rng: Rng,
): { readonly given: Branches; readonly column: PreparedColumn } {
  const patternOf = (row: number) => (rows[pattern[row]] >= settings.k ? pattern[row] : -1);
  const patterns = { groupOf: patternOf, places: rows.map((_, each) => each) };
  const { values, ...parts } = distributions(column, [patterns], settings, rng);
  const given: Branches = { kind: 'branches', conditions, ...parts };
  return { given, column: replaced(column, values, FINE, { min: 0, max: 1 }) };
}

/**
 * A distribution for each level of another category, or for each combination of its levels with the classes of the
 * response, that has rows enough; other combinations share that of the level. Nothing if fewer than two levels have
 * rows enough.
 */
export function encodeWithin(
  column: PreparedColumn,
  parent: PreparedColumn,
  classes: PreparedColumn | undefined,
  settings: ResolvedFit,
  rng: Rng,
): { readonly given: Within; readonly column: PreparedColumn } | undefined {
  const { values: places, levels = [] } = parent.original ?? parent;
  const isLarge = largeCells(column, places, levels.length, settings.k);
  if (isLarge.filter((is) => is).length < 2) return undefined;
  const large = (is: readonly boolean[], place: number) => (is[place] ? place : -1);
  const size = classes?.levels?.length ?? 1;
  const cells = places.map((place, row) => (classes ? place * size + classes.values[row] : place));
  const cellOf = (cell: number) => Math.floor(cell / size);
  const all = Array.from({ length: levels.length * size }, (_, cell) => cell);
  const byLevel = {
    groupOf: (row: number) => large(isLarge, places[row]),
    places: all.map(cellOf),
  };
  const isLargeCell = largeCells(column, cells, all.length, settings.k);
  const byCell = { groupOf: (row: number) => large(isLargeCell, cells[row]), places: all };
  const nested = classes ? [byLevel, byCell] : [byLevel];
  const { values, ...parts } = distributions(column, nested, settings, rng);
  const from = [parent.name, ...(classes ? [classes.name] : [])];
  const given: Within = { kind: 'within', from, ...parts };
  return { given, column: replaced(column, values, FINE, { min: 0, max: 1 }) };
}

/**
 * Whether a cell has enough rows for a distribution of its own: 2 k, and all but a few of them in levels of at
 * least k, as rarer ones are not told of.
 */
function largeCells(
  { values, levels = [] }: PreparedColumn,
  cells: Float64Array,
  size: number,
  k: number,
): readonly boolean[] {
  const counts = Array.from({ length: size }, () => new Float64Array(levels.length));
  cells.forEach((cell, row) => {
    if (!Number.isNaN(cell) && !Number.isNaN(values[row])) counts[cell][values[row]]++;
  });
  return counts.map((own) => {
    const rows = own.reduce((sum, count) => sum + count, 0);
    const told = own.reduce((sum, count) => sum + (count >= k ? count : 0), 0);
    return rows >= 2 * k && told >= LEAST_TOLD * rows;
  });
}

interface Grouping {
  /** By row, the group whose distribution it may have; below 0 where it has none. */
  readonly groupOf: (row: number) => number;
  /** By pattern of the others' levels, the group. */
  readonly places: readonly number[];
}

/**
 * By pattern, the distribution of the last grouping that has one for it, or that of all rows; and where each row
 * lies in its own.
 */
function distributions(
  column: PreparedColumn,
  groupings: readonly Grouping[],
  settings: ResolvedFit,
  rng: Rng,
): Pick<Branches, 'groups' | 'margins' | 'levels'> & { readonly values: Float64Array } {
  const margins: ColumnMargin[] = [];
  const spread = rng.split('branches', column.name).uniforms(column.values.length);
  const values = new Float64Array(column.values.length).fill(Number.NaN);
  const take = (isTaken: (row: number) => boolean) => {
    const part = column.values.map((value, row) => (isTaken(row) ? value : Number.NaN));
    const { margin, u, left } = marginOfPart(column, part, settings, rng);
    for (let row = 0; row < part.length; row++) {
      if (Number.isNaN(part[row])) continue;
      values[row] = left ? left[row] + spread[row] * (u[row] - left[row]) : u[row];
    }
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
    return new Map(ordered.map((each) => [each, take((row) => group[row] === each)]));
  });
  const groups = groupings[0].places.map((_, pattern) =>
    own.reduce((wider, byGroup, at) => byGroup.get(found[at].places[pattern]) ?? wider, shared),
  );
  const { levels } = column;
  return { groups, margins, values, ...(levels && { levels }) };
}

/** The distribution of some rows, others NaN; levels of fewer than k of these rows go to the most frequent. */
function marginOfPart(
  column: PreparedColumn,
  part: Float64Array,
  { k, margins }: ResolvedFit,
  rng: Rng,
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
  const counts = countLevels(
    part.map((code) => (Number.isNaN(code) ? -1 : code)),
    column.levels.length,
  );
  const kept = column.levels.flatMap((_, level) => (counts[level] >= k ? [level] : []));
  const most = kept.reduce((a, b) => (counts[b] > counts[a] ? b : a));
  const placeOf = column.levels.map((_, level) =>
    kept.indexOf(kept.includes(level) ? level : most),
  );
  const codes = part.map((code) => (Number.isNaN(code) ? 0 : placeOf[code]));
  const there = codes.filter((_, row) => !Number.isNaN(part[row]));
  const margin = levelsMargin(
    kept.map((level) => column.levels?.[level] as string),
    there,
    k,
  );
  const u = codes.map((code) => margin.upper[code]);
  const left = codes.map((code) => (code > 0 ? margin.upper[code - 1] : 0));
  return { margin, u, left };
}

/** Several categories as one: its combinations of at least k rows; rows of rarer ones go to the likest. */
export function encodeJoint(
  members: readonly PreparedColumn[],
  score: Float64Array,
  k: number,
):
  | {
      readonly given: Joint;
      readonly column: PreparedColumn;
      readonly parts: readonly Derivation[];
    }
  | undefined {
  const [first] = members;
  const rows = first.values.length;
  const keys: string[] = [];
  const counts = new Map<string, number>();
  for (let i = 0; i < rows; i++) {
    const own = members.map(({ values }) => values[i]);
    const key = own.some(Number.isNaN) ? '' : own.join();
    keys.push(key);
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const kept = [...counts]
    .filter(([, count]) => count >= k)
    .map(([key]) => key)
    .sort();
  if (kept.length < 2) return undefined;
  const likest = (key: string) => {
    const parts = key.split(',');
    const shared = (other: string) =>
      other.split(',').filter((part, i) => part === parts[i]).length;
    return kept.reduce((a, b) => {
      const gain = shared(b) - shared(a) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0);
      return gain > 0 ? b : a;
    });
  };
  const placeOf = new Map(
    [...counts.keys()].map((key) => [key, kept.indexOf(kept.includes(key) ? key : likest(key))]),
  );
  const codes = Float64Array.from(keys, (key) => placeOf.get(key) ?? Number.NaN);
  const order = orderByMean(
    codes.map((code) => (Number.isNaN(code) ? -1 : code)),
    kept.length,
    score,
  );
  const rank = new Float64Array(kept.length);
  order.forEach((old, place) => {
    rank[old] = place;
  });
  const values = codes.map((code) => (Number.isNaN(code) ? code : rank[code]));
  const ownCodes = (member: number) => order.map((old) => Number(kept[old].split(',')[member]));
  const nameOf = (old: number) =>
    kept[old]
      .split(',')
      .map((code, m) => members[m].levels?.[Number(code)] ?? code)
      .join(' & ');
  const { missing, name, typed, keepsMissing } = first;
  return {
    given: { kind: 'joint', results: ownCodes(0), levels: first.levels ?? [] },
    column: {
      name,
      typed,
      values,
      levels: order.map(nameOf),
      original: first,
      missing: missingMask(values),
      keepsMissing,
      ...(missing && { state: missing }),
    },
    parts: members
      .slice(1)
      .map((_, m): Derivation => ({ kind: 'part', from: name, results: ownCodes(m + 1) })),
  };
}
