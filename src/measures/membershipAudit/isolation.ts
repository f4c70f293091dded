/** How alone a person is: the mean distance to the five nearest other rows of the table, on ranks. */

import type { Points } from '../fidelity/points.ts';
import { neighboursOf } from './scores/neighbours.ts';

const NEIGHBOURS = 5;

/** By row of `people`, which are among the rows. */
export function isolationOf(people: Points, rows: Points): Float64Array {
  // the nearest of all is the person's own row
  const count = Math.min(NEIGHBOURS + 1, rows.rows);
  const { squares } = neighboursOf(people, rows, count);
  return Float64Array.from({ length: people.rows }, (_, person) => {
    let sum = 0;
    for (let k = 1; k < count; k++) sum += Math.sqrt(squares[person * count + k]);
    return sum / (count - 1);
  });
}
