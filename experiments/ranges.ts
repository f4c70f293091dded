/**
 * Public ranges of the experiments: what private generators may know beforehand.
 *
 * Those of SUPPORT2 are the ones of the paper's software, as they are. They have faults, which we keep
 * since they shape its results: the least charge of 1,684 is the least one of the data, so it is no public
 * knowledge (the paper's text says 0); `scoma` goes to 100 in the data, and all above 15 falls in the last
 * bin; crea, bun, charges, hrt, resp, pafi, alb, bili and sod also go beyond their ranges.
 *
 * For the simulated data the paper gives none. Ours are the mean plus and minus five standard deviations
 * of the distributions that the data are drawn from (src/demo/paperParameters.ts): a public fact about a
 * simulation, and wide enough that nothing is cut.
 */

import { PAPER_CLASSES } from '../src/demo/paperParameters.ts';

export const SUPPORT2_RANGES: Readonly<Record<string, readonly [number, number]>> = {
  totcst: [0, 500_000],
  crea: [0, 13],
  totmcst: [0, 500_000],
  charges: [1684, 500_000],
  slos: [0, 180],
  bun: [0, 120],
  age: [18, 115],
  'num.co': [0, 9],
  scoma: [0, 15],
  sps: [0, 163],
  aps: [0, 299],
  surv2m: [0, 1],
  surv6m: [0, 1],
  hday: [0, 180],
  prg2m: [0, 1],
  dnrday: [-30, 180],
  meanbp: [0, 180],
  wblc: [0, 100],
  hrt: [0, 200],
  resp: [0, 40],
  temp: [27, 42],
  pafi: [0, 500],
  alb: [0, 5],
  bili: [0, 21],
  sod: [120, 160],
  ph: [6.9, 7.8],
};

export const SIMULATED_RANGES: Readonly<Record<string, readonly [number, number]>> =
  Object.fromEntries(
    momentsOfMixture().map(([mean, sd], j) => [`X${j + 1}`, around(mean, 5 * sd)]),
  );

/** The mean and the standard deviation of each covariate, both classes being equally frequent. */
function momentsOfMixture(): (readonly [number, number])[] {
  const [first, second] = PAPER_CLASSES.map((blocks) =>
    blocks.flatMap(({ mean, covariance }) =>
      mean.map((own, j) => ({ mean: own, variance: covariance[j][j] })),
    ),
  );
  return first.map((one, j) => {
    const other = second[j];
    const between = (one.mean - other.mean) / 2;
    const variance = (one.variance + other.variance) / 2 + between * between;
    return [(one.mean + other.mean) / 2, Math.sqrt(variance)];
  });
}

function around(middle: number, reach: number): readonly [number, number] {
  return [middle - reach, middle + reach];
}
