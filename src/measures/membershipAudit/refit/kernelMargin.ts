/**
 * The margin of a smooth variable on the public scale, by a Gaussian kernel: one for each row, and one
 * more row spread over the whole scale, so that no density is zero. Rows are shared between the two
 * nearest points of a grid (linear binning, Wand and Jones 1995, appendix D), so that long tables cost no
 * more than short ones; with a step of at most a third of the bandwidth the density is off by less than
 * one in a hundred.
 */

import { kernel } from '../../../numerics/kernel.ts';
import { type JudgeMargin, LEAST_SHARE } from './margin.ts';

const END = 5;
const STEP = 0.05;
const POINTS = (2 * END) / STEP + 1;

/** What a kernel gives to a point of the grid, by how many steps away it is. */
export interface KernelSteps {
  /** At [POINTS - 1 + steps]. */
  readonly density: Float64Array;
  readonly distribution: Float64Array;
}

export function kernelSteps(bandwidth: number): KernelSteps {
  const { normalCdf } = kernel();
  const away = Float64Array.from(
    { length: 2 * POINTS - 1 },
    (_, at) => ((at - POINTS + 1) * STEP) / bandwidth,
  );
  return {
    density: away.map((x) => normalDensity(x) / bandwidth),
    distribution: away.map(normalCdf),
  };
}

/** `scores`: on the public scale, NaN where missing. */
export function kernelMargin(scores: Float64Array, steps: KernelSteps): JudgeMargin {
  const { log, normalCdf, normalQuantile } = kernel();
  const { weights, rows } = binned(scores);
  const logs = new Float64Array(POINTS);
  const quantiles = new Float64Array(POINTS);
  for (let at = 0; at < POINTS; at++) {
    const x = at * STEP - END;
    let density = normalDensity(x);
    let share = normalCdf(x);
    for (let from = 0; from < POINTS; from++) {
      const weight = weights[from];
      if (weight === 0) continue;
      density += weight * steps.density[POINTS - 1 + at - from];
      share += weight * steps.distribution[POINTS - 1 + at - from];
    }
    logs[at] = log(density / (rows + 1));
    const inside = Math.min(Math.max(share / (rows + 1), LEAST_SHARE), 1 - LEAST_SHARE);
    quantiles[at] = normalQuantile(inside);
  }
  return {
    logDensity: (score) => interpolated(logs, score),
    score: (score) => interpolated(quantiles, score),
  };
}

function binned(scores: Float64Array): { weights: Float64Array; rows: number } {
  const weights = new Float64Array(POINTS);
  let rows = 0;
  for (const score of scores) {
    if (Number.isNaN(score)) continue;
    const place = placeOf(score);
    const below = Math.min(Math.floor(place), POINTS - 2);
    weights[below] += below + 1 - place;
    weights[below + 1] += place - below;
    rows++;
  }
  return { weights, rows };
}

function interpolated(values: Float64Array, score: number): number {
  const place = placeOf(score);
  const below = Math.min(Math.floor(place), POINTS - 2);
  return values[below] + (place - below) * (values[below + 1] - values[below]);
}

/** In steps from the first point of the grid. */
function placeOf(score: number): number {
  return Math.min(Math.max((score + END) / STEP, 0), POINTS - 1);
}

function normalDensity(x: number): number {
  return 0.3989422804014327 * kernel().exp(-0.5 * x * x);
}
