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
  const { values, ...parts } = distributions(column, patternOf, rows.length, settings, rng);
  const given: Branches = { kind: 'branches', conditions, ...parts };
  return { given, column: replaced(column, values, FINE, { min: 0, max: 1 }) };
}

/** A distribution for each level of another category that has rows enough; nothing if fewer than two have. */
export function encodeWithin(
  column: PreparedColumn,
  parent: PreparedColumn,
  settings: ResolvedFit,
  rng: Rng,
): { readonly given: Within; readonly column: PreparedColumn } | undefined {
  const { values: places, levels = [] } = parent.original ?? parent;
  const rows = new Float64Array(levels.length);
  places.forEach((place, row) => {
    if (!Number.isNaN(place) && !Number.isNaN(column.values[row])) rows[place]++;
  });
  const isLarge = rows.map((count) => (count >= 2 * settings.k ? 1 : 0));
  if (isLarge.reduce((sum, is) => sum + is, 0) < 2) return undefined;
  const levelOf = (row: number) => (isLarge[places[row]] === 1 ? places[row] : -1);
  const { values, ...parts } = distributions(column, levelOf, levels.length, settings, rng);
  const given: Within = { kind: 'within', from: parent.name, ...parts };
  return { given, column: replaced(column, values, FINE, { min: 0, max: 1 }) };
}

/** By pattern, the distribution of its rows or that of all; and where each row lies in its own. */
function distributions(
  column: PreparedColumn,
  patternOf: (row: number) => number,
  patterns: number,
  settings: ResolvedFit,
  rng: Rng,
): Pick<Branches, 'groups' | 'margins' | 'levels'> & { readonly values: Float64Array } {
  const margins: ColumnMargin[] = [];
  const pattern = Int32Array.from(column.values, (_, row) => patternOf(row));
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
  const has = new Uint8Array(patterns);
  pattern.forEach((each, row) => {
    if (each >= 0 && !Number.isNaN(column.values[row])) has[each] = 1;
  });
  const isShared = has.includes(0) || pattern.includes(-1);
  const shared = isShared ? take(() => true) : -1;
  const groups = Array.from(has, (own, each) =>
    own === 1 ? take((row) => pattern[row] === each) : shared,
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
