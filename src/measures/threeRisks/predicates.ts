/** Conditions on single cells, and the rows that meet all of them. */

import type { Cells } from './cells.ts';

export interface Condition {
  /** The place of the column. */
  readonly column: number;
  readonly is: 'equal' | 'atMost' | 'atLeast' | 'missing';
  readonly value: number;
}

export type Predicate = readonly Condition[];

/** The number of rows that meet it, counted up to `most`. */
export function matches(predicate: Predicate, { rows, columns }: Cells, most: number): number {
  let found = 0;
  for (let row = 0; row < rows; row++) {
    let isMet = true;
    for (const { column, is, value } of predicate) {
      const cell = columns[column].values[row];
      // a gap is neither above nor below nor equal
      isMet =
        is === 'equal'
          ? cell === value
          : is === 'atMost'
            ? cell <= value
            : is === 'atLeast'
              ? cell >= value
              : Number.isNaN(cell);
      if (!isMet) break;
    }
    if (isMet && ++found === most) return found;
  }
  return found;
}

export function isolates(predicate: Predicate, cells: Cells): boolean {
  return matches(predicate, cells, 2) === 1;
}

/** Equal predicates have equal keys. */
export function keyOf(predicate: Predicate): string {
  return predicate
    .map(({ column, is, value }) => `${column} ${is} ${value}`)
    .sort()
    .join('&');
}
