/**
 * Mixtures of normal distributions for one column, by variational Bayes with a Dirichlet process for
 * the weights (Blei and Jordan 2006; Bishop 2006, chapter 10.2), with the priors and the stopping rule of
 * scikit-learn's BayesianGaussianMixture, which CTGAN uses: mean of the column, 1, variance of the column
 * with 1 degree of freedom, concentration 0.001; up to 100 rounds, until the bound moves by less than
 * 0.001. Beside that software's 1e-6 for each variance: less for columns with a variance below 1, so
 * that the unit of a column does not matter. Agreement: bench/peers/reference/mixture.py.
 */

import { kernel, scoped } from '../../numerics/kernel.ts';
import type { Rng } from '../../random/rng.ts';
import { kMeans } from './kMeans.ts';

export interface Mixture {
  readonly weights: readonly number[];
  readonly means: readonly number[];
  readonly sds: readonly number[];
  /** For `responsibilities`: the log of a component's share, apart from what all have in common. */
  readonly offsets: readonly number[];
}

const COMPONENTS = 10;
const CONCENTRATION = 0.001;
const REGULARISATION = 1e-6;
const ROUNDS = 100;
const TOLERANCE = 1e-3;
/** What scikit-learn adds to the number of rows of a component: ten units in the last place of 1. */
const TINY = 2.220446049250313e-15;

/** Fits to values without gaps, at least one, none of them infinite. */
export function fitMixture(values: Float64Array, rng: Rng): Mixture {
  return fitMixtureFrom(values, kMeans(values, COMPONENTS, rng));
}

/** The fit that begins with each value belonging to the component that `labels` says. */
export function fitMixtureFrom(values: Float64Array, labels: Int32Array): Mixture {
  const components = labels.reduce((most, label) => Math.max(most, label), 0) + 1;
  const prior = priorOf(values);
  let state = estimate(sumsOfLabels(values, labels, components, prior.mean), prior);
  return scoped((scope) => {
    const n = values.length + (values.length % 2);
    const x = scope.column(n);
    const weights = scope.column(n);
    scope.view(x, n).fill(prior.mean).set(values);
    scope.view(weights, n).fill(0).fill(1, 0, values.length);
    const parameters = scope.column(3 * components);
    const sums = scope.column(6 * components + 2);
    let bound = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      const packed = scope.view(parameters, 3 * components);
      state.components.forEach(({ mean, variance, offset }, j) => {
        packed.set([mean, 0.5 / variance, offset], 3 * j);
      });
      scope.view(sums, 6 * components + 2).fill(0);
      kernel().mixtureSums(x, weights, n, parameters, components, sums);
      const found = scope.view(sums, 6 * components + 2);
      const moments = state.components.map(({ mean }, j): Moments => {
        const at = (place: number) => found[6 * j + 2 * place] + found[6 * j + 2 * place + 1];
        return { about: mean, count: at(0), first: at(1), second: at(2) };
      });
      const entropy = found[6 * components] + found[6 * components + 1];
      state = estimate(moments, prior);
      const before = bound;
      bound = state.bound - entropy;
      if (Math.abs(bound - before) < TOLERANCE) break;
    }
    return resultOf(state.components);
  });
}

/** The shares of the components in each value, row by row; those not kept are left out. */
export function responsibilities(
  { means, sds, offsets }: Mixture,
  kept: readonly number[],
  value: number,
  out: Float64Array,
): void {
  const { exp } = kernel();
  let highest = Number.NEGATIVE_INFINITY;
  kept.forEach((j, place) => {
    const z = (value - means[j]) / sds[j];
    out[place] = offsets[j] - 0.5 * z * z;
    if (out[place] > highest) highest = out[place];
  });
  let sum = 0;
  for (let place = 0; place < kept.length; place++) {
    out[place] = exp(out[place] - highest);
    sum += out[place];
  }
  for (let place = 0; place < kept.length; place++) out[place] /= sum;
}

