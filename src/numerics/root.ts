/** Roots of increasing functions of one variable. */

const MOST_STEPS = 200;

/**
 * The x in [low, high] with f(x) = 0 for an increasing f, to the last digits of x; the nearer end if
 * f does not change sign. Inverse quadratic interpolation where the last three points allow it, else
 * bisection (Chandrupatla 1997).
 *
 * rootOfIncreasing((x) => x * x - 2, 0, 2) // 1.4142135623730951
 */
export function rootOfIncreasing(f: (x: number) => number, low: number, high: number): number {
  // the bracket is [a, b] or [b, a]; a is the latest point, c the one before
  let [a, b] = [high, low];
  let [fa, fb] = [f(high), f(low)];
  if (fb >= 0) return low;
  if (fa <= 0) return high;
  let share = 0.5;
  for (let step = 0; step < MOST_STEPS; step++) {
    const x = a + share * (b - a);
    if (x === a || x === b) break;
    const value = f(x);
    let [c, fc] = [a, fa];
    if (value > 0 !== fa > 0) {
      [c, b] = [b, a];
      [fc, fb] = [fb, fa];
    }
    [a, fa] = [x, value];
    if (fa === 0) return a;
    const smallest = (2.3e-16 * Math.abs(a)) / Math.abs(b - a);
    if (smallest >= 0.5) break;
    share = Math.min(Math.max(quadraticShare(a, b, c, fa, fb, fc), smallest), 1 - smallest);
  }
  return Math.abs(fa) < Math.abs(fb) ? a : b;
}

/** How far from a to b the inverse parabola through three points has its root, or one half. */
function quadraticShare(
  a: number,
  b: number,
  c: number,
  fa: number,
  fb: number,
  fc: number,
): number {
  const xi = (a - b) / (c - b);
  const phi = (fa - fb) / (fc - fb);
  const trusted = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
  if (!trusted) return 0.5;
  return (
    (fa / (fb - fa)) * (fc / (fb - fc)) + ((c - a) / (b - a)) * (fa / (fc - fa)) * (fb / (fc - fb))
  );
}
