/**
 * How many decimals nearly all numbers of a column have, from the number of cells for each number of
 * decimals. Passed over are
 * - cells with more decimals than the others, if they are fewer than five or at most 1 % of the cells:
 *   one person's 2.345 among numbers with one decimal must not show in everybody's;
 * - what computers make of decimal fractions (0.30000000000000004): cells with 12 decimals or more,
 *   where all others have eight or fewer, if they are at most 5 %;
 * - what they make of sums and products (20653.717721938): cells with more decimals than the others, if
 *   they are at most 5 % and four in five of them have nine or more.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';

const RARE_SHARE = 0.01;
const ARTEFACT_SHARE = 0.05;
const ARTEFACT_DECIMALS = 12;
const PLAIN_DECIMALS = 8;
const MOST_COMPUTED = 0.8;

/** How many of so many cells are too few to shape what all get. */
export function tooFewCells(cells: number): number {
  return Math.max(FEWEST_PEOPLE - 1, Math.floor(cells * RARE_SHARE));
}

/** `cells[d]`: cells with d decimals. */
export function usualDecimals(cells: ArrayLike<number>): number {
  let total = 0;
  let long = 0;
  let plain = 0;
  for (let d = 0; d < cells.length; d++) {
    total += cells[d];
    if (d >= ARTEFACT_DECIMALS) long += cells[d];
    if (d <= PLAIN_DECIMALS) plain += cells[d];
  }
  const areArtefacts = long > 0 && long + plain === total && long <= ARTEFACT_SHARE * total;
  const rare = tooFewCells(total);
  const computed = computedBeyond(cells, total);
  let beyond = 0;
  let decimals = areArtefacts ? PLAIN_DECIMALS : (computed ?? cells.length - 1);
  for (; decimals > 0; decimals--) {
    beyond += cells[decimals];
    if (beyond > rare) break;
  }
  return decimals;
}

/** The decimals that all have but a few long results of arithmetic; nothing if there are none. */
function computedBeyond(cells: ArrayLike<number>, total: number): number | undefined {
  let [beyond, long] = [0, 0];
  let found: number | undefined;
  for (let d = cells.length - 1; d > 0; d--) {
    beyond += cells[d];
    if (d > PLAIN_DECIMALS) long += cells[d];
    if (beyond > ARTEFACT_SHARE * total) break;
    if (d <= PLAIN_DECIMALS + 1 && long >= MOST_COMPUTED * beyond && long > 0) found = d - 1;
  }
  return found;
}

/** The fewest decimals that nearly all numbers have: 1 where 3 is written 3.0. */
export function leastDecimals(cells: ArrayLike<number>, usual: number): number {
  let total = 0;
  for (let d = 0; d < cells.length; d++) total += cells[d];
  const rare = tooFewCells(total);
  let shorter = 0;
  let least = 0;
  while (least < usual && shorter + cells[least] <= rare) shorter += cells[least++];
  return least;
}
