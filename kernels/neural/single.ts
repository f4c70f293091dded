// exp, log, tanh and the normal quantile in float32, four lanes at a time.
//
// Reductions and polynomials of Moshier's Cephes library (expf, logf, tanhf); the quantile is PPND7 of
// Wichura, "Algorithm AS 241", Applied Statistics 37 (1988). Errors against float64, on the grids of the
// test: exp and log 1.2e-7 relative, tanh 1.2e-7 and the quantile 8e-7 relative.

// @ts-ignore: decorator
@inline function s(x: f32): v128 { return f32x4.splat(x); }
// @ts-ignore: decorator
@inline function mulAdd(a: v128, b: v128, c: v128): v128 { return f32x4.add(f32x4.mul(a, b), c); }

/** Adding it leaves the nearest integer in the low bits of the sum. */
const ROUNDER: f32 = 12582912;

/** exp(x); beyond [-87.3, 88.3], where float32 ends, the value at that end. */
// @ts-ignore: decorator
@inline
export function exp4(x: v128): v128 {
  const clipped = f32x4.pmax(f32x4.pmin(x, s(88.3)), s(-87.3));
  const shifted = mulAdd(clipped, s(1.44269504), s(ROUNDER));
  const k = f32x4.sub(shifted, s(ROUNDER));
  const r = f32x4.sub(f32x4.sub(clipped, f32x4.mul(k, s(0.693359375))), f32x4.mul(k, s(-2.12194440e-4)));
  let p = mulAdd(s(1.9875691500e-4), r, s(1.3981999507e-3));
  p = mulAdd(p, r, s(8.3334519073e-3));
  p = mulAdd(p, r, s(4.1665795894e-2));
  p = mulAdd(p, r, s(1.6666665459e-1));
  p = mulAdd(p, r, s(5.0000001201e-1));
  const value = f32x4.add(mulAdd(p, f32x4.mul(r, r), r), s(1));
  const power = i32x4.shl(i32x4.sub(shifted, i32x4.splat(0x4b400000 - 127)), 23);
  return f32x4.mul(value, power);
}

/** log(x) of a positive, finite, normal x. */
// @ts-ignore: decorator
@inline
export function log4(x: v128): v128 {
  const offset = i32x4.sub(x, i32x4.splat(0x3f3504f3));
  const ki = i32x4.shr_s(offset, 23);
  const f = f32x4.sub(i32x4.sub(x, i32x4.shl(ki, 23)), s(1));
  const k = f32x4.convert_i32x4_s(ki);
  const z = f32x4.mul(f, f);
  let p = mulAdd(s(7.0376836292e-2), f, s(-1.1514610310e-1));
  p = mulAdd(p, f, s(1.1676998740e-1));
  p = mulAdd(p, f, s(-1.2420140846e-1));
  p = mulAdd(p, f, s(1.4249322787e-1));
  p = mulAdd(p, f, s(-1.6668057665e-1));
  p = mulAdd(p, f, s(2.0000714765e-1));
  p = mulAdd(p, f, s(-2.4999993993e-1));
  p = mulAdd(p, f, s(3.3333331174e-1));
  const small = f32x4.sub(mulAdd(k, s(-2.12194440e-4), f32x4.mul(f32x4.mul(p, f), z)), f32x4.mul(s(0.5), z));
  return mulAdd(k, s(0.693359375), f32x4.add(f, small));
}

// @ts-ignore: decorator
@inline
export function tanh4(x: v128): v128 {
  const size = f32x4.abs(x);
  const z = f32x4.mul(x, x);
  let p = mulAdd(s(-5.70498872745e-3), z, s(2.06390887954e-2));
  p = mulAdd(p, z, s(-5.37397155531e-2));
  p = mulAdd(p, z, s(1.33314422036e-1));
  p = mulAdd(p, z, s(-3.33332819422e-1));
  const near = mulAdd(f32x4.mul(p, z), x, x);
  const e = exp4(f32x4.add(size, size));
  const far = f32x4.sub(s(1), f32x4.div(s(2), f32x4.add(e, s(1))));
  const signed = v128.bitselect(x, far, i32x4.splat(0x80000000));
  return v128.bitselect(near, signed, f32x4.lt(size, s(0.625)));
}

/** The standard normal quantile of p, for p in [2^-25, 1 - 2^-25]. */
// @ts-ignore: decorator
@inline
export function normalQuantile4(p: v128): v128 {
  const q = f32x4.sub(p, s(0.5));
  const r = f32x4.sub(s(0.180625), f32x4.mul(q, q));
  const centreAbove = mulAdd(mulAdd(mulAdd(s(5.9109374720e1), r, s(1.5929113202e2)), r, s(5.0434271938e1)), r, s(3.3871327179));
  const centreBelow = mulAdd(mulAdd(mulAdd(s(6.7187563600e1), r, s(7.8757757664e1)), r, s(1.7895169469e1)), r, s(1));
  const tail = f32x4.pmin(p, f32x4.sub(s(1), p));
  const t = f32x4.sub(f32x4.sqrt(f32x4.neg(log4(tail))), s(1.6));
  const tailAbove = mulAdd(mulAdd(mulAdd(s(1.7023821103e-1), t, s(1.3067284816)), t, s(2.7568153900)), t, s(1.4234372777));
  const tailBelow = mulAdd(mulAdd(s(1.2021132975e-1), t, s(7.3700164250e-1)), t, s(1));
  const isCentre = f32x4.le(f32x4.abs(q), s(0.425));
  const above = v128.bitselect(f32x4.mul(q, centreAbove), tailAbove, isCentre);
  const value = f32x4.div(above, v128.bitselect(centreBelow, tailBelow, isCentre));
  return v128.bitselect(value, v128.bitselect(q, value, i32x4.splat(0x80000000)), isCentre);
}

// @ts-ignore: decorator
@inline export function exp1(x: f32): f32 { return f32x4.extract_lane(exp4(s(x)), 0); }
// @ts-ignore: decorator
@inline export function log1(x: f32): f32 { return f32x4.extract_lane(log4(s(x)), 0); }
// @ts-ignore: decorator
@inline export function tanh1(x: f32): f32 { return f32x4.extract_lane(tanh4(s(x)), 0); }
