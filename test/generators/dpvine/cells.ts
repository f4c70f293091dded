import type { ColumnCells } from '../../../src/generators/private/domain.ts';

/** Columns of 6 cells, a nominal one of 4 with gaps, and a response of K classes or of 6 cells. */
export function cellsOf(classes: number, d: number): ColumnCells[] {
  const range = (name: string): ColumnCells => ({
    kind: 'range',
    name,
    layout: { name, kind: 'numeric', decimals: 0 },
    type: 'count',
    low: -0.5,
    high: 5.5,
    bins: 6,
    cells: 6,
    missing: false,
    min: 0,
    max: 5,
    grid: { decimals: 0 },
  });
  const levels = (name: string, count: number, missing: boolean): ColumnCells => ({
    kind: 'levels',
    name,
    layout: { name, kind: 'text', decimals: 0 },
    type: 'nominal',
    levels: Array.from({ length: count }, (_, l) => `l${l}`),
    cells: count + (missing ? 1 : 0),
    missing,
  });
  return [
    ...Array.from({ length: d }, (_, j) => range(`x${j}`)),
    levels('colour', 4, true),
    classes === 0 ? range('y') : levels('y', classes, false),
  ];
}
