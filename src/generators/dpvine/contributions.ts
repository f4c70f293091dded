/** What one row adds to each measured number, given the noisy margins: the sum over rows is statistics.ts's. */

import { clippedScores } from './clippedScores.ts';
import { columnScores } from './margins.ts';
import type { Measured } from './measure.ts';
import { groupsOf, type Plan } from './plan.ts';
import { groupsGiven, variableTables } from './statistics.ts';

/** The four measurements; each is some lists of numbers. */
export const PARTS = ['classes', 'margins', 'response', 'moments'] as const;
export type Part = (typeof PARTS)[number];

/** Told of each number that the row adds to, and how much. */
export type Visit = (part: Part, list: number, at: number, value: number) => void;

/** A function that goes through what row i adds. */
export function contributionsOf(
  plan: Plan,
  codes: readonly Int32Array[],
  { rows, margins, response, moments }: Measured,
): (i: number, visit: Visit) => void {
  const groups = groupsGiven(plan, codes, margins, rows);
  const count = groupsOf(plan);
  const K = plan.classes;
  const n = groups.length;
  const d = plan.variables.length;
  const scores = new Float64Array(n * d);
  const own = plan.variables.map(({ column }) => codes[column]);
  const all = Int32Array.from(groups.keys());
  const tables = variableTables(plan, columnScores(plan, margins, rows));
  clippedScores(tables, own, all, 0, n, scores);
  return (i, visit) => {
    const group = groups[i];
    if (K > 2) visit('classes', 0, group, 1);
    else if (K === 2 && group === 1) visit('classes', 0, 0, 1);
    plan.histograms.forEach(({ column, isGrouped }, h) => {
      const { cells } = plan.columns[column];
      const place = isGrouped && group < count ? group : 0;
      visit('margins', h, place * cells + codes[column][i], 1);
    });
    response.forEach((_, r) => {
      const sign = K > 2 ? (group === r ? K : 0) - 1 : group === 1 ? 1 : group === 0 ? -1 : 0;
      for (let j = 0; j < d; j++) visit('response', r, j, sign * scores[j * n + i]);
    });
    if (moments.length === 0) return;
    const list = moments.length > 1 ? group : 0;
    let at = 0;
    for (let j = 0; j < d; j++) {
      for (let k = j + 1; k < d; k++) {
        visit('moments', list, at++, scores[j * n + i] * scores[k * n + i]);
      }
    }
  };
}

/** The numbers of a part as lists. */
export function listsOf<List>(
  numbers: { readonly classes: List } & Readonly<
    Record<'margins' | 'response' | 'moments', readonly List[]>
  >,
  part: Part,
): readonly List[] {
  return part === 'classes' ? [numbers.classes] : numbers[part];
}
