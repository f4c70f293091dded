/**
 * A variable that others are conditioned on, in the kernel's memory: prepared once, and read by all pair
 * copulas of which it is the second variable. Observations of a discrete variable that lie in the first or the
 * last cell of their distribution stand apart from the others: they need C at one point instead of two.
 */

import { kernel, type Pointer, type Scope, scoped } from '../numerics/kernel.ts';
import { type CopulaColumn, type DiscreteColumn, isDiscrete } from './copulaColumn.ts';
import type { PairCopula } from './evaluate.ts';
import { families } from './families/index.ts';
import { FINE_CLIP, plainColumn, prepareBlock, prepareCells, strideOf } from './kernelBlocks.ts';
import { type Call, callOf } from './kernelCall.ts';
import { Columns, turnedColumns } from './preparedColumns.ts';
import { withStudentExcess } from './studentExcess.ts';

/** Observations of one kind: of a value, of a cell at an end, of any cell. */
interface Part {
  readonly kind: 'value' | 'half' | 'cell';
  readonly n: number;
  /** Their rows; nothing if they are all there are. */
  readonly rows?: Int32Array;
  readonly stride: number;
  readonly at: Pointer;
  /** Where the blocks begin whose columns are filled on demand. */
  readonly blocks: readonly Pointer[];
  /** Columns that are filled (`Columns`). */
  filled: number;
  hasMoments: boolean;
}

/** Valid as long as the scope in which it was made. */
export interface Condition {
  readonly n: number;
  readonly parts: readonly Part[];
}

/** Cells narrower than this are never taken as half cells: their middles may have to stand for them. */
const NARROW = 1e-4;

export function conditionOn(scope: Scope, column: CopulaColumn): Condition {
  const n = column.u.length;
  if (!isDiscrete(column)) {
    const stride = strideOf(n);
    const at = prepareBlock(scope, column.u, stride, 0);
    const blocks = [at];
    return { n, parts: [{ kind: 'value', n, stride, at, blocks, filled: 0, hasMoments: false }] };
  }
  const isHalf = (i: number): boolean => {
    const [high, low] = [column.u[i], column.left[i]];
    return (low <= 0 || high >= 1) && high - low >= NARROW;
  };
  let count = 0;
  for (let i = 0; i < n; i++) if (isHalf(i)) count++;
  if (count === n) return { n, parts: [halfPart(scope, column)] };
  if (count === 0) return { n, parts: [cellPart(scope, column)] };
  const halves = new Int32Array(count);
  const others = new Int32Array(n - count);
  for (let i = 0, h = 0, o = 0; i < n; i++) {
    if (isHalf(i)) halves[h++] = i;
    else others[o++] = i;
  }
  return {
    n,
    parts: [
      { ...halfPart(scope, cellsOf(column, halves)), rows: halves },
      { ...cellPart(scope, cellsOf(column, others)), rows: others },
    ],
  };
}

function halfPart(scope: Scope, { u, left }: DiscreteColumn): Part {
  const n = u.length;
  const stride = strideOf(n);
  const at = scope.column((12 * stride) / 8);
  scope.view(at + 7 * stride, n).set(left);
  scope.view(at + 8 * stride, n).set(u);
  kernel().prepareHalfCells(at, n, stride, 0);
  return { kind: 'half', n, stride, at, blocks: [at], filled: Columns.score, hasMoments: true };
}

function cellPart(scope: Scope, column: DiscreteColumn): Part {
  const n = column.u.length;
  const stride = strideOf(n);
  const at = prepareCells(scope, column, stride, 0);
  const blocks = [at, at + 7 * stride];
  if (column.u.some((high, i) => high - column.left[i] < NARROW)) blocks.push(at + 14 * stride);
  return { kind: 'cell', n, stride, at, blocks, filled: 0, hasMoments: false };
}

function cellsOf({ u, left }: DiscreteColumn, rows: Int32Array): DiscreteColumn {
  return { u: taken(u, rows), left: taken(left, rows) };
}

function taken(values: Float64Array, rows: Int32Array): Float64Array {
  const result = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) result[i] = values[rows[i]];
  return result;
}

