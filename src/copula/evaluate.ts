/**
 * Pair copulas over whole columns: densities, distribution functions, h-functions and their inverses,
 * for continuous and discrete variables. Columns go through the kernel in pieces that stay in cache.
 */

import { kernel, type Pointer, scoped } from '../numerics/kernel.ts';
import { type Condition, conditionOn, hGiven, hinvGiven } from './condition.ts';
import { type CopulaColumn, type DiscreteColumn, isDiscrete } from './copulaColumn.ts';
import { families } from './families/index.ts';
import type { FamilyName } from './family.ts';
import { FINE_CLIP, prepareBlock, prepareCells, strideOf } from './kernelBlocks.ts';
import { type Call, callOf, readsOf } from './kernelCall.ts';
import { mirrored, type Rotation } from './rotation.ts';

/** A fitted or given pair copula, as data. */
export interface PairCopula {
  readonly family: FamilyName;
  readonly rotation: Rotation;
  readonly parameters: readonly number[];
}

const PIECE = 1024;

/** Log-density of each pair; for discrete variables that of the cell, over the cell's widths. */
export function logPdf(
  copula: PairCopula,
  first: CopulaColumn,
  second: CopulaColumn,
): Float64Array {
  if (isDiscrete(first) && !isDiscrete(second)) return logPdf(exchanged(copula), second, first);
  return overPieces(copula, first.u.length, (piece, { code, flips, theta, delta }) => {
    const { stride, out } = piece;
    if (!isDiscrete(second)) {
      const [x, y] = [piece.first(first.u), piece.second(second.u)];
      kernel().logPdf(code, x, y, stride, flips, theta, delta, out, 0);
    } else if (!isDiscrete(first)) {
      const [x, cells] = [piece.first(first.u), piece.cells(second)];
      const scratch = piece.columns(6);
      kernel().mixedLogPdf(code, x, cells, stride, flips, theta, delta, out, 0, scratch);
    } else {
      const [cells1, cells2] = [piece.firstCells(first), piece.cells(second)];
      const scratch = piece.columns(7);
      kernel().discreteLogPdf(code, cells1, cells2, stride, flips, theta, delta, out, scratch);
    }
  });
}

/** C(u1, u2), inside the Frechet bounds, exact where an argument is 0 or 1. */
export function cdf(copula: PairCopula, u1: Float64Array, u2: Float64Array): Float64Array {
  const result = overPieces(copula, u1.length, (piece, { code, flips, theta, delta }) => {
    const [x, y] = [piece.first(u1, FINE_CLIP), piece.second(u2, FINE_CLIP)];
    kernel().cdf(code, x, y, piece.stride, flips, theta, delta, piece.out, 0);
  });
  for (let i = 0; i < result.length; i++) {
    const least = Math.max(u1[i] + u2[i] - 1, 0);
    result[i] = Math.min(Math.max(result[i], least), u1[i], u2[i]);
    if (u1[i] === 1 || u2[i] === 1) result[i] = Math.min(u1[i], u2[i]);
  }
  return result;
}

/** P(U2 <= u2 | first variable). */
export function hfunc1(copula: PairCopula, first: CopulaColumn, u2: Float64Array): Float64Array {
  return hfunc2(exchanged(copula), u2, first);
}

/**
 * P(U1 <= u1 | second variable), exact where u1 is 0 or 1; given a discrete variable, the difference
 * quotient of C over its cell.
 */
export function hfunc2(copula: PairCopula, u1: Float64Array, second: CopulaColumn): Float64Array {
  return byCondition(u1, second, (condition, own) => hGiven(condition, copula, own));
}

/** The u2 with P(U2 <= u2 | first variable) = p, inside (0, 1). */
export function hinv1(copula: PairCopula, first: CopulaColumn, p: Float64Array): Float64Array {
  return hinv2(exchanged(copula), p, first);
}

/** The u1 with P(U1 <= u1 | second variable) = p, inside (0, 1). */
export function hinv2(copula: PairCopula, p: Float64Array, second: CopulaColumn): Float64Array {
  return byCondition(p, second, (condition, own) => hinvGiven(condition, copula, own));
}

/** Works on pieces of the rows that stay in cache. */
function byCondition(
  values: Float64Array,
  second: CopulaColumn,
  work: (condition: Condition, own: Float64Array) => Float64Array,
): Float64Array {
  const result = new Float64Array(values.length);
  for (let start = 0; start < values.length; start += PIECE) {
    const end = start + PIECE;
    const piece = (column: Float64Array) => column.subarray(start, end);
    scoped((scope) => {
      const condition = conditionOn(scope, {
        u: piece(second.u),
        ...(second.left && { left: piece(second.left) }),
      });
      result.set(work(condition, piece(values)), start);
    });
  }
  return result;
}

/** The same copula with its arguments exchanged. */
export function exchanged(copula: PairCopula): PairCopula {
  const rotation = mirrored(copula.rotation);
  return rotation === copula.rotation ? copula : { ...copula, rotation };
}

/** The rows that are being worked on, in kernel memory. */
interface Piece {
  /** Bytes between columns. */
  readonly stride: number;
  readonly out: Pointer;
  /** A continuous variable's rows as a prepared block, as first or second argument. */
  first(values: Float64Array, clip?: number): Pointer;
  second(values: Float64Array, clip?: number): Pointer;
  /** A discrete variable's rows, as first or second argument. */
  firstCells(column: DiscreteColumn): Pointer;
  cells(column: DiscreteColumn): Pointer;
  /** Working space. */
  columns(count: number): Pointer;
}

function overPieces(
  copula: PairCopula,
  n: number,
  work: (piece: Piece, call: Call) => void,
): Float64Array {
  const family = families[copula.family];
  const call = callOf(family, copula.rotation, copula.parameters);
  const { first, second } = readsOf(family, call);
  const result = new Float64Array(n);
  for (let start = 0; start < n; start += PIECE) {
    const end = Math.min(start + PIECE, n);
    const rows = (values: Float64Array) => values.subarray(start, end);
    const rowsOf = ({ u, left }: DiscreteColumn) => ({ u: rows(u), left: rows(left) });
    scoped((scope) => {
      const stride = strideOf(end - start);
      const columns = (count: number) => scope.column((count * stride) / 8);
      const out = columns(1);
      const piece: Piece = {
        stride,
        out,
        first: (values, clip) => prepareBlock(scope, rows(values), stride, first, clip),
        second: (values, clip) => prepareBlock(scope, rows(values), stride, second, clip),
        firstCells: (column) => prepareCells(scope, rowsOf(column), stride, first),
        cells: (column) => prepareCells(scope, rowsOf(column), stride, second),
        columns,
      };
      work(piece, call);
      result.set(scope.view(out, end - start), start);
    });
  }
  return result;
}
