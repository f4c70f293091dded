// A column prepared for counting concordant pairs with others: sorted once, used with many.
//
// Layout, for n rows (m = n rounded up to a multiple of 4):
//   0         i32      how many rows are ranked (the others are NaN)
//   8         i64      how many pairs of rows are tied
//   16        i32 x m  order: the row at each place
//   16 + 4 m  i32 x m  place: for each row the place where its group of ties begins; -1 if NaN

import { padded, sortRows } from './sort';

/** Bytes that a ranked column of n rows takes. */
export function rankedBytes(n: i32): usize {
  return 16 + 8 * padded(n);
}

// @ts-ignore: decorator
@inline export function rankedCount(column: usize): i32 { return load<i32>(column); }
// @ts-ignore: decorator
@inline export function tiedPairs(column: usize): i64 { return load<i64>(column, 8); }
// @ts-ignore: decorator
@inline export function orderOf(column: usize): usize { return column + 16; }
// @ts-ignore: decorator
@inline export function placeOf(column: usize, n: i32): usize { return column + 16 + 4 * padded(n); }

/** Ranks the n doubles at x into `column` (`rankedBytes(n)` long), with `sortScratch(n)` bytes of scratch. */
export function rankColumn(x: usize, n: i32, column: usize, scratch: usize): void {
  const order = orderOf(column);
  const place = placeOf(column, n);
  const count = sortRows(x, n, order, scratch);
  let start = 0;
  let tied: i64 = 0;
  let previous: f64 = NaN;
  for (let i = 0; i < count; i++) {
    const row = <usize>load<i32>(order + (<usize>i << 2));
    const value = load<f64>(x + (row << 3));
    // i - start earlier members of the group make as many tied pairs
    if (value != previous) start = i;
    tied += i - start;
    previous = value;
    store<i32>(place + (row << 2), start);
  }
  for (let i = count; i < n; i++) {
    store<i32>(place + (<usize>load<i32>(order + (<usize>i << 2)) << 2), -1);
  }
  store<i32>(column, count);
  store<i64>(column, tied, 8);
}

/** The ranked column without the rows that `other` does not rank, as a new ranked column. */
export function restrict(column: usize, other: usize, n: i32, result: usize): void {
  const order = orderOf(column);
  const place = placeOf(column, n);
  const otherPlace = placeOf(other, n);
  const newOrder = orderOf(result);
  const newPlace = placeOf(result, n);
  const count = rankedCount(column);
  let kept = 0;
  let start = 0;
  let tied: i64 = 0;
  let group = -1;
  for (let i = 0; i < count; i++) {
    const row = <usize>load<i32>(order + (<usize>i << 2)) << 2;
    if (load<i32>(otherPlace + row) < 0) continue;
    const own = load<i32>(place + row);
    if (own != group) start = kept;
    tied += kept - start;
    group = own;
    store<i32>(newOrder + (<usize>kept << 2), <i32>(row >> 2));
    store<i32>(newPlace + row, start);
    kept++;
  }
  store<i32>(result, kept);
  store<i64>(result, tied, 8);
}
