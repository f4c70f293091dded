// The layers of small networks on float32 matrices, stored by rows: values and, by hand, gradients.
// Matrices without a distance between rows are contiguous, and room behind their end is rounded up to
// four floats, which may be read and written.

// @ts-ignore: decorator
@inline function end4(x: usize, n: i32): usize { return x + ((<usize>(n + 3) >> 2) << 4); }

/** Every row of C is the row of n numbers. */
export function fillRows(row: usize, c: usize, ldc: i32, m: i32, n: i32): void {
  for (let i = 0; i < m; i++) memory.copy(c + (<usize>(i * ldc) << 2), row, <usize>n << 2);
}

/** Writes the sums of the columns of an m x n matrix: the gradient of a bias. */
export function columnSums(x: usize, ldx: i32, m: i32, n: i32, out: usize): void {
  memory.fill(out, 0, <usize>n << 2);
  for (let i = 0; i < m; i++) addRow(x + (<usize>(i * ldx) << 2), out, n);
}

// @ts-ignore: decorator
@inline
function addRow(row: usize, out: usize, n: i32): void {
  let at: usize = 0;
  for (; at < <usize>(n & ~3) << 2; at += 16) v128.store(out + at, f32x4.add(v128.load(out + at), v128.load(row + at)));
  for (; at < <usize>n << 2; at += 4) store<f32>(out + at, load<f32>(out + at) + load<f32>(row + at));
}

/** max(x, 0), in place. */
export function relu(x: usize, n: i32): void {
  const end = end4(x, n);
  for (let at = x; at < end; at += 16) v128.store(at, f32x4.pmax(f32x4.splat(0), v128.load(at)));
}

/** The gradient by what went into `relu`, from what came out of it and the gradient by that; in place. */
export function reluBack(y: usize, gradient: usize, n: i32): void {
  const end = end4(gradient, n);
  let other = y;
  for (let at = gradient; at < end; at += 16) {
    v128.store(at, v128.and(v128.load(at), f32x4.gt(v128.load(other), f32x4.splat(0))));
    other += 16;
  }
}

/**
 * Leaky ReLU, then dropout of one half, in place. What a number is multiplied by (slope or 1, times 0 or
 * 2) is written to `factor`: with it, the gradient is a product too. One random bit for each number.
 */
export function leakyDropout(x: usize, bits: usize, slope: f32, factor: usize, n: i32): void {
  const end = end4(x, n);
  const lanes = i32x4(1, 2, 4, 8);
  let to = factor;
  let place = 0;
  for (let at = x; at < end; at += 16) {
    const nibble = load<u8>(bits + <usize>(place >> 1)) >> <u8>((place & 1) << 2);
    const kept = i32x4.eq(v128.and(i32x4.splat(<i32>nibble), lanes), lanes);
    const value = v128.load(at);
    const side = v128.bitselect(f32x4.splat(2), f32x4.splat(2 * slope), f32x4.gt(value, f32x4.splat(0)));
    const by = v128.and(side, kept);
    v128.store(to, by);
    v128.store(at, f32x4.mul(value, by));
    to += 16;
    place++;
  }
}

/** x = x * y, number by number. */
export function multiplyBy(x: usize, y: usize, n: i32): void {
  const end = end4(x, n);
  let other = y;
  for (let at = x; at < end; at += 16) {
    v128.store(at, f32x4.mul(v128.load(at), v128.load(other)));
    other += 16;
  }
}

/** Row i of the m x n matrix out is scale[i] * row * factor's row i; n a multiple of four. */
export function scaledRows(row: usize, factor: usize, scale: usize, out: usize, m: i32, n: i32): void {
  const width = <usize>n << 2;
  for (let i = 0; i < m; i++) {
    const by = v128.load32_splat(scale + (<usize>i << 2));
    const from = <usize>i * width;
    for (let at: usize = 0; at < width; at += 16) {
      v128.store(out + from + at, f32x4.mul(f32x4.mul(v128.load(row + at), v128.load(factor + from + at)), by));
    }
  }
}

/** Row i of the m x n matrix out is share[i] of x's row and the rest of y's; n a multiple of four. */
export function mixRows(x: usize, y: usize, share: usize, out: usize, m: i32, n: i32): void {
  const width = <usize>n << 2;
  for (let i = 0; i < m; i++) {
    const a = v128.load32_splat(share + (<usize>i << 2));
    const b = f32x4.sub(f32x4.splat(1), a);
    const from = <usize>i * width;
    for (let at: usize = from; at < from + width; at += 16) {
      v128.store(out + at, f32x4.add(f32x4.mul(a, v128.load(x + at)), f32x4.mul(b, v128.load(y + at))));
    }
  }
}

