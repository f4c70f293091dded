// Kendall's tau-b with ties, in O(n log n) after Knight, "A computer method for calculating
// Kendall's tau with ungrouped data", JASA 61 (1966): lay the rows in the order of the first column,
// ties in the order of the second; the discordant pairs are the inversions of the second column.
//
//   tau = (C - D) / sqrt((N - Tx) (N - Ty)),  N = n (n - 1) / 2,  C + D = N - Tx - Ty + Txy
//
// with Tx, Ty, Txy the pairs tied in x, in y, in both. All counts are exact integers (n < 2^31),
// so the result is the definition's, rounded as that one expression rounds.

import { COUNTERS_BYTES, inversions } from './inversions';
import { orderOf, placeOf, rankColumn, rankedBytes, rankedCount, restrict, tiedPairs } from './rankedColumn';
import { padded, sortScratch } from './sort';

/** Bytes of scratch for `kendallTau`, `kendallOfRanked` and `rankColumn` with n rows. */
export function kendallScratch(n: i32): usize {
  return 2 * rankedBytes(n) + max(sortScratch(n), pairScratch(n));
}

// @ts-ignore: decorator
@inline
function pairScratch(n: i32): usize {
  return COUNTERS_BYTES + 12 * padded(n) + 2 * rankedBytes(n);
}

/**
 * Tau-b of the n doubles at x and at y. Rows with NaN in either are left out; 0 where the
 * definition divides by zero (a constant column, fewer than two rows).
 */
export function kendallTau(x: usize, y: usize, n: i32, scratch: usize): f64 {
  const a = scratch;
  const b = a + rankedBytes(n);
  const rest = b + rankedBytes(n);
  rankColumn(x, n, a, rest);
  rankColumn(y, n, b, rest);
  return kendallOfRanked(a, b, n, rest);
}

/** The same for two columns of n rows that `rankColumn` has prepared; they stay as they are. */
export function kendallOfRanked(a: usize, b: usize, n: i32, scratch: usize): f64 {
  let x = a;
  let y = b;
  if (rankedCount(a) < n || rankedCount(b) < n) {
    x = scratch + COUNTERS_BYTES + 12 * padded(n);
    y = x + rankedBytes(n);
    restrict(a, b, n, x);
    restrict(b, a, n, y);
  }
  const count = <i64>rankedCount(x);
  const pairs = (count * (count - 1)) >> 1;
  const untiedX = pairs - tiedPairs(x);
  const untiedY = pairs - tiedPairs(y);
  if (untiedX == 0 || untiedY == 0) return 0;

  const counters = scratch;
  const sequence = counters + COUNTERS_BYTES;
  const cursors = sequence + 4 * padded(n);
  const spare = cursors + 4 * padded(n);
  layOut(x, y, n, sequence, cursors);
  const tiedBoth = separate(x, y, n, sequence, cursors);
  const discordant = inversions(sequence, <i32>count, spare, counters);
  const concordant = untiedX - tiedPairs(y) + tiedBoth - discordant;
  return <f64>(concordant - discordant) / sqrt<f64>(<f64>untiedX * <f64>untiedY);
}

/** The places of y's groups along the order of x, rows tied in x by the order of y. */
function layOut(x: usize, y: usize, n: i32, sequence: usize, cursors: usize): void {
  const count = rankedCount(x);
  const order = orderOf(y);
  const placeX = placeOf(x, n);
  const placeY = placeOf(y, n);
  if (tiedPairs(x) == 0) {
    for (let i = 0; i < count; i++) {
      const row = <usize>load<i32>(order + (<usize>i << 2)) << 2;
      store<i32>(sequence + (<usize>load<i32>(placeX + row) << 2), load<i32>(placeY + row));
    }
    return;
  }
  memory.fill(cursors, 0, <usize>count << 2);
  for (let i = 0; i < count; i++) {
    const row = <usize>load<i32>(order + (<usize>i << 2)) << 2;
    store<i32>(sequence + (take(cursors, load<i32>(placeX + row)) << 2), load<i32>(placeY + row));
  }
}

/**
 * Gives tied rows of y distinct numbers, rising along the sequence, so that ties are no inversions
 * and the sequence is a permutation. Returns the number of pairs tied in both columns.
 */
function separate(x: usize, y: usize, n: i32, sequence: usize, cursors: usize): i64 {
  if (tiedPairs(y) == 0) return 0;
  const count = rankedCount(x);
  const order = orderOf(x);
  const placeX = placeOf(x, n);
  memory.fill(cursors, 0, <usize>count << 2);
  let tiedBoth: i64 = 0;
  let run = 0;
  let groupX = -1;
  let groupY = -1;
  for (let i = 0; i < count; i++) {
    const at = sequence + (<usize>i << 2);
    const ownX = load<i32>(placeX + (<usize>load<i32>(order + (<usize>i << 2)) << 2));
    const ownY = load<i32>(at);
    run = ownX == groupX && ownY == groupY ? run + 1 : 0;
    tiedBoth += run;
    groupX = ownX;
    groupY = ownY;
    store<i32>(at, <i32>take(cursors, ownY));
  }
  return tiedBoth;
}

/** The next free place of a group of ties. */
// @ts-ignore: decorator
@inline
function take(cursors: usize, group: i32): usize {
  const at = cursors + (<usize>group << 2);
  const used = load<i32>(at);
  store<i32>(at, used + 1);
  return <usize>(group + used);
}
