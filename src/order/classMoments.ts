/** What a preview by class needs of a table: correlations, means and margins within each class. */

import { classCorrelations } from './classCorrelations.ts';
import type { Loadings } from './hermiteLoadings.ts';
import type { PreviewClass } from './previewByClass.ts';
import { type ResponseClass, valuesIn } from './responseClasses.ts';

/**
 * The classes, and one more for the rows that are in none of them, with the correlations that are
 * shared. `columns` are in the order of the vine, the response last; `marginOf` gives the loadings of
 * column j from some of its values; `apart` is that of `classCorrelations`.
 */
export function classMoments(
  columns: readonly Float64Array[],
  classes: readonly ResponseClass[],
  marginOf: (values: Float64Array, j: number) => Loadings,
  apart = false,
): PreviewClass[] {
  const [covariates, response] = [columns.slice(0, -1), columns[columns.length - 1]];
  const { own, shared } = classCorrelations(covariates, classes, apart);
  const momentsIn = (rows: Uint32Array) => {
    const values = covariates.map((column) => valuesIn(column, rows));
    const moments = values.map(meanAndVariance);
    return {
      share: rows.length / response.length,
      margins: values.map(marginOf),
      means: Float64Array.from(moments, ({ mean }) => mean),
      deviations: Float64Array.from(moments, ({ variance }) => Math.sqrt(variance)),
      response: meanAndVariance(valuesIn(response, rows)),
    };
  };
  const isIn = new Uint8Array(response.length);
  for (const { rows } of classes) for (const i of rows) isIn[i] = 1;
  const rest = Uint32Array.from(response.keys()).filter((i) => isIn[i] === 0);
  return [
    ...classes.map(({ label, rows }, c) => ({
      label,
      correlations: own[c],
      ...momentsIn(rows),
    })),
    ...(rest.length > 0 ? [{ label: null, correlations: shared, ...momentsIn(rest) }] : []),
  ];
}

/** With divisor n, missing values left out; a column without values has mean 0. */
export function meanAndVariance(column: Float64Array): {
  readonly mean: number;
  readonly variance: number;
} {
  const values = column.filter((value) => !Number.isNaN(value));
  if (values.length === 0) return { mean: 0, variance: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return { mean, variance: squares / values.length };
}
