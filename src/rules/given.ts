/**
 * Columns that are drawn given others, so that a rule holds by construction. What the vine has for such a
 * column is not its value but what the others leave open:
 * - bounded: the distance from a bound, the ratio to it, the share of the way between two, or the place in that part
 *   of the column's distribution that bounds leave open; under some conditions the bound itself;
 * - branches: the place in the distribution that the column has where a condition holds, or does not;
 * - within: the place in the distribution that it has among the rows of a level of another category, or of a
 *   combination of two, in model files of before there were trees;
 * - tree: the place in the distribution that it has in a leaf of a tree over others (tree.ts);
 * - near: the difference from an expression that it lies close to, or the ratio to it (near.ts);
 * - joint: a combination of several categories, of which this is the first.
 * Plain data.
 */

import { cellFunction } from '../margins/cellProbability.ts';
import { type Grid, snap, snapDown, snapUp, stepOf } from '../margins/grid.ts';
import { type ColumnMargin, decode } from '../margins/margin.ts';
import { bindNumber, bindRule, type RowNumber } from './bindRule.ts';
import { columnsIn } from './expression.ts';
import { type Near, neededByNear } from './near.ts';
import { parseRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';
import { askedBy, type Tree } from './tree.ts';

export interface Bounded {
  readonly kind: 'bounded';
  /** Expressions that are not above it, and not below it; dates count in days. */
  readonly lower: readonly string[];
  readonly upper: readonly string[];
  readonly scale: 'difference' | 'ratio' | 'share' | 'place';
  /** Of a place: the distribution of the column. */
  readonly margin?: ColumnMargin;
  /** Whether it must lie beyond the bound, not on it. */
  readonly isStrict: boolean;
  /** Of the distance, the ratio or the share, where others tell of it. */
  readonly tree?: Tree;
  /** Where a few real rows lie beyond the bound, so do as many of those that are drawn, whatever else they have. */
  readonly strays?: Strays;
  /** Conditions under which it equals a bound, and under which it lies beyond all of them. */
  readonly onBound?: readonly { readonly condition: string; readonly bound: string }[];
  readonly offBound?: readonly string[];
  /** The limits of the column itself, and what it is rounded to. */
  readonly least: number;
  readonly largest: number;
  readonly grid: Grid;
}

export interface Strays {
  readonly share: number;
  /** How far beyond the bound they lie: means of several rows each, ascending, each as frequent as the others. */
  readonly distances: readonly number[];
}

export interface Branches {
  readonly kind: 'branches';
  /** Conditions; which of them hold, as bits from the first on, is a row's pattern. */
  readonly conditions: readonly string[];
  /** By pattern, the place of its margin. */
  readonly groups: readonly number[];
  readonly margins: readonly ColumnMargin[];
  /** Of a category: all its levels; a margin may have some of them only. */
  readonly levels?: readonly string[];
}

export interface Within {
  readonly kind: 'within';
  /** One or two categories; by their levels, those of the last running fastest, the place of the margin. */
  readonly from: readonly string[];
  readonly groups: readonly number[];
  readonly margins: readonly ColumnMargin[];
  /** Of a category: all its levels; a margin may have some of them only. */
  readonly levels?: readonly string[];
}

export interface Joint {
  readonly kind: 'joint';
  /** By combination, the place of this column's own level. */
  readonly results: readonly number[];
  readonly levels: readonly string[];
}

export type Given = Bounded | Branches | Within | Tree | Near | Joint;

/** The tree that a column, or what an expression leaves open of it, is drawn by. */
export function treeOf(given: Given | undefined): Tree | undefined {
  if (given?.kind === 'near' || given?.kind === 'bounded') return given.tree;
  return given?.kind === 'tree' ? given : undefined;
}

/** The columns that must be known before this one. */
export function neededBy(given: Given): string[] {
  switch (given.kind) {
    case 'bounded': {
      const { lower, upper, onBound = [], offBound = [], tree } = given;
      const conditions = onBound.flatMap(({ condition, bound }) => [condition, bound]);
      const texts = [...lower, ...upper, ...conditions, ...offBound];
      const asked = tree ? askedBy(tree) : [];
      return [...texts.flatMap((text) => columnsIn(parseRule(text))), ...asked];
    }
    case 'branches':
      return given.conditions.flatMap((text) => columnsIn(parseRule(text)));
    case 'within':
      return [...given.from];
    case 'tree':
      return askedBy(given);
    case 'near':
      return neededByNear(given);
    case 'joint':
      return [];
  }
}

/** What the bounds of a row are, in the column's unit; NaN where one is not known. */
export function boundsOf(
  { lower, upper }: Pick<Bounded, 'lower' | 'upper'>,
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
): { readonly low: RowNumber; readonly high: RowNumber } {
  const of = (text: string) => bindNumber(text, parseRule(text), columns);
  const [lows, highs] = [lower.map(of), upper.map(of)];
  const extreme = (parts: RowNumber[], pick: (...values: number[]) => number): RowNumber =>
    parts.length === 1
      ? (row) => parts[0](row) / days
      : (row) => pick(...parts.map((part) => part(row))) / days;
  return { low: extreme(lows, Math.max), high: extreme(highs, Math.min) };
}

/** By row, the bound that a condition puts it on, in the column's unit; nothing where none does. */
export function boundItIsOn(
  onBound: Bounded['onBound'],
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
): (row: number) => number | undefined {
  const each = (onBound ?? []).map(({ condition, bound }) => ({
    holds: bindRule(condition, columns),
    of: bindNumber(bound, parseRule(bound), columns),
  }));
  return (row) => {
    const own = each.find(({ holds }) => holds(row) === 1);
    return own && own.of(row) / days;
  };
}

/**
 * What the vine has in place of the values: NaN where a value or a bound is missing, the rule is broken, or a condition
 * decides it.
 */
export function encodeBounded(
  values: Float64Array,
  { scale, onBound, ...bounds }: Pick<Bounded, 'lower' | 'upper' | 'scale' | 'onBound'>,
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
): Float64Array {
  const { low, high } = boundsOf(bounds, columns, days);
  const decided = boundItIsOn(onBound, columns, days);
  const isAbove = bounds.lower.length > 0;
  return values.map((value, row) => {
    if (Number.isNaN(value) || decided(row) !== undefined) return Number.NaN;
    const [least, most] = [isAbove ? low(row) : 0, bounds.upper.length > 0 ? high(row) : 0];
    let found: number;
    if (scale === 'share') found = most > least ? (value - least) / (most - least) : Number.NaN;
    else if (scale === 'ratio') found = value / (isAbove ? least : most);
    else found = isAbove ? value - least : most - value;
    const isInside =
      scale === 'share'
        ? found >= 0 && found <= 1
        : scale === 'ratio' && !isAbove
          ? found <= 1
          : true;
    const isBroken = scale === 'ratio' && isAbove ? found < 1 : found < 0;
    return Number.isFinite(found) && isInside && !isBroken ? found : Number.NaN;
  });
}

/** The values that what the vine drew stands for. */
export function decodeBounded(
  drawn: Float64Array,
  bounded: Bounded,
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
  spread: () => Float64Array,
): Float64Array {
  const { scale, lower, upper, isStrict, strays, offBound = [], least, largest, grid } = bounded;
  const open = scale === 'place' ? openPlaces(bounded, columns, days) : undefined;
  const { low, high } = boundsOf(bounded, columns, days);
  const isAbove = lower.length > 0;
  const isBelow = upper.length > 0;
  const step = stepOf(grid);
  const decided = boundItIsOn(bounded.onBound, columns, days);
  const beyond = offBound.map((condition) => bindRule(condition, columns));
  const chance = strays && spread();
  const within = open && bounded.margin && decode(bounded.margin, open.toMargin(drawn), spread);
  return drawn.map((part, row) => {
    const bound = decided(row);
    if (bound !== undefined) return Number.isNaN(bound) ? bound : snap(bound, grid);
    const isOff = isStrict || beyond.some((holds) => holds(row) === 1);
    const bottom = isAbove ? low(row) : Number.NEGATIVE_INFINITY;
    const top = isBelow ? high(row) : Number.POSITIVE_INFINITY;
    let value: number;
    if (within) value = within[row];
    else if (scale === 'share') value = bottom + part * (top - bottom);
    else if (scale === 'ratio') value = part * (isAbove ? bottom : top);
    else value = isAbove ? bottom + part : top - part;
    if (Number.isNaN(value)) return Number.NaN;
    if (strays && chance && chance[row] < strays.share) {
      const beyond = strayDistance(strays, chance[row] / strays.share);
      const stray = isAbove ? bottom - beyond : top + beyond;
      return snap(Math.min(Math.max(stray, least), largest), grid);
    }
    value = snap(Math.min(Math.max(value, least), largest), grid);
    // rounding and limits must not break the rule
    if (value < bottom) value = snapUp(bottom, grid);
    if (value > top) value = snapDown(top, grid);
    if (isOff && value === bottom) value = snap(value + step, grid);
    if (isOff && value === top) value = snap(value - step, grid);
    return value;
  });
}

/** The part of a column's distribution that its bounds leave open in each row. */
function openPlaces(
  { margin, isStrict, ...bounds }: Pick<Bounded, 'lower' | 'upper' | 'margin' | 'isStrict'>,
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
) {
  if (!margin) throw new Error('places are in a margin');
  const { low, high } = boundsOf(bounds, columns, days);
  const cellOf = cellFunction(margin, 1);
  const ends = (row: number): readonly [number, number] => {
    const [least, most] = [
      bounds.lower.length > 0 ? low(row) : Number.NaN,
      bounds.upper.length > 0 ? high(row) : Number.NaN,
    ];
    const from = Number.isNaN(least) ? 0 : cellOf(least)[isStrict ? 'high' : 'low'];
    const to = Number.isNaN(most) ? 1 : cellOf(most)[isStrict ? 'low' : 'high'];
    return [Math.min(from, to), to];
  };
  return {
    cellOf,
    ends,
    toMargin: (places: Float64Array) =>
      places.map((place, row) => {
        const [from, to] = ends(row);
        return from + place * (to - from);
      }),
  };
}

/** Where less is left open, a row has no place. */
const LEAST_OPEN = 1e-6;

/** By row, the cell that a value is of what its bounds leave open; NaN as in `encodeBounded`. */
export function placesInBounds(
  values: Float64Array,
  bounded: Pick<Bounded, 'lower' | 'upper' | 'margin' | 'isStrict' | 'onBound'>,
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
): { readonly low: Float64Array; readonly high: Float64Array } {
  const { cellOf, ends } = openPlaces(bounded, columns, days);
  const { low, high } = boundsOf(bounded, columns, days);
  const decided = boundItIsOn(bounded.onBound, columns, days);
  const [from, to] = [values, values].map((each) => new Float64Array(each.length).fill(Number.NaN));
  values.forEach((value, row) => {
    const [least, most] = [
      bounded.lower.length > 0 ? low(row) : Number.NEGATIVE_INFINITY,
      bounded.upper.length > 0 ? high(row) : Number.POSITIVE_INFINITY,
    ];
    if (!(value >= least && value <= most) || decided(row) !== undefined) return;
    const [first, last] = ends(row);
    if (last - first < LEAST_OPEN) return;
    const cell = cellOf(value);
    const inside = (p: number) => Math.min(Math.max((p - first) / (last - first), 0), 1);
    from[row] = inside(cell.low);
    to[row] = inside(cell.high);
  });
  return { low: from, high: to };
}

function strayDistance({ distances }: Strays, p: number): number {
  const place = p * distances.length - 0.5;
  const low = Math.min(Math.max(Math.floor(place), 0), distances.length - 1);
  const high = Math.min(low + 1, distances.length - 1);
  const part = Math.min(Math.max(place - low, 0), 1);
  return distances[low] + part * (distances[high] - distances[low]);
}

/** By row, the place of the margin that its conditions choose. */
export function branchOf(
  { conditions, groups }: Pick<Branches, 'conditions' | 'groups'>,
  columns: ReadonlyMap<string, RuleColumn>,
): (row: number) => number {
  const bound = conditions.map((condition) => bindRule(condition, columns));
  return (row) => {
    let pattern = 0;
    for (let c = 0; c < bound.length; c++) if (bound[c](row) === 1) pattern += 1 << c;
    return groups[pattern];
  };
}

/** By row, the place of the margin that the levels of other categories choose. */
function levelOf(
  { from, groups }: Pick<Within, 'from' | 'groups'>,
  columns: ReadonlyMap<string, RuleColumn>,
): (row: number) => number {
  const parents = from.map((name) => columns.get(name) as RuleColumn);
  return (row) =>
    groups[
      parents.reduce((cell, { values, levels = [] }) => cell * levels.length + values[row], 0)
    ];
}

/** `drawn`: from 0 to 1, the place in the distribution of the row's branch. */
export function decodeBranches(
  drawn: Float64Array,
  branches: Branches | Within,
  columns: ReadonlyMap<string, RuleColumn>,
  spread: () => Float64Array,
): Float64Array {
  const of = branches.kind === 'within' ? levelOf(branches, columns) : branchOf(branches, columns);
  const rows: number[][] = branches.margins.map(() => []);
  const own = new Int32Array(drawn.length);
  for (let row = 0; row < own.length; row++) own[row] = of(row);
  for (let row = 0; row < own.length; row++) rows[own[row]].push(row);
  const made = new Float64Array(drawn.length);
  for (const [branch, margin] of branches.margins.entries()) {
    const inBranch = rows[branch];
    if (inBranch.length === 0) continue;
    const pick = (column: Float64Array) => {
      const picked = new Float64Array(inBranch.length);
      for (let i = 0; i < picked.length; i++) picked[i] = column[inBranch[i]];
      return picked;
    };
    const values = decode(margin, pick(drawn), () => pick(spread()));
    const places =
      margin.kind === 'levels' &&
      margin.levels.map((level) => branches.levels?.indexOf(level) ?? -1);
    for (const [i, row] of inBranch.entries()) made[row] = places ? places[values[i]] : values[i];
  }
  return made;
}
