/** From noisy counts to probabilities: of classes, of cells, and what follows for scores. No row is seen. */

import { nearestOnSimplex } from '../../numerics/simplex.ts';
import { groupsOf, type Plan, valueCells } from './plan.ts';
import { type ColumnScores, scoresOf } from './scores.ts';

/** Added to the count of every cell, so that none is impossible. */
const LEAST_COUNT = 1e-3;
/** No class is taken to be rarer: the means of its scores would be noise over nothing. */
const LEAST_CLASS = 0.02;

/** The share of each class; 1 for a numeric response. Of two classes only the second is counted. */
export function classShares({ classes }: Plan, counts: readonly number[], rows: number) {
  if (classes < 2) return Float64Array.of(1);
  const all = classes === 2 ? [rows - counts[0], counts[0]] : counts;
  const least = Math.min(LEAST_CLASS, 0.5 / classes);
  return nearestOnSimplex(all, rows, least * rows).map((count) => count / rows);
}

/** The scores of the columns that have a histogram, by column. */
export function columnScores(
  plan: Plan,
  margins: readonly (readonly number[])[],
  rows: number,
): Map<number, ColumnScores> {
  return new Map(
    plan.histograms.map((histogram, h) => {
      const { cells, missing } = plan.columns[histogram.column];
      const groups = histogram.isGrouped ? groupsOf(plan) : 1;
      const counts = nearestOnSimplex(margins[h], rows);
      const shares = new Float64Array(cells).fill(LEAST_COUNT);
      for (let i = 0; i < counts.length; i++) shares[i % cells] += counts[i];
      const sum = shares.reduce((total, share) => total + share, 0);
      const own = valueCells(plan.columns[histogram.column]);
      const order =
        groups > 1 ? axisOrder(counts, cells, own) : Array.from({ length: own }, (_, b) => b);
      return [
        histogram.column,
        scoresOf(
          shares.map((share) => share / sum),
          missing,
          order,
        ),
      ];
    }),
  );
}

const ROUNDS = 50;

/**
 * Levels along the first axis of a correspondence analysis of levels and groups, found by averaging the
 * places of one from those of the other in turn: with two groups, by the share of the second. `counts`:
 * group after group, in each all cells. Levels that nobody has stand in the middle.
 */
function axisOrder(counts: Float64Array, cells: number, levels: number): number[] {
  const groups = counts.length / cells;
  const at = (g: number, b: number) => counts[g * cells + b] + LEAST_COUNT;
  let place = Float64Array.from({ length: groups }, (_, g) => g - 0.5 * (groups - 1));
  let level = new Float64Array(levels);
  for (let round = 0; round < ROUNDS; round++) {
    level = Float64Array.from(level, (_, b) =>
      weightedMean(
        groups,
        (g) => at(g, b),
        (g) => place[g],
      ),
    );
    const next = Float64Array.from(place, (_, g) =>
      weightedMean(
        levels,
        (b) => at(g, b),
        (b) => level[b],
      ),
    );
    const weight = (g: number) => {
      let sum = 0;
      for (let b = 0; b < levels; b++) sum += at(g, b);
      return sum;
    };
    const centre = weightedMean(groups, weight, (g) => next[g]);
    const size = Math.sqrt(
      weightedMean(groups, weight, (g) => (next[g] - centre) * (next[g] - centre)),
    );
    if (!(size > 0)) break;
    place = next.map((value) => (value - centre) / size);
  }
  return Array.from(level.keys()).sort((a, b) => level[a] - level[b] || a - b);
}

function weightedMean(
  n: number,
  weight: (i: number) => number,
  value: (i: number) => number,
): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < n; i++) {
    sum += weight(i) * value(i);
    total += weight(i);
  }
  return sum / total;
}

/**
 * Where a numeric response is cut in halves: the number of cells in the lower one, and its probability,
 * as near to one half as whole cells allow.
 */
export function halvesOf({ shares }: ColumnScores): {
  readonly cells: number;
  readonly below: number;
} {
  let best = { cells: 0, below: 0 };
  let sum = 0;
  shares.forEach((share, b) => {
    sum += share;
    if (b < shares.length - 1 && Math.abs(sum - 0.5) < Math.abs(best.below - 0.5)) {
      best = { cells: b + 1, below: sum };
    }
  });
  return best;
}