/** P(U1 <= u1 | condition), exact where u1 is 0 or 1. */
export function hGiven(condition: Condition, copula: PairCopula, u1: Float64Array): Float64Array {
  const result = overParts(condition, copula, u1, ({ scope, part, own, out, call }) => {
    const { stride, at } = part;
    const { code, flips, theta, delta } = call;
    const x = prepareBlock(scope, own, stride, columnsOf(copula, call).first, FINE_CLIP);
    if (part.kind === 'value') kernel().hfunc(code, x, at, stride, flips, theta, delta, out, 0);
    else if (part.kind === 'half') {
      const scratch = scope.column(stride / 8);
      kernel().hfuncGivenHalf(code, x, at, stride, flips, theta, delta, out, scratch);
    } else {
      const limit = plainColumn(scope, own, stride, 0.5);
      const scratch = scope.column((2 * stride) / 8);
      kernel().hfuncGivenDiscrete(code, x, limit, at, stride, flips, theta, delta, out, scratch);
    }
  });
  for (let i = 0; i < result.length; i++) {
    if (u1[i] <= 0) result[i] = 0;
    else if (u1[i] >= 1) result[i] = 1;
  }
  return result;
}

/** The u1 with P(U1 <= u1 | condition) = p, inside (0, 1). */
export function hinvGiven(condition: Condition, copula: PairCopula, p: Float64Array): Float64Array {
  return overParts(condition, copula, p, ({ scope, part, own, out, call }) => {
    const { stride, at } = part;
    const { code, flips, theta, delta } = call;
    const { first, probability } = columnsOf(copula, call);
    if (part.kind === 'value') {
      const x = prepareBlock(scope, own, stride, probability);
      kernel().hinv(code, x, at, stride, flips, theta, delta, out);
      return;
    }
    fillMoments(part);
    const wanted = plainColumn(scope, own, stride, 0.5);
    const scratch = scope.column(kernel().hinvGivenCellsBytes(stride) / 8);
    const isHalf = part.kind === 'half' ? 1 : 0;
    kernel().hinvGivenCells(
      isHalf,
      code,
      wanted,
      at,
      part.n,
      stride,
      first,
      flips,
      theta,
      delta,
      out,
      scratch,
    );
  });
}

interface PartWork {
  readonly scope: Scope;
  readonly part: Part;
  /** The values of the part's rows. */
  readonly own: Float64Array;
  readonly out: Pointer;
  readonly call: Call;
}

/** A value for each row, by part. */
function overParts(
  { n, parts }: Condition,
  copula: PairCopula,
  values: Float64Array,
  work: (what: PartWork) => void,
): Float64Array {
  const call = callOf(families[copula.family], copula.rotation, copula.parameters);
  let result = parts.length === 1 ? undefined : new Float64Array(n);
  for (const part of parts) {
    fillColumns(part, columnsOf(copula, call).second);
    scoped((scope) => {
      const out = scope.column(part.stride / 8);
      const own = part.rows ? taken(values, part.rows) : values;
      const run = () => work({ scope, part, own, out, call });
      if (part.kind !== 'value' && copula.family === 'student') {
        withStudentExcess(scope, call.theta, call.delta, run);
      } else run();
      const found = scope.view(out, part.n);
      if (!result) result = found.slice();
      else if (part.rows) for (let i = 0; i < part.n; i++) result[part.rows[i]] = found[i];
    });
  }
  return result as Float64Array;
}

/** What a copula reads of its arguments, and of the probability that its inverse is given. */
function columnsOf({ family }: PairCopula, { flips }: Call) {
  const { columns, probabilityColumns } = families[family];
  const turned = (flips & 1) !== 0;
  return {
    first: turnedColumns(columns, turned),
    second: turnedColumns(columns, (flips & 2) !== 0),
    probability: turnedColumns(probabilityColumns, turned),
  };
}

function fillColumns(part: Part, columns: number): void {
  const missing = columns & ~part.filled;
  if (missing === 0) return;
  for (const block of part.blocks) kernel().prepare(block, part.stride, missing);
  part.filled |= missing;
}

function fillMoments(part: Part): void {
  if (part.hasMoments) return;
  fillColumns(part, Columns.score);
  kernel().cellMoments(part.at, part.stride);
  part.hasMoments = true;
}
