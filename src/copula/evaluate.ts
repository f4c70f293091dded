/**
 * Pair copulas over whole columns: densities, distribution functions, h-functions and their inverses,
 * for continuous and discrete variables. Columns go through the kernel in pieces that stay in cache.
 */

import { kernel, type Pointer, type Scope, scoped } from '../numerics/kernel.ts';
import { type Family, type FamilyName, families, flipsOf, type Rotation } from './family.ts';

/** A fitted or given pair copula, as data. */
export interface PairCopula {
  readonly family: FamilyName;
  readonly rotation: Rotation;
  readonly parameters: readonly number[];
}

/**
 * A variable on the copula scale. A discrete variable also has its left limits: `u` is F(y), `left`
 * is F(y-). A continuous one has none.
 */
export interface Margin {
  readonly u: Float64Array;
  readonly left?: Float64Array | undefined;
}

const PIECE = 1024;

/** How far from 0 and 1 arguments are kept: a density, and a condition, is not asked for beyond. */
const MARGIN = 1e-10;
/** The same for the argument of a conditional distribution function, so that inverses stay exact. */
const FINE_MARGIN = 1e-15;

/** Log-density of each pair; for discrete variables that of the cell, over the cell's widths. */
export function logPdf(copula: PairCopula, first: Margin, second: Margin): Float64Array {
  const kind = (first.left ? 1 : 0) + (second.left ? 2 : 0);
  if (kind === 1) return logPdf(exchanged(copula), second, first);
  return overPieces(copula, first.u.length, (piece, call) => {
    const { scope, stride } = piece;
    if (kind === 0) {
      kernel().logPdf(
        call.code,
        piece.block(first.u),
        piece.block(second.u),
        stride,
        call.flips,
        call.theta,
        call.delta,
        piece.out,
        0,
      );
      return;
    }
    const upper2 = piece.block(second.u);
    const lower2 = piece.block(second.left as Float64Array);
    const rawUpper2 = piece.raw(second.u, 0.75);
    const rawLower2 = piece.raw(second.left as Float64Array, 0.25);
    if (kind === 2) {
      const scratch = scope.column((6 * stride) / 8);
      kernel().mixedLogPdf(
        call.code,
        piece.block(first.u),
        upper2,
        lower2,
        rawUpper2,
        rawLower2,
        stride,
        call.flips,
        call.theta,
        call.delta,
        piece.out,
        0,
        scratch,
      );
      return;
    }
    const left1 = first.left as Float64Array;
    const scratch = scope.column((4 * stride) / 8);
    kernel().discreteLogPdf(
      call.code,
      piece.block(first.u),
      piece.block(left1),
      piece.raw(first.u, 0.75),
      piece.raw(left1, 0.25),
      upper2,
      lower2,
      rawUpper2,
      rawLower2,
      stride,
      call.flips,
      call.theta,
      call.delta,
      piece.out,
      scratch,
    );
  });
}

/** C(u1, u2). */
export function cdf(copula: PairCopula, u1: Float64Array, u2: Float64Array): Float64Array {
  return overPieces(copula, u1.length, (piece, call) => {
    kernel().cdf(
      call.code,
      piece.block(u1),
      piece.block(u2),
      piece.stride,
      call.flips,
      call.theta,
      call.delta,
      piece.out,
    );
  });
}

/** P(U2 <= u2 | first variable). */
export function hfunc1(copula: PairCopula, first: Margin, u2: Float64Array): Float64Array {
  return hfunc2(exchanged(copula), u2, first);
}

/** P(U1 <= u1 | second variable); given a discrete one, the difference quotient of C over its cell. */
export function hfunc2(copula: PairCopula, u1: Float64Array, second: Margin): Float64Array {
  const { left } = second;
  return overPieces(copula, u1.length, (piece, call) => {
    const { scope, stride } = piece;
    if (!left) {
      kernel().hfunc(
        call.code,
        piece.block(u1, FINE_MARGIN),
        piece.block(second.u),
        stride,
        call.flips,
        call.theta,
        call.delta,
        piece.out,
        0,
      );
      return;
    }
    const scratch = scope.column((2 * stride) / 8);
    kernel().hfuncGivenDiscrete(
      call.code,
      piece.block(u1, FINE_MARGIN),
      piece.raw(u1, 0.5),
      piece.block(second.u),
      piece.block(left),
      piece.raw(second.u, 0.75),
      piece.raw(left, 0.25),
      stride,
      call.flips,
      call.theta,
      call.delta,
      piece.out,
      scratch,
    );
  });
}

