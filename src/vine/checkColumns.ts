/** Checks columns on the copula scale before anything is computed with them. */

import type { Margin } from '../copula/evaluate.ts';
import { InputError } from '../numerics/inputError.ts';

/** With fewer rows no pair copula can be told from another. */
const FEWEST_ROWS = 10;

/**
 * The columns as margins. `left` holds the left limits of the discrete ones. Refuses what the engine
 * cannot use; messages name column and row, never a value of the data.
 */
export function checkColumns(
  columns: readonly Float64Array[],
  left: readonly (Float64Array | undefined)[] = [],
): Margin[] {
  if (columns.length < 2) {
    throw new InputError(`Columns: found ${columns.length}, but a vine joins at least 2.`);
  }
  if (left.length > columns.length) {
    throw new InputError(
      `Left limits: found ${left.length} for ${columns.length} columns. Give one entry per column, undefined for a continuous one.`,
    );
  }
  const rows = columns[0].length;
  return columns.map((u, j) => {
    checkLength(u, rows, `Column ${j}`);
    checkRange(u, `Column ${j}`, left[j] !== undefined);
    const limits = left[j];
    if (!limits) return { u };
    checkLength(limits, rows, `Left limits of column ${j}`);
    checkLimits(limits, u, j);
    return { u, left: limits };
  });
}

/** What a fit needs beyond: enough rows, and columns that vary. */
export function checkFittable(columns: readonly Float64Array[]): void {
  const rows = columns[0].length;
  if (rows < FEWEST_ROWS) {
    throw new InputError(`Columns: found ${rows} rows, but a fit needs at least ${FEWEST_ROWS}.`);
  }
  const constant = columns.findIndex((u) => u.every((value) => value === u[0]));
  if (constant < 0) return;
  throw new InputError(
    `Column ${constant} is constant: it has no dependence to fit. Leave it out.`,
  );
}

function checkLength(column: Float64Array, rows: number, what: string): void {
  if (!(column instanceof Float64Array)) {
    throw new InputError(`${what} is no Float64Array. Convert it.`);
  }
  if (column.length !== rows) {
    throw new InputError(
      `${what} has ${column.length} rows, column 0 has ${rows}. Make them equal.`,
    );
  }
}

/** Inside (0, 1); the upper limit of a discrete variable's last level may be 1. */
export function checkRange(u: Float64Array, what: string, mayBeOne: boolean): void {
  const bad = u.findIndex((value) => !(value > 0 && (value < 1 || (mayBeOne && value === 1))));
  if (bad < 0) return;
  const found = Number.isNaN(u[bad]) ? 'is not a number' : 'is outside (0, 1)';
  throw new InputError(
    `${what}, row ${bad}: ${found}. Give ranks divided by n + 1, or another distribution function's values.`,
  );
}

function checkLimits(left: Float64Array, u: Float64Array, j: number): void {
  const bad = left.findIndex((value, i) => !(value >= 0 && value < u[i]));
  if (bad < 0) return;
  throw new InputError(
    `Left limits of column ${j}, row ${bad}: not in [0, u). Give the distribution function just below the level.`,
  );
}
