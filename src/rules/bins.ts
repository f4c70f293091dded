/**
 * Bins of a number: an age group of an age, a year of a date. Found where the column changes along the sorted
 * source no oftener than it must. An edge lies between the values of two groups of at least k rows, at the
 * roundest number there is (roundest.ts), so that it is no person's value.
 */

import type { Derivation } from './derivation.ts';
import { distinctValues } from './finding.ts';
import { roundest } from './roundest.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** More values are no groups. */
export const MOST_BINS = 60;

/** Changes that a few exceptions may cause besides. */
const MOST_STRAY = 8;

/** Rows in the order of a column, those of the screen alone; NaN left out. */
export function sortedScreen({ values }: RuleColumn, screen: Uint32Array): Uint32Array {
  return screen
    .filter((row) => !Number.isNaN(values[row]))
    .sort((a, b) => values[a] - values[b] || a - b);
}

/** Whether a column may be bins of the one that `sorted` is in the order of. */
export function mayBeBins(
  { values, rare }: RuleColumn,
  source: Float64Array,
  sorted: Uint32Array,
  groups: number,
): boolean {
  let changes = 0;
  let last = Number.NaN;
  let first = Number.NaN;
  for (const row of sorted) {
    const value = values[row];
    if (Number.isNaN(value) || rare?.[row] === 1) continue;
    if (Number.isNaN(last)) first = value;
    else if (value !== last && ++changes > groups - 1 + MOST_STRAY) return false;
    last = value;
  }
  // ties of the source that hold different values change with the order of rows: they are caught later
  return !Number.isNaN(first) && changes > 0 && source.length > 0;
}

/** The bins that fit best; nothing where groups do not follow each other. */
export function fitBins(target: RuleColumn, source: RuleColumn, k: number): Derivation | undefined {
  const counts = distinctValues(target, MOST_BINS);
  if (!counts) return undefined;
  const groups = new Map<number, number[]>();
  for (let i = 0; i < target.values.length; i++) {
    const [value, from] = [target.values[i], source.values[i]];
    if (Number.isNaN(value) || Number.isNaN(from)) continue;
    if (target.rare?.[i] === 1 || source.rare?.[i] === 1) continue;
    const own = groups.get(value);
    if (own) own.push(from);
    else groups.set(value, [from]);
  }
  const inOrder = [...groups]
    .filter(([, own]) => own.length >= k)
    .map(([value, own]) => ({ value, own: Float64Array.from(own).sort() }))
    .sort((a, b) => middle(a.own) - middle(b.own) || a.own[0] - b.own[0] || a.value - b.value);
  if (inOrder.length < 2) return undefined;
  const edges: number[] = [];
  for (let g = 1; g < inOrder.length; g++) {
    const [low, high] = cut(inOrder[g - 1].own, inOrder[g].own);
    const edge = roundest(low, high, source);
    if (g > 1 && !(edge > edges[g - 2])) return undefined;
    edges.push(edge);
  }
  return { kind: 'bins', from: source.name, edges, results: inOrder.map(({ value }) => value) };
}

function middle(sorted: Float64Array): number {
  return sorted[sorted.length >> 1];
}

/** The two neighbouring values between which a cut leaves the fewest on the wrong side. */
function cut(below: Float64Array, above: Float64Array): readonly [number, number] {
  const last = below[below.length - 1];
  if (last < above[0]) return [last, above[0]];
  const all = Float64Array.from([...new Set([...below, ...above])]).sort();
  let [a, b] = [0, 0];
  let best = { wrong: Number.POSITIVE_INFINITY, low: all[0], high: all[0] };
  for (let i = 1; i < all.length; i++) {
    while (a < below.length && below[a] < all[i]) a++;
    while (b < above.length && above[b] < all[i]) b++;
    const wrong = below.length - a + b;
    if (wrong < best.wrong) best = { wrong, low: all[i - 1], high: all[i] };
  }
  return [best.low, best.high];
}
