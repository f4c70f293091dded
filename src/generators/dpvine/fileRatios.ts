/**
 * What the file of a private fit says of who was in: the best test there is (Neyman and Pearson 1933), since the
 * distribution of its numbers is known. They are m = sum of v over the rows that were in + noise, where v is what one
 * row adds and the noise is normal with known variances. The scores of rows follow from the noisy margins, which are
 * in the file, so that v is known to whoever knows a row.
 *
 * - Who knows all rows but one, the attacker of the promise, compares two tables: the log-likelihood ratio of the file
 *   is normal with mean +-s²/2 and variance s² under either, s at most mu.
 * - Who knows everybody but not who was in takes the others for what they are on average. With M the mean of m, the
 *   log-likelihood ratio of a in and b out to b in and a out is then <m - M, v_a - v_b> over the variances, so that
 *   everybody has a number <m - M, v> of their own, and of two people the one with the larger is the likelier. The
 *   chance of who else is in counts as more noise in each number.
 *
 * Rounding of the noise is left out: it adds 1/12 to variances that are far above it.
 */

import { contributionsOf, listsOf, PARTS, type Part } from './contributions.ts';
import type { Measured, NoiseScales } from './measure.ts';
import type { Plan } from './plan.ts';
import { exactGiven } from './statistics.ts';

/** How much likelier, in logarithms, the file is from the first table than from the second. */
export function tablesRatio(
  plan: Plan,
  measured: Measured,
  scales: NoiseScales,
  first: readonly Int32Array[],
  second: readonly Int32Array[],
): number {
  const [one, other] = [first, second].map((codes) => exactGiven(plan, codes, measured));
  let ratio = 0;
  for (const part of PARTS) {
    const variance = scales[part] * scales[part];
    listsOf<ArrayLike<number>>(measured, part).forEach((list, l) => {
      const [a, b] = [listsOf(one, part)[l], listsOf(other, part)[l]];
      // ((m - b)² - (m - a)²) / 2, so that nothing large cancels
      for (let i = 0; i < list.length; i++) {
        ratio += ((a[i] - b[i]) * (list[i] - 0.5 * (a[i] + b[i]))) / variance;
      }
    });
  }
  return ratio;
}

/** By row of `codes`, who are everybody: higher for those who seem to be among the rows of the fit. */
export function fileRatios(
  plan: Plan,
  measured: Measured,
  scales: NoiseScales,
  codes: readonly Int32Array[],
): Float64Array {
  const people = codes[plan.response].length;
  const contributions = contributionsOf(plan, codes, measured);
  const zeros = () =>
    byPart((part) =>
      listsOf<ArrayLike<number>>(measured, part).map(({ length }) => new Float64Array(length)),
    );
  const [sums, squares] = [zeros(), zeros()];
  for (let i = 0; i < people; i++) {
    contributions(i, (part, list, at, value) => {
      sums[part][list][at] += value;
      squares[part][list][at] += value * value;
    });
  }
  const drawn = Math.max(0, measured.rows * (1 - measured.rows / people));
  const weights = byPart((part) =>
    listsOf<ArrayLike<number>>(measured, part).map((list, l) =>
      Float64Array.from(list, (value, i) => {
        const mean = sums[part][l][i] / people;
        const chance = drawn * Math.max(0, squares[part][l][i] / people - mean * mean);
        return (value - measured.rows * mean) / (scales[part] * scales[part] + chance);
      }),
    ),
  );
  return Float64Array.from({ length: people }, (_, i) => {
    let ratio = 0;
    contributions(i, (part, list, at, value) => {
      ratio += weights[part][list][at] * value;
    });
    return ratio;
  });
}

function byPart<Value>(of: (part: Part) => Value): Record<Part, Value> {
  return {
    classes: of('classes'),
    margins: of('margins'),
    response: of('response'),
    moments: of('moments'),
  };
}
