/**
 * The mutual information between a column and its parents, in nats, from counts; and how much one
 * replaced row can change it (Zhang et al., "PrivBayes", TODS 2017, lemma 4.1).
 */

import { kernel } from '../../numerics/kernel.ts';

/** A column of cells, or several joined to one. */
export interface Coded {
  readonly codes: Int32Array;
  readonly cells: number;
}

/** Columns as one: its cell is the row-major place in the product of their cells. */
export function join(columns: readonly Coded[], rows: number): Coded {
  const codes = new Int32Array(rows);
  let cells = 1;
  for (const column of columns) {
    for (let i = 0; i < rows; i++) codes[i] = codes[i] * column.cells + column.codes[i];
    cells *= column.cells;
  }
  return { codes, cells };
}

/** Measures the mutual information of pairs of columns with the same rows. */
export function informant(rows: number): (a: Coded, b: Coded) => number {
  const { log } = kernel();
  // k ln k, so that a pair costs additions only
  const weighed = Float64Array.from({ length: rows + 1 }, (_, k) => (k === 0 ? 0 : k * log(k)));
  const both = new Int32Array(rows);
  let counts = new Int32Array(0);
  /** The sum of k ln k over the counts of cells. */
  const concentration = (codes: Int32Array, cells: number): number => {
    if (counts.length < cells) counts = new Int32Array(cells);
    for (let i = 0; i < rows; i++) counts[codes[i]]++;
    let sum = 0;
    for (let i = 0; i < rows; i++) {
      sum += weighed[counts[codes[i]]];
      counts[codes[i]] = 0;
    }
    return sum;
  };
  const known = new WeakMap<Int32Array, number>();
  const own = ({ codes, cells }: Coded): number => {
    const found = known.get(codes) ?? concentration(codes, cells);
    known.set(codes, found);
    return found;
  };
  return (a, b) => {
    for (let i = 0; i < rows; i++) both[i] = a.codes[i] * b.cells + b.codes[i];
    const joint = concentration(both, a.cells * b.cells);
    return Math.max(0, (joint - own(a) - own(b)) / rows + log(rows));
  };
}

/** What one replaced row of n can change at most; less where one side has two cells only. */
export function informationSensitivity(n: number, isBinary: boolean): number {
  const { log } = kernel();
  return isBinary
    ? log(n) / n + ((n - 1) / n) * log(n / (n - 1))
    : (2 / n) * log((n + 1) / 2) + ((n - 1) / n) * log((n + 1) / (n - 1));
}
