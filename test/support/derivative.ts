/** Derivatives by differences, for tests of formulas. */

export interface Derivative {
  readonly value: number;
  /** How far the last extrapolations lie apart. */
  readonly error: number;
}

/**
 * f'(x) by Ridders' method (1982): differences over shrinking steps, extrapolated to step 0, the most
 * consistent ones taken. Central where [low, high] leaves room on both sides, else one-sided.
 */
export function derivative(
  f: (x: number) => number,
  x: number,
  step: number,
  low = Number.NEGATIVE_INFINITY,
  high = Number.POSITIVE_INFINITY,
): Derivative {
  const room = Math.min(x - low, high - x);
  const central = room >= 1e-3 * step;
  const side = high - x > x - low ? 1 : -1;
  const first = central ? Math.min(step, room) : Math.min(step, Math.max(x - low, high - x));
  const slope = (h: number) =>
    central ? (f(x + h) - f(x - h)) / (2 * h) : (side * (f(x + side * h) - f(x))) / h;
  const shrink = central ? 1.4 : 2;
  const gain = central ? shrink * shrink : shrink;
  let best: Derivative = { value: Number.NaN, error: Number.POSITIVE_INFINITY };
  let row: number[] = [];
  let h = first;
  for (let i = 0; i < 14; i++) {
    const next = [slope(h)];
    let power = gain;
    for (let j = 1; j <= i; j++) {
      next[j] = next[j - 1] + (next[j - 1] - row[j - 1]) / (power - 1);
      power *= gain;
      const error = Math.max(Math.abs(next[j] - next[j - 1]), Math.abs(next[j] - row[j - 1]));
      if (error <= best.error) best = { value: next[j], error };
    }
    if (i > 0 && Math.abs(next[i] - row[i - 1]) > 4 * best.error) break;
    row = next;
    h /= shrink;
  }
  return best;
}
