/**
 * The probabilities that decode to one value of a column, an interval on the copula scale, and the
 * logarithm of the value's own probability: what a model's margin says about a person. Numbers are seen
 * on the column's grid, so that continuous columns have cells too: 0.1 stands for 0.05 to 0.15.
 *
 * Values that a model cannot give are not refused, since whoever asks knows a person, not the fit: numbers
 * beyond the limits are taken at the limit, and a level that is not there counts as half a row of the fit,
 * with nothing known of its place.
 */

import { kernel } from '../numerics/kernel.ts';
import { type DiscreteMargin, firstNotBelow } from './discrete.ts';
import type { EmpiricalMargin } from './empirical.ts';
import { stepOf } from './grid.ts';
import type { LevelsMargin } from './levels.ts';
import type { ColumnMargin } from './margin.ts';
import { distributionFunction } from './quantileCurve.ts';
import type { SmoothMargin } from './smooth.ts';

export interface Cell {
  readonly low: number;
  readonly high: number;
  /** The logarithm of the probability of the value. */
  readonly logProbability: number;
}

/** Nothing is known of the place of such a value. */
const ANYWHERE = { low: 0, high: 1 };

/** For many values of a column whose model was fitted to so many rows; of categories, places of levels, -1 for one that is not there. */
export function cellFunction(margin: ColumnMargin, rows: number): (value: number) => Cell {
  switch (margin.kind) {
    case 'levels':
      return levelCells(margin, rows);
    case 'discrete':
      return discreteCells(margin);
    case 'smooth':
      return smoothCells(margin);
    case 'empirical':
      return empiricalCells(margin);
  }
}

/** The logarithm of the probability of what at most half a row of the fit has. */
export function logHalfRow(rows: number): number {
  return kernel().log(0.5 / (rows + 1));
}

/** `upper` ends at n / (n + 1), as the fit has it; what is drawn beyond is of the last level too. */
function cellsOf(upper: readonly number[]): Cell[] {
  const { log } = kernel();
  return upper.map((_, level) => {
    const low = level > 0 ? upper[level - 1] : 0;
    const end = level < upper.length - 1 ? upper[level] : 1;
    return { low, high: upper[level], logProbability: log(end - low) };
  });
}

function levelCells({ upper }: LevelsMargin, rows: number): (level: number) => Cell {
  const cells = cellsOf(upper);
  const unknown = { ...ANYWHERE, logProbability: logHalfRow(rows) };
  return (level) => cells[level] ?? unknown;
}

/** A level that stands for several values gives each the same share. */
function discreteCells({ upper, values, grid }: DiscreteMargin): (value: number) => Cell {
  const { log } = kernel();
  const step = stepOf(grid);
  const cells = cellsOf(upper).map((cell, level) => {
    const [low, high] = values[level];
    const steps = Math.round((high - low) / step) + 1;
    return { ...cell, logProbability: cell.logProbability - log(steps) };
  });
  const largest = values.map(([, high]) => high);
  return (value) => {
    const above = firstNotBelow(largest, value);
    // between two levels the nearer one
    const isBelow = above > 0 && value - largest[above - 1] < values[above][0] - value;
    return cells[isBelow ? above - 1 : above];
  };
}

/** A cell with less mass is widened: the difference of two distribution functions has no digits left. */
const LEAST_MASS = 1e-9;
const WIDER = 10;

function smoothCells(margin: SmoothMargin): (value: number) => Cell {
  const { log } = kernel();
  const probability = distributionFunction(margin);
  const { least, largest, grid } = margin;
  const half = stepOf(grid) / 2;
  return (value) => {
    const inside = Math.min(Math.max(value, least), largest);
    let [low, high] = [0, 0];
    let factor = 1;
    const range = largest - least;
    for (; ; factor *= WIDER) {
      low = probability(inside - factor * half, 'below');
      high = probability(inside + factor * half, 'upTo');
      if (high - low >= LEAST_MASS || factor * half > range) break;
    }
    return { low, high, logProbability: log(Math.max(high - low, LEAST_MASS) / factor) };
  };
}

/** The margin holds the rows' own values: those within half a step, and half a row besides. */
function empiricalCells({ values, grid }: EmpiricalMargin): (value: number) => Cell {
  const { log } = kernel();
  const n = values.length;
  const half = stepOf(grid) / 2;
  return (value) => {
    const from = countBelow(values, value - half);
    const to = Math.max(from, countBelow(values, value + half));
    const logProbability = log((to - from + 0.5) / (n + 1));
    // of type 8: the j-th value stands at (j - 1/3) / (n + 1/3)
    const low = Math.max((from - 1 / 3) / (n + 1 / 3), 0);
    const high = Math.min((to + 2 / 3) / (n + 1 / 3), 1);
    return { low, high, logProbability };
  };
}

function countBelow(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
