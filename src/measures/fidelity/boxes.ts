/** Points divided into small boxes: the leaves of a k-d tree, each with its extent on the first axes. */

import { type Points, pickPoints } from './points.ts';

export interface Boxes {
  /** Row numbers, box by box. */
  readonly order: Uint32Array;
  /** The points in that order. */
  readonly values: Float64Array;
  /** Where each box starts in the order; one more for the end. */
  readonly starts: readonly number[];
  /** By box, the lowest and the highest coordinate on each of the first axes. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Axes on which boxes have an extent. */
export const BOX_AXES = 8;
/** The most points of a box, unless they are equal. */
const FULL = 32;

/** The points must have at least `BOX_AXES` coordinates. */
export function divideIntoBoxes(points: Points): Boxes {
  const { rows, width, values } = points;
  const order = Uint32Array.from({ length: rows }, (_, i) => i);
  const starts: number[] = [];
  divide(0, rows);
  const boxes = starts.length;
  starts.push(rows);
  const low = new Float64Array(boxes * BOX_AXES);
  const high = new Float64Array(boxes * BOX_AXES);
  for (let box = 0; box < boxes; box++) {
    for (let j = 0; j < BOX_AXES; j++) {
      [low[box * BOX_AXES + j], high[box * BOX_AXES + j]] = extent(starts[box], starts[box + 1], j);
    }
  }
  return { order, values: pickPoints(points, order).values, starts, low, high };

  /** Divides at the median of the widest axis until boxes are small. */
  function divide(from: number, to: number): void {
    const axis = to - from <= FULL ? -1 : widestAxis(from, to);
    if (axis < 0) {
      starts.push(from);
      return;
    }
    const here = order.slice(from, to);
    const sorted = Float64Array.from(here, (i) => values[i * width + axis]).sort();
    let middle = sorted[sorted.length >> 1];
    // the lower half must hold something
    if (middle === sorted[0]) middle = sorted.find((value) => value > middle) as number;
    const lower = here.filter((i) => values[i * width + axis] < middle);
    order.set(lower, from);
    order.set(
      here.filter((i) => values[i * width + axis] >= middle),
      from + lower.length,
    );
    divide(from, from + lower.length);
    divide(from + lower.length, to);
  }

  /** The axis with the largest extent, or -1 if all points are equal. */
  function widestAxis(from: number, to: number): number {
    let [widest, most] = [-1, 0];
    for (let j = 0; j < BOX_AXES; j++) {
      const [least, largest] = extent(from, to, j);
      if (largest - least > most) [widest, most] = [j, largest - least];
    }
    return widest;
  }

  function extent(from: number, to: number, axis: number): [number, number] {
    let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = from; at < to; at++) {
      const value = values[order[at] * width + axis];
      if (value < least) least = value;
      if (value > largest) largest = value;
    }
    return [least, largest];
  }
}
