/** How strongly the columns of a table go together, pair by pair. */

import { InputError } from '../numerics/inputError.ts';
import { kendallMatrix, kendallPairs } from '../numerics/kendallTau.ts';
import { hasMissing } from '../numerics/missing.ts';
import { pearson, pearsonMatrix } from '../numerics/pearson.ts';
import { ranks } from '../numerics/ranks.ts';

export const associationNames = ['kendall', 'spearman', 'pearson'] as const;

/**
 * kendall: tau-b, exact with ties. spearman: Pearson's correlation of average ranks. pearson: of the
 * values. The first two do not change when a column is transformed by a rising function; the last
 * one sees outliers.
 */
export type AssociationName = (typeof associationNames)[number];

/** What pairs of columns are compared by unless something else is asked for. */
export const DEFAULT_ASSOCIATION = 'kendall' satisfies AssociationName;

/**
 * The associations between all columns, by rows, each in [-1, 1]. Columns are numbers whatever they
 * stand for: ordered levels by their codes in order, booleans as 0 and 1, nominal levels in an order
 * chosen before. A missing value is NaN; a pair of columns is judged by the rows that have both,
 * and ranked among these. A constant column, or fewer than two rows in common, gives 0.
 */
export function associationMatrix(
  columns: readonly Float64Array[],
  method: AssociationName = DEFAULT_ASSOCIATION,
): Float64Array[] {
  const short = columns.findIndex((column) => column.length !== columns[0].length);
  if (short >= 0) {
    throw new InputError(
      `Association: column ${short} has ${columns[short].length} rows, column 0 has ${columns[0].length}. Make them equal.`,
    );
  }
  switch (method) {
    case 'kendall':
      return kendallMatrix(columns);
    case 'spearman':
      return spearmanMatrix(columns);
    case 'pearson':
      refuseInfinite(columns);
      return pearsonMatrix(columns);
    default:
      throw new InputError(
        `Association: found '${method}'. Give one of ${associationNames.join(', ')}.`,
      );
  }
}

/** One row of the matrix: the associations of column j with all others, and 1 with itself. */
export function associationsWith(
  columns: readonly Float64Array[],
  j: number,
  method: AssociationName,
): Float64Array {
  if (method === 'kendall') {
    return kendallPairs(columns, Int32Array.from(columns.flatMap((_, k) => [j, k])));
  }
  const of = method === 'pearson' ? pearson : spearman;
  return Float64Array.from(columns, (column) => of(columns[j], column));
}

function spearmanMatrix(columns: readonly Float64Array[]): Float64Array[] {
  const incomplete = columns.map(hasMissing);
  const matrix = pearsonMatrix(columns.map((column) => ranks(column, 'average')));
  for (let j = 0; j < columns.length; j++) {
    for (let k = 0; k < j; k++) {
      if (!incomplete[j] && !incomplete[k]) continue;
      matrix[j][k] = spearman(columns[j], columns[k]);
      matrix[k][j] = matrix[j][k];
    }
  }
  return matrix;
}

/** Ranks among the rows that have both values; a NaN keeps the rank NaN. */
function spearman(x: Float64Array, y: Float64Array): number {
  const xToo = x.map((value, i) => (Number.isNaN(y[i]) ? NaN : value));
  const yToo = y.map((value, i) => (Number.isNaN(x[i]) ? NaN : value));
  return pearson(ranks(xToo, 'average'), ranks(yToo, 'average'));
}

function refuseInfinite(columns: readonly Float64Array[]): void {
  columns.forEach((column, j) => {
    const row = column.findIndex((value) => value === Infinity || value === -Infinity);
    if (row < 0) return;
    throw new InputError(
      `Association: column ${j} is infinite in row ${row}, which Pearson's correlation cannot use. Choose kendall or spearman, or mark the value as missing.`,
    );
  });
}
