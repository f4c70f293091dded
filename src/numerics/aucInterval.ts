/**
 * An interval for the area under the ROC curve (Newcombe, Statistics in Medicine 25, 2006, part 2,
 * method 5): all areas that a normal test with Hanley and McNeil's variance (1982) would not reject.
 * Unlike intervals about the estimate it stays within 0 and 1, and has a width at the ends.
 */

import type { Interval } from './intervals.ts';
import { kernel } from './kernel.ts';
import { rootOfIncreasing } from './root.ts';

/** For `positives` and `negatives` rows, at least one of each. */
export function aucInterval(
  estimate: number,
  positives: number,
  negatives: number,
  level = 0.95,
): Interval {
  const z = kernel().normalQuantile((1 + level) / 2);
  const half = (positives + negatives) / 2 - 1;
  const error = (area: number) => {
    const clumped = 1 + half * ((1 - area) / (2 - area) + area / (1 + area));
    return Math.sqrt((area * (1 - area) * clumped) / (positives * negatives));
  };
  // the error vanishes at the ends, which are then roots too, but not the ones sought
  const [below, above] = [Math.min(estimate, 1 - 1e-12), Math.max(estimate, 1e-12)];
  return {
    estimate,
    low: rootOfIncreasing((area) => area + z * error(area) - estimate, 0, below),
    high: rootOfIncreasing((area) => area - z * error(area) - estimate, above, 1),
    level,
  };
}
