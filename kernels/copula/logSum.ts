// What Clayton and BB7 share: generators of the form e^a - 1.

import { add, choose, less, mul, neg, sub } from '../lanes';
import { expNormalLanes, expm1NormalLanes } from '../elementary/exp';
import { log1pNormalLanes } from '../elementary/log';

/** log(e^a + e^b - 1) for a, b >= 0, exact near 0 and without overflow. */
// @ts-ignore: decorator
@inline
export function logSumLessOne(a: v128, b: v128): v128 {
  const ordered = less(a, b);
  const larger = choose(ordered, b, a);
  const smaller = choose(ordered, a, b);
  return add(larger, log1pNormalLanes(mul(expNormalLanes(sub(smaller, larger)), neg(expm1NormalLanes(neg(smaller))))));
}
