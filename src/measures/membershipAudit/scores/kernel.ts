/**
 * The density of synthetic rows about a person by a Gaussian kernel: the numerator of DOMIAS (van
 * Breugel and others 2023). Its bandwidth is that of the real table, and the same for all fits.
 */

import { kernel } from '../../../numerics/kernel.ts';
import { medianOf } from '../../../numerics/median.ts';
import { type Points, pickPoints } from '../../fidelity/points.ts';
import { neighboursOf } from './neighbours.ts';

/** Where no row is near. */
const LEAST = 1e-300;

export function kernelScores(density: Float64Array): Float64Array {
  const { log } = kernel();
  return density.map((mean) => log(mean + LEAST));
}

const NEIGHBOUR = 10;
/** People whose neighbours are looked at. */
const MOST_PEOPLE = 500;

/** The median over people of the squared distance to the tenth nearest other row; at least tiny. */
export function squaredBandwidthOf(rows: Points): number {
  const step = Math.ceil(rows.rows / MOST_PEOPLE);
  const chosen = Array.from({ length: Math.ceil(rows.rows / step) }, (_, k) => k * step);
  // the nearest of all is the person's own row
  const count = Math.min(NEIGHBOUR + 1, rows.rows);
  const { squares } = neighboursOf(pickPoints(rows, chosen), rows, count);
  const tenth = chosen.map((_, person) => squares[person * count + count - 1]);
  return Math.max(medianOf(tenth), 1e-12);
}
