// Counting the inversions of a permutation: pairs that stand in the wrong order.
//
// Up to 4,096 numbers are counted in one sweep with two levels of counters. Number v belongs to
// bucket v / 64. For each bucket, one word has a bit for each of its numbers that has passed, so a
// population count gives the passed numbers of the same bucket that are greater; and one 16-bit
// counter holds how many numbers of all higher buckets have passed. A new number raises the
// counters of all lower buckets, eight to an instruction. About 4 ns a number.
//
// Longer permutations are first distributed, in order, into at most 64 parts by their leading bits
// (the inversions between parts are counted on the way with the same counters, in 32 bits), and
// each part is counted by itself.

/** Bytes for the counters, whatever the length. */
export const COUNTERS_BYTES: usize = 1024;
const LEAF_BITS: i32 = 12;

/**
 * Inversions of the permutation of 0 .. n - 1 (i32) at `values`, which is overwritten, as is
 * `spare`, of the same length.
 */
export function inversions(values: usize, n: i32, spare: usize, counters: usize): i64 {
  if (n <= 1 << LEAF_BITS) return sweep(values, n, counters);
  const bits = 32 - <i32>clz(n - 1);
  const shift = max(LEAF_BITS, bits - 6);
  let total = distribute(values, n, spare, shift, counters);
  for (let from = 0; from < n; from += 1 << shift) {
    const at = <usize>from << 2;
    total += inversions(spare + at, min(1 << shift, n - from), values + at, counters);
  }
  return total;
}

function sweep(values: usize, n: i32, counters: usize): i64 {
  const seen = counters + 512;
  memory.fill(counters, 0, COUNTERS_BYTES);
  // eight counters to a vector of 16 bytes; the last bucket has none above it and needs no counter
  const end = counters + (<usize>((((n - 1) >> 6) + 7) >> 3) << 4);
  const first = i16x8(0, 1, 2, 3, 4, 5, 6, 7);
  let total: i64 = 0;
  for (let i = 0; i < n; i++) {
    const value = load<i32>(values + (<usize>i << 2));
    const bucket = value >> 6;
    const word = seen + (<usize>bucket << 3);
    const bits = load<u64>(word);
    total += <i64>popcnt(bits >> (value & 63)) + <i64>load<u16>(counters + (<usize>bucket << 1));
    store<u64>(word, bits | (<u64>1 << (value & 63)));
    const limit = i16x8.splat(<i16>bucket);
    let index = first;
    for (let at = counters; at < end; at += 16) {
      // a true comparison is -1
      v128.store(at, i16x8.sub(v128.load(at), i16x8.lt_s(index, limit)));
      index = i16x8.add(index, i16x8.splat(8));
    }
  }
  return total;
}

/** Moves each value to its part, less the part's first value; gives the inversions between parts. */
function distribute(values: usize, n: i32, parts: usize, shift: i32, counters: usize): i64 {
  const passed = counters + 512;
  memory.fill(counters, 0, COUNTERS_BYTES);
  const end = counters + (<usize>((((n - 1) >> shift) + 3) >> 2) << 4);
  const first = i32x4(0, 1, 2, 3);
  const mask = (1 << shift) - 1;
  let total: i64 = 0;
  for (let i = 0; i < n; i++) {
    const value = load<i32>(values + (<usize>i << 2));
    const part = value >> shift;
    total += <i64>load<i32>(counters + (<usize>part << 2));
    const cursor = passed + (<usize>part << 2);
    const place = load<i32>(cursor);
    store<i32>(cursor, place + 1);
    store<i32>(parts + (<usize>((part << shift) + place) << 2), value & mask);
    const limit = i32x4.splat(part);
    let index = first;
    for (let at = counters; at < end; at += 16) {
      v128.store(at, i32x4.sub(v128.load(at), i32x4.lt_s(index, limit)));
      index = i32x4.add(index, i32x4.splat(4));
    }
  }
  return total;
}
