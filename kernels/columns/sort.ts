// Sorting a column: the order of its rows by value, in linear time.
//
// A double becomes an integer of 64 bits that orders alike. The bits that all values share at the
// top are dropped, the next 24 to 32 are packed with the row number into one word, and the words
// are sorted by radix, lowest digit first: no comparisons, so no mispredicted branches. Values that
// agree in those bits end up side by side; short runs are put in order by insertion, long ones by
// the same procedure on their remaining bits.

/** Runs up to this length are sorted by insertion. */
const SHORT: i32 = 24;
/** From here on wider digits (fewer passes) beat narrow ones (less counting). */
const LARGE: i32 = 16384;
/** Room for the counts of 3 digits of 11 bits; 4 of 8 bits need less. */
const COUNTS_BYTES: usize = 3 * 2048 * 4;

/** n rounded up to whole 16-byte groups of row numbers, so that every array begins aligned. */
// @ts-ignore: decorator
@inline export function padded(n: i32): usize { return <usize>((n + 3) & ~3); }

/** Bytes of scratch that `sortRows` needs for n rows. */
// @ts-ignore: decorator
@inline export function sortScratch(n: i32): usize { return 16 * padded(n) + COUNTS_BYTES; }

/**
 * Writes the row numbers (i32) of the n doubles at x to `rows` in the order of their values, equal
 * values in row order, -0 right before 0, NaN behind all others. Gives the number of values not NaN.
 */
export function sortRows(x: usize, n: i32, rows: usize, scratch: usize): i32 {
  let valid = 0;
  let missing = n;
  for (let row = 0; row < n; row++) {
    const value = load<f64>(x + (<usize>row << 3));
    if (value == value) {
      store<u64>(scratch + (<usize>valid << 3), <u64>row);
      valid++;
    }
  }
  sortRun(x, scratch, valid, scratch + 8 * padded(n), scratch + 16 * padded(n));
  for (let i = 0; i < valid; i++) {
    store<i32>(rows + (<usize>i << 2), load<i32>(scratch + (<usize>i << 3)));
  }
  if (valid == n) return valid;
  for (let row = n - 1; row >= 0; row--) {
    const value = load<f64>(x + (<usize>row << 3));
    if (value != value) store<i32>(rows + (<usize>--missing << 2), row);
  }
  return valid;
}

/** An unsigned integer that orders as the double does; -0 comes right before 0. */
// @ts-ignore: decorator
@inline
function keyOf(x: f64): u64 {
  const bits = reinterpret<i64>(x);
  // negative numbers: all bits turned; others: the sign bit only
  return <u64>(bits ^ ((bits >> 63) | i64.MIN_VALUE));
}

/** The key of the row that a word holds in its low half. */
// @ts-ignore: decorator
@inline
function keyAt(x: usize, word: usize): u64 {
  return keyOf(load<f64>(x + (<usize>load<u32>(word) << 3)));
}

/** Sorts n words by the keys of the rows in their low halves, keeping the order of equal keys. */
function sortRun(x: usize, words: usize, n: i32, spare: usize, counts: usize): void {
  if (n <= SHORT) return insert(x, words, n);
  let any: u64 = 0;
  let all: u64 = u64.MAX_VALUE;
  for (let i = 0; i < n; i++) {
    const key = keyAt(x, words + (<usize>i << 3));
    any |= key;
    all &= key;
  }
  const differing = any ^ all;
  if (differing == 0) return;

  const digit = n < LARGE ? 8 : 11;
  const digits = n < 4096 || n >= LARGE ? 3 : 4;
  const shared = <i32>clz(differing);
  // a digit count times a digit width, at most the 32 bits that a word has for it
  const taken = min(32, digit * digits);
  radix(x, words, n, spare, counts, shared, taken, digit, digits);
  if (shared + taken + <i32>ctz(differing) >= 64) return;

  let first = 0;
  while (first < n) {
    const prefix = load<u32>(words + (<usize>first << 3), 4);
    let last = first + 1;
    while (last < n && load<u32>(words + (<usize>last << 3), 4) == prefix) last++;
    if (last - first > 1) sortRun(x, words + (<usize>first << 3), last - first, spare, counts);
    first = last;
  }
}

function insert(x: usize, words: usize, n: i32): void {
  for (let i = 1; i < n; i++) {
    const word = load<u64>(words + (<usize>i << 3));
    const key = keyAt(x, words + (<usize>i << 3));
    let j = i;
    while (j > 0 && keyAt(x, words + (<usize>(j - 1) << 3)) > key) {
      store<u64>(words + (<usize>j << 3), load<u64>(words + (<usize>(j - 1) << 3)));
      j--;
    }
    store<u64>(words + (<usize>j << 3), word);
  }
}

/** Packs the `taken` bits below the `shared` ones into the words' high halves and sorts by them. */
function radix(
  x: usize, words: usize, n: i32, spare: usize, counts: usize,
  shared: i32, taken: i32, digit: i32, digits: i32,
): void {
  const mask: u32 = (1 << digit) - 1;
  const table: usize = 4 << digit;
  memory.fill(counts, 0, <usize>digits * table);
  for (let i = 0; i < n; i++) {
    const at = words + (<usize>i << 3);
    const prefix = <u32>((keyAt(x, at) << shared) >> (64 - taken));
    store<u32>(at, prefix, 4);
    increment(counts + (<usize>(prefix & mask) << 2));
    increment(counts + table + (<usize>((prefix >> digit) & mask) << 2));
    increment(counts + 2 * table + (<usize>((prefix >> (2 * digit)) & mask) << 2));
    if (digits == 4) increment(counts + 3 * table + (<usize>(prefix >> 24) << 2));
  }
  let from = words;
  let to = spare;
  for (let k = 0; k < digits; k++) {
    const starts = counts + <usize>k * table;
    const shift = 32 + k * digit;
    const sample = <u32>(load<u64>(words) >> shift) & mask;
    if (load<i32>(starts + (<usize>sample << 2)) == n) continue;
    accumulate(starts, table);
    distribute(from, to, n, starts, shift, mask);
    const turn = from; from = to; to = turn;
  }
  if (from != words) memory.copy(words, from, <usize>n << 3);
}

// @ts-ignore: decorator
@inline
function increment(at: usize): void {
  store<i32>(at, load<i32>(at) + 1);
}

/** Counts to starting places. */
function accumulate(counts: usize, bytes: usize): void {
  let before = 0;
  for (let at = counts; at < counts + bytes; at += 4) {
    const count = load<i32>(at);
    store<i32>(at, before);
    before += count;
  }
}

function distribute(from: usize, to: usize, n: i32, starts: usize, shift: i32, mask: u32): void {
  const end = from + (<usize>n << 3);
  for (let at = from; at < end; at += 8) {
    const word = load<u64>(at);
    const start = starts + (<usize>(<u32>(word >> shift) & mask) << 2);
    const place = load<u32>(start);
    store<u32>(start, place + 1);
    store<u64>(to + (<usize>place << 3), word);
  }
}
