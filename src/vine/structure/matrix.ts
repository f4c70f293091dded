/**
 * R-vine matrices as rvinecopulib writes them, with variables counted from 1: the antidiagonal
 * holds the variables, `matrix[d-1-j][j]` the one of column j, and above it stand its partners,
 * `matrix[k][j]` in tree k+1. All other entries are 0. The paper prints the same columns from
 * right to left, which puts the variables on the main diagonal.
 */

import { InputError } from '../../numerics/inputError.ts';
import { orderFault } from './checkOrder.ts';
import { regularityFault } from './validateStructure.ts';
import type { VineStructure } from './vineStructure.ts';

/** The R-vine matrix of a structure; position i is column d-1-i. */
export function toMatrix({ order, truncation, partners }: VineStructure): number[][] {
  const d = order.length;
  const matrix = Array.from({ length: d }, () => new Array<number>(d).fill(0));
  for (let i = 0; i < d; i++) {
    const j = d - 1 - i;
    matrix[i][j] = order[i] + 1;
    for (let k = 0; k < Math.min(i, truncation); k++) matrix[k][j] = order[partners[k][i]] + 1;
  }
  return matrix;
}

/** The structure of an R-vine matrix; zeros above the antidiagonal are trees cut off. */
export function fromMatrix(matrix: Matrix): VineStructure {
  checkSquare(matrix);
  const order = orderOf(matrix);
  let truncation = 0;
  while (truncation < matrix.length - 1 && matrix[truncation][0] !== 0) truncation++;
  const partners = partnersOf(matrix, order, truncation);
  const structure: VineStructure = { order, truncation, partners };
  const fault = regularityFault(structure, (variable) => String(variable + 1));
  if (fault !== undefined) refuse(`${fault}. Variables are counted from 1`);
  return structure;
}

type Matrix = readonly (readonly number[])[];

function checkSquare(matrix: Matrix): void {
  const d = matrix.length;
  if (d === 0) refuse('it is empty, but a vine needs at least one variable');
  for (let row = 0; row < d; row++) {
    if (matrix[row].length !== d) {
      refuse(
        `row ${row + 1} has ${matrix[row].length} entries, but there are ${d} rows; give a square matrix`,
      );
    }
  }
}

/** The variables on the antidiagonal, by position. */
function orderOf(matrix: Matrix): number[] {
  const d = matrix.length;
  const order = Array.from({ length: d }, (_, i) => matrix[i][d - 1 - i] - 1);
  if (orderFault(order) !== undefined) {
    const found = order.map((variable) => variable + 1).reverse();
    refuse(
      `its antidiagonal, from lower left to upper right, holds ${found.join(', ')}, which is not every number from 1 to ${d} once; if the variables stand on the main diagonal, reverse the columns`,
    );
  }
  return order;
}

/** The partners above the antidiagonal, as positions; all else must be 0. */
function partnersOf(matrix: Matrix, order: readonly number[], truncation: number): Int32Array[] {
  const d = order.length;
  const position = new Int32Array(d);
  for (let i = 0; i < d; i++) position[order[i]] = i;
  const partners = Array.from({ length: truncation }, () => new Int32Array(d).fill(-1));
  for (let row = 0; row < d; row++) {
    for (let j = 0; j < d; j++) {
      const i = d - 1 - j;
      if (row === i) continue;
      const entry = matrix[row][j];
      const where = (): string => `row ${row + 1}, column ${j + 1} holds ${entry}`;
      if (row > i || row >= truncation) {
        if (entry === 0) continue;
        refuse(
          row > i
            ? `${where()}, but below the antidiagonal all is 0`
            : `${where()}, but column 1 ends after tree ${truncation}; cut all columns at the same tree`,
        );
      }
      if (!Number.isInteger(entry) || entry < 1 || entry > d || position[entry - 1] >= i) {
        refuse(
          `${where()}, but the partners of variable ${order[i] + 1} must be variables on the antidiagonal to its right`,
        );
      }
      partners[row][i] = position[entry - 1];
    }
  }
  return partners;
}

function refuse(reason: string): never {
  throw new InputError(`R-vine matrix: ${reason}.`);
}
