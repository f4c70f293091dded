/**
 * What sums of scores say of dependence: how far classes are apart in each variable, and the covariances of
 * variables within classes. Of clipped scores, as measured, or of whole ones, as a shape has them (unclip.ts).
 */

import type { Base } from './base.ts';
import { SCALE } from './clippedScores.ts';
import { denoise } from './denoise.ts';
import type { Measured, NoiseScales } from './measure.ts';
import type { Shrink } from './settings.ts';

export interface Estimates {
  /**
   * By variable: of two classes or halves, the mean over rows of its score times 1 in the second and -1 in the
   * first; of K classes, for each, the mean of its score times 1 in this class, less the mean of these over classes.
   */
  readonly contrasts: readonly Float64Array[];
  /** By class, or one for all: the covariance of the scores of variables j < k within classes. */
  readonly pairs: readonly Float64Array[];
}

/** Sums of scores, as they are measured. */
export type Sums = Pick<Measured, 'rows' | 'response' | 'moments'>;

/** Variables j < k, row after row. */
export function pairsOf(d: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let j = 0; j < d; j++) for (let k = j + 1; k < d; k++) pairs.push([j, k]);
  return pairs;
}

export function estimatesOf(base: Base, { rows, response, moments }: Sums): Estimates {
  const { plan, parts, classes } = base;
  const K = plan.classes;
  const unit = (j: number) => rows * SCALE * parts[j].seen;
  const means = response.map((row) => Float64Array.from(row, (sum, j) => sum / unit(j)));
  const contrasts = K > 2 ? withoutMean(means.map((row) => row.map((value) => value / K))) : means;
  const ties = classMeans(base, contrasts);
  const isSplit = moments.length > 1;
  const between = (c: number, [j, k]: [number, number]) =>
    ties.length === 0 ? 0 : ties[c][j] * ties[c][k];
  const all = pairsOf(parts.length);
  const pairs = moments.map((sums, g) =>
    Float64Array.from(all, (pair, p) => {
      const [j, k] = pair;
      const share = isSplit ? classes[g] : 1;
      let own = 0;
      if (isSplit) own = between(g, pair);
      else for (let c = 0; c < classes.length; c++) own += classes[c] * between(c, pair);
      return sums[p] / (rows * SCALE * SCALE * parts[j].seen * parts[k].seen * share) - own;
    }),
  );
  return { contrasts, pairs };
}

function withoutMean(rows: readonly Float64Array[]): Float64Array[] {
  return rows.map((row) =>
    row.map((value, j) => value - rows.reduce((sum, other) => sum + other[j], 0) / rows.length),
  );
}

/**
 * By class, the mean score of each variable; none of a numeric response. Scores have mean 0 over all rows, so
 * that the sums of all classes add up to 0: of two classes the sum of one is half the difference.
 */
export function classMeans(
  { plan, classes, isNumeric }: Base,
  contrasts: Estimates['contrasts'],
): Float64Array[] {
  if (isNumeric || plan.classes < 2) return [];
  if (plan.classes === 2) {
    return [-1, 1].map((sign, c) => contrasts[0].map((value) => (0.5 * sign * value) / classes[c]));
  }
  return contrasts.map((row, c) => row.map((value) => value / classes[c]));
}

/**
 * Estimates with the noise taken out that the mechanism has put in. What classes share and what is special to
 * each have noise of different size and are denoised apart, as correlations: `sizes` are the products of the
 * standard deviations of pairs.
 */
export function denoised(
  { plan, parts, classes }: Base,
  { contrasts, pairs }: Estimates,
  scales: NoiseScales,
  rows: number,
  sizes: Float64Array,
  shrink: Shrink,
): Estimates {
  const d = parts.length;
  const K = plan.classes;
  const sd = K > 2 ? (scales.response / K) * Math.sqrt((K - 1) / K) : scales.response;
  const flat = Float64Array.from(
    { length: contrasts.length * d },
    (_, at) => contrasts[Math.floor(at / d)][at % d],
  );
  const clean = denoise(
    flat,
    flat.map((_, at) => sd / (rows * SCALE * parts[at % d].seen)),
    shrink === 'linear' ? shrink : 'none',
  );
  const isSplit = pairs.length > 1;
  const found = pairs.map((own) => own.map((value, p) => value / sizes[p]));
  const noise = Float64Array.from(
    pairsOf(d),
    ([j, k], p) =>
      scales.moments / (rows * SCALE * SCALE * parts[j].seen * parts[k].seen) / sizes[p],
  );
  const least = isSplit ? classes.reduce((low, share) => Math.min(low, share), 1) : 1;
  const known = isKnown(parts, noise, Math.sqrt(pairs.length), least * rows, sizes);
  found.forEach((own) => {
    known.forEach((each, p) => {
      if (!each) own[p] = 0;
    });
  });
  const common = Float64Array.from(sizes, (_, p) =>
    found.reduce((sum, own, g) => sum + (isSplit ? classes[g] : 1) * own[p], 0),
  );
  const shared = denoise(
    common,
    noise.map((own) => Math.sqrt(pairs.length) * own),
    shrink,
  );
  const ownOf = (own: Float64Array, g: number) => {
    if (!isSplit) return shared;
    const w = classes[g];
    const size = Math.sqrt(((1 - w) * (1 - w)) / (w * w) + pairs.length - 1);
    const special = denoise(
      own.map((value, p) => value - common[p]),
      noise.map((each) => size * each),
      shrink,
    );
    return special.map((value, p) => value + shared[p]);
  };
  return {
    contrasts: contrasts.map((_, row) => clean.slice(row * d, (row + 1) * d)),
    pairs: found.map((own, g) => ownOf(own, g).map((value, p) => value * sizes[p])),
  };
}

/** A correlation with more error than this is kept only where others have about as much. */
const MOST_ERROR = 0.15;
const MOST_OF_USUAL = 3;

/**
 * Which pairs can be known at all. A variable that is nearly always the same, such as being missing in one row of
 * thousands, has scores that hardly vary: what noise, or a single row, puts into their products would count as a
 * large correlation, and, once its variable is a centre of the vine, as one of all other columns. Errors are those
 * of the mechanism and of the rows themselves, `rows` being those of the smallest class.
 */
function isKnown(
  parts: Base['parts'],
  noise: Float64Array,
  groups: number,
  rows: number,
  sizes: Float64Array,
): boolean[] {
  const variances = parts.map(({ shares, own, seen }) =>
    own.reduce((sum, score, b) => sum + (shares[b] * score * score) / seen, 0),
  );
  const errors = Float64Array.from(pairsOf(parts.length), ([j, k], p) => {
    const mechanism = groups * noise[p];
    const sampling = (variances[j] * variances[k]) / (rows * sizes[p] * sizes[p]);
    return Math.sqrt(mechanism * mechanism + sampling);
  });
  // the lower quartile: where many columns have rare gaps, most pairs are such
  const usual = errors.slice().sort()[errors.length >> 2] ?? 0;
  const most = Math.max(MOST_ERROR, MOST_OF_USUAL * usual);
  return Array.from(errors, (error) => error <= most);
}
