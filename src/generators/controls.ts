/**
 * Generators whose leakage is known beforehand. An attack that does not catch `copy`, or that accuses
 * `bootstrapIndependent`, proves nothing.
 */

import { InputError } from '../numerics/inputError.ts';
import type { Rng } from '../random/rng.ts';
import type { Column, Table } from '../table/table.ts';
import { takeRows } from '../table/takeRows.ts';
import type { FittedGenerator, Generator } from './generator.ts';

/** Releases the training rows in random order; all of them before any comes a second time. */
export const copy: Generator = {
  fit: (table) => ({ sample: (rows, rng) => takeRows(table, copiedRows(table, rows, rng)) }),
};

/** Draws training rows with replacement: what the real table itself would give away. */
export const bootstrap: Generator = {
  fit: (table) => ({
    independentRows: true,
    sample: (rows, rng) => takeRows(table, rng.integers(rows, table.rows)),
  }),
};

/** Draws every cell from the training cells of its column, without regard to the other columns. */
export const bootstrapIndependent: Generator = {
  fit: (table) => ({ independentRows: true, ...independentCells(table) }),
};

/** A share of copied rows among rows of independent cells. */
export const partialCopy: Generator = {
  fit(table, { copyShare = 0.1 }) {
    if (!(copyShare >= 0 && copyShare <= 1)) {
      throw new InputError(`Share of copies: found ${copyShare}. Give a number from 0 to 1.`);
    }
    const independent = independentCells(table);
    return {
      sample(rows, rng) {
        const copies = Math.round(copyShare * rows);
        const copied = takeRows(table, copiedRows(table, copies, rng.split('copies')));
        return below(copied, independent.sample(rows - copies, rng.split('cells')));
      },
    };
  },
};

function copiedRows(table: Table, rows: number, rng: Rng): Uint32Array {
  const taken = new Uint32Array(rows);
  for (let from = 0, round = 0; from < rows; from += table.rows, round++) {
    const order = rng.split('copy', round).permutation(table.rows);
    taken.set(order.subarray(0, Math.min(table.rows, rows - from)), from);
  }
  return taken;
}

function independentCells(table: Table): Pick<FittedGenerator, 'sample'> {
  return {
    sample(rows, rng) {
      const columns = table.columns.map((column, j) => {
        const drawn = rng.split('column', j).integers(rows, table.rows);
        return takeRows({ ...table, columns: [column] }, drawn).columns[0];
      });
      return { ...table, rows, columns };
    },
  };
}

/** Two tables with the same columns, one below the other. */
function below(upper: Table, lower: Table): Table {
  const columns = upper.columns.map((column, j): Column => {
    const other = lower.columns[j];
    if (column.kind === 'text' && other.kind === 'text') {
      return { ...column, codes: joined(column.codes, other.codes) };
    }
    if (column.kind === 'numeric' && other.kind === 'numeric') {
      const missing =
        column.missing && other.missing ? joined(column.missing, other.missing) : undefined;
      return { ...column, values: joined(column.values, other.values), missing };
    }
    throw new Error('two tables with different columns');
  });
  return { ...upper, rows: upper.rows + lower.rows, columns };
}

function joined<T extends Float64Array | Int32Array | Uint8Array>(upper: T, lower: T): T {
  const whole = new (upper.constructor as new (length: number) => T)(upper.length + lower.length);
  whole.set(upper);
  whole.set(lower, upper.length);
  return whole;
}
