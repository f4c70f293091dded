/**
 * The smooth margin of a numeric column: a quantile curve through knots that are no single record's
 * values.
 *
 * - Bins of equal count: about sqrt(n) of them, 200 at most, with at least k records each. A knot is
 *   a bin's mean, rounded to about a twentieth of the distance to its neighbours, at the middle of
 *   the bin's mass. In the two outer bins it stands at 1/e of the mass, where an exponential
 *   distribution has its mean.
 * - Atoms: a value that holds more than a bin, or more than 5 % of the column, and has k records,
 *   becomes a flat piece, so that zero-inflated columns keep their zeros.
 * - Tails: exponential, up to the limits of limits.ts.
 *
 * For the fit u is average rank / (n + 1), as the paper has it; the rows of an atom are spread
 * uniformly over its piece by random numbers (distributional transform), so that they decode to the
 * atom again. The curve is at most 1.5 / sqrt(n) + 1 / knots from the column's distribution.
 */

import { pseudoObservations } from '../numerics/ranks.ts';
import type { Rng } from '../random/rng.ts';
import { type Grid, powerOfTen, snapAll } from './grid.ts';
import { type Bounds, limitsOf } from './limits.ts';
import { type Distinct, distinctOf, meanOf, type Observations } from './observations.ts';
import { type QuantileCurve, quantileFunction } from './quantileCurve.ts';

/** Plain data. */
export interface SmoothMargin extends QuantileCurve {
  readonly kind: 'smooth';
  readonly grid: Grid;
  readonly atoms: readonly Atom[];
}

