/** The logistic loss and what its derivatives need, for a column of linear predictors. */

import { kernel } from '../numerics/kernel.ts';

/**
 * Writes the probability 1 / (1 + exp(-eta)) of each row; gives the sum of -log of the probability of
 * the class that each row has. No intermediate overflows, and a probability near 0 keeps its digits.
 */
export function logisticLoss(
  eta: Float64Array,
  isClass: Int32Array,
  probability: Float64Array,
): number {
  const { exp, log1p } = kernel();
  let loss = 0;
  for (let i = 0; i < eta.length; i++) {
    const small = exp(-Math.abs(eta[i]));
    probability[i] = (eta[i] >= 0 ? 1 : small) / (1 + small);
    // log(1 + exp(-margin)), where the margin is positive if the row is on its right side
    const margin = isClass[i] === 1 ? eta[i] : -eta[i];
    loss += log1p(small) + Math.max(0, -margin);
  }
  return loss;
}

export function logisticProbabilities(eta: Float64Array): Float64Array {
  const probability = new Float64Array(eta.length);
  logisticLoss(eta, new Int32Array(eta.length), probability);
  return probability;
}
