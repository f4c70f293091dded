/**
 * How near a synthetic set comes to a target: what somebody would look at who knows the person and
 * suspects copies. Summaries of whole columns hardly notice a single row among hundreds, even when all
 * rows are released as they are; these do.
 *
 * Distances are Euclidean over all features of the table, each divided by its standard deviation in
 * the real table. The radius of a target is its distance from the tenth nearest other real row. The
 * distance of the nearest row is on a logarithmic scale, so that half way between a copy and a
 * neighbour, where a tree divides, is near the copy: the attacker's reference may lack the neighbour.
 */

import { featuresOf, type TableFeatures } from '../../features/features.ts';
import type { FeaturePlan } from '../../features/plan.ts';
import { kernel } from '../../numerics/kernel.ts';
import type { Table } from '../../table/table.ts';
import type { AttackTarget } from '../targets.ts';

export interface NearnessPlan {
  /** By feature, 1 / standard deviation; 0 for a constant one. */
  readonly scales: Float64Array;
  /** By target, its features. */
  readonly targets: readonly Float64Array[];
  readonly squaredRadii: readonly number[];
}

export const NEARNESS_NAMES = [
  'log distance of the nearest row',
  'rows within the radius of 10 real ones',
];

/** In standard deviations: at such a distance a row is as good as a copy. */
const COPY = 1e-6;

const NEIGHBOURS = 10;

export function planNearness(
  plan: FeaturePlan,
  table: Table,
  targets: readonly AttackTarget[],
): NearnessPlan {
  const features = featuresOf(plan, table);
  const { columns } = features;
  const scales = Float64Array.from(columns, (column) => {
    const deviation = deviationOf(column);
    return deviation > 0 ? 1 / deviation : 0;
  });
  const points = targets.map(({ row }) => Float64Array.from(columns, (column) => column[row]));
  const squaredRadii = targets.map(({ row }, t) => {
    const squares = squaredDistances(features, scales, points[t]);
    squares[row] = Infinity;
    squares.sort();
    return squares[Math.min(NEIGHBOURS, table.rows - 1) - 1];
  });
  return { scales, targets: points, squaredRadii };
}

/** Writes the two figures of a set for one target. */
export function nearnessTo(
  { scales, targets, squaredRadii }: NearnessPlan,
  place: number,
  set: TableFeatures,
  out: Float64Array,
): void {
  const squares = squaredDistances(set, scales, targets[place]);
  let nearest = Infinity;
  let within = 0;
  for (const square of squares) {
    if (square < nearest) nearest = square;
    if (square <= squaredRadii[place]) within++;
  }
  out[0] = kernel().log(Math.sqrt(nearest) + COPY);
  out[1] = within;
}

function squaredDistances(
  { columns, rows }: TableFeatures,
  scales: Float64Array,
  point: Float64Array,
): Float64Array {
  const squares = new Float64Array(rows);
  for (let j = 0; j < columns.length; j++) {
    const column = columns[j];
    const scale = scales[j];
    const own = point[j];
    for (let i = 0; i < rows; i++) {
      const away = (column[i] - own) * scale;
      squares[i] += away * away;
    }
  }
  return squares;
}

function deviationOf(column: Float64Array): number {
  const n = column.length;
  let mean = 0;
  for (const value of column) mean += value / n;
  let squares = 0;
  for (const value of column) squares += (value - mean) * (value - mean);
  return Math.sqrt(squares / n);
}
