/**
 * The smooth margin of a numeric column: a quantile curve through knots that are no single record's
 * values.
 *
 * - Bins of equal count: about sqrt(n) of them, 200 at most, with at least k records each. A knot is
 *   a bin's mean at the middle of the bin's mass. It is rounded so coarsely that one record that moves
 *   from one neighbouring knot to the other moves it by about a step: a record that lies alone between
 *   two clusters cannot be told from the mean of its bin.
 * - In the two outer bins the k - 1 outermost records are hidden (limits.ts): the knot is the mean of
 *   the others, k at least, and stands where an exponential distribution has this mean.
 * - Atoms: a value that holds more than a bin, or more than 5 % of the column, and has k records,
 *   becomes a flat piece, so that zero-inflated columns keep their zeros. Where the margin is to be fine, a value
 *   that more than 2 k records have is enough, so that round numbers are kept; of many, the 200 heaviest are.
 * - Tails: exponential, up to the limits of limits.ts.
 * - Masses are those of counts rounded to k (roundedCounts.ts).
 *
 * For the fit u is average rank / (n + 1), as the paper has it; the rows of an atom are spread
 * uniformly over its piece by random numbers (distributional transform), so that they decode to the
 * atom again. The curve is at most 1.5 / sqrt(n) + 1 / knots from the column's distribution.
 */

import { kernel } from '../numerics/kernel.ts';
import { pseudoObservations } from '../numerics/ranks.ts';
import type { Rng } from '../random/rng.ts';
import { type Grid, snapAll } from './grid.ts';
import { type Bounds, hiddenRecords, limitsOf } from './limits.ts';
import { type Distinct, distinctOf, meanOf, type Observations } from './observations.ts';
import { type QuantileCurve, quantileFunction } from './quantileCurve.ts';
import { roundedCount } from './roundedCounts.ts';
import { roundToStep, stepBelow } from './roundStep.ts';

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
/** Times k, where the margin is to be fine. */
const ATOM_RECORDS = 2;
const MOST_ATOMS = 200;

export interface SmoothSettings extends Bounds {
  /** Least records behind a knot. */
  readonly k: number;
  readonly grid: Grid;
  /** Whether values that few records share are atoms as well. Default: no. */
  readonly isFine?: boolean;
}

