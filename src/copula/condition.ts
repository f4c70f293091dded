/**
 * A variable that others are conditioned on, in the kernel's memory: prepared once, and read by all pair
 * copulas of which it is the second variable. Observations of a discrete variable that lie in the first or the
 * last cell of their distribution stand apart from the others: they need C at one point instead of two, and at
 * one of the ends the inverses of many copulas have a closed form.
 */

import { kernel, type Pointer, type Scope, scoped } from '../numerics/kernel.ts';
import { type CopulaColumn, type DiscreteColumn, isDiscrete } from './copulaColumn.ts';
import type { PairCopula } from './evaluate.ts';
import { families } from './families/index.ts';
import { CLIP, FINE_CLIP, prepareBlock, strideOf } from './kernelBlocks.ts';
import { type Call, callOf, readsOf } from './kernelCall.ts';
import { Columns, turnedColumns } from './preparedColumns.ts';
import { ScoredColumn, taken } from './scoredColumn.ts';
import { withStudentExcess } from './studentExcess.ts';

type Kind = 'value' | 'half' | 'first' | 'last' | 'cell' | 'narrow';

/** Observations of one kind: of a value; of a cell at an end, the first or the last one; of any other cell. */
interface Part {
  readonly kind: Kind;
  readonly n: number;
  readonly stride: number;
  readonly at: Pointer;
  /** Where the blocks begin whose columns are filled on demand. */
  readonly blocks: readonly Pointer[];
  /** Columns that are filled (`Columns`). */
  filled: number;
  hasMoments: boolean;
}

/** Some of the observations, prepared when they are first asked for. */
interface Share {
  /** Their rows; nothing if they are all there are. */
  readonly rows?: Int32Array | undefined;
  part(): Part;
}

/** Valid as long as the scope in which it was made. */
export interface Condition {
  readonly n: number;
  /** All observations, cells at both ends together. */
  readonly together: readonly Share[];
  /** All observations, first and last cells by themselves. */
  readonly apart: readonly Share[];
}

/** Cells narrower than this stand apart too: their middles may have to stand for them. */
const NARROW = 1e-4;

export function conditionOn(scope: Scope, column: CopulaColumn): Condition {
  const n = column.u.length;
  if (!isDiscrete(column)) {
    const stride = strideOf(n);
    const at = prepareBlock(scope, column.u, stride, 0);
    const part: Part = { kind: 'value', n, stride, at, blocks: [at], filled: 0, hasMoments: false };
    const all = [{ part: () => part }];
    return { n, together: all, apart: all };
  }
  const { u, left } = column;
  const kinds = new Uint8Array(n);
  for (let i = 0; i < n; i++) kinds[i] = kindOf(left[i], u[i]);
  const share = (kind: Kind, bits: number): Share[] => {
    const rows = rowsOf(kinds, bits);
    if (rows.length === 0) return [];
    return [rows.length === n ? shareOf(scope, kind, column) : shareOf(scope, kind, column, rows)];
  };
  const others = [...share('cell', CELL), ...share('narrow', NARROW_CELL)];
  const ends = [share('first', FIRST), share('last', LAST)];
  const half = ends.some((each) => each.length === 0) ? [] : share('half', FIRST + LAST);
  const apart = [...ends.flat(), ...others];
  return { n, together: half.length === 0 ? apart : [...half, ...others], apart };
}

// kinds of cells, to be added
const FIRST = 1;
const LAST = 2;
const CELL = 4;
const NARROW_CELL = 8;

function kindOf(low: number, high: number): number {
  if (high - low < NARROW) return NARROW_CELL;
  if (low <= 0 === high >= 1) return CELL;
  return low <= 0 ? FIRST : LAST;
}

function rowsOf(kinds: Uint8Array, bits: number): Int32Array {
  const rows = new Int32Array(kinds.length);
  let count = 0;
  for (let i = 0; i < kinds.length; i++) if ((kinds[i] & bits) !== 0) rows[count++] = i;
  return rows.subarray(0, count);
}

