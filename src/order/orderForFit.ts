/**
 * The order of the columns that are neither sensitive nor related. It decides which pairs the first
 * trees join, and so how well a vine with few trees fits; and which columns the protected ones are
 * still joined with at a low truncation.
 */

import type { OrderTable } from './checkOrderInput.ts';
import { type Strongest, strongestAssociation } from './strongestAssociation.ts';

/**
 * original: as in the table, as in the paper. strength: the column that goes most with the others of
 * these is a centre first; response: the one that goes most with the response; distance: the one that
 * goes least with the sensitive columns. A centre first is last in the order, before the response.
 */
export type RestOrder = 'original' | 'strength' | 'response' | 'distance';

/** `columns` are indices, in their original order, which decides between equals. */
export function orderForFit(
  rest: RestOrder,
  columns: readonly number[],
  table: OrderTable,
): { column: number; reason: string }[] {
  if (rest === 'original') return columns.map((column) => ({ column, reason: 'original order' }));
  const size = (j: number, k: number) => (strongestAssociation(table, j, k) as Strongest).size;
  const { names, responseAt, sensitiveAt } = table;
  const weigh = {
    strength: (k: number) => {
      const weight = columns.reduce((sum, j) => sum + (j === k ? 0 : size(j, k)), 0);
      return { weight, reason: `associations with the others of ${weight.toFixed(2)} in all` };
    },
    response: (k: number) => {
      const weight = Math.abs(table.association[responseAt][k]);
      const signed = table.association[responseAt][k].toFixed(3);
      return { weight, reason: `${signed} with ${names[responseAt]}` };
    },
    distance: (k: number) => {
      const weight = -Math.max(0, ...sensitiveAt.map((s) => size(s, k)));
      return { weight, reason: 'by distance to the sensitive columns' };
    },
  }[rest];
  return columns
    .map((column) => ({ column, ...weigh(column) }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ column, reason }) => ({ column, reason }));
}
