/**
 * Nearest neighbours by Euclidean distance, exact: the result is that of comparing all pairs, with
 * distances summed in the order of the columns and ties won by the first row.
 *
 * The reference points are turned to their principal axes, where the first few coordinates hold most
 * of a distance, and divided into small boxes (the leaves of a k-d tree: Friedman, Bentley and Finkel
 * 1977). A box is passed over if it is further away than the best found, a point as soon as its first
 * coordinates alone are. Turned coordinates are rounded, so both tests leave a margin, and what
 * passes them is measured on the columns themselves.
 */

import { crossProducts } from '../../numerics/crossProducts.ts';
import { BOX_AXES, type Boxes, divideIntoBoxes } from './boxes.ts';
import { meanPoint, type Points, squaredDistance } from './points.ts';

export interface Neighbours {
  /** By query: the row of the nearest reference point. */
  readonly row: Uint32Array;
  readonly distance: Float64Array;
  /** The distance to the second nearest; infinite if there is none or it was not asked for. */
  readonly second: Float64Array;
}

export interface NeighbourSearch {
  /** The nearest reference point of each query; `count` 2 for the second as well. */
  of(queries: Points, count?: 1 | 2): Neighbours;
  /** The nearest other of each reference point: a row is not its own neighbour. */
  amongThemselves(): Neighbours;
}

/** Queries that are held against one box while it is in the cache. */
const BATCH = 32;
/** Coordinates between two looks at the limit. */
const STRIDE = 4;

export function neighbourSearch(references: Points): NeighbourSearch {
  const centre = meanPoint(references);
  const axes = principalAxes(references, centre);
  const turned = turn(references, centre, axes);
  const boxes = divideIntoBoxes(turned);
  return {
    of: (queries, count = 1) =>
      search(references, turned, boxes, queries, turn(queries, centre, axes), count, false),
    amongThemselves: () => search(references, turned, boxes, references, turned, 1, true),
  };
}

function search(
  references: Points,
  turned: Points,
  boxes: Boxes,
  queries: Points,
  turnedQueries: Points,
  count: 1 | 2,
  others: boolean,
): Neighbours {
  const { width } = references;
  const depth = turned.width;
  const q = turnedQueries.values;
  const points = boxes.values;
  const { order, starts } = boxes;
  const boxCount = starts.length - 1;
  // bounds the rounding of a difference of turned coordinates, several times over
  const reach = Math.max(longest(turned), longest(turnedQueries));
  const slack = 1e-15 * (width + 4) * Math.sqrt(width) * reach;

  const row = new Uint32Array(queries.rows).fill(references.rows);
  const best = new Float64Array(queries.rows).fill(Number.POSITIVE_INFINITY);
  const second = best.slice();
  const limits = best.slice();

  const gaps = new Float64Array(BATCH * boxCount);
  const first = new Uint32Array(BATCH);
  for (let from = 0; from < queries.rows; from += BATCH) {
    const size = Math.min(BATCH, queries.rows - from);
    for (let k = 0; k < size; k++) {
      first[k] = measureGaps(from + k, gaps.subarray(k * boxCount, (k + 1) * boxCount));
      scan(from + k, first[k]);
    }
    for (let box = 0; box < boxCount; box++) {
      for (let k = 0; k < size; k++) {
        if (gaps[k * boxCount + box] <= limits[from + k] && box !== first[k]) scan(from + k, box);
      }
    }
  }
  return { row, distance: best.map(Math.sqrt), second: second.map(Math.sqrt) };

  /** Writes the squared distance of a query to each box, and gives the nearest box. */
  function measureGaps(query: number, to: Float64Array): number {
    const { low, high } = boxes;
    let nearest = 0;
    for (let box = 0; box < boxCount; box++) {
      let gap = 0;
      for (let j = 0; j < BOX_AXES; j++) {
        const x = q[query * depth + j];
        const outside = Math.max(low[box * BOX_AXES + j] - x, x - high[box * BOX_AXES + j], 0);
        gap += outside * outside;
      }
      to[box] = gap;
      if (gap < to[nearest]) nearest = box;
    }
    return nearest;
  }

  /** Goes through a box two points at a time, which share the loads of the query's coordinates. */
  function scan(query: number, box: number): void {
    const start = query * depth;
    const end = starts[box + 1];
    let limit = limits[query];
    for (let at = starts[box]; at < end; at += 2) {
      const isPair = at + 1 < end;
      let partial = 0;
      let other = 0;
      let i = at * depth;
      let k = isPair ? i + depth : i;
      for (let j = start; j < start + depth; i += STRIDE, k += STRIDE, j += STRIDE) {
        const q0 = q[j];
        const q1 = q[j + 1];
        const q2 = q[j + 2];
        const q3 = q[j + 3];
        const a = points[i] - q0;
        const b = points[i + 1] - q1;
        const c = points[i + 2] - q2;
        const d = points[i + 3] - q3;
        partial += a * a + b * b + (c * c + d * d);
        const e = points[k] - q0;
        const f = points[k + 1] - q1;
        const g = points[k + 2] - q2;
        const h = points[k + 3] - q3;
        other += e * e + f * f + (g * g + h * h);
        if (partial > limit && other > limit) break;
      }
      if (partial > limit && other > limit) continue;
      if (partial <= limit) measure(query, order[at]);
      if (other <= limit && isPair) measure(query, order[at + 1]);
      limit = limits[query];
    }
  }

  function measure(query: number, candidate: number): void {
    if (others && candidate === query) return;
    const squared = squaredDistance(queries.values, query, references.values, candidate, width);
    if (squared < best[query] || (squared === best[query] && candidate < row[query])) {
      second[query] = best[query];
      best[query] = squared;
      row[query] = candidate;
    } else if (squared < second[query]) second[query] = squared;
    else return;
    const far = Math.sqrt(count === 1 ? best[query] : second[query]) + slack;
    limits[query] = far * far * (1 + 1e-11);
  }
}

