/**
 * Maxima of smooth functions of one or two parameters inside a box, from values, gradients and the
 * sum of score products, which stands in for the curvature until steps have shown the real one.
 */

/** A function value with its gradient and an estimate of the negative Hessian (upper triangle). */
export interface Evaluation {
  readonly value: number;
  readonly gradient: readonly number[];
  /** [11] for one parameter, [11, 12, 22] for two. */
  readonly information: readonly number[];
}

export interface Maximum {
  readonly at: readonly number[];
  readonly value: number;
  readonly evaluations: number;
  /** Whether the search was left early because `hopeless` said so. */
  readonly abandoned: boolean;
}

/** [p, q, most]: p x + q y <= most. */
export type Constraint = readonly [number, number, number];

export interface Search {
  readonly evaluate: (at: readonly number[]) => Evaluation;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly start: readonly number[];
  /** Two parameters: the polygon in which the search stays. Default: the box. */
  readonly constraints?: readonly Constraint[];
  /**
   * Stops when the value is expected to rise by less than this (default 1e-9). That rise is counted, and the step
   * to it taken, without another evaluation: near the maximum the parabola is known well by then.
   */
  readonly tolerance?: number;
  /** Asked after each step with the value and the rise still expected; true ends the search. */
  readonly hopeless?: (value: number, expectedRise: number) => boolean;
}

const MOST_STEPS = 100;

/** Dispatches on the number of parameters. */
export function maximise(search: Search): Maximum {
  return search.start.length === 1 ? maximiseOne(search) : maximiseTwo(search);
}

/** The rise that the parabola of an evaluation promises from there, within the bounds. */
export function promisedRise(
  { gradient, information }: Evaluation,
  at: readonly number[],
  search: Pick<Search, 'lower' | 'upper' | 'constraints'>,
): number {
  if (gradient.length === 1) {
    const [g] = gradient;
    const isOpen = g > 0 ? at[0] < search.upper[0] : at[0] > search.lower[0];
    return isOpen && information[0] > 0 ? (g * g) / (2 * information[0]) : 0;
  }
  const b = regular(information);
  const constraints = search.constraints ?? boxConstraints(search);
  return rise(b, gradient, constrainedStep(b, gradient, at, constraints));
}

/** Newton steps on the gradient with secant slopes, kept inside the bracket where it changes sign. */
function maximiseOne(search: Search): Maximum {
  const { evaluate, tolerance = 1e-9, hopeless } = search;
  let low = search.lower[0];
  let high = search.upper[0];
  let x = clip(search.start[0], low, high);
  let now = evaluate([x]);
  let best = { at: [x], value: now.value };
  let curvature = now.information[0];
  let evaluations = 1;
  while (evaluations < MOST_STEPS) {
    const gradient = now.gradient[0];
    if (gradient > 0) low = x;
    else high = x;
    if (!(high > low)) break;
    const expected = (gradient * gradient) / (2 * curvature);
    let next = x + gradient / curvature;
    if (expected < tolerance) {
      const isOpen = next > low && next < high && now.value + expected > best.value;
      if (isOpen) best = { at: [next], value: now.value + expected };
      break;
    }
    if (hopeless?.(now.value, expected)) return { ...best, evaluations, abandoned: true };
    // a step out of the bracket goes to a bound that was never seen, else halfway
    if (!(next > low)) next = low === search.lower[0] && x !== low ? low : 0.5 * (low + high);
    if (!(next < high)) next = high === search.upper[0] && x !== high ? high : 0.5 * (low + high);
    if (next === x) break;
    const there = evaluate([next]);
    evaluations++;
    const slope = (gradient - there.gradient[0]) / (next - x);
    curvature = slope > 0 ? slope : there.information[0];
    if (there.value > best.value) best = { at: [next], value: there.value };
    const atBound =
      (next === search.lower[0] && there.gradient[0] <= 0) ||
      (next === search.upper[0] && there.gradient[0] >= 0);
    x = next;
    now = there;
    if (atBound) break;
  }
  return { ...best, evaluations, abandoned: false };
}

