/**
 * Which truncations a preview of many columns shows: each takes d³ operations for every regression, of
 * which there is one on all rows and, where dependence differs by class, one in each class.
 */

import type { CovariateOrder } from './covariateOrder.ts';

/** Variables besides the response up to which a preview with one regression takes seconds. */
const MOST_PREVIEWED = 600;

/** Operations, about a second of work. */
const BUDGET = 5e8;
const FEWEST = 10;

/** Whether a preview would take long, however few truncations it shows. */
export function takesLong(trees: number, regressions = 1): boolean {
  return trees * trees * trees * regressions > MOST_PREVIEWED * MOST_PREVIEWED * MOST_PREVIEWED;
}

/**
 * Undefined if all truncations can be shown, else so many as the budget allows: the first and the last, the
 * two bounds of the order with those right after them, and others at even steps.
 */
export function previewedTruncations(
  trees: number,
  { tMax, blockBound }: Pick<CovariateOrder, 'tMax' | 'blockBound'>,
  regressions = 1,
): number[] | undefined {
  const each = trees * trees * trees * regressions;
  const affordable = Math.max(FEWEST, Math.floor(BUDGET / each));
  if (affordable >= trees) return undefined;
  const marked = [tMax, tMax + 1, ...(blockBound === null ? [] : [blockBound, blockBound + 1])];
  const shown = new Set([1, trees, ...marked.filter((t) => t >= 1 && t <= trees)]);
  const steps = affordable - shown.size;
  for (let i = 1; i <= steps; i++) shown.add(1 + Math.round(((trees - 1) * i) / (steps + 1)));
  return [...shown].sort((a, b) => a - b);
}
