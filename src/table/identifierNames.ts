/** Whether a column is called like an identifier. */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import type { Verdict } from './verdict.ts';

const ID_NAME = /^(id|ids|key|uuid|guid|nr|no|number|index|row|rownames?|row[_ .-]?(id|number))$/i;
const ID_ENDING = /([_ .-](id|key|nr|no|uuid|guid)|[a-z](Id|ID))$/;

export function isNamedId(name: string): boolean {
  return ID_NAME.test(name.trim()) || ID_ENDING.test(name.trim());
}

/** Rows that a value has on average, from which on it is that of a group and none of a person. */
const ROWS_OF_GROUP = 2 * FEWEST_PEOPLE;

/** A column that is called like an identifier and has a value in several rows: those of one person, or of a pair. */
export function repeatedId(name: string, n: number, k: number): Verdict | undefined {
  if (!isNamedId(name) || k === n || k < LEAST_FOR_IDENTIFIER || n >= ROWS_OF_GROUP * k)
    return undefined;
  return {
    type: 'identifier',
    reason: `the column is called like an identifier, ${k} different values`,
    warnings: [
      'several rows have the same one: where they are of one person, who has more rows is protected less, as each row counts as a person. Which rows go together is not kept',
    ],
  };
}

/** With fewer values, that all differ says nothing. */
export const LEAST_FOR_IDENTIFIER = 20;
