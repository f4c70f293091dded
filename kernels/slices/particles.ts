// Particles on the unit square that move towards a table of counts, slice by slice
// (src/generators/privpgd/descend.ts): the squared Wasserstein distance along a direction pairs the
// particle of each rank with the count of the same rank.

import { scramble, useKey, WORDS } from '../random/philox';

/** Bytes of scratch for `slicedGradient`. */
export function slicedScratch(n: i32, buckets: i32): usize {
  return (((<usize>(n + 3) & ~3) * 12 + (<usize>buckets << 2)) + 15) & ~15;
}

/**
 * Adds to `ga` and `gb` how far each particle (xa, xb) is, along (wa, wb), from the cell of its rank.
 * Ranks come from a counting sort of the projections, cut into `buckets` from `low` on; particles in one
 * bucket are taken in their order. `order` and `z` are the cells by their projections, and these;
 * `counts` (u32) has n in all. Vectors of floats, aligned to 16 bytes and padded to four.
 */
export function slicedGradient(
  xa: usize, xb: usize, ga: usize, gb: usize, n: i32, wa: f32, wb: f32, low: f32, scale: f32, buckets: i32,
  order: usize, z: usize, cells: i32, counts: usize, scratch: usize,
): void {
  const padded = <usize>(n + 3) & ~3;
  const at0 = scratch;
  const keys = scratch + (padded << 2);
  const ranked = keys + (padded << 2);
  const starts = ranked + (padded << 2);
  memory.fill(starts, 0, <usize>buckets << 2);
  const wa4 = f32x4.splat(wa), wb4 = f32x4.splat(wb);
  const low4 = f32x4.splat(low), scale4 = f32x4.splat(scale);
  const last = i32x4.splat(buckets - 1), none = i32x4.splat(0);
  for (let i: usize = 0; i < padded << 2; i += 16) {
    const p = f32x4.add(f32x4.mul(wa4, v128.load(xa + i)), f32x4.mul(wb4, v128.load(xb + i)));
    v128.store(at0 + i, p);
    const key = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(p, low4), scale4));
    v128.store(keys + i, i32x4.max_s(none, i32x4.min_s(key, last)));
  }
  for (let i: usize = 0; i < <usize>n << 2; i += 4) {
    const slot = starts + (<usize>load<u32>(keys + i) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let sum: u32 = 0;
  for (let slot = starts; slot < starts + (<usize>buckets << 2); slot += 4) {
    const count = load<u32>(slot);
    store<u32>(slot, sum);
    sum += count;
  }
  let to = ranked;
  for (let i: usize = 0; i < <usize>cells << 2; i += 4) {
    const count = load<u32>(counts + (<usize>load<u32>(order + i) << 2));
    if (count == 0) continue;
    const place = load<f32>(z + i);
    for (const end = to + (<usize>count << 2); to < end; to += 4) store<f32>(to, place);
  }
  for (let i: usize = 0; i < <usize>n << 2; i += 4) {
    const slot = starts + (<usize>load<u32>(keys + i) << 2);
    const rank = load<u32>(slot);
    store<u32>(slot, rank + 1);
    const gap = load<f32>(at0 + i) - load<f32>(ranked + (<usize>rank << 2));
    store<f32>(ga + i, load<f32>(ga + i) + gap * wa);
    store<f32>(gb + i, load<f32>(gb + i) + gap * wb);
  }
}

const DECAY1: f32 = 0.9;
const DECAY2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/**
 * A step of Adam on a random share of a column, within [0, 1]: an entry moves if its 16 random bits are
 * below `share` (of 65,536) and its gradient is not 0; the moments of others stay. Clears the gradient.
 * `weight` scales the gradient; `rate` is the step over the first bias correction, `correction` the root
 * of the second; `column` numbers the random bits under a key.
 */
export function maskedAdam(
  x: usize, m: usize, v: usize, g: usize, n: i32, share: i32, weight: f32, rate: f32, correction: f32,
  column: i32, key0: i32, key1: i32, upper0: i32, upper1: i32,
): void {
  useKey(key0, key1);
  let block: u64 = <u64>column << 32;
  for (let from = 0; from < n; from += 64) {
    scramble(block, upper0, upper1);
    block += 8;
    const to = min(64, n - from);
    for (let j = 0; j < to; j++) {
      const at = <usize>(from + j) << 2;
      const slope = load<f32>(g + at) * weight;
      store<f32>(g + at, 0);
      if (<i32>load<u16>(WORDS + (<usize>j << 1)) >= share || slope == 0) continue;
      const first = DECAY1 * load<f32>(m + at) + (1 - DECAY1) * slope;
      const second = DECAY2 * load<f32>(v + at) + (1 - DECAY2) * slope * slope;
      store<f32>(m + at, first);
      store<f32>(v + at, second);
      const moved = load<f32>(x + at) - (rate * first) / (sqrt<f32>(second) / correction + EPSILON);
      store<f32>(x + at, max<f32>(0, min<f32>(1, moved)));
    }
  }
}
