/** Checks columns on the copula scale before anything is computed with them. */

import { FEWEST_ROWS } from '../copula/checkPair.ts';
import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { InputError } from '../numerics/inputError.ts';

/**
 * The columns with their left limits. `left` holds those of the discrete ones. Refuses what the engine
 * cannot use; messages name column and row, never a value of the data.
 */
export function checkColumns(
  columns: readonly Float64Array[],
  left: readonly (Float64Array | undefined)[] = [],
): CopulaColumn[] {
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

/** What a fit needs beyond: enough rows, columns that vary, and levels that do not overlap. */
export function checkFittable(columns: readonly CopulaColumn[]): void {
  const rows = columns[0].u.length;
  if (rows < FEWEST_ROWS) {
    throw new InputError(`Columns: found ${rows} rows, but a fit needs at least ${FEWEST_ROWS}.`);
  }
  columns.forEach(({ u, left }, j) => {
    if (u.every((value) => value === u[0])) {
      throw new InputError(`Column ${j} is constant: it has no dependence to fit. Leave it out.`);
    }
    if (left) checkLevels(u, left, j);
  });
}

export function checkLength(column: Float64Array, rows: number, what: string): void {
  if (!(column instanceof Float64Array)) {
    throw new InputError(`${what}: no Float64Array. Convert it.`);
  }
  if (column.length !== rows) {
    throw new InputError(
      `${what}: ${column.length} rows, but column 0 has ${rows}. Make them equal.`,
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

/** Rows in one level have one left limit, and a level begins where those below it have ended. */
function checkLevels(u: Float64Array, left: Float64Array, j: number): void {
  const byValue = Uint32Array.from(u.keys()).sort((x, y) => u[x] - u[y]);
  for (let k = 1; k < byValue.length; k++) {
    const [below, row] = [byValue[k - 1], byValue[k]];
    const same = u[row] === u[below];
    if (same ? left[row] === left[below] : left[row] >= u[below]) continue;
    throw new InputError(
      `Left limits of column ${j}, rows ${below} and ${row}: ${same ? 'one level has two different limits' : 'two levels overlap'}. Give the distribution function just below the level.`,
    );
  }
}

function checkLimits(left: Float64Array, u: Float64Array, j: number): void {
  const bad = left.findIndex((value, i) => !(value >= 0 && value < u[i]));
  if (bad < 0) return;
  throw new InputError(
    `Left limits of column ${j}, row ${bad}: not in [0, u). Give the distribution function just below the level.`,
  );
}
