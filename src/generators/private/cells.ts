/** From the values of columns to cells and back. */

import { snap, snapDown, snapUp } from '../../margins/grid.ts';
import type { Rng } from '../../random/rng.ts';
import type { TypedColumn, TypedLevels, TypedNumbers } from '../../table/applySchema.ts';
import { restoreTable } from '../../table/restoreTable.ts';
import type { FileFormat, Table } from '../../table/table.ts';
import type { ColumnCells, RangeCells } from './domain.ts';

/** Which end of a bin belongs to it; of the outermost bins both do. */
export type Closed = 'left' | 'right';

/** How a bin becomes a value again: anywhere in it, or its centre. */
export type Decoding = 'uniform' | 'centre';

/** The cell of each row. Values outside a range, also infinite ones, fall in its first or last bin. */
export function cellCodes(
  column: TypedNumbers | TypedLevels,
  cells: ColumnCells,
  closed: Closed,
): Int32Array {
  const last = cells.cells - 1;
  if (cells.kind === 'levels') {
    const { codes, levels } = column as TypedLevels;
    const place = levels.map((level) => cells.levels.indexOf(level));
    return codes.map((code) => (code < 0 ? last : place[code]));
  }
  const { values } = column as TypedNumbers;
  const codes = new Int32Array(values.length);
  const edges = edgesOf(cells);
  const binOf = closed === 'left' ? binLeft : binRight;
  const isWide = cells.high > cells.low;
  for (let i = 0; i < values.length; i++) {
    const x = values[i];
    if (Number.isNaN(x)) codes[i] = last;
    else if (isWide && x > cells.low) codes[i] = binOf(x, cells, edges);
  }
  return codes;
}

/** Where bins begin. */
function edgesOf({ low, high, bins }: RangeCells): Float64Array {
  const width = (high - low) / bins;
  return Float64Array.from({ length: bins }, (_, bin) => low + bin * width);
}

// the quotient of a bin may be rounded across an edge: the edges decide

function binLeft(x: number, cells: RangeCells, edges: Float64Array): number {
  let bin = roughBin(x, cells);
  while (bin > 0 && x < edges[bin]) bin--;
  while (bin < edges.length - 1 && x >= edges[bin + 1]) bin++;
  return bin;
}

function binRight(x: number, cells: RangeCells, edges: Float64Array): number {
  let bin = roughBin(x, cells);
  while (bin > 0 && x <= edges[bin]) bin--;
  while (bin < edges.length - 1 && x > edges[bin + 1]) bin++;
  return bin;
}

function roughBin(x: number, { low, high, bins }: RangeCells): number {
  return Math.min(bins - 1, Math.floor((x - low) / ((high - low) / bins)));
}

/** The table that rows of cells stand for; of a longer one, the rows from `first` on. */
export function tableOfCells(
  columns: readonly ColumnCells[],
  codes: readonly Int32Array[],
  format: FileFormat,
  decoding: Decoding,
  rng: Rng,
  first = 0,
): Table {
  const rows = codes.length === 0 ? 0 : codes[0].length;
  const typed = columns.map((column, j): TypedColumn => {
    const { name, layout } = column;
    const isMissing = (code: number) => column.missing && code === column.cells - 1;
    const base = { name, layout, constant: false };
    if (column.kind === 'levels') {
      const own = codes[j].map((code) => (isMissing(code) ? -1 : code));
      return { ...base, type: column.type, codes: own, levels: column.levels };
    }
    const places =
      decoding === 'uniform'
        ? rng.split('value', j).uniforms(rows, first)
        : new Float64Array(rows).fill(0.5);
    const draw = decoder(column);
    const values = places.map((place, i) =>
      isMissing(codes[j][i]) ? Number.NaN : draw(codes[j][i], place),
    );
    const { type, grid } = column;
    return { ...base, type, values, missing: undefined, decimals: grid.decimals };
  });
  return restoreTable(typed, rows, format);
}

/** A value in a bin, at a place from 0 to 1; on the column's grid and within its range. */
function decoder({ low, high, bins, min, max, grid }: RangeCells) {
  const width = (high - low) / bins;
  const [least, most] = [snapUp(min, grid), snapDown(max, grid)];
  return (bin: number, place: number) =>
    Math.min(most, Math.max(least, snap(low + (bin + place) * width, grid)));
}