interface Prior {
  readonly mean: number;
  readonly variance: number;
  readonly regularisation: number;
}

function priorOf(values: Float64Array): Prior {
  let mean = 0;
  for (const value of values) mean += value / values.length;
  let variance = 0;
  for (const value of values) variance += (value - mean) * (value - mean);
  variance /= Math.max(values.length - 1, 1);
  const regularisation = REGULARISATION * (variance > 0 && variance < 1 ? variance : 1);
  return { mean, variance, regularisation };
}

/** Sums of responsibilities, and of first and second powers of the distance to a number. */
interface Moments {
  readonly about: number;
  readonly count: number;
  readonly first: number;
  readonly second: number;
}

function sumsOfLabels(
  values: Float64Array,
  labels: Int32Array,
  components: number,
  centre: number,
): Moments[] {
  const count = new Float64Array(components);
  const sums = new Float64Array(components);
  for (let i = 0; i < values.length; i++) {
    count[labels[i]]++;
    sums[labels[i]] += values[i] - centre;
  }
  const about = sums.map((sum, j) => centre + (count[j] > 0 ? sum / count[j] : 0));
  const second = new Float64Array(components);
  for (let i = 0; i < values.length; i++) {
    const distance = values[i] - about[labels[i]];
    second[labels[i]] += distance * distance;
  }
  return Array.from(about, (centreOf, j) => ({
    about: centreOf,
    count: count[j],
    first: 0,
    second: second[j],
  }));
}

interface Component {
  readonly mean: number;
  readonly variance: number;
  /** Of the stick: the two parameters of its beta distribution. */
  readonly taken: number;
  readonly left: number;
  readonly offset: number;
}

/** The parameters from the sums, and the part of the bound that does not depend on the rows one by one. */
function estimate(
  moments: readonly Moments[],
  prior: Prior,
): { components: Component[]; bound: number } {
  const { log, digamma, logGamma } = kernel();
  const components: Component[] = [];
  let remaining = moments.reduce((sum, { count }) => sum + count + TINY, 0);
  let logStick = 0;
  let bound = 0;
  for (const { about, count, first, second } of moments) {
    const rows = count + TINY;
    const shift = first / rows;
    const centre = about + shift;
    const spread = Math.max(second / rows - shift * shift, 0) + prior.regularisation;
    remaining -= rows;
    const taken = 1 + rows;
    const left = CONCENTRATION + Math.max(remaining, 0);
    const precision = 1 + rows;
    const freedom = 1 + rows;
    const mean = (prior.mean + rows * centre) / precision;
    const away = centre - prior.mean;
    const variance = (prior.variance + rows * spread + (rows / precision) * away * away) / freedom;
    const both = digamma(taken + left);
    const logWeight = digamma(taken) - both + logStick;
    logStick += digamma(left) - both;
    const logPrecision = Math.LN2 + digamma(freedom / 2) - 1 / precision;
    const offset = logWeight - 0.5 * (log(variance) + log(freedom)) + 0.5 * logPrecision;
    components.push({ mean, variance, taken, left, offset });
    const logDeterminant = -0.5 * (log(variance) + log(freedom));
    bound += freedom * logDeterminant + freedom * 0.5 * Math.LN2 + logGamma(freedom / 2);
    bound += logGamma(taken) + logGamma(left) - logGamma(taken + left) - 0.5 * log(precision);
  }
  return { components, bound };
}

function resultOf(components: readonly Component[]): Mixture {
  let stick = 1;
  const raw = components.map(({ taken, left }) => {
    const weight = (stick * taken) / (taken + left);
    stick *= left / (taken + left);
    return weight;
  });
  const sum = raw.reduce((total, weight) => total + weight, 0);
  return {
    weights: raw.map((weight) => weight / sum),
    means: components.map(({ mean }) => mean),
    sds: components.map(({ variance }) => Math.sqrt(variance)),
    offsets: components.map(({ offset }) => offset),
  };
}
