// Batch normalisation followed by ReLU (Ioffe and Szegedy 2015), with the moments of the batch itself:
// y = max(0, weight * h + bias), h = (z - mean) / sqrt(variance + 1e-5), the variance divided by m.

const EPSILON: f32 = 1e-5;

/**
 * Turns z (m x n, n a multiple of four) into h, writes 1 / sqrt(variance + 1e-5) of each column to
 * `scale`, and y to `out`, whose rows are `ldo` floats apart.
 */
export function batchNormRelu(
  z: usize, m: i32, n: i32, weight: usize, bias: usize, scale: usize, out: usize, ldo: i32,
): void {
  const stride = <usize>n << 2;
  const outStride = <usize>ldo << 2;
  const share = f32x4.splat(<f32>(1 / <f64>m));
  for (let column: usize = 0; column < stride; column += 16) {
    const top = z + column;
    const end = top + <usize>m * stride;
    let sum = f32x4.splat(0);
    for (let at = top; at < end; at += stride) sum = f32x4.add(sum, v128.load(at));
    const mean = f32x4.mul(sum, share);
    let squares = f32x4.splat(0);
    for (let at = top; at < end; at += stride) {
      const d = f32x4.sub(v128.load(at), mean);
      squares = f32x4.add(squares, f32x4.mul(d, d));
    }
    const by = f32x4.div(f32x4.splat(1), f32x4.sqrt(f32x4.add(f32x4.mul(squares, share), f32x4.splat(EPSILON))));
    v128.store(scale + column, by);
    const w = v128.load(weight + column), b = v128.load(bias + column);
    let to = out + column;
    for (let at = top; at < end; at += stride) {
      const h = f32x4.mul(f32x4.sub(v128.load(at), mean), by);
      v128.store(at, h);
      v128.store(to, f32x4.pmax(f32x4.splat(0), f32x4.add(f32x4.mul(w, h), b)));
      to += outStride;
    }
  }
}

/**
 * The gradients by weight and bias, and by z, which replaces h: with g the gradient by weight * h + bias,
 * weight * scale / m * (m g - sum g - h sum(g h)). `y` and the gradient by it are `ldy` floats apart.
 */
export function batchNormReluBack(
  h: usize, m: i32, n: i32, weight: usize, scale: usize,
  y: usize, gradient: usize, ldy: i32, weightGradient: usize, biasGradient: usize,
): void {
  const stride = <usize>n << 2;
  const far = <usize>ldy << 2;
  const share = f32x4.splat(<f32>(1 / <f64>m));
  const zero = f32x4.splat(0);
  for (let column: usize = 0; column < stride; column += 16) {
    const top = h + column;
    const end = top + <usize>m * stride;
    let sum = zero, products = zero;
    let place: usize = column;
    for (let at = top; at < end; at += stride) {
      const g = v128.and(v128.load(gradient + place), f32x4.gt(v128.load(y + place), zero));
      sum = f32x4.add(sum, g);
      products = f32x4.add(products, f32x4.mul(g, v128.load(at)));
      place += far;
    }
    v128.store(biasGradient + column, sum);
    v128.store(weightGradient + column, products);
    const meanSum = f32x4.mul(sum, share), meanProduct = f32x4.mul(products, share);
    const by = f32x4.mul(v128.load(weight + column), v128.load(scale + column));
    place = column;
    for (let at = top; at < end; at += stride) {
      const g = v128.and(v128.load(gradient + place), f32x4.gt(v128.load(y + place), zero));
      const rest = f32x4.sub(f32x4.sub(g, meanSum), f32x4.mul(v128.load(at), meanProduct));
      v128.store(at, f32x4.mul(by, rest));
      place += far;
    }
  }
}
