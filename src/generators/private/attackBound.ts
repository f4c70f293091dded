/**
 * What a promise of Gaussian differential privacy leaves to whoever wants to know whether one person's row is
 * in the table, however much is known of all others: two tables that differ in this row are at least as hard
 * to tell apart as two normal variables of variance 1 whose means are mu apart (Dong, Roth and Su, "Gaussian
 * differential privacy", 2022). So no attack has more true than false alarms beyond 2 Phi(mu / 2) - 1, and none
 * has a ROC curve above Phi(PhiInv(x) + mu), whose area is Phi(mu / sqrt 2). Means of such curves over people
 * stay below it too, since it is concave.
 */

import { kernel } from '../../numerics/kernel.ts';

export interface AttackBound {
  /** The area under the ROC curve: how often the attack is right about which of two people is in. */
  readonly auc: number;
  /** True alarms less false alarms, at any threshold. */
  readonly advantage: number;
  /** Members found where 1 % of others are taken for members. */
  readonly foundAt1: number;
}

export function attackBoundOf(mu: number): AttackBound {
  const { normalCdf, normalQuantile } = kernel();
  return {
    auc: normalCdf(mu / Math.SQRT2),
    advantage: 2 * normalCdf(mu / 2) - 1,
    foundAt1: normalCdf(normalQuantile(0.01) + mu),
  };
}
