/**
 * How far each person is from the rows of a synthetic table. All distances are computed, since a kernel
 * needs them: rows go by in blocks that stay in the cache while all people are held against them.
 */

import { kernel, scoped } from '../../../numerics/kernel.ts';
import type { Points } from '../../fidelity/points.ts';

export interface Neighbours {
  /** The smallest squared distances of each person, ascending, person after person. */
  readonly squares: Float64Array;
  /** The mean of exp(-d² / 2h²) over all rows; nothing without a bandwidth. */
  readonly density?: Float64Array;
}

/** As in kernels/columns/distances.ts. */
const BLOCK = 256;

/** `squaredBandwidth`: h² of the kernel. There must be at least `count` rows. */
export function neighboursOf(
  people: Points,
  rows: Points,
  count: number,
  squaredBandwidth?: number,
): Neighbours {
  const { width } = people;
  const squares = new Float64Array(people.rows * count).fill(Number.POSITIVE_INFINITY);
  const sums = new Float64Array(people.rows);
  scoped((scope) => {
    const points = scope.put(people.values);
    const turned = scope.column(BLOCK * width);
    const distances = scope.column(BLOCK);
    for (let from = 0; from < rows.rows; from += BLOCK) {
      const size = Math.min(BLOCK, rows.rows - from);
      turn(rows, from, size, scope.view(turned, BLOCK * width));
      const block = scope.view(distances, BLOCK);
      for (let person = 0; person < people.rows; person++) {
        kernel().squaredDistances(points + 8 * person * width, width, turned, size, distances);
        keepSmallest(squares, person * count, count, block, size);
        if (squaredBandwidth !== undefined) {
          sums[person] += kernelSum(block, size, -0.5 / squaredBandwidth);
        }
      }
    }
  });
  if (squaredBandwidth === undefined) return { squares };
  return { squares, density: sums.map((sum) => sum / rows.rows) };
}

/** Rows of a block, coordinate by coordinate. */
function turn({ width, values }: Points, from: number, size: number, out: Float64Array): void {
  for (let row = 0; row < size; row++) {
    for (let j = 0, at = (from + row) * width; j < width; j++, at++) {
      out[j * BLOCK + row] = values[at];
    }
  }
}

/** The smallest so far stand in `squares` from `at` on, ascending; those of the block join them. */
function keepSmallest(
  squares: Float64Array,
  at: number,
  count: number,
  block: Float64Array,
  size: number,
): void {
  const last = at + count - 1;
  for (let row = 0; row < size; row++) {
    const square = block[row];
    if (!(square < squares[last])) continue;
    let place = last;
    for (; place > at && squares[place - 1] > square; place--) squares[place] = squares[place - 1];
    squares[place] = square;
  }
}

/** Below exp(-700) a term is nothing beside any other. */
const NOTHING = -700;

function kernelSum(block: Float64Array, size: number, factor: number): number {
  const { exp } = kernel();
  let sum = 0;
  for (let row = 0; row < size; row++) {
    const exponent = block[row] * factor;
    if (exponent > NOTHING) sum += exp(exponent);
  }
  return sum;
}
