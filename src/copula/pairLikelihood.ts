/**
 * The log-likelihood of a pair of columns as a function of family, rotation and parameters, with its
 * score. The columns are prepared once in kernel memory and shared by all families and rotations.
 */

import { kernel, type Pointer, type Scope } from '../numerics/kernel.ts';
import type { Evaluation } from '../numerics/maximise.ts';
import {
  type Call,
  callOf,
  type DiscreteMargin,
  isDiscrete,
  type Margin,
  plainColumn,
  prepareBlock,
  prepareCells,
  strideOf,
} from './evaluate.ts';
import { Columns, type Family, mirrored, type Rotation } from './family.ts';

export interface PairLikelihood {
  /** Number of observations. */
  readonly n: number;
  evaluate(family: Family, rotation: Rotation, parameters: readonly number[]): Evaluation;
  /** The value alone: cheaper, for comparing starting points. */
  value(family: Family, rotation: Rotation, parameters: readonly number[]): number;
}

/** Prepares the pair in `scope`; the result is valid as long as the scope is. */
export function pairLikelihood(scope: Scope, first: Margin, second: Margin): PairLikelihood {
  if (isDiscrete(first)) {
    return isDiscrete(second)
      ? discreteLikelihood(scope, first, second)
      : turnedAround(mixedLikelihood(scope, second, first));
  }
  return isDiscrete(second)
    ? mixedLikelihood(scope, first, second)
    : continuousLikelihood(scope, first, second);
}

type Fill = (call: Call, score: number) => void;

function continuousLikelihood(scope: Scope, first: Margin, second: Margin): PairLikelihood {
  const n = first.u.length;
  const stride = strideOf(n);
  const x = prepareBlock(scope, first.u, stride, Columns.all);
  const y = prepareBlock(scope, second.u, stride, Columns.all);
  const out = scope.column((3 * stride) / 8);
  return summed(scope, n, stride, out, 0, ({ code, flips, theta, delta }, score) => {
    kernel().logPdf(code, x, y, stride, flips, theta, delta, out, score);
  });
}

function mixedLikelihood(scope: Scope, first: Margin, second: DiscreteMargin): PairLikelihood {
  const n = first.u.length;
  const stride = strideOf(n);
  const x = prepareBlock(scope, first.u, stride, Columns.all);
  const cells = prepareCells(scope, second, stride, Columns.all);
  const out = scope.column((3 * stride) / 8);
  const scratch = scope.column((6 * stride) / 8);
  return summed(scope, n, stride, out, 0, ({ code, flips, theta, delta }, score) => {
    kernel().mixedLogPdf(code, x, cells, stride, flips, theta, delta, out, score, scratch);
  });
}

/** Two discrete variables: one term per occupied cell, weighted by its count. */
function discreteLikelihood(
  scope: Scope,
  first: DiscreteMargin,
  second: DiscreteMargin,
): PairLikelihood {
  const occupied = occupiedCells(first, second);
  const n = occupied.counts.length;
  const stride = strideOf(n);
  const cells1 = prepareCells(scope, occupied.first, stride, Columns.all);
  const cells2 = prepareCells(scope, occupied.second, stride, Columns.all);
  const weights = plainColumn(scope, occupied.counts, stride, 0);
  const out = scope.column(stride / 8);
  const scratch = scope.column((7 * stride) / 8);
  const likelihood = summed(scope, n, stride, out, weights, ({ code, flips, theta, delta }) => {
    kernel().discreteLogPdf(code, cells1, cells2, stride, flips, theta, delta, out, scratch);
  });
  return { ...byDifferences(likelihood), n: first.u.length };
}

/** Reads off the sums after `fill` has written log-densities and scores to `out`. */
function summed(
  scope: Scope,
  n: number,
  stride: number,
  out: Pointer,
  weights: Pointer,
  fill: Fill,
): PairLikelihood {
  const result = scope.column(6);
  const sums = () => scope.view(result, 6);
  return {
    n,
    value(family, rotation, parameters) {
      fill(callOf(family, rotation, parameters), 0);
      kernel().accumulate(out, stride, n, 0, weights, result);
      return sums()[0];
    },
    evaluate(family, rotation, parameters) {
      const count = family.parameters.length;
      fill(callOf(family, rotation, parameters), 1);
      kernel().accumulate(out, stride, n, count, weights, result);
      const [value, s1, s2, s11, s12, s22] = sums();
      return count === 1
        ? { value, gradient: [s1], information: [s11] }
        : { value, gradient: [s1, s2], information: [s11, s12, s22] };
    },
  };
}

/** Scores and curvatures by central differences, where no formula gives them. */
function byDifferences(likelihood: PairLikelihood): PairLikelihood {
  return {
    ...likelihood,
    evaluate(family, rotation, parameters) {
      const value = likelihood.value(family, rotation, parameters);
      const slopes = parameters.map((at, k) => {
        const width = 1e-4 * Math.max(1e-2, Math.min(1, Math.abs(at)));
        const high = Math.min(at + width, family.upper[k]);
        const low = Math.max(at - width, family.lower[k]);
        const moved = (to: number) =>
          likelihood.value(
            family,
            rotation,
            parameters.map((p, j) => (j === k ? to : p)),
          );
        const up = moved(high);
        const down = moved(low);
        const gradient = (up - down) / (high - low);
        const bend = high > at && low < at ? (2 * value - up - down) / (width * width) : 0;
        return { gradient, curvature: bend > 0 ? bend : gradient * gradient + 1 };
      });
      const [a, b] = slopes;
      const information = b ? [a.curvature, 0, b.curvature] : [a.curvature];
      return { value, gradient: slopes.map((each) => each.gradient), information };
    },
  };
}

/** The same likelihood with first and second variable exchanged. */
function turnedAround(likelihood: PairLikelihood): PairLikelihood {
  return {
    n: likelihood.n,
    value: (family, rotation, parameters) =>
      likelihood.value(family, mirrored(rotation), parameters),
    evaluate: (family, rotation, parameters) =>
      likelihood.evaluate(family, mirrored(rotation), parameters),
  };
}

/** The distinct cells of two discrete variables, and how often each occurs. */
function occupiedCells(first: DiscreteMargin, second: DiscreteMargin) {
  const columns = [first.u, first.left, second.u, second.left];
  const seen = new Map<string, number>();
  const rows: number[] = [];
  const counts: number[] = [];
  for (let i = 0; i < first.u.length; i++) {
    const key = columns.map((column) => column[i]).join();
    const index = seen.get(key);
    if (index === undefined) {
      seen.set(key, rows.length);
      rows.push(i);
      counts.push(1);
    } else counts[index]++;
  }
  const [u1, left1, u2, left2] = columns.map((column) => Float64Array.from(rows, (i) => column[i]));
  return {
    first: { u: u1, left: left1 },
    second: { u: u2, left: left2 },
    counts: Float64Array.from(counts),
  };
}
