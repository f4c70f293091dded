/**
 * The numbers in a formula. Each row leaves an interval for them, as its value was rounded; of what all rows leave
 * the shortest number is taken: it is that of whoever computed the column, and no row's.
 */

import { stepOf } from '../margins/grid.ts';
import type { RuleColumn } from './ruleColumn.ts';

const MOST_DIGITS = 12;
const FEW_ROWS = 30;

/** What is known of a column at some rows, and by row how far off a formula may be by rounding alone. */
export interface Target {
  readonly values: Float64Array;
  readonly room: Float64Array;
}

export function targetAt({ values, grid }: RuleColumn, rows: Uint32Array): Target {
  const own = Float64Array.from(rows, (row) => values[row]);
  const half = stepOf(grid) / 2;
  return { values: own, room: own.map((value) => half + 1e-10 * Math.max(1, Math.abs(value))) };
}

/** values = times * x. */
export function fitMultiple({ values, room }: Target, x: Float64Array): number | undefined {
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < x.length && low <= high; i++) {
    if (x[i] === 0) {
      if (Math.abs(values[i]) > room[i]) return undefined;
      continue;
    }
    const [a, b] = [(values[i] - room[i]) / x[i], (values[i] + room[i]) / x[i]];
    low = Math.max(low, Math.min(a, b));
    high = Math.min(high, Math.max(a, b));
  }
  const times = shortest(low, high);
  return times === 0 ? undefined : times;
}

/** values = plus + times * x. */
export function fitLine(
  target: Target,
  x: Float64Array,
): { readonly plus: number; readonly times: number } | undefined {
  const multiple = fitMultiple(target, x);
  if (multiple !== undefined) return { plus: 0, times: multiple };
  const few = Uint32Array.from({ length: Math.min(FEW_ROWS, x.length) }, (_, i) =>
    Math.floor((i * x.length) / Math.min(FEW_ROWS, x.length)),
  );
  if (
    !slopes(
      picked(target, few),
      Float64Array.from(few, (i) => x[i]),
    )
  )
    return undefined;
  const found = slopes(target, x);
  const times = found && shortest(found.low, found.high);
  if (!times) return undefined;
  const [low, high] = plusFor(target, x, times);
  const plus = shortest(low, high);
  return plus === undefined ? undefined : { plus, times };
}

function picked({ values, room }: Target, rows: Uint32Array): Target {
  return {
    values: Float64Array.from(rows, (i) => values[i]),
    room: Float64Array.from(rows, (i) => room[i]),
  };
}

/** What all rows leave for plus, given times; empty where it ends before it begins. */
function plusFor(
  { values, room }: Target,
  x: Float64Array,
  times: number,
): readonly [number, number] {
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < x.length; i++) {
    const rest = values[i] - times * x[i];
    low = Math.max(low, rest - room[i]);
    high = Math.min(high, rest + room[i]);
  }
  return [low, high];
}

/** The slopes that leave some interval for plus: its width is concave in the slope. */
function slopes(
  target: Target,
  x: Float64Array,
): { readonly low: number; readonly high: number } | undefined {
  const { values, room } = target;
  const width = (times: number) => {
    const [low, high] = plusFor(target, x, times);
    return high - low;
  };
  let [first, last] = [0, 0];
  for (let i = 1; i < x.length; i++) {
    if (x[i] < x[first]) first = i;
    if (x[i] > x[last]) last = i;
  }
  const run = x[last] - x[first];
  if (!(run > 0)) return undefined;
  const rise = values[last] - values[first];
  const slack = room[last] + room[first];
  const [least, most] = [(rise - slack) / run, (rise + slack) / run];
  let [a, b] = [least, most];
  for (let step = 0; step < 60; step++) {
    const [c, d] = [a + (b - a) / 3, b - (b - a) / 3];
    if (width(c) < width(d)) a = c;
    else b = d;
  }
  const best = (a + b) / 2;
  if (!(width(best) >= 0)) return undefined;
  const edge = (outside: number) => {
    let [inside, out] = [best, outside];
    for (let step = 0; step < 50; step++) {
      const middle = (inside + out) / 2;
      if (width(middle) >= 0) inside = middle;
      else out = middle;
    }
    return inside;
  };
  return { low: edge(least), high: edge(most) };
}

/** The number of an interval with the fewest digits; nothing if the interval is empty, or all have many. */
function shortest(low: number, high: number): number | undefined {
  const middle = (low + high) / 2;
  if (!(low <= high) || !Number.isFinite(middle)) return undefined;
  for (let digits = 1; digits <= MOST_DIGITS; digits++) {
    const found = Number(middle.toPrecision(digits));
    if (found >= low && found <= high) return found;
  }
  return undefined;
}
