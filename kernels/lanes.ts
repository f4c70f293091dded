// Short names for the arithmetic of two doubles at a time. A lane function takes and gives `v128`
// values that hold two observations; it has no branches on the data, only selections.

// @ts-ignore: decorator
@inline export function splat(x: f64): v128 { return f64x2.splat(x); }
// @ts-ignore: decorator
@inline export function add(a: v128, b: v128): v128 { return f64x2.add(a, b); }
// @ts-ignore: decorator
@inline export function sub(a: v128, b: v128): v128 { return f64x2.sub(a, b); }
// @ts-ignore: decorator
@inline export function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b); }
// @ts-ignore: decorator
@inline export function div(a: v128, b: v128): v128 { return f64x2.div(a, b); }
// @ts-ignore: decorator
@inline export function neg(a: v128): v128 { return f64x2.neg(a); }
// @ts-ignore: decorator
@inline export function abs2(a: v128): v128 { return f64x2.abs(a); }
// @ts-ignore: decorator
@inline export function sqrt2(a: v128): v128 { return f64x2.sqrt(a); }
// @ts-ignore: decorator
@inline export function lesser(a: v128, b: v128): v128 { return f64x2.pmin(a, b); }
// @ts-ignore: decorator
@inline export function greater(a: v128, b: v128): v128 { return f64x2.pmax(a, b); }
// @ts-ignore: decorator
@inline export function less(a: v128, b: v128): v128 { return f64x2.lt(a, b); }
// @ts-ignore: decorator
@inline export function equal(a: v128, b: v128): v128 { return f64x2.eq(a, b); }

/** Lane by lane: `a` where the mask is set, else `b`. */
// @ts-ignore: decorator
@inline export function choose(mask: v128, a: v128, b: v128): v128 { return v128.bitselect(a, b, mask); }

/** True if any lane of the mask is set. */
// @ts-ignore: decorator
@inline export function any(mask: v128): bool { return v128.any_true(mask); }

/** `a * b + c`, rounded twice as everywhere else (no fused multiply-add). */
// @ts-ignore: decorator
@inline export function mulAdd(a: v128, b: v128, c: v128): v128 { return f64x2.add(f64x2.mul(a, b), c); }

/** `1 / a`. */
// @ts-ignore: decorator
@inline export function reciprocal(a: v128): v128 { return f64x2.div(f64x2.splat(1), a); }

// @ts-ignore: decorator
@inline export function first(a: v128): f64 { return f64x2.extract_lane(a, 0); }
// @ts-ignore: decorator
@inline export function second(a: v128): f64 { return f64x2.extract_lane(a, 1); }
// @ts-ignore: decorator
@inline export function pack(a: f64, b: f64): v128 { return f64x2.replace_lane(f64x2.splat(a), 1, b); }

/** The size of `a` with the sign of `b`. */
// @ts-ignore: decorator
@inline export function copySign(a: v128, b: v128): v128 { return v128.bitselect(b, a, i64x2.splat(0x8000000000000000)); }
