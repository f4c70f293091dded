/** The columns of a fit whose rows lie in cells, with places in them. */

import { normalScores } from '../order/scoreCorrelations.ts';
import type { Rng } from '../random/rng.ts';
import { placedColumn } from './encodedColumn.ts';
import { type Cells, placeInCells } from './placeInCells.ts';
import type { Prepared, PreparedColumn } from './prepareColumns.ts';

/** Rows of columns with cells are placed in them by what the other columns say. */
export function placeColumns(
  { columns, response }: Prepared,
  byName: Map<string, PreparedColumn>,
  cells: readonly Cells[],
  rng: Rng,
): void {
  if (cells.length === 0) return;
  const placed = new Set(cells.map(({ name }) => name));
  const scores = columns.flatMap(({ name }) => {
    const { values, levels } = byName.get(name) as PreparedColumn;
    if (placed.has(name)) return [];
    const own =
      name === response.name && levels
        ? levels.slice(1).map((_, l) => values.map((code) => (code === l + 1 ? 1 : 0)))
        : [normalScores(values).map((score) => (Number.isNaN(score) ? 0 : score))];
    return own.map((each) => ({ name, values: each }));
  });
  for (const [name, places] of placeInCells(cells, scores, rng)) {
    const column = columns.find((each) => each.name === name) as PreparedColumn;
    const { stateTree } = byName.get(name) as PreparedColumn;
    byName.set(name, { ...placedColumn(column, places), ...(stateTree && { stateTree }) });
  }
}
