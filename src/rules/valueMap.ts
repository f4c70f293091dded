/**
 * A value for each value of another column: the country of a city, the number of a code. What a value of the
 * source gives is what most of its rows have, of at least k; a value of fewer rows gives what most rows of the
 * table have, so that nothing is told of them.
 */

import type { Derivation } from './derivation.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** A source with more values than this is no code. */
export const MOST_KEYS = 1000;

/** Conflicts on the screen that a few exceptions may cause. */
const MOST_CONFLICTS = 4;

/** Whether a column may follow from another, by the rows of the screen. */
export function mayBeMap(target: RuleColumn, source: RuleColumn, screen: Uint32Array): boolean {
  const seen = new Map<number, number>();
  let conflicts = 0;
  for (const row of screen) {
    const [key, value] = [source.values[row], target.values[row]];
    if (Number.isNaN(key) || Number.isNaN(value)) continue;
    if (target.rare?.[row] === 1 || source.rare?.[row] === 1) continue;
    const known = seen.get(key);
    if (known === undefined) seen.set(key, value);
    else if (known !== value && ++conflicts > MOST_CONFLICTS) return false;
  }
  return seen.size > 1;
}

export function fitMap(target: RuleColumn, source: RuleColumn, k: number): Derivation | undefined {
  const all = new Map<number, number>();
  const byKey = new Map<number, Map<number, number>>();
  for (let i = 0; i < target.values.length; i++) {
    const [key, value] = [source.values[i], target.values[i]];
    if (Number.isNaN(key) || Number.isNaN(value)) continue;
    all.set(value, (all.get(value) ?? 0) + 1);
    const own = byKey.get(key) ?? new Map<number, number>();
    own.set(value, (own.get(value) ?? 0) + 1);
    byKey.set(key, own);
  }
  if (all.size < 2) return undefined;
  const usual = most(all)[0];
  const pairs = [...byKey].sort(([a], [b]) => a - b);
  const results = pairs.map(([, own]) => {
    const [value, rows] = most(own);
    return rows >= k ? value : usual;
  });
  const keys = pairs.map(([key]) => key);
  // of numbers, a value of few rows is no key: the nearest one that is counts
  const isKept = (i: number) =>
    source.kind === 'category' || [...pairs[i][1].values()].some((rows) => rows >= k);
  const kept = [...keys.keys()].filter(isKept);
  if (kept.length < 2) return undefined;
  return {
    kind: 'map',
    from: source.name,
    keys: kept.map((i) => keys[i]),
    results: kept.map((i) => results[i]),
  };
}

/** The value with most rows; of equals the least. */
function most(counts: ReadonlyMap<number, number>): readonly [number, number] {
  let [value, rows] = [Number.NaN, 0];
  for (const [each, own] of counts) {
    if (own > rows || (own === rows && each < value)) [value, rows] = [each, own];
  }
  return [value, rows];
}
