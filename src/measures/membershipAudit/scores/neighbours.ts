/**
 * How far each person is from the rows of a synthetic table. All distances are computed, since a kernel
 * needs them: rows go by in blocks that stay in the cache while all people are held against them.
 */

import { kernel } from '../../../numerics/kernel.ts';
import { type Points, squaredDistance } from '../../fidelity/points.ts';

export interface Neighbours {
  /** The smallest squared distances of each person, ascending, person after person. */
  readonly squares: Float64Array;
  /** The mean of exp(-d² / 2h²) over all rows; nothing without a bandwidth. */
  readonly density?: Float64Array;
}

const BLOCK = 256;

/** `squaredBandwidth`: h² of the kernel. There must be at least `count` rows. */
export function neighboursOf(
  people: Points,
  rows: Points,
  count: number,
  squaredBandwidth?: number,
): Neighbours {
  const squares = new Float64Array(people.rows * count).fill(Number.POSITIVE_INFINITY);
  const sums = new Float64Array(people.rows);
  const block = new Float64Array(BLOCK);
  for (let from = 0; from < rows.rows; from += BLOCK) {
    const size = Math.min(BLOCK, rows.rows - from);
    for (let person = 0; person < people.rows; person++) {
      squaredDistances(people, person, rows, from, size, block);
      keepSmallest(squares, person * count, count, block, size);
      if (squaredBandwidth !== undefined) {
        sums[person] += kernelSum(block, size, -0.5 / squaredBandwidth);
      }
    }
  }
  if (squaredBandwidth === undefined) return { squares };
  return { squares, density: sums.map((sum) => sum / rows.rows) };
}

/** Of one person to each row of a block: four rows at a time, which share the loads of the person's numbers. */
function squaredDistances(
  people: Points,
  person: number,
  rows: Points,
  from: number,
  size: number,
  out: Float64Array,
): void {
  const { width, values: a } = people;
  const b = rows.values;
  const start = person * width;
  const end = start + width;
  let row = 0;
  for (; row + 3 < size; row += 4) {
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let i = start, k = (from + row) * width; i < end; i++, k++) {
      const x = a[i];
      const p = x - b[k];
      const q = x - b[k + width];
      const r = x - b[k + 2 * width];
      const s = x - b[k + 3 * width];
      first += p * p;
      second += q * q;
      third += r * r;
      fourth += s * s;
    }
    out[row] = first;
    out[row + 1] = second;
    out[row + 2] = third;
    out[row + 3] = fourth;
  }
  for (; row < size; row++) out[row] = squaredDistance(a, person, b, from + row, width);
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
