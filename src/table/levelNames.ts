/** The names of a category's levels. */

import { distinctNumbers } from './columnFacts.ts';
import { numberFormatter } from './formatNumber.ts';
import { knownOrder } from './levelOrders.ts';
import type { Column, NumericColumn } from './table.ts';

/** The levels of a column as category: numbers by size, texts as they come or as they are known. */
export function levelsOf(column: Column): readonly string[] {
  if (column.kind === 'text') return knownOrder(column.dictionary) ?? column.dictionary;
  const write = levelWriter(column);
  return distinctNumbers(column).values.map(write);
}

/** Writes the numbers of a column as names of levels: as in the file, without padding. */
export function levelWriter(column: NumericColumn): (value: number) => string {
  const { decimals, written } = column;
  return numberFormatter(written ? { decimals, written: { ...written, width: 0 } } : { decimals });
}
