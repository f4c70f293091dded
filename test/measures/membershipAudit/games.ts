/** Coins and scores without a table, for tests of statistics. */

import type { Coins } from '../../../src/measures/membershipAudit/coins.ts';
import { kernel } from '../../../src/numerics/kernel.ts';
import type { Rng } from '../../../src/random/rng.ts';

/** Everybody is matched with somebody, and one of the two is in; an odd one is out. */
export function flipped(people: number, rng: Rng): Coins {
  const order = rng.split('order').permutation(people);
  const pairs = people >> 1;
  const coins = rng.split('coins').integers(pairs, 2);
  const isIn = new Uint8Array(people);
  const [first, second] = [new Uint32Array(pairs), new Uint32Array(pairs)];
  for (let pair = 0; pair < pairs; pair++) {
    first[pair] = order[2 * pair];
    second[pair] = order[2 * pair + 1];
    isIn[coins[pair] === 1 ? first[pair] : second[pair]] = 1;
  }
  return { isIn, first, second };
}

export function normals(n: number, rng: Rng): Float64Array {
  return rng.uniforms(n).map(kernel().normalQuantile);
}