/** BFGS in a polygon: each step goes to the maximum of the local parabola within the constraints. */
function maximiseTwo(search: Search): Maximum {
  const { evaluate, tolerance = 1e-9, hopeless } = search;
  const constraints = search.constraints ?? boxConstraints(search);
  let x = search.start.map((value, k) => clip(value, search.lower[k], search.upper[k]));
  let now = evaluate(x);
  let evaluations = 1;
  let b = regular(now.information);
  while (evaluations < MOST_STEPS) {
    const g = now.gradient;
    const step = constrainedStep(b, g, x, constraints);
    const promised = g[0] * step[0] + g[1] * step[1];
    const expected = rise(b, g, step);
    if (!(expected >= tolerance)) {
      if (!(expected > 0)) break;
      const at = x.map((value, k) => value + step[k]);
      return { at, value: now.value + expected, evaluations, abandoned: false };
    }
    if (hopeless?.(now.value, expected)) {
      return { at: x, value: now.value, evaluations, abandoned: true };
    }
    let scale = 1;
    let there: Evaluation | undefined;
    let target = x;
    while (evaluations < MOST_STEPS) {
      target = x.map((value, k) => value + scale * step[k]);
      there = evaluate(target);
      evaluations++;
      const due = scale * promised;
      if (there.value >= now.value + 1e-4 * due) break;
      // the parabola through both values and the slope, kept within a tenth and a half
      const drop = now.value + due - there.value;
      scale *= clip(drop > 0 ? (0.5 * due) / drop : 0.1, 0.1, 0.5);
      there = undefined;
      if (scale < 1e-10) break;
    }
    if (!there) break;
    b = updated(b, x, target, g, there.gradient) ?? regular(there.information);
    x = target;
    now = there;
  }
  return { at: x, value: now.value, evaluations, abandoned: false };
}

/** What the parabola with slope g and curvature b promises for a step. */
function rise([a, c, d]: Symmetric, g: readonly number[], [s, t]: readonly number[]): number {
  return g[0] * s + g[1] * t - 0.5 * (a * s * s + 2 * c * s * t + d * t * t);
}

function boxConstraints({ lower, upper }: Pick<Search, 'lower' | 'upper'>): Constraint[] {
  return [
    [1, 0, upper[0]],
    [0, 1, upper[1]],
    [-1, 0, -lower[0]],
    [0, -1, -lower[1]],
  ];
}

/**
 * The step to the maximum of the parabola within the polygon: the free maximum, or the best feasible
 * one among those on an edge and in a corner.
 */
function constrainedStep(
  b: Symmetric,
  g: readonly number[],
  x: readonly number[],
  constraints: readonly Constraint[],
): readonly number[] {
  const room = constraints.map(([p, q, most]) => Math.max(0, most - p * x[0] - q * x[1]));
  // a step to an edge is not asked whether rounding carries it over
  const feasible = ([s, t]: readonly number[], onEdge = -1, onOther = -1) =>
    constraints.every(([p, q], k) => k === onEdge || k === onOther || p * s + q * t <= room[k]);
  const free = solve(b, g);
  if (feasible(free)) return free;
  let best: readonly number[] = [0, 0];
  let most = 0;
  const consider = (step: readonly number[], onEdge: number, onOther?: number) => {
    const gain = rise(b, g, step);
    if (gain > most && feasible(step, onEdge, onOther)) {
      most = gain;
      best = step;
    }
  };
  constraints.forEach(([p, q], k) => {
    const [u, v] = solve(b, [p, q]);
    const excess = (p * free[0] + q * free[1] - room[k]) / (p * u + q * v);
    consider([free[0] - excess * u, free[1] - excess * v], k);
    constraints.slice(0, k).forEach(([r, w], j) => {
      const determinant = p * w - q * r;
      if (determinant === 0) return;
      consider(
        [(room[k] * w - q * room[j]) / determinant, (p * room[j] - r * room[k]) / determinant],
        k,
        j,
      );
    });
  });
  return best;
}

/** b^-1 g. */
function solve([a, c, d]: Symmetric, g: readonly number[]): readonly number[] {
  const determinant = a * d - c * c;
  return [(d * g[0] - c * g[1]) / determinant, (a * g[1] - c * g[0]) / determinant];
}

type Symmetric = readonly [number, number, number];

/** The information as a matrix that can be divided by. */
function regular(information: readonly number[]): Symmetric {
  let [a, c, d] = information;
  const floor = 1e-8 * (a + d) + 1e-300;
  a = Math.max(a, floor);
  d = Math.max(d, floor);
  const most = 0.999 * Math.sqrt(a * d);
  c = clip(c, -most, most);
  return [a, c, d];
}

/** The BFGS update of the negative Hessian, or nothing where the step showed no curvature. */
function updated(
  [a, c, d]: Symmetric,
  from: readonly number[],
  to: readonly number[],
  g0: readonly number[],
  g1: readonly number[],
): Symmetric | undefined {
  const s0 = to[0] - from[0];
  const s1 = to[1] - from[1];
  const y0 = g0[0] - g1[0];
  const y1 = g0[1] - g1[1];
  const sy = s0 * y0 + s1 * y1;
  const bs0 = a * s0 + c * s1;
  const bs1 = c * s0 + d * s1;
  const sbs = s0 * bs0 + s1 * bs1;
  if (!(sy > 1e-10 * sbs) || !(sbs > 0)) return undefined;
  return regular([
    a + (y0 * y0) / sy - (bs0 * bs0) / sbs,
    c + (y0 * y1) / sy - (bs0 * bs1) / sbs,
    d + (y1 * y1) / sy - (bs1 * bs1) / sbs,
  ]);
}

function clip(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