export function smoothMargin(data: Observations, settings: SmoothSettings): SmoothMargin {
  const { k, grid, isFine } = settings;
  const { values, total } = data;
  const { least, largest } = limitsOf(values, k, grid, settings);
  const hidden = hiddenRecords(values.length, k);
  const distinct = distinctOf(data, hidden);
  const bins = Math.min(MOST_BINS, Math.max(1, Math.round(Math.sqrt(values.length))));
  const atoms = heaviest(
    distinct,
    Math.min(ATOM_SHARE * total, isFine ? ATOM_RECORDS * k : total / bins),
    k,
  );
  const knots: Knot[] = [];
  const masses = { k, hidden, binWeight: Math.max(k, total / bins) };
  const massAt = (weight: number) => roundedCount(weight, k) / roundedCount(total, k);
  let start = 0;
  let below = 0;
  const segment = (end: number) => {
    knots.push(...knotsBetween(data, { start, end, below }, masses, massAt));
    for (; start < end; start++) below += data.weights[start];
  };
  for (const atom of atoms) {
    segment(atom.start);
    // too few records outside of the outermost atom: they join it
    const from = knots.length === 0 ? 0 : massAt(below);
    below += atom.weight;
    start = atom.end;
    const isLast = values.length - atom.end < k + hidden;
    const to = isLast ? 1 : massAt(below);
    knots.push({ p: from, x: atom.value }, { p: to, x: atom.value });
    if (isLast) {
      start = values.length;
      break;
    }
  }
  segment(values.length);
  const outer = moveOuter(knots, (hidden * roundedCount(total, k)) / values.length / total);
  const x = rounded(outer, least, largest);
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

/** u of a column without missing values. */
export function encodeSmooth(margin: SmoothMargin, values: Float64Array, rng: Rng): Float64Array {
  const u = pseudoObservations(values);
  const { atoms } = margin;
  if (atoms.length === 0) return u;
  const n = values.length;
  const spread = rng.uniforms(n);
  const pieces = piecesOf(atoms, values);
  const sorted = atoms.map(({ value }) => value);
  for (let i = 0; i < n; i++) {
    const at = placeAmong(sorted, values[i]);
    const { from, to, fromRank, toRank } = pieces[at];
    // the rank's place in its piece; in an atom, or where nothing is left beside one, a random place
    const share = at % 2 === 1 ? spread[i] : (u[i] * n - fromRank) / (toRank - fromRank);
    if (to > from) u[i] = from + share * (to - from);
    else {
      const atom = pieces[at === 0 ? 1 : at - 1];
      u[i] = atom.from + spread[i] * (atom.to - atom.from);
    }
  }
  return u;
}

/** A run of ranks and the probabilities that it stands for. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly fromRank: number;
  readonly toRank: number;
}

/** Before the first atom, it, between it and the next, and so on: atoms at odd places. */
function piecesOf(atoms: readonly Atom[], values: Float64Array): Piece[] {
  const counts = new Float64Array(2 * atoms.length + 1);
  const sorted = atoms.map(({ value }) => value);
  for (const value of values) counts[placeAmong(sorted, value)]++;
  let ranks = 0;
  return Array.from(counts, (count, place) => {
    const atom = atoms[(place - 1) / 2];
    const from = atom ? atom.from : (atoms[place / 2 - 1]?.to ?? 0);
    const to = atom ? atom.to : (atoms[place / 2]?.from ?? 1);
    const fromRank = ranks;
    ranks += count;
    return { from, to, fromRank, toRank: ranks };
  });
}

/** 2 j + 1 for the j-th of ascending numbers, 2 j for what lies before it. */
function placeAmong(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return ascending[low] === value ? 2 * low + 1 : 2 * low;
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
  /** Of a bin; an atom has none. */
  readonly bin?: Bin;
}

interface Bin {
  /** The share of its mass. */
  readonly share: number;
  /** Records that its mean is of. */
  readonly records: number;
  /** All of these have one value: it need not be rounded. */
  readonly isShared: boolean;
}

function heaviest(distinct: readonly Distinct[], least: number, k: number): Distinct[] {
  const isAtom = ({ weight, start, end }: Distinct) => weight > least && end - start >= k;
  if (distinct.length < 2) return [];
  const atoms = distinct.filter(isAtom);
  if (atoms.length <= MOST_ATOMS) return atoms;
  const weights = atoms.map(({ weight }) => weight).sort((a, b) => b - a);
  return atoms.filter(({ weight }) => weight > weights[MOST_ATOMS]);
}

interface Segment {
  readonly start: number;
  readonly end: number;
  /** The weight before it. */
  readonly below: number;
}

/** The knots of a run of observations; none of too few. */
function knotsBetween(
  data: Observations,
  { start, end, below }: Segment,
  { k, hidden, binWeight }: { k: number; hidden: number; binWeight: number },
  massAt: (weight: number) => number,
): Knot[] {
  const { values, weights } = data;
  const n = values.length;
  const hiddenBelow = start === 0 ? hidden : 0;
  const hiddenAbove = end === n ? hidden : 0;
  const visible = end - start - hiddenBelow - hiddenAbove;
  if (visible < Math.min(k, n - 2 * hidden)) return [];
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
    const fewest = k + (first === start ? hiddenBelow : 0);
    while (i < end && (i - first < fewest || seen + weights[i] / 2 <= goal)) seen += weights[i++];
    if (end - i < k + hiddenAbove) while (i < end) seen += weights[i++];
    const from = first === start ? first + hiddenBelow : first;
    const to = i === end ? i - hiddenAbove : i;
    const [low, high] = [massAt(below + before), massAt(below + seen)];
    knots.push({
      p: (low + high) / 2,
      x: meanOf(data, from, to),
      bin: {
        share: high - low,
        records: to - from,
        isShared: to - from >= k && values[from] === values[to - 1],
      },
    });
  }
  return knots;
}

/** The outer knots at the place where an exponential tail has the mean of what is not hidden. */
function moveOuter(knots: readonly Knot[], hiddenShare: number): Knot[] {
  const moved = [...knots];
  const last = moved.length - 1;
  if (last < 1) return moved;
  const { bin: first } = moved[0];
  if (first) moved[0] = { ...moved[0], p: beyondMean(hiddenShare, first.share) };
  const { bin } = moved[last];
  if (bin) moved[last] = { ...moved[last], p: 1 - beyondMean(hiddenShare, bin.share) };
  return moved;
}

/**
 * The mass beyond the mean of an exponential tail between the masses a and b from its end: an excess is
 * minus the logarithm of the mass beyond it, and the mean of log q over (a, b) is
 * (b log b - a log a) / (b - a) - 1. With nothing hidden b / e.
 */
function beyondMean(a: number, b: number): number {
  if (!(a > 0)) return b / Math.E;
  const { exp, log } = kernel();
  const hidden = Math.min(a, b / 2);
  return exp((b * log(b) - hidden * log(hidden)) / (b - hidden) - 1);
}

function rounded(knots: readonly Knot[], least: number, largest: number): number[] {
  const last = knots.length - 1;
  let highest = Number.NEGATIVE_INFINITY;
  return knots.map(({ x, bin }, i) => {
    if (bin) {
      const from = Math.max(i - 1, 0);
      const to = Math.min(i + 1, last);
      const width = to > from ? (knots[to].x - knots[from].x) / (to - from) : largest - least;
      if (!bin.isShared) x = roundToStep(x, stepBelow((2 * width) / bin.records));
      x = Math.min(Math.max(x, least), largest);
    }
    highest = Math.max(highest, x);
    return highest;
  });
}

function atomsIn(knots: readonly Knot[], x: readonly number[]): Atom[] {
  return knots.flatMap(({ p, bin }, i) =>
    !bin && knots[i + 1] && !knots[i + 1].bin && x[i + 1] === x[i]
      ? [{ value: x[i], from: p, to: knots[i + 1].p }]
      : [],
  );
}
