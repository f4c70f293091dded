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
  const points = scores.map((score) => score.map((value) => (Number.isNaN(value) ? 0 : value)));
  const order = rng.split('candidates').permutation(n);
  const everyone: number[] = [];
  const byStratum = new Map<number, number[]>();
  for (const i of order) {
    if (missing[i]) continue;
    if (everyone.length < MOST_CANDIDATES) everyone.push(i);
    const own = byStratum.get(strata[i]);
    if (!own) byStratum.set(strata[i], [i]);
    else if (own.length < MOST_CANDIDATES) own.push(i);
  }
  const draws = rng.split('draw').uniforms(n);
  for (let i = 0; i < n; i++) {
    if (!missing[i]) continue;
    const nearest = nearestOf(byStratum.get(strata[i]) ?? everyone, points, i);
    donors[i] = nearest[Math.floor(draws[i] * nearest.length)];
  }
  return donors;
}

/** The nearest candidates; of equal ones the first in the random order. */
function nearestOf(
  candidates: readonly number[],
  points: readonly Float64Array[],
  i: number,
): number[] {
  const rows: number[] = [];
  const distances: number[] = [];
  for (const j of candidates) {
    let distance = 0;
    for (const score of points) {
      const difference = score[i] - score[j];
      distance += difference * difference;
    }
    let place = rows.length;
    if (place === NEAREST && distance >= distances[place - 1]) continue;
    while (place > 0 && distances[place - 1] > distance) place--;
    rows.splice(place, 0, j);
    distances.splice(place, 0, distance);
    if (rows.length > NEAREST) {
      rows.pop();
      distances.pop();
    }
  }
  return rows;
}
