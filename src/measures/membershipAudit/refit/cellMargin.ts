/** The margin of a variable with cells: their shares among the rows, half a row added to each. */

import { kernel } from '../../../numerics/kernel.ts';
import { type JudgeMargin, LEAST_SHARE } from './margin.ts';

const ADDED = 0.5;

/** `values`: numbers of cells, NaN where missing. */
export function cellMargin(values: Float64Array, cells: number): JudgeMargin {
  const { log, normalQuantile } = kernel();
  const counts = new Float64Array(cells).fill(ADDED);
  let total = cells * ADDED;
  for (const cell of values) {
    if (Number.isNaN(cell)) continue;
    counts[cell]++;
    total++;
  }
  const logs = counts.map((count) => log(count / total));
  let below = 0;
  const scores = counts.map((count) => {
    const middle = (below + count / 2) / total;
    below += count;
    return normalQuantile(Math.min(Math.max(middle, LEAST_SHARE), 1 - LEAST_SHARE));
  });
  return { logDensity: (cell) => logs[cell], score: (cell) => scores[cell] };
}