/** Coordinates about the centre on the axes, filled up with zeros to a length that suits the loops. */
function turn(
  { rows, width, values }: Points,
  centre: Float64Array,
  axes: readonly Float64Array[],
): Points {
  const depth = Math.max(Math.ceil(axes.length / STRIDE) * STRIDE, BOX_AXES);
  const turned = new Float64Array(rows * depth);
  const x = new Float64Array(width);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < width; j++) x[j] = values[i * width + j] - centre[j];
    for (let a = 0; a < axes.length; a++) turned[i * depth + a] = dot(axes[a], x);
  }
  return { rows, width: depth, values: turned };
}

const TURNS = 12;

/**
 * Orthonormal directions, roughly by falling variance: a few steps of orthogonal iteration on the
 * covariance matrix. Any orthonormal directions give right results, and good ones fast. Directions
 * without variance are left out.
 */
function principalAxes(points: Points, centre: Float64Array): Float64Array[] {
  const { rows, width, values } = points;
  const centred = Array.from(centre, (mean, j) =>
    Float64Array.from({ length: rows }, (_, i) => values[i * width + j] - mean),
  );
  const covariance = crossProducts(centred);
  const lines = centred.map((_, j) => covariance.subarray(j * width, (j + 1) * width));
  const byVariance = Array.from(lines.keys()).sort((a, b) => lines[b][b] - lines[a][a]);
  let axes: Float64Array[] = byVariance.map((j) =>
    Float64Array.from(lines, (_, k) => (k === j ? 1 : 0)),
  );
  for (let step = 0; step < TURNS; step++) {
    axes = orthonormal(axes.map((axis) => Float64Array.from(lines, (line) => dot(line, axis))));
  }
  return axes;
}

/** Gram and Schmidt, twice; a vector that lies within those before it is left out. */
function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const vector of vectors) {
    const rest = vector.slice();
    for (let pass = 0; pass < 2; pass++) {
      for (const axis of basis) {
        const share = dot(axis, rest);
        for (let j = 0; j < rest.length; j++) rest[j] -= share * axis[j];
      }
    }
    const size = Math.sqrt(dot(rest, rest));
    if (size > 1e-9 * Math.sqrt(dot(vector, vector))) basis.push(rest.map((value) => value / size));
  }
  return basis;
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let j = 0; j < a.length; j++) total += a[j] * b[j];
  return total;
}

/** The largest norm of a point. */
function longest({ rows, width, values }: Points): number {
  let most = 0;
  for (let i = 0; i < rows; i++) {
    const x = values.subarray(i * width, (i + 1) * width);
    most = Math.max(most, dot(x, x));
  }
  return Math.sqrt(most);
}
