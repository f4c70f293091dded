// Ranks of a column with ties, from the order of its rows.

import { padded, sortRows, sortScratch } from './sort';

/** Bytes of scratch that `ranks` needs for n rows. */
export function ranksScratch(n: i32): usize {
  return 4 * padded(n) + sortScratch(n);
}

/**
 * For each of the n doubles at x the number of values below it plus one (`lowest`) and the number
 * of values not above it (`highest`): the first and the last rank of its group of ties. NaN has the
 * rank NaN and the others are ranked among themselves. Gives the number of values ranked.
 */
export function ranks(x: usize, n: i32, lowest: usize, highest: usize, scratch: usize): i32 {
  const rows = scratch;
  const valid = sortRows(x, n, rows, scratch + 4 * padded(n));
  let first = 0;
  while (first < valid) {
    const value = load<f64>(x + (<usize>load<i32>(rows + (<usize>first << 2)) << 3));
    let last = first + 1;
    while (last < valid && load<f64>(x + (<usize>load<i32>(rows + (<usize>last << 2)) << 3)) == value) last++;
    for (let i = first; i < last; i++) {
      const row = <usize>load<i32>(rows + (<usize>i << 2)) << 3;
      store<f64>(lowest + row, <f64>(first + 1));
      store<f64>(highest + row, <f64>last);
    }
    first = last;
  }
  for (let i = valid; i < n; i++) {
    const row = <usize>load<i32>(rows + (<usize>i << 2)) << 3;
    store<f64>(lowest + row, NaN);
    store<f64>(highest + row, NaN);
  }
  return valid;
}
