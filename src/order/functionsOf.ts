/**
 * Columns that determine a sensitive one, or are determined by it, though neither rises or falls with
 * the other: a square, or a nominal code whose order means nothing. An association of ranks does not
 * see them; the correlation ratio does: the share of the variance of a column's ranks that lies between
 * groups of rows that are alike in the other (Pearson 1905; corrected for the number of groups as
 * adjusted R² is). O(n) for each pair once ranks and groups are known.
 */

import { pearson } from '../numerics/pearson.ts';
import { ranks } from '../numerics/ranks.ts';
import { type ResponseClass, valuesIn } from './responseClasses.ts';

/** A column that explains a larger share of another determines it. */
export const DETERMINING_SHARE = 0.9;

/** Numbers are grouped by their ranks, so that a group has rows enough and is narrow. */
const MOST_GROUPS = 50;
const FEWEST_OF_GROUP = 5;

export interface FunctionOf {
  /** The column, and the sensitive one. */
  readonly name: string;
  readonly sensitive: string;
  /** Which of the two determines the other. */
  readonly by: string;
  /** The share of the other's variance that it explains. */
  readonly share: number;
  /** The class of the response in which this is so; null: in the whole table. */
  readonly within: string | null;
}

export interface FunctionsSettings {
  readonly names: readonly string[];
  /** Missing values are NaN. */
  readonly columns: readonly Float64Array[];
  /** By column, whether its values are codes of levels, each of which is a group. */
  readonly isCategory: readonly boolean[];
  readonly response: string;
  readonly sensitive: readonly string[];
  readonly classes: readonly ResponseClass[];
}

/** For each column that is one, its strongest tie of this kind, by its name. */
export function functionsOf(settings: FunctionsSettings): Map<string, FunctionOf> {
  const { names, columns, isCategory, response, sensitive, classes } = settings;
  const found = new Map<string, FunctionOf>();
  for (const [within, rows] of [
    [null, undefined] as const,
    ...classes.map((each) => [each.label, each.rows] as const),
  ]) {
    const grouped = columns.map((column, j) =>
      groupsOf(rows ? valuesIn(column, rows) : column, isCategory[j]),
    );
    for (const s of sensitive) {
      for (const [j, name] of names.entries()) {
        if (name === response || sensitive.includes(name)) continue;
        const [own, other] = [grouped[j], grouped[names.indexOf(s)]];
        for (const { by, share } of [
          { by: s, share: hiddenShare(own, other) },
          { by: name, share: hiddenShare(other, own) },
        ]) {
          if (share <= (found.get(name)?.share ?? DETERMINING_SHARE)) continue;
          found.set(name, { name, sensitive: s, by, share, within });
        }
      }
    }
  }
  return found;
}

interface Grouped {
  readonly ranks: Float64Array;
  /** From 0 on; -1 where missing. */
  readonly groups: Int32Array;
  readonly count: number;
}

function groupsOf(column: Float64Array, isCategory: boolean): Grouped {
  const own = ranks(column, 'average');
  const values = column.filter((value) => !Number.isNaN(value));
  const most = Math.max(1, Math.floor(values.length / FEWEST_OF_GROUP));
  const bins = Math.min(most, MOST_GROUPS);
  const distinct = distinctUpTo(values, isCategory ? most : bins);
  if (distinct) {
    const place = new Map([...distinct].map((value, i) => [value, i]));
    const groups = new Int32Array(column.length);
    for (let i = 0; i < groups.length; i++) groups[i] = place.get(column[i]) ?? -1;
    return { ranks: own, groups, count: distinct.size };
  }
  const groups = new Int32Array(column.length);
  for (let i = 0; i < groups.length; i++) {
    groups[i] = Number.isNaN(own[i]) ? -1 : Math.floor(((own[i] - 0.5) * bins) / values.length);
  }
  return { ranks: own, groups, count: bins };
}

/** The different values in the order in which they come; nothing if there are more than `most`. */
function distinctUpTo(values: Float64Array, most: number): Set<number> | undefined {
  const distinct = new Set<number>();
  for (let i = 0; i < values.length; i++) {
    distinct.add(values[i]);
    if (distinct.size > most) return undefined;
  }
  return distinct;
}

/**
 * The share of one column that another explains, but 0 where a rising or falling function leaves less
 * than twice as much unexplained: then it is an association that everyone sees, and the threshold judges it.
 */
function hiddenShare(explained: Grouped, by: Grouped): number {
  const share = correlationRatio(explained.ranks, by.groups, by.count);
  if (share <= DETERMINING_SHARE) return 0;
  const monotone = pearson(explained.ranks, by.ranks);
  return 1 - share < (1 - monotone * monotone) / 2 ? share : 0;
}

/**
 * 1 - (within / (n - g)) / (all / (n - 1)) with the sums of squares within g groups and of all n rows
 * that have both; 0 if there is nothing to explain, or not more rows than groups.
 */
export function correlationRatio(y: Float64Array, groups: Int32Array, count: number): number {
  const rows = new Float64Array(count);
  const sums = new Float64Array(count);
  let [n, sum, squares] = [0, 0, 0];
  // ranks are near the middle, so that one pass is exact enough
  const middle = y.length / 2;
  for (let i = 0; i < y.length; i++) {
    const group = groups[i];
    if (group < 0 || Number.isNaN(y[i])) continue;
    const value = y[i] - middle;
    n++;
    rows[group]++;
    sums[group] += value;
    sum += value;
    squares += value * value;
  }
  const filled = rows.reduce((total, size) => total + (size > 0 ? 1 : 0), 0);
  if (n <= filled) return 0;
  let between = -(sum * sum) / n;
  for (let g = 0; g < count; g++) if (rows[g] > 0) between += (sums[g] * sums[g]) / rows[g];
  const all = squares - (sum * sum) / n;
  if (!(all > 0)) return 0;
  return 1 - (((all - between) / (n - filled)) * (n - 1)) / all;
}
