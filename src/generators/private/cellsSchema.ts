/** Whether the cells of columns are ones that a private generator counts in: for documents from outside. */

import {
  also,
  distinct,
  type Fault,
  fault,
  finite,
  flag,
  list,
  oneOf,
  record,
  text,
  variant,
  whole,
  within,
} from '../../documents/check.ts';
import {
  dateRangeFault,
  gridCheck,
  LEVEL_TYPES,
  layoutCheck,
  layoutFault,
  levelNamesFault,
  levelsCheck,
  NUMBER_TYPES,
} from '../../table/layoutSchema.ts';
import type { ColumnCells, LevelCells, RangeCells } from './domain.ts';

const MOST_CELLS = 0x4000000;

const shared = {
  name: text(),
  layout: layoutCheck,
  cells: whole(1, MOST_CELLS),
  missing: flag,
};

const range = also<RangeCells>(
  record({
    ...shared,
    kind: oneOf('range'),
    type: oneOf(...NUMBER_TYPES),
    low: finite(),
    high: finite(),
    bins: whole(1, MOST_CELLS),
    min: finite(),
    max: finite(),
    grid: gridCheck,
  }),
  (column) => {
    const { low, high, min, max, bins, type, layout } = column;
    if (!(low <= min && min <= max && max <= high)) {
      return within('low', fault('must not be above min, min above max, max above high'));
    }
    if (!Number.isFinite(high - low)) return within('high', fault('is too far from low'));
    return (
      countFault(column, bins) ??
      within('layout', layoutFault(type, layout)) ??
      (type === 'date' ? within('max', dateRangeFault(min, max, layout)) : undefined)
    );
  },
);

const levels = also<LevelCells>(
  record({
    ...shared,
    kind: oneOf('levels'),
    type: oneOf(...LEVEL_TYPES),
    levels: levelsCheck,
  }),
  (column) =>
    countFault(column, column.levels.length) ??
    within('levels', levelNamesFault(column.levels, column.layout)),
);

function countFault({ cells, missing, name, layout }: ColumnCells, own: number): Fault | undefined {
  if (layout.name !== name) {
    return within('layout', within('name', fault('is not that of the column')));
  }
  const wanted = own + (missing ? 1 : 0);
  return cells === wanted ? undefined : within('cells', fault(`is ${cells} instead of ${wanted}`));
}

export const cellsCheck = also<readonly ColumnCells[]>(
  list(variant('kind', { range, levels }), 1),
  (columns) => distinct(columns.map(({ name }) => name)) && fault('holds a name twice'),
);
