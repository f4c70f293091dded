/**
 * Scores differ between people far more than between a person who is in and the same person out. So each
 * is compared with that person's scores in other fits, as attackers do who can fit the generator
 * themselves (LiRA: Carlini and others 2022). Fit m is calibrated by the fits before it only: given
 * these, its coins are fair and independent of what is guessed, so that all tests are exact. With
 * all other fits in place of earlier ones two fits could vote for each other.
 *
 * - Log-densities: L = T - c - s²/2, with c the person's mean when out and s² the variance about the
 *   means when in and out. Where the shift between in and out is s², as in theory, this is the
 *   logarithm of the likelihood ratio, and no shift has to be estimated: scores of fits with the
 *   person in count for c, less s².
 * - Distances: L = g (T - (mean in + mean out)/2) / s², with g the person's shift, drawn to that of all
 *   people as far as its noise explains the differences between people.
 *
 * Variances are drawn to their mean over all people, which counts as much as ten fits.
 */

/** Fits that calibrate only. */
export const FIRST_FITS = 4;

const SHARED_FITS = 10;

/** What was seen of each person in earlier fits; scores less that of the first fit, for exactness. */
interface Seen {
  readonly fits: number;
  /** By person: how often in, and the sums and sums of squares in either state. */
  readonly timesIn: Float64Array;
  readonly sumIn: Float64Array;
  readonly sumOut: Float64Array;
  readonly squares: Float64Array;
}

/**
 * By fit, and within it by person: higher for those who seem to be in, about 0 where nothing is known.
 * Nothing for the first fits. `scores` and `isIn` are by fit.
 */
export function calibrate(
  scores: readonly Float64Array[],
  isIn: readonly Uint8Array[],
  kind: 'log-density' | 'distance',
): (Float64Array | undefined)[] {
  const people = scores.length === 0 ? 0 : scores[0].length;
  const column = () => new Float64Array(people);
  const [timesIn, sumIn, sumOut, squares] = [column(), column(), column(), column()];
  const ratios = kind === 'log-density' ? densityRatios : distanceRatios;
  return scores.map((own, fits) => {
    const shifted = own.map((score, i) => score - scores[0][i]);
    const seen: Seen = { fits, timesIn, sumIn, sumOut, squares };
    const calibrated = fits < FIRST_FITS ? undefined : ratios(shifted, seen);
    for (let i = 0; i < people; i++) {
      timesIn[i] += isIn[fits][i];
      if (isIn[fits][i]) sumIn[i] += shifted[i];
      else sumOut[i] += shifted[i];
      squares[i] += shifted[i] * shifted[i];
    }
    return calibrated;
  });
}

function densityRatios(scores: Float64Array, seen: Seen): Float64Array {
  const { fits, timesIn, sumIn, sumOut } = seen;
  const variances = sharedVariances(seen);
  return scores.map((score, i) => {
    const centre = (sumIn[i] + sumOut[i] - variances[i] * timesIn[i]) / fits;
    return score - centre - variances[i] / 2;
  });
}

function distanceRatios(scores: Float64Array, seen: Seen): Float64Array {
  const { fits, timesIn } = seen;
  const variances = sharedVariances(seen);
  const means = meansOf(seen);
  const known = Array.from(scores.keys()).filter((i) => timesIn[i] > 0 && timesIn[i] < fits);
  const shifts = scores.map((_, i) => means.in[i] - means.out[i]);
  const noise = variances.map(
    (variance, i) => variance * (1 / timesIn[i] + 1 / (fits - timesIn[i])),
  );
  const common = meanOver(known, shifts);
  const spread = meanOver(
    known,
    shifts.map((shift) => (shift - common) * (shift - common)),
  );
  const between = Math.max(0, spread - meanOver(known, noise));
  return scores.map((score, i) => {
    if (variances[i] === 0) return 0;
    const isKnown = timesIn[i] > 0 && timesIn[i] < fits;
    const share = isKnown && between > 0 ? between / (between + noise[i]) : 0;
    const shift = isKnown ? common + share * (shifts[i] - common) : common;
    return (shift * (score - middleOf(means.in[i], means.out[i], common))) / variances[i];
  });
}

/** Half way between the two means; half a shift from the one that is known. */
function middleOf(meanIn: number, meanOut: number, shift: number): number {
  if (Number.isNaN(meanOut)) return meanIn - shift / 2;
  if (Number.isNaN(meanIn)) return meanOut + shift / 2;
  return (meanIn + meanOut) / 2;
}

/** NaN for a state that was not seen. */
function meansOf({ fits, timesIn, sumIn, sumOut }: Seen) {
  return {
    in: sumIn.map((sum, i) => sum / timesIn[i]),
    out: sumOut.map((sum, i) => sum / (fits - timesIn[i])),
  };
}

/** Within either state, drawn to the mean over people. */
function sharedVariances(seen: Seen): Float64Array {
  const { fits, timesIn, sumIn, sumOut, squares } = seen;
  const own = squares.map((sum, i) => {
    const timesOut = fits - timesIn[i];
    const explained =
      (timesIn[i] > 0 ? (sumIn[i] * sumIn[i]) / timesIn[i] : 0) +
      (timesOut > 0 ? (sumOut[i] * sumOut[i]) / timesOut : 0);
    return Math.max(0, sum - explained) / (fits - 2);
  });
  const shared = own.reduce((sum, variance) => sum + variance, 0) / own.length;
  return own.map((variance) => (fits * variance + SHARED_FITS * shared) / (fits + SHARED_FITS));
}

function meanOver(places: readonly number[], values: Float64Array): number {
  return places.reduce((sum, i) => sum + values[i], 0) / Math.max(1, places.length);
}