/** The u2 with P(U2 <= u2 | first variable) = p. */
export function hinv1(copula: PairCopula, first: Margin, p: Float64Array): Float64Array {
  return hinv2(exchanged(copula), p, first);
}

/** The u1 with P(U1 <= u1 | second variable) = p. */
export function hinv2(copula: PairCopula, p: Float64Array, second: Margin): Float64Array {
  const { left } = second;
  return overPieces(copula, p.length, (piece, call) => {
    const { scope, stride } = piece;
    if (!left) {
      kernel().hinv(
        call.code,
        piece.block(p),
        piece.block(second.u),
        stride,
        call.flips,
        call.theta,
        call.delta,
        piece.out,
      );
      return;
    }
    const work = scope.column((7 * stride) / 8);
    const scratch = scope.column((8 * stride) / 8);
    kernel().hinvGivenDiscrete(
      call.code,
      piece.raw(p, 0.5),
      work,
      piece.block(second.u),
      piece.block(left),
      piece.raw(second.u, 0.75),
      piece.raw(left, 0.25),
      stride,
      call.flips,
      call.theta,
      call.delta,
      piece.out,
      scratch,
    );
  });
}

/** The same copula with its arguments exchanged. */
export function exchanged(copula: PairCopula): PairCopula {
  const { rotation } = copula;
  if (rotation === 0 || rotation === 180) return copula;
  return { ...copula, rotation: rotation === 90 ? 270 : 90 };
}

/** The arguments that every kernel function of the families takes. */
export interface Call {
  readonly code: number;
  readonly flips: number;
  readonly theta: number;
  readonly delta: number;
}

/** How close to the ends of their ranges parameters are evaluated where the end itself is singular. */
const BRINK = 1e-10;

export function callOf(family: Family, rotation: Rotation, parameters: readonly number[]): Call {
  let theta = parameters[0] ?? 0;
  const delta = parameters[1] ?? 0;
  if (family.name === 'gaussian' || family.name === 'student') {
    theta = Math.min(Math.max(theta, BRINK - 1), 1 - BRINK);
  } else if (family.name === 'bb1' || family.name === 'clayton') {
    theta = Math.max(theta, BRINK);
  } else if (family.name === 'frank' && Math.abs(theta) < BRINK) {
    return { code: families.independence.code, flips: 0, theta: 0, delta: 0 };
  }
  return { code: family.code, flips: flipsOf(rotation), theta, delta };
}

interface Piece {
  readonly scope: Scope;
  /** Bytes between columns. */
  readonly stride: number;
  readonly out: Pointer;
  /** The rows of this piece as a prepared block. */
  block(values: Float64Array, margin?: number): Pointer;
  /** The rows of this piece unclipped, padded with `padding`. */
  raw(values: Float64Array, padding: number): Pointer;
}

function overPieces(
  copula: PairCopula,
  n: number,
  work: (piece: Piece, call: Call) => void,
): Float64Array {
  const family = families[copula.family];
  const call = callOf(family, copula.rotation, copula.parameters);
  const result = new Float64Array(n);
  for (let start = 0; start < n; start += PIECE) {
    const end = Math.min(start + PIECE, n);
    scoped((scope) => {
      const rows = end - start;
      const stride = strideOf(rows);
      const out = scope.column(stride / 8);
      work(
        {
          scope,
          stride,
          out,
          block: (values, margin) =>
            prepareBlock(scope, values.subarray(start, end), stride, family.columns, margin),
          raw: (values, padding) => rawColumn(scope, values.subarray(start, end), stride, padding),
        },
        call,
      );
      result.set(scope.view(out, rows), start);
    });
  }
  return result;
}

/** Bytes of a column of `rows` doubles: whole pairs of lanes. */
export function strideOf(rows: number): number {
  return ((rows + 1) & ~1) * 8;
}

/** A block of seven columns for `values`, with the wanted ones filled. */
export function prepareBlock(
  scope: Scope,
  values: Float64Array,
  stride: number,
  columns: number,
  margin = MARGIN,
): Pointer {
  const block = scope.column((7 * stride) / 8);
  scope.view(block, values.length).set(values);
  kernel().loadColumn(block, values.length, block, stride, margin);
  kernel().prepare(block, stride, columns);
  return block;
}

/** An unclipped copy of `values`. */
export function rawColumn(
  scope: Scope,
  values: Float64Array,
  stride: number,
  padding: number,
): Pointer {
  const pointer = scope.column(stride / 8);
  const view = scope.view(pointer, stride / 8);
  view.set(values);
  view.fill(padding, values.length);
  return pointer;
}