/** Takes the memory now, which later calls within inner scopes could not, and fills it on demand. */
function shareOf(scope: Scope, kind: Kind, column: DiscreteColumn, rows?: Int32Array): Share {
  const n = rows ? rows.length : column.u.length;
  const stride = strideOf(n);
  const isCell = kind === 'cell' || kind === 'narrow';
  const bytes = isCell ? kernel().cellsBytes(stride) : kernel().halfCellsBytes(stride);
  const at = scope.column(bytes / 8);
  let made: Part | undefined;
  const part = () => {
    made ??= preparedPart(kind, rows ? cellsOf(column, rows) : column, at);
    return made;
  };
  return { rows, part };
}

function preparedPart(kind: Kind, column: DiscreteColumn, at: Pointer): Part {
  const n = column.u.length;
  const stride = strideOf(n);
  const base = { kind, n, stride, at };
  if (kind !== 'cell' && kind !== 'narrow') {
    placeLimits(column, at + 8 * stride, at + 7 * stride);
    kernel().prepareHalfCells(at, n, stride, 0);
    return { ...base, blocks: [at], filled: Columns.score, hasMoments: true };
  }
  placeLimits(column, at + 21 * stride, at + 22 * stride);
  kernel().prepareCells(at, n, stride, 0);
  const blocks = [at, at + 7 * stride, ...(kind === 'narrow' ? [at + 14 * stride] : [])];
  return { ...base, blocks, filled: 0, hasMoments: false };
}

function placeLimits({ u, left }: DiscreteColumn, high: Pointer, low: Pointer): void {
  const { buffer } = kernel().memory;
  new Float64Array(buffer, high, u.length).set(u);
  new Float64Array(buffer, low, u.length).set(left);
}

function cellsOf({ u, left }: DiscreteColumn, rows: Int32Array): DiscreteColumn {
  return { u: taken(u, rows), left: taken(left, rows) };
}

/** P(U1 <= u1 | condition), exact where u1 is 0 or 1. */
export function hGiven(condition: Condition, copula: PairCopula, u1: Float64Array): Float64Array {
  const result = alone(u1, (column) => raise(condition, copula, column));
  for (let i = 0; i < result.length; i++) {
    if (u1[i] <= 0) result[i] = 0;
    else if (u1[i] >= 1) result[i] = 1;
  }
  return result;
}

/** The u1 with P(U1 <= u1 | condition) = p, inside (0, 1). */
export function hinvGiven(condition: Condition, copula: PairCopula, p: Float64Array): Float64Array {
  return alone(p, (column) => lower(condition, copula, column));
}

function alone(values: Float64Array, work: (column: ScoredColumn) => void): Float64Array {
  return scoped((scope) => {
    const column = new ScoredColumn(scope, values.length);
    column.fill(values);
    work(column);
    return column.values();
  });
}

/** From u1 inside (0, 1) to P(U1 <= u1 | condition). */
export function raise(condition: Condition, copula: PairCopula, column: ScoredColumn): void {
  overShares(condition.together, copula, column, (own, { part, call, reads }) => {
    const { stride, at } = part;
    const { code, flips, theta, delta } = call;
    if (part.kind === 'value' && reads.isByScores) {
      kernel().hfuncScores(code, own.scores(), at, stride, theta, delta, own.takeScores());
      return;
    }
    scoped((scope) => {
      const x = blockOf(scope, own, reads.first, FINE_CLIP);
      const limit = own.probabilities();
      const out = own.takeProbabilities();
      if (part.kind === 'value') {
        kernel().hfunc(code, x, at, stride, flips, theta, delta, out, 0);
      } else if (isHalf(part)) {
        const scratch = scope.column(stride / 8);
        kernel().hfuncGivenHalf(code, x, at, stride, flips, theta, delta, out, scratch);
      } else {
        const scratch = scope.column((2 * stride) / 8);
        kernel().hfuncGivenDiscrete(code, x, limit, at, stride, flips, theta, delta, out, scratch);
      }
    });
  });
}

