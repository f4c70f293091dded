/**
 * Clusters of numbers: k-means++ with four trials for each centre (Arthur and Vassilvitskii 2007), then
 * Lloyd's rounds. On sorted numbers a cluster is an interval, so a round costs a few binary searches.
 */

import type { Rng } from '../../random/rng.ts';

const TRIALS = 4;
const ROUNDS = 300;

/** The cluster of each value: 0 to at most k - 1, fewer where there are fewer different values. */
export function kMeans(values: Float64Array, k: number, rng: Rng): Int32Array {
  const sorted = values.slice().sort();
  const centres = settled(sorted, begin(sorted, k, rng));
  const ordered = centres.map((centre, label) => ({ centre, label }));
  ordered.sort((a, b) => a.centre - b.centre);
  const limits = ordered.slice(1).map(({ centre }, i) => (centre + ordered[i].centre) / 2);
  return Int32Array.from(values, (value) => ordered[placeOf(limits, value)].label);
}

/** Centres in the order in which they are drawn: likely where values are far from those before. */
function begin(sorted: Float64Array, k: number, rng: Rng): number[] {
  const n = sorted.length;
  const draws = rng.uniforms(1 + TRIALS * k);
  const centres = [sorted[Math.floor(draws[0] * n)]];
  const distances = sorted.map((value) => squared(value - centres[0]));
  while (centres.length < k) {
    const total = sumOf(distances);
    if (total === 0) break;
    const trials = Array.from({ length: TRIALS }, (_, trial) => {
      const candidate =
        sorted[drawn(distances, total * draws[1 + TRIALS * centres.length - trial])];
      let rest = 0;
      for (let i = 0; i < n; i++) rest += Math.min(distances[i], squared(sorted[i] - candidate));
      return { candidate, rest };
    });
    const best = trials.reduce((a, b) => (b.rest < a.rest ? b : a));
    centres.push(best.candidate);
    for (let i = 0; i < n; i++) {
      distances[i] = Math.min(distances[i], squared(sorted[i] - best.candidate));
    }
  }
  return centres;
}

/** Lloyd's rounds, until no value changes its cluster; clusters that are left empty keep their centre. */
function settled(sorted: Float64Array, begun: readonly number[]): number[] {
  const n = sorted.length;
  const sums = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) sums[i + 1] = sums[i] + (sorted[i] - sorted[0]);
  const centres = [...begun];
  let before = '';
  for (let round = 0; round < ROUNDS; round++) {
    const order = [...centres.keys()].sort((a, b) => centres[a] - centres[b]);
    const ends = order.map((label, i) =>
      i + 1 < order.length ? above(sorted, (centres[label] + centres[order[i + 1]]) / 2) : n,
    );
    const now = ends.join();
    if (now === before) break;
    before = now;
    order.forEach((label, i) => {
      const from = i === 0 ? 0 : ends[i - 1];
      if (ends[i] > from) {
        centres[label] = sorted[0] + (sums[ends[i]] - sums[from]) / (ends[i] - from);
      }
    });
  }
  return centres;
}

/** How many sorted values are at most `limit`. */
function above(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placeOf(limits: readonly number[], value: number): number {
  let place = 0;
  while (place < limits.length && value > limits[place]) place++;
  return place;
}

function drawn(weights: Float64Array, at: number): number {
  let sum = 0;
  let last = 0;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] > 0) last = i;
    sum += weights[i];
    if (sum > at) return i;
  }
  return last;
}

function squared(x: number): number {
  return x * x;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
