/**
 * The log-likelihood of a pair of columns as a function of family, rotation and parameters, with its
 * score. The columns are prepared once in kernel memory and shared by all families and rotations.
 */

import { kernel, type Pointer, type Scope } from '../numerics/kernel.ts';
import type { Evaluation } from '../numerics/maximise.ts';
import { callOf, type Margin, prepareBlock, rawColumn, strideOf } from './evaluate.ts';
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
  if (first.left && second.left) return discreteLikelihood(scope, first, second);
  if (first.left) return turnedAround(mixedLikelihood(scope, second, first));
  if (second.left) return mixedLikelihood(scope, first, second);
  return continuousLikelihood(scope, first, second);
}

type Fill = (
  family: Family,
  rotation: Rotation,
  parameters: readonly number[],
  score: number,
) => void;

function continuousLikelihood(scope: Scope, first: Margin, second: Margin): PairLikelihood {
  const n = first.u.length;
  const stride = strideOf(n);
  const block1 = prepareBlock(scope, first.u, stride, Columns.all);
  const block2 = prepareBlock(scope, second.u, stride, Columns.all);
  const out = scope.column((3 * stride) / 8);
  return summed(scope, n, stride, out, 0, (family, rotation, parameters, score) => {
    const { code, flips, theta, delta } = callOf(family, rotation, parameters);
    kernel().logPdf(code, block1, block2, stride, flips, theta, delta, out, score);
  });
}

function mixedLikelihood(scope: Scope, first: Margin, second: Margin): PairLikelihood {
  const n = first.u.length;
  const left = second.left as Float64Array;
  const stride = strideOf(n);
  const block1 = prepareBlock(scope, first.u, stride, Columns.all);
  const upper = prepareBlock(scope, second.u, stride, Columns.all);
  const lower = prepareBlock(scope, left, stride, Columns.all);
  const rawUpper = rawColumn(scope, second.u, stride, 0.75);
  const rawLower = rawColumn(scope, left, stride, 0.25);
  const out = scope.column((3 * stride) / 8);
  const scratch = scope.column((6 * stride) / 8);
  return summed(scope, n, stride, out, 0, (family, rotation, parameters, score) => {
    const { code, flips, theta, delta } = callOf(family, rotation, parameters);
    kernel().mixedLogPdf(
      code,
      block1,
      upper,
      lower,
      rawUpper,
      rawLower,
      stride,
      flips,
      theta,
      delta,
      out,
      score,
      scratch,
    );
  });
}

/** Two discrete variables: one term per occupied cell, weighted by its count. */
function discreteLikelihood(scope: Scope, first: Margin, second: Margin): PairLikelihood {
  const cells = occupiedCells(first, second);
  const n = cells.counts.length;
  const stride = strideOf(n);
  const blocks = cells.limits.map((column) => prepareBlock(scope, column, stride, Columns.all));
  const raws = cells.limits.map((column, k) =>
    rawColumn(scope, column, stride, k % 2 ? 0.25 : 0.75),
  );
  const weights = rawColumn(scope, cells.counts, stride, 0);
  const out = scope.column(stride / 8);
  const scratch = scope.column((4 * stride) / 8);
  const likelihood = summed(scope, n, stride, out, weights, (family, rotation, parameters) => {
    const { code, flips, theta, delta } = callOf(family, rotation, parameters);
    kernel().discreteLogPdf(
      code,
      blocks[0],
      blocks[1],
      raws[0],
      raws[1],
      blocks[2],
      blocks[3],
      raws[2],
      raws[3],
      stride,
      flips,
      theta,
      delta,
      out,
      scratch,
    );
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
      fill(family, rotation, parameters, 0);
      kernel().accumulate(out, stride, n, 0, weights, result);
      return sums()[0];
    },
    evaluate(family, rotation, parameters) {
      const count = family.parameters.length;
      fill(family, rotation, parameters, 1);
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

/** The distinct cells of two discrete variables: limits u1, left1, u2, left2 and how often each occurs. */
function occupiedCells(first: Margin, second: Margin) {
  const columns = [first.u, first.left as Float64Array, second.u, second.left as Float64Array];
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
  const limits = columns.map((column) => Float64Array.from(rows, (i) => column[i]));
  return { limits, counts: Float64Array.from(counts) };
}
