// Working memory for a group of observations. Long formulas are evaluated in several short loops over
// a group, which lets the processor overlap observations; a group's columns stay in its first cache.

/** Bytes of a column of a group: 32 observations. */
export const GROUP: usize = 256;

const COLUMNS = 16;
const START: usize = memory.data(COLUMNS * 256, 16);

/** Working column number k. */
// @ts-ignore: decorator
@inline
export function column(k: usize): usize {
  return START + k * GROUP;
}
