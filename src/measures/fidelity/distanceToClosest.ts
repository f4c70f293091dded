/**
 * Are synthetic rows nearer to the rows that the generator saw than to others of the same population?
 * With a holdout of as many rows both should be nearest equally often, so the share nearer to a
 * training row is 0.5 without leakage and 1 for copies. Beside it the distances to the closest row
 * (DCR), and their ratio to the distances to the second closest (NNDR), near 0 for copies of rows
 * that stand alone.
 */

import type { Interval } from '../../numerics/intervals.ts';
import type { Rng } from '../../random/rng.ts';
import { type Neighbours, neighbourSearch } from './nearest.ts';
import { drawPoints, type Points } from './points.ts';
import { sortedQuantile } from './quantile.ts';
import { shareNearer } from './shareNearer.ts';

export interface DistanceToClosest {
  /**
   * The share of synthetic rows that are nearer to a training row than to any holdout row, ties counted
   * half; null without a holdout.
   */
  readonly nearerToTraining: Interval | null;
  readonly training: ClosestDistances;
  /** Null without a holdout. */
  readonly holdout: ClosestDistances | null;
  readonly notes: readonly string[];
}

/** Of the distances from synthetic rows to the closest of `rows` rows. */
export interface ClosestDistances {
  readonly rows: number;
  readonly distance: MedianAndTail;
  readonly ratio: MedianAndTail;
}

export interface MedianAndTail {
  readonly fifthPercentile: number;
  readonly median: number;
}

/**
 * Two rows at least on each side. The larger of training and holdout is reduced to the size of the
 * other by drawing rows, since more rows come nearer by themselves.
 */
export function distanceToClosest(
  synthetic: Points,
  training: Points,
  holdout: Points | undefined,
  rng: Rng,
): DistanceToClosest {
  if (holdout === undefined) {
    const found = neighbourSearch(training).of(synthetic, 2);
    const distances = closestDistances(found, training.rows);
    return { nearerToTraining: null, training: distances, holdout: null, notes: [] };
  }
  const rows = Math.min(training.rows, holdout.rows);
  const [toTraining, toHoldout] = [training, holdout].map((points) =>
    neighbourSearch(drawPoints(points, rows, rng.split('closest'))).of(synthetic, 2),
  );
  return {
    nearerToTraining: shareNearer(toTraining, toHoldout),
    training: closestDistances(toTraining, rows),
    holdout: closestDistances(toHoldout, rows),
    notes: notesOn(training.rows, holdout.rows),
  };
}

function closestDistances({ distance, second }: Neighbours, rows: number): ClosestDistances {
  // a row as near to two others as to one has the ratio 1, also when both distances are 0
  const ratio = distance.map((closest, j) => (second[j] === 0 ? 1 : closest / second[j]));
  return { rows, distance: medianAndTail(distance), ratio: medianAndTail(ratio) };
}

function medianAndTail(values: Float64Array): MedianAndTail {
  const sorted = values.slice().sort();
  return {
    fifthPercentile: sortedQuantile(sorted, 1, 20),
    median: sortedQuantile(sorted, 1, 2),
  };
}

function notesOn(training: number, holdout: number): string[] {
  const notes: string[] = [];
  if (training !== holdout) {
    const [larger, smaller] = training > holdout ? ['training', holdout] : ['holdout', training];
    notes.push(
      `distance to closest: ${smaller} ${larger} rows were drawn, as many as there are on the other side`,
    );
  }
  if (holdout < training / 2) {
    notes.push(
      `distance to closest: the holdout has ${holdout} rows, less than half of the ${training} training rows, so most training rows are not looked at and a leak is easily missed`,
    );
  }
  return notes;
}
