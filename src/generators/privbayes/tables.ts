/**
 * Noisy tables of a network, and rows drawn from them. A table holds a count for each cell of its
 * columns, the last of which are drawn given the others; what noise makes negative is 0, and where
 * nothing is left, all cells are equally likely.
 */

import type { Noise } from '../../random/noise.ts';
import type { Rng } from '../../random/rng.ts';
import { geometricNoise, laplaceNoise } from '../private/mechanisms.ts';
import { type Coded, join } from './information.ts';
import type { Link } from './network.ts';

/** Which columns a table has. */
export interface TableShape {
  readonly given: readonly number[];
  readonly drawn: readonly number[];
}

export interface NoisyTable extends TableShape {
  /** Row-major: the given columns outside. */
  readonly counts: Float64Array;
}

/** One table for the first columns together, as many as have all others as parents, then one for each link. */
export function tableShapes(links: readonly Link[], together: number): TableShape[] {
  const first = links.slice(0, together).map(({ child }) => child);
  const later = links
    .slice(together)
    .map(({ child, parents }) => ({ given: parents, drawn: [child] }));
  return [{ given: [], drawn: first }, ...later];
}

/**
 * The scale of Laplace's noise on counts: one replaced row changes two cells of each table by 1, so the
 * L1 sensitivity of all is twice their number.
 */
export function countScale(tables: number, epsilon: number): number {
  return (2 * tables) / epsilon;
}

export function noisyTable(
  shape: TableShape,
  columns: readonly Coded[],
  rows: number,
  { kind, scale }: { readonly kind: 'geometric' | 'laplace'; readonly scale: number },
  noise: Noise,
): NoisyTable {
  const { codes, cells } = join(
    [...shape.given, ...shape.drawn].map((j) => columns[j]),
    rows,
  );
  const draw = kind === 'laplace' ? laplaceNoise : geometricNoise;
  const counts = draw(cells, scale, noise);
  for (const cell of codes) counts[cell]++;
  for (let cell = 0; cell < cells; cell++) counts[cell] = Math.max(0, counts[cell]);
  return { ...shape, counts };
}

/** The cells of `rows` rows, by column. */
export function drawRows(
  tables: readonly NoisyTable[],
  cells: readonly number[],
  rows: number,
  rng: Rng,
): Int32Array[] {
  const codes = cells.map(() => new Int32Array(rows));
  tables.forEach(({ given, drawn, counts }, t) => {
    const width = drawn.reduce((product, j) => product * cells[j], 1);
    const sums = cumulate(counts, width);
    const uniforms = rng.split('table', t).uniforms(rows);
    for (let i = 0; i < rows; i++) {
      let block = 0;
      for (const j of given) block = block * cells[j] + codes[j][i];
      let place = search(sums, block * width, width, uniforms[i]);
      for (let k = drawn.length - 1; k >= 0; k--) {
        const j = drawn[k];
        codes[j][i] = place % cells[j];
        place = Math.floor(place / cells[j]);
      }
    }
  });
  return codes;
}

/** The running sums of each block of counts. */
function cumulate(counts: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(counts.length);
  for (let from = 0; from < counts.length; from += width) {
    let sum = 0;
    for (let k = from; k < from + width; k++) sums[k] = sum += counts[k];
    if (!(sum > 0)) for (let k = 0; k < width; k++) sums[from + k] = k + 1;
  }
  return sums;
}

/** The first place of a block whose running sum is above the share `u` of the whole. */
function search(sums: Float64Array, from: number, width: number, u: number): number {
  const aim = u * sums[from + width - 1];
  let low = 0;
  let high = width - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[from + middle] > aim) high = middle;
    else low = middle + 1;
  }
  return low;
}
