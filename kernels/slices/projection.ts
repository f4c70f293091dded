// One step towards the probability vectors nearest to signed ones in sliced Wasserstein distance, for
// eight tables of the same shape at a time (src/generators/privpgd/project.ts).
//
// Along a direction the cells of all eight tables have the same order, so a running sum takes two
// vectors of four floats and no shuffling. The gradient of the sum of |running difference| x gap by the
// mass of a cell is the sum of signed gaps from it on; the sum of those before it, taken away, is the
// same but for a constant, which the softmax does not see.

const DECAY1: f32 = 0.9;
const DECAY2: f32 = 0.999;
// gradients are scaled by it, since the squares of small floats would become subnormal, which is slow
const SCALE: f32 = 1073741824;
const EPSILON: f32 = 1e-8 * SCALE;
/** Beyond it on either side masses are as good as 0, or as 1. */
const FURTHEST: f32 = 40;

/**
 * `state` holds seven arrays of cells x 8 floats: masses p, targets, logits, both moments of Adam, and
 * scratch. `orders` and `gaps` hold, for each direction of a bank, the cells in order (u32) and the
 * distance to the next (f32); `chosen` the directions to use (u32). `rate` is the step over the first
 * bias correction, `correction` one over the root of the second.
 */
export function projectionStep(
  state: usize, cells: i32, orders: usize, gaps: usize, chosen: usize, directions: i32, rate: f32, correction: f32,
): void {
  const size = <usize>cells << 5;
  const grad = state + 5 * size;
  const difference = state + 6 * size;
  memory.fill(grad, 0, size);
  for (let at: usize = 0; at < size; at += 16) {
    v128.store(difference + at, f32x4.sub(v128.load(state + at), v128.load(state + size + at)));
  }
  for (let k = 0; k < directions; k++) {
    const from = (<usize>load<u32>(chosen + (<usize>k << 2)) * <usize>cells) << 2;
    addSlice(difference, grad, orders + from, gaps + from, cells);
  }
  let dot0 = f32x4.splat(0), dot1 = f32x4.splat(0);
  for (let at: usize = 0; at < size; at += 32) {
    dot0 = f32x4.add(dot0, f32x4.mul(v128.load(state + at), v128.load(grad + at)));
    dot1 = f32x4.add(dot1, f32x4.mul(v128.load(state + at, 16), v128.load(grad + at, 16)));
  }
  const share = f32x4.splat(SCALE / <f32>directions);
  let sum0 = f32x4.splat(0), sum1 = f32x4.splat(0);
  for (let at: usize = 0; at < size; at += 32) {
    sum0 = f32x4.add(sum0, adam(state + at, size, share, dot0, rate, correction));
    sum1 = f32x4.add(sum1, adam(state + at + 16, size, share, dot1, rate, correction));
  }
  const part0 = f32x4.div(f32x4.splat(1), sum0), part1 = f32x4.div(f32x4.splat(1), sum1);
  for (let at: usize = 0; at < size; at += 32) {
    v128.store(state + at, f32x4.mul(v128.load(state + at), part0));
    v128.store(state + at, f32x4.mul(v128.load(state + at, 16), part1), 16);
  }
}

// @ts-ignore: decorator
@inline
function addSlice(difference: usize, grad: usize, order: usize, gaps: usize, cells: i32): void {
  const sign = i32x4.splat(0x80000000);
  let c0 = f32x4.splat(0), c1 = f32x4.splat(0);
  let s0 = f32x4.splat(0), s1 = f32x4.splat(0);
  for (let i: usize = 0; i < <usize>cells << 2; i += 4) {
    const at = <usize>load<u32>(order + i) << 5;
    c0 = f32x4.add(c0, v128.load(difference + at));
    c1 = f32x4.add(c1, v128.load(difference + at, 16));
    v128.store(grad + at, f32x4.sub(v128.load(grad + at), s0));
    v128.store(grad + at, f32x4.sub(v128.load(grad + at, 16), s1), 16);
    const gap = v128.load_splat<f32>(gaps + i);
    s0 = f32x4.add(s0, v128.bitselect(c0, gap, sign));
    s1 = f32x4.add(s1, v128.bitselect(c1, gap, sign));
  }
}

/** Moves four logits by Adam, and gives and stores their exponentials. */
// @ts-ignore: decorator
@inline
function adam(at: usize, size: usize, share: v128, dot: v128, rate: f32, correction: f32): v128 {
  const p = v128.load(at);
  const g = f32x4.mul(share, f32x4.mul(p, f32x4.sub(v128.load(at + 5 * size), dot)));
  const m = f32x4.add(f32x4.mul(f32x4.splat(DECAY1), v128.load(at + 3 * size)), f32x4.mul(f32x4.splat(1 - DECAY1), g));
  const v = f32x4.add(f32x4.mul(f32x4.splat(DECAY2), v128.load(at + 4 * size)), f32x4.mul(f32x4.splat(1 - DECAY2), f32x4.mul(g, g)));
  v128.store(at + 3 * size, m);
  v128.store(at + 4 * size, v);
  const width = f32x4.add(f32x4.mul(f32x4.sqrt(v), f32x4.splat(correction)), f32x4.splat(EPSILON));
  const moved = f32x4.sub(v128.load(at + 2 * size), f32x4.div(f32x4.mul(f32x4.splat(rate), m), width));
  const theta = f32x4.pmax(f32x4.pmin(moved, f32x4.splat(FURTHEST)), f32x4.splat(-FURTHEST));
  v128.store(at + 2 * size, theta);
  const e = exp4(theta);
  v128.store(at, e);
  return e;
}

/**
 * exp(x) of four floats with |x| <= 40, within two units in the last place: x = k ln 2 + r, and Taylor's
 * polynomial of degree 7 for |r| <= 0.347.
 */
// @ts-ignore: decorator
@inline
function exp4(x: v128): v128 {
  const k = f32x4.nearest(f32x4.mul(x, f32x4.splat(1.44269504)));
  // 0.693359375 has few bits, so that its multiples are exact
  const r = f32x4.sub(f32x4.sub(x, f32x4.mul(k, f32x4.splat(0.693359375))), f32x4.mul(k, f32x4.splat(-2.12194440e-4)));
  let p = f32x4.add(f32x4.mul(r, f32x4.splat(1.98412698e-4)), f32x4.splat(1.38888889e-3));
  p = f32x4.add(f32x4.mul(r, p), f32x4.splat(8.33333333e-3));
  p = f32x4.add(f32x4.mul(r, p), f32x4.splat(4.16666667e-2));
  p = f32x4.add(f32x4.mul(r, p), f32x4.splat(0.166666667));
  p = f32x4.add(f32x4.mul(r, p), f32x4.splat(0.5));
  p = f32x4.add(f32x4.mul(r, p), f32x4.splat(1));
  p = f32x4.add(f32x4.mul(r, p), f32x4.splat(1));
  return f32x4.mul(p, i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(k), i32x4.splat(127)), 23));
}
