/**
 * A column with the cells of its margin as a normal variable that is cut into intervals, its mean moved by
 * class. Over all classes it is a mixture with variance 1, cut so that the cells have the probabilities of
 * the margin; the means are such that the mean score in each class is as measured.
 */

import { kernel } from '../../numerics/kernel.ts';

export interface LatentColumn {
  /** By class: what is taken off before the cuts apply, in standard deviations within classes. */
  readonly means: Float64Array;
  /** Within classes. */
  readonly sd: number;
  /** By class: the cuts between cells in order, for a standard normal variable. */
  readonly cuts: readonly Float64Array[];
}

/** The classes explain at most so much of the variance. */
const MOST_EXPLAINED = 0.9;
const ROUNDS = 5;

/**
 * `shares`, `scores`: of the cells in order. `classes`: their shares; `targets`: the mean score in each,
 * with mean 0 over classes. `loading`: of the scores (scores.ts).
 */
export function latentColumn(
  shares: Float64Array,
  scores: Float64Array,
  loading: number,
  classes: Float64Array,
  targets: Float64Array,
): LatentColumn {
  const levels = cumulated(shares);
  let means = bounded(
    targets.map((target) => (loading > 0 ? target / loading : 0)),
    classes,
  );
  if (targets.every((target) => target === 0)) return cutColumn(levels, classes, means);
  let column = cutColumn(levels, classes, means);
  for (let round = 0; round < ROUNDS; round++) {
    means = bounded(
      means.map((mean, c) => mean + (targets[c] - meanScore(column.cuts[c], scores)) / loading),
      classes,
    );
    column = cutColumn(levels, classes, means);
  }
  return column;
}

/** The mean score of a standard normal variable with these cuts. */
export function meanScore(cuts: Float64Array, scores: Float64Array): number {
  const { normalCdf } = kernel();
  let [sum, below] = [0, 0];
  for (let b = 0; b < scores.length; b++) {
    const next = b < cuts.length ? normalCdf(cuts[b]) : 1;
    sum += scores[b] * (next - below);
    below = next;
  }
  return sum;
}

/**
 * By class, the covariance of the score with the standard normal variable that is cut there: with it the scores
 * of two variables with correlation r within the class have covariance r times the product of theirs, up to
 * terms of r² (Hermite's expansion).
 */
export function loadingsOf({ cuts }: LatentColumn, scores: Float64Array): Float64Array {
  const { exp } = kernel();
  const density = (x: number) => exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
  return Float64Array.from(cuts, (own) => {
    let [sum, below] = [0, 0];
    for (let b = 0; b < scores.length; b++) {
      const next = b < own.length ? density(own[b]) : 0;
      sum += scores[b] * (below - next);
      below = next;
    }
    return sum;
  });
}

/** Means around 0 that leave enough of the variance within classes. */
function bounded(means: Float64Array, classes: Float64Array): Float64Array {
  let centre = 0;
  for (let c = 0; c < means.length; c++) centre += classes[c] * means[c];
  let explained = 0;
  for (let c = 0; c < means.length; c++) {
    explained += classes[c] * (means[c] - centre) * (means[c] - centre);
  }
  const factor = explained > MOST_EXPLAINED ? Math.sqrt(MOST_EXPLAINED / explained) : 1;
  return means.map((mean) => factor * (mean - centre));
}

function cumulated(shares: Float64Array): Float64Array {
  const levels = new Float64Array(Math.max(0, shares.length - 1));
  let sum = 0;
  for (let b = 0; b < levels.length; b++) levels[b] = sum += shares[b];
  return levels;
}

function cutColumn(levels: Float64Array, classes: Float64Array, means: Float64Array): LatentColumn {
  let explained = 0;
  for (let c = 0; c < classes.length; c++) explained += classes[c] * means[c] * means[c];
  const sd = Math.sqrt(1 - explained);
  const places = levels.map((level) => mixtureQuantile(level, classes, means, sd));
  return {
    means: means.map((mean) => mean / sd),
    sd,
    cuts: Array.from(means, (mean) => places.map((place) => (place - mean) / sd)),
  };
}

const STEPS = 60;

/** Where the mixture has this much probability below: by Newton's steps, halved where they leave the bracket. */
function mixtureQuantile(
  level: number,
  classes: Float64Array,
  means: Float64Array,
  sd: number,
): number {
  const { exp, normalCdf, normalQuantile } = kernel();
  const own = normalQuantile(Math.min(1 - 1e-15, Math.max(1e-300, level)));
  let [low, high] = [Infinity, -Infinity];
  for (const mean of means) {
    low = Math.min(low, mean + sd * own);
    high = Math.max(high, mean + sd * own);
  }
  let place = 0.5 * (low + high);
  for (let step = 0; step < STEPS && high - low > 1e-12; step++) {
    let [below, density] = [0, 0];
    for (let c = 0; c < means.length; c++) {
      const z = (place - means[c]) / sd;
      below += classes[c] * normalCdf(z);
      density += (classes[c] * exp(-0.5 * z * z)) / (sd * Math.sqrt(2 * Math.PI));
    }
    if (below < level) low = place;
    else high = place;
    const next = place - (below - level) / density;
    const isInside = next > low && next < high;
    const moved = isInside ? next : 0.5 * (low + high);
    if (Math.abs(moved - place) <= 1e-12) return moved;
    place = moved;
  }
  return place;
}
