/**
 * Which column is drawn given which, so that bounds hold: of `A <= B` one is drawn first, and the other as a
 * distance from it. Bounds pass on (A <= B and B <= C give A <= C), so that columns may come in any order, and
 * each is bounded by those before it that are nearest.
 */

import { columnsIn } from './expression.ts';
import { parseRule } from './parseRule.ts';
import type { Bound } from './sortRules.ts';

export interface PlannedBounds {
  readonly name: string;
  readonly lower: readonly string[];
  readonly upper: readonly string[];
  readonly isStrict: boolean;
}

/**
 * `free`: columns that may be drawn given others, in the order they are to be drawn; `depends`: what a column
 * is computed from otherwise, by name.
 */
export function planBounds(
  bounds: readonly Bound[],
  first: readonly string[],
  free: readonly string[],
  depends: ReadonlyMap<string, readonly string[]>,
): PlannedBounds[] {
  const all = closure(bounds);
  const needs = new Map([...depends].map(([name, own]) => [name, [...own]]));
  const placed = new Set(first);
  const planned: PlannedBounds[] = [];
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return (needs.get(from) ?? []).some((next) => reaches(next, to, seen));
  };
  for (const name of free) {
    const isKnown = (text: string) =>
      columnsIn(parseRule(text)).every(
        (each) => (placed.has(each) || depends.has(each)) && !reaches(each, name),
      );
    const below = all.filter(({ highName, low }) => highName === name && isKnown(low));
    const above = all.filter(({ lowName, high }) => lowName === name && isKnown(high));
    placed.add(name);
    if (below.length === 0 && above.length === 0) continue;
    const lower = nearest(below, all, 'low');
    const upper = nearest(above, all, 'high');
    planned.push({
      name,
      lower,
      upper,
      isStrict: [...below, ...above].some(({ isStrict }) => isStrict),
    });
    needs.set(name, [
      ...(needs.get(name) ?? []),
      ...[...lower, ...upper].flatMap((text) => columnsIn(parseRule(text))),
    ]);
  }
  return planned;
}

/** All bounds that follow from others by way of columns. */
function closure(bounds: readonly Bound[]): Bound[] {
  const all = new Map<string, Bound>();
  const add = (bound: Bound) => {
    const key = `${bound.low} <= ${bound.high}`;
    const known = all.get(key);
    if (bound.low === bound.high || (known && (known.isStrict || !bound.isStrict))) return false;
    all.set(key, bound);
    return true;
  };
  for (const bound of bounds) add(bound);
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const a of [...all.values()]) {
      for (const b of [...all.values()]) {
        if (a.highName === undefined || a.highName !== b.lowName) continue;
        const { low, lowName } = a;
        const { high, highName } = b;
        const isStrict = a.isStrict || b.isStrict;
        const joined = {
          low,
          high,
          isStrict,
          ...(lowName !== undefined && { lowName }),
          ...(highName !== undefined && { highName }),
        };
        if (add(joined)) isNew = true;
      }
    }
  }
  return [...all.values()];
}

/** The bounds that no other of them lies between. */
function nearest(own: readonly Bound[], all: readonly Bound[], side: 'low' | 'high'): string[] {
  const texts = [...new Set(own.map((bound) => bound[side]))];
  const isBefore = (a: string, b: string) =>
    all.some(({ low, high }) =>
      side === 'low' ? low === a && high === b : low === b && high === a,
    );
  return texts.filter((text) => !texts.some((other) => other !== text && isBefore(text, other)));
}