/** From a probability p to the u1 with P(U1 <= u1 | condition) = p. */
export function lower(condition: Condition, copula: PairCopula, column: ScoredColumn): void {
  const shares = families[copula.family].hasCorners ? condition.apart : condition.together;
  overShares(shares, copula, column, (own, { part, call, reads }) => {
    const { stride, at } = part;
    const { code, flips, theta, delta } = call;
    if (part.kind === 'value' && reads.isByScores) {
      kernel().hinvScores(code, own.scores(), at, stride, theta, delta, own.takeScores());
      return;
    }
    scoped((scope) => {
      if (part.kind === 'value') {
        const x = blockOf(scope, own, reads.probability, CLIP);
        kernel().hinv(code, x, at, stride, flips, theta, delta, own.takeProbabilities());
        return;
      }
      const isFirst = part.kind === 'first' ? 1 : 0;
      const isEnd = part.kind === 'first' || part.kind === 'last';
      if (isEnd && kernel().hasCornerInverse(isFirst, code, flips, theta)) {
        const p = own.probabilities();
        const out = own.takeProbabilities();
        kernel().cornerInverse(isFirst, code, p, at, stride, flips, theta, delta, out);
        return;
      }
      fillMoments(part);
      const [p, z] = [own.probabilities(), own.scores()];
      const scratch = scope.column(kernel().hinvGivenCellsBytes(stride) / 8);
      kernel().hinvGivenCells(
        isHalf(part) ? 1 : 0,
        code,
        p,
        z,
        at,
        part.n,
        stride,
        reads.first,
        flips,
        theta,
        delta,
        own.takeScores(),
        scratch,
      );
      // other parts may have given probabilities
      if (!reads.isByScores) own.probabilities();
    });
  });
}

/** A block (kernels/copula/prepare.ts) of the column, its scores taken where they are known. */
function blockOf(scope: Scope, own: ScoredColumn, columns: number, clip: number): Pointer {
  const { n, stride } = own;
  const block = scope.column((7 * stride) / 8);
  kernel().loadColumn(own.probabilities(), n, block, stride, clip);
  kernel().prepare(block, stride, columns & ~Columns.score);
  if (columns & Columns.score) {
    const to = scope.view(block + 6 * stride, stride / 8);
    to.set(scope.view(own.scores(), stride / 8));
  }
  return block;
}

function isHalf({ kind }: Part): boolean {
  return kind === 'half' || kind === 'first' || kind === 'last';
}

interface PartWork {
  readonly part: Part;
  readonly call: Call;
  readonly reads: Reads;
}

/** Works on a column part by part. */
function overShares(
  shares: readonly Share[],
  copula: PairCopula,
  column: ScoredColumn,
  work: (own: ScoredColumn, how: PartWork) => void,
): void {
  if (shares.length === 0) return;
  const { call, reads } = howToCall(copula);
  const run = (share: Share, own: ScoredColumn) => {
    const part = share.part();
    fillColumns(part, reads.second);
    if (copula.family !== 'student' || part.kind === 'value') work(own, { part, call, reads });
    else {
      const { theta, delta } = call;
      scoped((scope) =>
        withStudentExcess(scope, theta, delta, () => work(own, { part, call, reads })),
      );
    }
  };
  const lists = shares.flatMap(({ rows }) => (rows ? [rows] : []));
  if (lists.length === 0) run(shares[0], column);
  else column.byRows(lists, (own, place) => run(shares[place], own));
}

const known = new WeakMap<PairCopula, { readonly call: Call; readonly reads: Reads }>();

/** The same for every piece of rows. */
function howToCall(copula: PairCopula): { readonly call: Call; readonly reads: Reads } {
  let how = known.get(copula);
  if (!how) {
    const call = callOf(families[copula.family], copula.rotation, copula.parameters);
    how = { call, reads: columnsOf(copula, call) };
    known.set(copula, how);
  }
  return how;
}

/** What a copula reads of its arguments, and of the probability that its inverse is given. */
interface Reads {
  readonly first: number;
  readonly second: number;
  readonly probability: number;
  /** Whether it reads nothing but scores, and can give the score of its result. */
  readonly isByScores: boolean;
}

function columnsOf({ family }: PairCopula, call: Call): Reads {
  const { columns, probabilityColumns } = families[family];
  return {
    ...readsOf(families[family], call),
    isByScores: columns === Columns.score,
    probability: turnedColumns(probabilityColumns, (call.flips & 1) !== 0),
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
