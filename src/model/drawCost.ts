/**
 * What it costs to draw: seconds of one core for one value of one pair of a vine. Measured once; whoever
 * knows a clock scales it.
 */

/** A value given another variable. */
const DRAW = 1e-7;
/** What it costs besides where one of the two is discrete and has a cell of its own in every row. */
const CELL = 0.65e-7;

/** Discrete variables with many levels cost up to this many times `CELL`. */
export const DEAREST_CELLS = 2;

/** `cells`: how many cells there are, in parts of an ordinary one; 0 where both are continuous. */
export function pairDrawSeconds(cells: number): number {
  return DRAW + CELL * cells;
}
