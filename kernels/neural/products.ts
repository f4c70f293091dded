// Products of float32 matrices, stored by rows: C = A B, A' B or A B', or added to what C holds.
//
// Goto and van de Geijn, "Anatomy of high-performance matrix multiplication" (ACM TOMS 34, 2008): parts
// of A and B are copied to panels that are read in order, 4 rows of A and 8 columns of B at a time, so
// that a tile of 4 x 8 sums stays in registers: 6 loads for 64 operations, whatever the form of the
// factors. Sums run over the inner dimension in order, in blocks of `BLOCK`, with one rounding for each
// product and each sum: the same bits on every machine.

/** Inner length of a block: a panel of B, 8 x BLOCK floats, stays in the first cache. */
const BLOCK: i32 = 384;
/** Rows of A that are packed at a time: 4 x BLOCK x ROWS bytes stay in the second cache. */
const ROWS: i32 = 192;

/** Where the packed panels lie: A's, then one of B. */
const PANELS_A: usize = memory.data(4 * 384 * 192, 16);
const PANEL_B: usize = memory.data(4 * 384 * 8, 16);
/** A tile of C at the lower or right edge, before what belongs to C is taken from it. */
const EDGE: usize = memory.data(128, 16);

/**
 * C (m x n) = A B, plus C if `accumulate`. A is m x k, or k x m and used as its transpose if `flipA`;
 * B is k x n, or n x k if `flipB`. `lda`, `ldb`, `ldc` are floats from one row to the next.
 */
export function multiply(
  a: usize, lda: i32, flipA: bool, b: usize, ldb: i32, flipB: bool,
  c: usize, ldc: i32, m: i32, n: i32, k: i32, accumulate: bool,
): void {
  for (let p = 0; p < k; p += BLOCK) {
    const depth = min(BLOCK, k - p);
    const adds = accumulate || p > 0;
    for (let i = 0; i < m; i += ROWS) {
      const rows = min(ROWS, m - i);
      if (flipA) packAcross(a + (<usize>(p * lda + i) << 2), lda, depth, rows);
      else packAlong(a + (<usize>(i * lda + p) << 2), lda, depth, rows);
      for (let j = 0; j < n; j += 8) {
        const columns = min(8, n - j);
        if (flipB) packColumns(b + (<usize>(j * ldb + p) << 2), ldb, depth, columns);
        else packRows(b + (<usize>(p * ldb + j) << 2), ldb, depth, columns);
        let panel = PANELS_A;
        for (let r = 0; r < rows; r += 4) {
          const height = min(4, rows - r);
          const at = c + (<usize>((i + r) * ldc + j) << 2);
          if (height == 4 && columns == 8) {
            tile(panel, depth, at, <usize>ldc << 2, adds);
          } else {
            if (adds) copyRows(at, ldc, EDGE, 8, height, columns);
            tile(panel, depth, EDGE, 32, adds);
            copyRows(EDGE, 8, at, ldc, height, columns);
          }
          panel += <usize>depth << 4;
        }
      }
    }
  }
}

/** 4 x 8 sums over a panel of A and the panel of B. */
// @ts-ignore: decorator
@inline
function tile(panel: usize, depth: i32, c: usize, stride: usize, adds: bool): void {
  let s00 = f32x4.splat(0), s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00, s30 = s00, s31 = s00;
  const c1 = c + stride, c2 = c1 + stride, c3 = c2 + stride;
  if (adds) {
    s00 = v128.load(c); s01 = v128.load(c, 16);
    s10 = v128.load(c1); s11 = v128.load(c1, 16);
    s20 = v128.load(c2); s21 = v128.load(c2, 16);
    s30 = v128.load(c3); s31 = v128.load(c3, 16);
  }
  let a = panel;
  let b = PANEL_B;
  const end = panel + (<usize>depth << 4);
  while (a < end) {
    const b0 = v128.load(b), b1 = v128.load(b, 16);
    const a0 = v128.load32_splat(a);
    s00 = f32x4.add(s00, f32x4.mul(a0, b0)); s01 = f32x4.add(s01, f32x4.mul(a0, b1));
    const a1 = v128.load32_splat(a, 4);
    s10 = f32x4.add(s10, f32x4.mul(a1, b0)); s11 = f32x4.add(s11, f32x4.mul(a1, b1));
    const a2 = v128.load32_splat(a, 8);
    s20 = f32x4.add(s20, f32x4.mul(a2, b0)); s21 = f32x4.add(s21, f32x4.mul(a2, b1));
    const a3 = v128.load32_splat(a, 12);
    s30 = f32x4.add(s30, f32x4.mul(a3, b0)); s31 = f32x4.add(s31, f32x4.mul(a3, b1));
    a += 16;
    b += 32;
  }
  v128.store(c, s00); v128.store(c, s01, 16);
  v128.store(c1, s10); v128.store(c1, s11, 16);
  v128.store(c2, s20); v128.store(c2, s21, 16);
  v128.store(c3, s30); v128.store(c3, s31, 16);
}

/** Copies part of a matrix; strides are floats from one row to the next. */
export function copyRows(from: usize, fromStride: i32, to: usize, toStride: i32, rows: i32, columns: i32): void {
  for (let r = 0; r < rows; r++) {
    memory.copy(to + (<usize>(r * toStride) << 2), from + (<usize>(r * fromStride) << 2), <usize>columns << 2);
  }
}

