/** How a figure grows with rows and columns: c rows^a columns^b, by least squares of logarithms. */

import { solveLinear } from './solveLinear.ts';

export interface Growth {
  /** The powers. */
  readonly rows: number;
  readonly columns: number;
  at(rows: number, columns: number): number;
}

/** Each: rows, columns, the figure. Needs more than one number of rows and of columns. */
export function growthOf(points: readonly (readonly [number, number, number])[]): Growth {
  if (points.every(([, , value]) => value === 0)) {
    return { rows: 0, columns: 0, at: () => 0 };
  }
  const lines = points.map(([n, d, value]) => ({
    x: [1, Math.log(n), Math.log(d)],
    y: Math.log(Math.max(value, 1e-9)),
  }));
  const normal = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => lines.reduce((sum, { x }) => sum + x[i] * x[j], 0)),
  );
  const right = [0, 1, 2].map((i) => lines.reduce((sum, { x, y }) => sum + x[i] * y, 0));
  const [constant, rows, columns] = solveLinear(normal, right);
  return {
    rows,
    columns,
    at: (n, d) => Math.exp(constant + rows * Math.log(n) + columns * Math.log(d)),
  };
}
