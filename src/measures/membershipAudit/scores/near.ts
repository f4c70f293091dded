/**
 * The nearest synthetic row, on a logarithmic scale: what somebody would look at who suspects copies.
 * By the fifth nearest a person is seen who has many synthetic rows about.
 */

import { kernel } from '../../../numerics/kernel.ts';

/** In standard deviations, or as a share of the ranks: a row so near is as good as a copy. */
const COPY = 1e-3;

/** Higher for those who are nearer to their k-th nearest row; `squares` hold `count` for each person. */
export function nearScores(squares: Float64Array, count: number, k: number): Float64Array {
  const { log } = kernel();
  return Float64Array.from({ length: squares.length / count }, (_, person) => {
    return -log(Math.sqrt(squares[person * count + k - 1]) + COPY);
  });
}
