/** A category as its place in the distribution that it has among the rows of a level of another (rules/given.ts). */

import type { Rng } from '../random/rng.ts';
import type { Within } from '../rules/given.ts';
import { distributionsWithin } from './distributionsWithin.ts';
import { type EncodedGiven, placedColumn } from './encodedColumn.ts';
import { largeCells } from './largeCells.ts';
import type { PreparedColumn } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';
import { withoutInteraction } from './withoutInteraction.ts';

/**
 * A distribution for each level of another category, or for each combination of its levels with the classes of the
 * response, that has rows enough; other combinations share that of the level. Nothing if fewer than two levels have
 * rows enough.
 */
export function encodeWithin(
  column: PreparedColumn,
  parent: PreparedColumn,
  classes: PreparedColumn | undefined,
  settings: ResolvedFit,
  rng: Rng,
): EncodedGiven<Within> | undefined {
  const { values: places, levels = [] } = parent.original ?? parent;
  const isLarge = largeCells(column, places, levels.length, settings.k);
  if (isLarge.filter((is) => is).length < 2) return undefined;
  const large = (is: readonly boolean[], place: number) => (is[place] ? place : -1);
  const size = classes?.levels?.length ?? 1;
  const combined = places.map((place, row) =>
    classes ? place * size + classes.values[row] : place,
  );
  const cellOf = (cell: number) => Math.floor(cell / size);
  const all = Array.from({ length: levels.length * size }, (_, cell) => cell);
  const byLevel = {
    groupOf: (row: number) => large(isLarge, places[row]),
    places: all.map(cellOf),
  };
  const isLargeCell = largeCells(column, combined, all.length, settings.k);
  const tilted = classes && withoutInteraction(column, places, levels.length, classes, settings.k);
  const countsOf = (cell: number) =>
    isLargeCell[cell] ? undefined : tilted?.(cellOf(cell), cell % size);
  const hasOwn = all.map((cell) => isLargeCell[cell] || countsOf(cell) !== undefined);
  const byCell = {
    groupOf: (row: number) => large(hasOwn, combined[row]),
    places: all,
    countsOf,
  };
  const nested = classes ? [byLevel, byCell] : [byLevel];
  const { values, cells, ...parts } = distributionsWithin(column, nested, settings, rng);
  const from = [parent.name, ...(classes ? [classes.name] : [])];
  const given: Within = { kind: 'within', from, ...parts };
  return { given, column: placedColumn(column, values), ...(cells && { cells }) };
}
