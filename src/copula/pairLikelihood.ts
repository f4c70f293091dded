/**
 * The log-likelihood of a pair of columns as a function of family, rotation and parameters, with its
 * score. The columns are prepared once in kernel memory and shared by all families and rotations.
 */

import { kernel, type Pointer, type Scope } from '../numerics/kernel.ts';
import type { Evaluation } from '../numerics/maximise.ts';
import { discreteLikelihood, mixedLikelihood } from './cellLikelihood.ts';
import { type CopulaColumn, isDiscrete } from './copulaColumn.ts';
import type { Family } from './family.ts';
import { openBlock, plainColumn, strideOf, withColumns } from './kernelBlocks.ts';
import { type Call, callOf, type Reads, readsOf } from './kernelCall.ts';
import { mirrored, type Rotation } from './rotation.ts';

export interface PairLikelihood {
  /** Number of observations. */
  readonly n: number;
  evaluate(family: Family, rotation: Rotation, parameters: readonly number[]): Evaluation;
  /** The value alone: cheaper, for comparing starting points. */
  value(family: Family, rotation: Rotation, parameters: readonly number[]): number;
  /**
   * The Gaussian copula as the limit of Student's: its value, with derivatives by rho and 1/nu. Nothing where
   * Student's own evaluation is as cheap, or rho too strong.
   */
  towardsStudent?(rho: number): Evaluation | undefined;
  /** What was evaluated last, with its derivatives, by group of rows; empty if there is but one. */
  lastByGroup(): readonly Evaluation[];
}

/**
 * Prepares the pair in `scope`; the result is valid as long as the scope is. Group g of the rows has those from
 * `bounds[g]` to before `bounds[g + 1]`. `counts` says how often each row occurs; default: once.
 */
export function pairLikelihood(
  scope: Scope,
  first: CopulaColumn,
  second: CopulaColumn,
  bounds: readonly number[] = [0, first.u.length],
  counts?: Float64Array,
): PairLikelihood {
  if (isDiscrete(first)) {
    return isDiscrete(second)
      ? discreteLikelihood(scope, first, second, bounds, counts)
      : turnedAround(mixedLikelihood(scope, second.u, first, bounds, counts));
  }
  return isDiscrete(second)
    ? mixedLikelihood(scope, first.u, second, bounds, counts)
    : continuousLikelihood(scope, first, second, bounds, counts);
}

/** `counts` says how often each row occurs; default: once. */
export function continuousLikelihood(
  scope: Scope,
  first: CopulaColumn,
  second: CopulaColumn,
  bounds: readonly number[],
  counts?: Float64Array,
): PairLikelihood {
  const n = first.u.length;
  const stride = strideOf(n);
  const [x, y] = [openBlock(scope, first.u, stride), openBlock(scope, second.u, stride)];
  const weights = counts ? plainColumn(scope, counts, stride, 0) : 0;
  const out = scope.column((3 * stride) / 8);
  return summed(scope, bounds, stride, out, weights, (call, reads, count) => {
    const { code, flips, theta, delta } = call;
    const [a, b] = [withColumns(x, reads.first), withColumns(y, reads.second)];
    kernel().logPdf(code, a, b, stride, flips, theta, delta, out, count > 0 ? 1 : 0);
  });
}

/** Writes log-densities and the derivatives by the first `parameters` parameters behind them. */
export type Fill = (call: Call, reads: Reads, parameters: number) => void;

/**
 * Reads off the sums after `fill` has written log-densities and scores to `out`; `fillLimit` does so for
 * `towardsStudent`, and is false if it cannot.
 */
export function summed(
  scope: Scope,
  bounds: readonly number[],
  stride: number,
  out: Pointer,
  weights: Pointer,
  fill: Fill,
  fillLimit?: (rho: number) => boolean,
): PairLikelihood {
  const n = bounds[bounds.length - 1];
  const result = scope.column(6);
  const sums = () => scope.view(result, 6);
  let last = 0;
  const evaluationOf = (from: number, to: number): Evaluation => {
    const own = weights && weights + 8 * from;
    kernel().accumulate(out + 8 * from, stride, to - from, last, own, result);
    const [value, s1, s2, s11, s12, s22] = sums();
    return last === 1
      ? { value, gradient: [s1], information: [s11] }
      : { value, gradient: [s1, s2], information: [s11, s12, s22] };
  };
  const fillFor = (family: Family, rotation: Rotation, at: readonly number[], count: number) => {
    const call = callOf(family, rotation, at);
    fill(call, readsOf(family, call), count);
  };
  const evaluation = (count: number): Evaluation => {
    last = count;
    return evaluationOf(0, n);
  };
  return {
    n,
    ...(fillLimit && {
      towardsStudent: (rho: number) => (fillLimit(rho) ? evaluation(2) : undefined),
    }),
    value(family, rotation, parameters) {
      fillFor(family, rotation, parameters, 0);
      kernel().accumulate(out, stride, n, 0, weights, result);
      return sums()[0];
    },
    evaluate(family, rotation, parameters) {
      const count = family.parameters.length;
      fillFor(family, rotation, parameters, count);
      return evaluation(count);
    },
    lastByGroup: () =>
      bounds.length === 2
        ? []
        : bounds.slice(1).map((to, group) => evaluationOf(bounds[group], to)),
  };
}

/** The likelihood of `n` observations of which each part has some. */
export function together(n: number, parts: readonly PairLikelihood[]): PairLikelihood {
  if (parts.length === 1) return { ...parts[0], n };
  const sum = (vectors: readonly (readonly number[])[]) =>
    vectors.reduce((total, vector) => total.map((value, k) => value + vector[k]));
  const added = (each: readonly Evaluation[]): Evaluation => ({
    value: each.reduce((total, { value }) => total + value, 0),
    gradient: sum(each.map(({ gradient }) => gradient)),
    information: sum(each.map(({ information }) => information)),
  });
  return {
    n,
    value: (family, rotation, parameters) =>
      parts.reduce((total, part) => total + part.value(family, rotation, parameters), 0),
    evaluate: (family, rotation, parameters) =>
      added(parts.map((part) => part.evaluate(family, rotation, parameters))),
    towardsStudent(rho) {
      const each = parts.map((part) => part.towardsStudent?.(rho));
      return each.every((one) => one !== undefined) ? added(each) : undefined;
    },
    lastByGroup() {
      const each = parts.map((part) => part.lastByGroup());
      return each[0].map((_, group) => added(each.map((own) => own[group])));
    },
  };
}

/** The same likelihood with first and second variable exchanged. */
export function turnedAround(likelihood: PairLikelihood): PairLikelihood {
  return {
    n: likelihood.n,
    value: (family, rotation, parameters) =>
      likelihood.value(family, mirrored(rotation), parameters),
    evaluate: (family, rotation, parameters) =>
      likelihood.evaluate(family, mirrored(rotation), parameters),
    ...(likelihood.towardsStudent && { towardsStudent: likelihood.towardsStudent }),
    lastByGroup: likelihood.lastByGroup,
  };
}
