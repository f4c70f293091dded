/**
 * From the audit to the release. With p numbers fitted to m of n known people and seen through N synthetic
 * rows, and an attacker whose own reference has r rows,
 *
 *   delta² = (p/m) / ((1 - m/n) + m/N + m/r),   AUC = Phi(delta / sqrt 2),
 *
 * by the score test of those p numbers (for means: Homer and others 2008, Sankararaman and others 2009).
 * On Gaussian data it is right to within .015 and not too low. The audit, which fits half of a known
 * table, gives p; the release is fitted to all of it, and these are few of a large population.
 *
 * What thins out as a table grows is what each person does to fitted numbers. Copies do not: what is seen
 * by distances is taken as it is.
 */

import { kernel } from '../../numerics/kernel.ts';

export interface FitDesign {
  /** m */
  readonly trained: number;
  /** n; infinite for a large population. */
  readonly people: number;
  /** N; infinite for who sees the model itself. */
  readonly drawn: number;
  /** r; infinite for who compares with many fits of their own. */
  readonly reference: number;
}

/** The AUC that the law foresees. A negative p, from an AUC below one half, gives such an AUC. */
export function foreseenAuc(p: number, design: FitDesign): number {
  const delta = Math.sqrt(Math.abs(p) / design.trained / blurOf(design));
  return kernel().normalCdf((Math.sign(p) * delta) / Math.SQRT2);
}

/** p, from an AUC; infinite for one of 0 or 1. */
export function effectiveNumbers(auc: number, design: FitDesign): number {
  const delta = Math.SQRT2 * kernel().normalQuantile(auc);
  return Math.sign(delta) * delta * delta * design.trained * blurOf(design);
}

/** An AUC of 0 or 1, as copies have it, is the same for any number of people. */
export function aucAtRelease(auc: number, audited: FitDesign, released: FitDesign): number {
  return foreseenAuc(effectiveNumbers(auc, audited), released);
}

function blurOf({ trained: m, people, drawn, reference }: FitDesign): number {
  return 1 - m / people + m / drawn + m / reference;
}
