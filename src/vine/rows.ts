/** Work on columns in pieces of rows, so that memory does not grow with the table. */

import type { CopulaColumn } from '../copula/copulaColumn.ts';

/** Rows that are worked on together: their columns stay in cache. */
export const PIECE = 1024;

export function overRows(
  columns: readonly CopulaColumn[],
  work: (piece: readonly CopulaColumn[], start: number) => void,
): void {
  const rows = columns[0].u.length;
  for (let start = 0; start < rows; start += PIECE) {
    const end = Math.min(start + PIECE, rows);
    const piece = columns.map(({ u, left }) => ({
      u: u.subarray(start, end),
      left: left?.subarray(start, end),
    }));
    work(piece, start);
  }
}