/** A value that many rows have: it stands for the probabilities between `from` and `to`. */
export interface Atom {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

const MOST_BINS = 200;
const ATOM_SHARE = 0.05;

export interface SmoothSettings extends Bounds {
  /** Least records behind a knot. */
  readonly k: number;
  readonly grid: Grid;
}

export function smoothMargin(data: Observations, settings: SmoothSettings): SmoothMargin {
  const { k, grid } = settings;
  const { values, total } = data;
  const { least, largest } = limitsOf(values, k, grid, settings);
  const distinct = distinctOf(data);
  const bins = Math.min(MOST_BINS, Math.max(1, Math.round(Math.sqrt(values.length))));
  const atoms = heaviest(distinct, Math.min(ATOM_SHARE, 1 / bins) * total, k);
  const knots: Knot[] = [];
  let start = 0;
  let below = 0;
  const segment = (end: number) => {
    const made = knotsBetween(data, start, end, below, Math.max(k, total / bins), k);
    knots.push(...made);
    for (; start < end; start++) below += data.weights[start];
  };
  for (const atom of atoms) {
    segment(atom.start);
    // fewer than k records outside of the outermost atom: they join it
    const from = knots.length === 0 ? 0 : below / total;
    below += atom.weight;
    start = atom.end;
    const isLast = values.length - atom.end < k;
    const to = isLast ? 1 : below / total;
    knots.push({ p: from, x: atom.value, exact: true }, { p: to, x: atom.value, exact: true });
    if (isLast) {
      start = values.length;
      break;
    }
  }
  segment(values.length);
  const outer = moveOuter(knots);
  const x = rounded(outer).map((each) => Math.min(Math.max(each, least), largest));
  return {
    kind: 'smooth',
    grid,
    p: outer.map(({ p }) => p),
    x,
    least: Math.min(least, x[0]),
    largest: Math.max(largest, x[x.length - 1]),
    atoms: atomsIn(outer, x),
  };
}

/** u of a column without gaps. */
export function encodeSmooth(margin: SmoothMargin, values: Float64Array, rng: Rng): Float64Array {
  const u = pseudoObservations(values);
  if (margin.atoms.length === 0) return u;
  const pieces = new Map(margin.atoms.map((atom) => [atom.value, atom]));
  const spread = rng.uniforms(values.length);
  for (let i = 0; i < u.length; i++) {
    const atom = pieces.get(values[i]);
    if (atom) u[i] = atom.from + spread[i] * (atom.to - atom.from);
  }
  return u;
}

export function decodeSmooth(margin: SmoothMargin, u: Float64Array): Float64Array {
  const quantile = quantileFunction(margin);
  const { grid, least, largest } = margin;
  const decoded = new Float64Array(u.length);
  for (let i = 0; i < u.length; i++) decoded[i] = quantile(u[i]);
  snapAll(decoded, grid);
  for (let i = 0; i < u.length; i++) decoded[i] = Math.min(Math.max(decoded[i], least), largest);
  return decoded;
}

interface Knot {
  readonly p: number;
  readonly x: number;
  /** k or more records hold this very value: it need not be rounded. */
  readonly exact: boolean;
  /** The share of its bin's mass. */
  readonly share?: number;
}

function heaviest(distinct: readonly Distinct[], least: number, k: number): Distinct[] {
  const isAtom = ({ weight, start, end }: Distinct) => weight > least && end - start >= k;
  return distinct.length > 1 ? distinct.filter(isAtom) : [];
}

/** The knots of the observations from `start` to before `end`; none of fewer than k. */
function knotsBetween(
  data: Observations,
  start: number,
  end: number,
  below: number,
  binWeight: number,
  k: number,
): Knot[] {
  const { values, weights, total } = data;
  if (end - start < k) return [];
  let segmentWeight = 0;
  for (let i = start; i < end; i++) segmentWeight += weights[i];
  const wanted = Math.max(1, Math.round(segmentWeight / binWeight));
  const target = segmentWeight / wanted;
  const knots: Knot[] = [];
  let seen = 0;
  for (let i = start; i < end; ) {
    const first = i;
    const before = seen;
    const goal = target * (knots.length + 1);
    while (i < end && (i - first < k || seen + weights[i] / 2 <= goal)) seen += weights[i++];
    if (end - i < k) while (i < end) seen += weights[i++];
    knots.push({
      p: (below + (before + seen) / 2) / total,
      x: meanOf(data, first, i),
      exact: values[first] === values[i - 1],
      share: (seen - before) / total,
    });
  }
  return knots;
}

/** In the outer bins, the mean of an exponential tail has 1/e of the mass beyond it. */
function moveOuter(knots: readonly Knot[]): Knot[] {
  const moved = [...knots];
  const last = moved.length - 1;
  if (last < 1) return moved;
  const { share: first } = moved[0];
  if (first !== undefined) moved[0] = { ...moved[0], p: first / Math.E };
  const { share } = moved[last];
  if (share !== undefined) moved[last] = { ...moved[last], p: 1 - share / Math.E };
  return moved;
}

/** A knot is rounded to this part of the mean distance to its neighbours, at the most. */
const ROUNDING = 20;

function rounded(knots: readonly Knot[]): number[] {
  const last = knots.length - 1;
  let highest = Number.NEGATIVE_INFINITY;
  return knots.map(({ x, exact }, i) => {
    if (!exact && last > 0) {
      const from = Math.max(i - 1, 0);
      const to = Math.min(i + 1, last);
      x = roundTo(x, (knots[to].x - knots[from].x) / (to - from) / ROUNDING);
    }
    highest = Math.max(highest, x);
    return highest;
  });
}

/** x to a multiple of the largest power of ten that is not above `width`. */
function roundTo(x: number, width: number): number {
  if (!(width > 0) || !Number.isFinite(width)) return x;
  const exponent = Number(width.toExponential().split('e')[1]);
  const quantum = powerOfTen(Math.abs(exponent));
  if (!Number.isFinite(quantum)) return x;
  const result =
    exponent < 0 ? Math.round(x * quantum) / quantum : Math.round(x / quantum) * quantum;
  return Number.isFinite(result) ? result + 0 : x;
}

function atomsIn(knots: readonly Knot[], x: readonly number[]): Atom[] {
  return knots.flatMap(({ p, share }, i) =>
    share === undefined && knots[i + 1]?.share === undefined && x[i + 1] === x[i]
      ? [{ value: x[i], from: p, to: knots[i + 1].p }]
      : [],
  );
}
