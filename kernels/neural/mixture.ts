// One pass over a column for a mixture of normal distributions: the responsibilities of the components
// for each number, and the sums over them that the next parameters need.

import { add, greater, mul, mulAdd, splat, sub } from '../lanes';
import { expNormalLanes } from '../elementary/exp';
import { logNormalLanes } from '../elementary/log';

/** Log-weights of a pair of numbers; at most 16 components. */
const LOGS: usize = memory.data(16 * 16, 16);

/**
 * Component j has log-density offset - (x - mean)^2 * half at x, apart from what all share; `parameters`
 * holds mean, half, offset of each. Adds to `sums`, for each, the responsibilities r, r (x - mean) and
 * r (x - mean)^2, each in two lanes, and at the end r log r over all. n even: pad with `weights` 0.
 */
export function mixtureSums(
  x: usize, weights: usize, n: i32, parameters: usize, components: i32, sums: usize,
): void {
  const end = <usize>n << 3;
  const last = sums + <usize>components * 48;
  for (let at: usize = 0; at < end; at += 16) {
    const value = v128.load(x + at);
    const weight = v128.load(weights + at);
    let highest = splat(-1e300);
    for (let j = 0; j < components; j++) {
      const entry = parameters + <usize>j * 24;
      const d = sub(value, v128.load64_splat(entry));
      const log = sub(v128.load64_splat(entry, 16), mul(mul(d, d), v128.load64_splat(entry, 8)));
      v128.store(LOGS + (<usize>j << 4), log);
      highest = greater(highest, log);
    }
    let sum = splat(0);
    for (let j = 0; j < components; j++) sum = add(sum, expNormalLanes(sub(v128.load(LOGS + (<usize>j << 4)), highest)));
    const whole = add(highest, logNormalLanes(sum));
    let entropy = v128.load(last);
    for (let j = 0; j < components; j++) {
      const to = sums + <usize>j * 48;
      const log = sub(v128.load(LOGS + (<usize>j << 4)), whole);
      const r = mul(weight, expNormalLanes(log));
      const d = sub(value, v128.load64_splat(parameters + <usize>j * 24));
      const rd = mul(r, d);
      v128.store(to, add(v128.load(to), r));
      v128.store(to, add(v128.load(to, 16), rd), 16);
      v128.store(to, mulAdd(rd, d, v128.load(to, 32)), 32);
      entropy = mulAdd(r, log, entropy);
    }
    v128.store(last, entropy);
  }
}