/** Panels of four rows from a matrix that is stored by rows: a transposition of 4 x 4 at a time. */
function packAlong(a: usize, lda: i32, depth: i32, rows: i32): void {
  const stride = <usize>lda << 2;
  let out = PANELS_A;
  for (let r = 0; r < rows; r += 4) {
    // below the last row the last one stands in; its sums are not kept
    const a0 = a + <usize>r * stride;
    const a1 = r + 1 < rows ? a0 + stride : a0;
    const a2 = r + 2 < rows ? a1 + stride : a1;
    const a3 = r + 3 < rows ? a2 + stride : a2;
    let p: usize = 0;
    const end = <usize>depth << 2;
    for (; p + 16 <= end; p += 16) {
      const x0 = v128.load(a0 + p), x1 = v128.load(a1 + p), x2 = v128.load(a2 + p), x3 = v128.load(a3 + p);
      const l01 = i32x4.shuffle(x0, x1, 0, 4, 1, 5), h01 = i32x4.shuffle(x0, x1, 2, 6, 3, 7);
      const l23 = i32x4.shuffle(x2, x3, 0, 4, 1, 5), h23 = i32x4.shuffle(x2, x3, 2, 6, 3, 7);
      v128.store(out, i64x2.shuffle(l01, l23, 0, 2));
      v128.store(out, i64x2.shuffle(l01, l23, 1, 3), 16);
      v128.store(out, i64x2.shuffle(h01, h23, 0, 2), 32);
      v128.store(out, i64x2.shuffle(h01, h23, 1, 3), 48);
      out += 64;
    }
    for (; p < end; p += 4) {
      store<f32>(out, load<f32>(a0 + p)); store<f32>(out, load<f32>(a1 + p), 4);
      store<f32>(out, load<f32>(a2 + p), 8); store<f32>(out, load<f32>(a3 + p), 12);
      out += 16;
    }
  }
}

/** Panels of four rows of the transpose: four neighbours of each stored row. */
function packAcross(a: usize, lda: i32, depth: i32, rows: i32): void {
  const stride = <usize>lda << 2;
  let out = PANELS_A;
  for (let r = 0; r < rows; r += 4) {
    let from = a + (<usize>r << 2);
    if (r + 4 <= rows) {
      for (let p = 0; p < depth; p++) {
        v128.store(out, v128.load(from));
        from += stride;
        out += 16;
      }
    } else {
      for (let p = 0; p < depth; p++) {
        for (let q = 0; q < 4; q++) {
          store<f32>(out + (<usize>q << 2), load<f32>(from + (<usize>min(q, rows - r - 1) << 2)));
        }
        from += stride;
        out += 16;
      }
    }
  }
}

/** A panel of eight columns from a matrix that is stored by rows. */
function packRows(b: usize, ldb: i32, depth: i32, columns: i32): void {
  const stride = <usize>ldb << 2;
  let out = PANEL_B;
  let from = b;
  if (columns == 8) {
    for (let p = 0; p < depth; p++) {
      v128.store(out, v128.load(from)); v128.store(out, v128.load(from, 16), 16);
      from += stride;
      out += 32;
    }
    return;
  }
  for (let p = 0; p < depth; p++) {
    for (let q = 0; q < 8; q++) {
      store<f32>(out + (<usize>q << 2), q < columns ? load<f32>(from + (<usize>q << 2)) : 0);
    }
    from += stride;
    out += 32;
  }
}

/** A panel of eight columns of the transpose: eight stored rows side by side. */
function packColumns(b: usize, ldb: i32, depth: i32, columns: i32): void {
  packFour(b, ldb, depth, columns, PANEL_B);
  packFour(b + (<usize>(4 * ldb) << 2), ldb, depth, columns - 4, PANEL_B + 16);
}

function packFour(b: usize, ldb: i32, depth: i32, columns: i32, to: usize): void {
  const stride = <usize>ldb << 2;
  let out = to;
  if (columns <= 0) {
    for (let p = 0; p < depth; p++, out += 32) v128.store(out, f32x4.splat(0));
    return;
  }
  const b0 = b;
  const b1 = columns > 1 ? b0 + stride : b0;
  const b2 = columns > 2 ? b1 + stride : b1;
  const b3 = columns > 3 ? b2 + stride : b2;
  let p: usize = 0;
  const end = <usize>depth << 2;
  for (; p + 16 <= end; p += 16) {
    const x0 = v128.load(b0 + p), x1 = v128.load(b1 + p), x2 = v128.load(b2 + p), x3 = v128.load(b3 + p);
    const l01 = i32x4.shuffle(x0, x1, 0, 4, 1, 5), h01 = i32x4.shuffle(x0, x1, 2, 6, 3, 7);
    const l23 = i32x4.shuffle(x2, x3, 0, 4, 1, 5), h23 = i32x4.shuffle(x2, x3, 2, 6, 3, 7);
    v128.store(out, i64x2.shuffle(l01, l23, 0, 2));
    v128.store(out, i64x2.shuffle(l01, l23, 1, 3), 32);
    v128.store(out, i64x2.shuffle(h01, h23, 0, 2), 64);
    v128.store(out, i64x2.shuffle(h01, h23, 1, 3), 96);
    out += 128;
  }
  for (; p < end; p += 4) {
    store<f32>(out, load<f32>(b0 + p)); store<f32>(out, load<f32>(b1 + p), 4);
    store<f32>(out, load<f32>(b2 + p), 8); store<f32>(out, load<f32>(b3 + p), 12);
    out += 32;
  }
}