/**
 * The gradient penalty: rows of g are gradients of which the size should be 1. Gives the sum over rows
 * of (size - 1)^2, and multiplies each row by weight * 2 (size - 1) / size, which makes it the gradient
 * of weight times that sum by g; a row of zeros stays.
 */
export function penalise(g: usize, m: i32, n: i32, weight: f32): f64 {
  let loss: f64 = 0;
  for (let i = 0; i < m; i++) {
    const row = g + (<usize>i * <usize>n << 2);
    const size = Math.sqrt(squares(row, n));
    loss += (size - 1) * (size - 1);
    if (size == 0) continue;
    const by = <f32>(<f64>weight * 2 * (size - 1) / size);
    let at: usize = 0;
    for (; at < <usize>(n & ~3) << 2; at += 16) v128.store(row + at, f32x4.mul(v128.load(row + at), f32x4.splat(by)));
    for (; at < <usize>n << 2; at += 4) store<f32>(row + at, load<f32>(row + at) * by);
  }
  return loss;
}

function squares(row: usize, n: i32): f64 {
  let sum = f32x4.splat(0);
  let at: usize = 0;
  for (; at < <usize>(n & ~3) << 2; at += 16) {
    const x = v128.load(row + at);
    sum = f32x4.add(sum, f32x4.mul(x, x));
  }
  let total = <f64>f32x4.extract_lane(sum, 0) + <f64>f32x4.extract_lane(sum, 1)
    + (<f64>f32x4.extract_lane(sum, 2) + <f64>f32x4.extract_lane(sum, 3));
  for (; at < <usize>n << 2; at += 4) total += <f64>load<f32>(row + at) * <f64>load<f32>(row + at);
  return total;
}

/** Sums over rows of x * y, number by number: n sums, added to `out`; n a multiple of four. */
export function columnProducts(x: usize, y: usize, m: i32, n: i32, out: usize): void {
  const width = <usize>n << 2;
  for (let i = 0; i < m; i++) {
    const from = <usize>i * width;
    for (let at: usize = 0; at < width; at += 16) {
      const product = f32x4.mul(v128.load(x + from + at), v128.load(y + from + at));
      v128.store(out + at, f32x4.add(v128.load(out + at), product));
    }
  }
}

/**
 * One step of Adam (Kingma and Ba 2015) with the decay added to the gradient. `rate` is the step
 * divided by 1 - beta1^t, `root` is sqrt(1 - beta2^t).
 */
export function adam(
  x: usize, gradient: usize, mean: usize, square: usize, n: i32,
  rate: f32, beta1: f32, beta2: f32, decay: f32, root: f32,
): void {
  const end = end4(x, n);
  const b1 = f32x4.splat(beta1), c1 = f32x4.splat(1 - beta1);
  const b2 = f32x4.splat(beta2), c2 = f32x4.splat(1 - beta2);
  const step = f32x4.splat(rate), shrink = f32x4.splat(decay), scale = f32x4.splat(root);
  let g = gradient, m = mean, v = square;
  for (let at = x; at < end; at += 16) {
    const value = v128.load(at);
    const slope = f32x4.add(v128.load(g), f32x4.mul(shrink, value));
    const first = f32x4.add(f32x4.mul(b1, v128.load(m)), f32x4.mul(c1, slope));
    const second = f32x4.add(f32x4.mul(b2, v128.load(v)), f32x4.mul(c2, f32x4.mul(slope, slope)));
    v128.store(m, first);
    v128.store(v, second);
    const size = f32x4.add(f32x4.div(f32x4.sqrt(second), scale), f32x4.splat(1e-8));
    v128.store(at, f32x4.sub(value, f32x4.mul(step, f32x4.div(first, size))));
    g += 16; m += 16; v += 16;
  }
}

/** Moves n numbers into [low, high]. */
export function clamp(x: usize, n: i32, low: f32, high: f32): void {
  for (let i = 0; i < n; i++) {
    const at = x + (<usize>i << 2);
    store<f32>(at, max(low, min(high, load<f32>(at))));
  }
}
