/** Columns in the kernel's memory, as the functions of the families read them. */

import { kernel, type Pointer, type Scope } from '../numerics/kernel.ts';
import type { DiscreteColumn } from './copulaColumn.ts';

/** How far from 0 and 1 arguments are kept: a density, and a condition, is not asked for beyond. */
export const CLIP = 1e-10;
/** The same where a distribution function is asked for, so that inverses and uniform margins stay exact. */
export const FINE_CLIP = 1e-15;

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
  clip = CLIP,
): Pointer {
  const block = scope.column((7 * stride) / 8);
  scope.view(block, values.length).set(values);
  kernel().loadColumn(block, values.length, block, stride, clip);
  kernel().prepare(block, stride, columns);
  return block;
}

/** A block whose columns are filled when they are first read. */
export interface Block {
  readonly at: Pointer;
  readonly stride: number;
  filled: number;
}

export function openBlock(scope: Scope, values: Float64Array, stride: number): Block {
  return { at: prepareBlock(scope, values, stride, 0), stride, filled: 0 };
}

/** Where the block is, with these columns filled. */
export function withColumns(block: Block, columns: number): Pointer {
  const missing = columns & ~block.filled;
  if (missing !== 0) kernel().prepare(block.at, block.stride, missing);
  block.filled |= columns;
  return block.at;
}

/** A discrete variable's cells (kernels/copula/cells.ts), with the wanted columns filled. */
export function prepareCells(
  scope: Scope,
  { u, left }: DiscreteColumn,
  stride: number,
  columns: number,
): Pointer {
  const cells = scope.column(kernel().cellsBytes(stride) / 8);
  scope.view(cells + 21 * stride, u.length).set(u);
  scope.view(cells + 22 * stride, u.length).set(left);
  kernel().prepareCells(cells, u.length, stride, columns);
  return cells;
}

/** A copy of `values`, padded to the stride. */
export function plainColumn(
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
