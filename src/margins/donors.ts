/**
 * Donors for missing cells (hot deck). A missing cell of a column gets, for the fit alone, the value of
 * a row that resembles its own: among the rows that have a value and are in the same stratum (the
 * response's level, or its fifth), the nearest few in the scores of the columns most associated with
 * it; one of these is drawn. So the filled column keeps its dependence on others, and that a value was
 * missing is a variable of its own.
 */

import type { Rng } from '../random/rng.ts';

export interface DonorSettings {
  /** 1 where a value is missing. */
  readonly missing: Uint8Array;
  /** By row; rows find donors in their own stratum if it has any, else in all. */
  readonly strata: Int32Array;
  /** Normal scores of the columns to compare, NaN where missing, which counts as 0, the middle. */
  readonly scores: readonly Float64Array[];
  readonly rng: Rng;
}

/** Donors that one is drawn from. */
const NEAREST = 5;
/** With more candidates a random set of this size is searched. */
const MOST_CANDIDATES = 2000;

/** By row: the row whose value a missing cell gets, and itself where the value is there. */
export function chooseDonors({ missing, strata, scores, rng }: DonorSettings): Uint32Array {
  const n = missing.length;
  const donors = Uint32Array.from({ length: n }, (_, i) => i);
  const width = scores.length;
  // the scores of a row side by side
  const points = new Float64Array(n * width);
  scores.forEach((score, c) => {
    for (let i = 0; i < n; i++) points[i * width + c] = Number.isNaN(score[i]) ? 0 : score[i];
  });
  const everyone: number[] = [];
  const byStratum = new Map<number, number[]>();
  for (const i of rng.split('candidates').permutation(n)) {
    if (missing[i]) continue;
    if (everyone.length < MOST_CANDIDATES) everyone.push(i);
    const own = byStratum.get(strata[i]);
    if (!own) byStratum.set(strata[i], [i]);
    else if (own.length < MOST_CANDIDATES) own.push(i);
  }
  const nearest = nearestSearch(points, width);
  const draws = rng.split('draw').uniforms(n);
  for (let i = 0; i < n; i++) {
    if (!missing[i]) continue;
    const candidates = byStratum.get(strata[i]) ?? everyone;
    const few = Math.min(NEAREST, candidates.length);
    donors[i] = nearest(candidates, i)[Math.floor(draws[i] * few)];
  }
  return donors;
}

/** Finds the nearest candidates of a row, in order; of equal ones the first in the list. */
function nearestSearch(points: Float64Array, width: number) {
  const rows = new Uint32Array(NEAREST);
  const distances = new Float64Array(NEAREST);
  return (candidates: readonly number[], i: number): Uint32Array => {
    distances.fill(Number.POSITIVE_INFINITY);
    let furthest = Number.POSITIVE_INFINITY;
    for (let c = 0; c < candidates.length; c++) {
      const j = candidates[c];
      let distance = 0;
      for (let at = 0; at < width; at++) {
        const difference = points[i * width + at] - points[j * width + at];
        distance += difference * difference;
      }
      if (!(distance < furthest)) continue;
      let place = NEAREST - 1;
      for (; place > 0 && distances[place - 1] > distance; place--) {
        distances[place] = distances[place - 1];
        rows[place] = rows[place - 1];
      }
      distances[place] = distance;
      rows[place] = j;
      furthest = distances[NEAREST - 1];
    }
    return rows;
  };
}
