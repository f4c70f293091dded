/**
 * From noisy whole numbers to a vine: post-processing, which costs no budget and can be repeated by whoever
 * has the numbers. One Gaussian C-vine for each class of the response, or one with a numeric response at its
 * root; all truncation levels are cut from it.
 */

import { partialCorrelations } from '../../order/partialCorrelations.ts';
import { SCALE } from './clippedScores.ts';
import { denoise } from './denoise.ts';
import { type LatentColumn, latentColumn } from './latent.ts';
import { classShares, columnScores, halvesOf } from './margins.ts';
import type { Measured, NoiseScales } from './measure.ts';
import { type NoisyOrder, noisyOrder, type OrderRequest } from './noisyOrder.ts';
import type { Plan, Variable } from './plan.ts';
import {
  type ColumnScores,
  densityAt,
  indicatorShares,
  loadingOf,
  normalScores,
} from './scores.ts';
import type { Shrink } from './settings.ts';

/** A variable of the vine, with what its column's cells make of it. */
export interface Latent extends LatentColumn {
  readonly variable: Variable;
}

export interface Shape {
  readonly classes: Float64Array;
  readonly scores: ReadonlyMap<number, ColumnScores>;
  /** As the plan has them; a numeric response first. */
  readonly latents: readonly Latent[];
  /** The same without any tie to the response. */
  readonly free: readonly Latent[];
  /** Latent variables in the order in which they become centres. */
  readonly order: readonly number[];
  /** By class: the edges of the vine in this order (order/partialCorrelations.ts). */
  readonly edges: readonly Float64Array[];
  readonly isNumeric: boolean;
  readonly described: NoisyOrder;
}

export interface ShapeSettings {
  readonly shrink: Shrink;
  readonly order: OrderRequest;
}

/** What clipping leaves of sums by class and of products: 1 if nothing is taken. */
export interface ClipFactors {
  readonly response: number;
  readonly moments: number;
}

export const UNCLIPPED: ClipFactors = { response: 1, moments: 1 };

/** The share of a variable's variance that an edge must leave: edges are at most .95 in size. */
const LEAST_LEFT = 1 - 0.95 * 0.95;

export function shapeOf(
  plan: Plan,
  measured: Measured,
  scales: NoiseScales,
  clip: ClipFactors,
  settings: ShapeSettings,
): Shape {
  const { rows } = measured;
  const classes = classShares(plan, measured.classes, rows);
  const scores = columnScores(plan, measured.margins, rows);
  const parts = plan.variables.map((variable) => partOf(variable, scores));
  const isNumeric = plan.classes === 0;
  const task = { plan, measured, scales, clip, classes, scores, parts, shrink: settings.shrink };
  const ties = isNumeric ? [] : classMeans(task);
  const noTies = classes.map(() => 0);
  const latentOf = (targets: (j: number) => Float64Array) =>
    plan.variables.map((variable, j): Latent => {
      const { shares, own, loading } = parts[j];
      return { variable, ...latentColumn(shares, own, loading, classes, targets(j)) };
    });
  const root = isNumeric ? [rootOf(plan, scores)] : [];
  const free = [...root, ...latentOf(() => noTies)];
  const latents = isNumeric ? free : [...latentOf((j) => classes.map((_, c) => ties[c]?.[j] ?? 0))];
  const within = correlationsWithin(task, ties, latents);
  const n = latents.length;
  const described = noisyOrder(
    plan,
    settings.order,
    totalCorrelations(within, latents, classes, n),
  );
  const { order } = described;
  const edges = within.map((matrix) =>
    partialCorrelations(
      matrix.map((_, at) => matrix[order[Math.floor(at / n)] * n + order[at % n]]),
      n,
      LEAST_LEFT,
    ),
  );
  return { classes, scores, latents, free, order, edges, isNumeric, described };
}

/** A variable's cells as scores. */
interface Part {
  readonly shares: Float64Array;
  readonly own: Float64Array;
  readonly loading: number;
  /** The share of rows in which its score is not 0 for want of a value. */
  readonly seen: number;
}

interface Task {
  readonly plan: Plan;
  readonly measured: Measured;
  readonly scales: NoiseScales;
  readonly clip: ClipFactors;
  readonly classes: Float64Array;
  readonly scores: ReadonlyMap<number, ColumnScores>;
  readonly parts: readonly Part[];
  readonly shrink: Shrink;
}

function partOf({ column, kind }: Variable, scores: ReadonlyMap<number, ColumnScores>): Part {
  const found = scores.get(column) as ColumnScores;
  if (kind === 'value') {
    const { shares, scores: own, loading, missing } = found;
    return { shares, own, loading, seen: 1 - missing };
  }
  const shares = indicatorShares(found.missing);
  const own = normalScores(shares);
  return { shares, own, loading: loadingOf(shares, own), seen: 1 };
}

/** A numeric response: its cuts, and nothing that moves it. */
function rootOf({ response }: Plan, scores: ReadonlyMap<number, ColumnScores>): Latent {
  const { shares, scores: own, loading } = scores.get(response) as ColumnScores;
  const one = Float64Array.of(1);
  return {
    variable: { column: response, kind: 'value' },
    ...latentColumn(shares, own, loading, one, Float64Array.of(0)),
  };
}

/**
 * By class, the mean score of each variable. Scores have mean 0 over all rows, so that the sums of all
 * classes add up to 0: of two classes the sum of one is half the difference.
 */
function classMeans(task: Task): Float64Array[] {
  const { plan, measured, scales, clip, classes, parts, shrink } = task;
  const { response, rows } = measured;
  const K = plan.classes;
  if (K < 2) return [];
  const d = parts.length;
  const unit = (j: number) => rows * SCALE * clip.response * parts[j].seen;
  const rowsOf =
    K === 2
      ? [Float64Array.from(response[0], (sum, j) => sum / unit(j))]
      : withoutMean(response.map((row) => Float64Array.from(row, (sum, j) => sum / unit(j) / K)));
  const sd = K === 2 ? scales.response : (scales.response / K) * Math.sqrt((K - 1) / K);
  const values = Float64Array.from(
    { length: rowsOf.length * d },
    (_, at) => rowsOf[Math.floor(at / d)][at % d],
  );
  const sds = values.map((_, at) => sd / unit(at % d));
  const clean = denoise(values, sds, shrink === 'linear' || shrink === 'none' ? shrink : 'none');
  if (K === 2) {
    return [-1, 1].map((sign, c) =>
      Float64Array.from({ length: d }, (_, j) => (0.5 * sign * clean[j]) / classes[c]),
    );
  }
  return rowsOf.map((_, c) =>
    Float64Array.from({ length: d }, (_, j) => clean[c * d + j] / classes[c]),
  );
}

function withoutMean(rows: readonly Float64Array[]): Float64Array[] {
  return rows.map((row) =>
    row.map((value, j) => value - rows.reduce((sum, other) => sum + other[j], 0) / rows.length),
  );
}

/**
 * By class, the correlations of the latent variables within it. What classes share and what is special to
 * each have noise of different size and are denoised apart.
 */
function correlationsWithin(
  task: Task,
  ties: readonly Float64Array[],
  latents: readonly Latent[],
): Float64Array[] {
  const { measured, scales, clip, classes, parts, shrink } = task;
  const { moments, rows } = measured;
  const d = parts.length;
  const offset = latents.length - d;
  const roots = offset === 1 ? rootCorrelations(task) : undefined;
  const pairs: [number, number][] = [];
  for (let j = 0; j < d; j++) for (let k = j + 1; k < d; k++) pairs.push([j, k]);
  /** What a covariance of scores is divided by to be a correlation of latent variables within classes. */
  const sizes = Float64Array.from(pairs, ([j, k]) => {
    const own = (v: number) => parts[v].loading * latents[v + offset].sd;
    return own(j) * own(k);
  });
  const units = Float64Array.from(
    pairs,
    ([j, k]) => rows * SCALE * SCALE * clip.moments * parts[j].seen * parts[k].seen,
  );
  const between = (c: number, [j, k]: [number, number]) =>
    ties.length === 0 ? 0 : ties[c][j] * ties[c][k];
  const isSplit = moments.length > 1;
  const found = moments.map((sums, g) =>
    Float64Array.from(pairs, (pair, p) => {
      const share = isSplit ? classes[g] : 1;
      let means = 0;
      if (isSplit) means = between(g, pair);
      else for (let c = 0; c < classes.length; c++) means += classes[c] * between(c, pair);
      return (sums[p] / units[p] / share - means) / sizes[p];
    }),
  );
  const sd = (p: number) => scales.moments / units[p] / sizes[p];
  const common = Float64Array.from(pairs, (_, p) =>
    found.reduce((sum, own, g) => sum + (isSplit ? classes[g] : 1) * own[p], 0),
  );
  const K = found.length;
  const shared = denoise(
    common,
    Float64Array.from(pairs, (_, p) => Math.sqrt(K) * sd(p)),
    shrink,
  );
  const special = found.map((own, g) => {
    if (!isSplit) return new Float64Array(pairs.length);
    const w = classes[g];
    const size = Math.sqrt(((1 - w) * (1 - w)) / (w * w) + K - 1);
    return denoise(
      own.map((value, p) => value - common[p]),
      Float64Array.from(pairs, (_, p) => size * sd(p)),
      shrink,
    );
  });
  const n = latents.length;
  return Array.from(classes, (_, c) => {
    const matrix = new Float64Array(n * n);
    for (let v = 0; v < n; v++) matrix[v * n + v] = 1;
    const put = (a: number, b: number, value: number) => {
      matrix[a * n + b] = value;
      matrix[b * n + a] = value;
    };
    if (moments.length > 0) {
      pairs.forEach(([j, k], p) => {
        put(j + offset, k + offset, shared[p] + (isSplit ? special[c][p] : 0));
      });
    }
    roots?.forEach((value, j) => {
      put(0, j + offset, value);
    });
    return matrix;
  });
}

/**
 * The correlations with a numeric response. A variable's mean score in the upper half less that in the
 * lower one is, by halves of probability 1 - F and F, 2 phi(z_F) times the correlation and its loading.
 */
function rootCorrelations({ plan, measured, scales, clip, scores, parts, shrink }: Task) {
  const own = scores.get(plan.response) as ColumnScores;
  const { below } = halvesOf(own);
  const reach = 2 * densityAt(below) * (1 - own.missing);
  if (!(reach > 0)) return new Float64Array(parts.length);
  const unit = (j: number) =>
    measured.rows * SCALE * clip.response * parts[j].seen * parts[j].loading * reach;
  const values = Float64Array.from(measured.response[0], (sum, j) => sum / unit(j));
  const sds = values.map((_, j) => scales.response / unit(j));
  return denoise(values, sds, shrink === 'linear' || shrink === 'none' ? shrink : 'none');
}

/** The correlations over all classes, with the response last: for the order of the columns. */
function totalCorrelations(
  within: readonly Float64Array[],
  latents: readonly Latent[],
  classes: Float64Array,
  n: number,
): { readonly pairs: Float64Array; readonly response: Float64Array } {
  const pairs = new Float64Array(n * n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      let sum = 0;
      for (let c = 0; c < classes.length; c++) {
        const [x, y] = [latents[a], latents[b]];
        sum += classes[c] * (within[c][a * n + b] + x.means[c] * y.means[c]) * x.sd * y.sd;
      }
      pairs[a * n + b] = Math.min(1, Math.max(-1, a === b ? 1 : sum));
    }
  }
  const response = Float64Array.from(latents, ({ sd }) => Math.sqrt(Math.max(0, 1 - sd * sd)));
  return { pairs, response };
}

/** The Cholesky factor of one class's vine with this many centres, in their order, n x n. */
export function factorAt(edges: Float64Array, n: number, centres: number): Float64Array {
  const factor = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    let left = 1;
    for (let k = 0; k < Math.min(j, centres); k++) {
      const edge = edges[j * n + k];
      factor[j * n + k] = edge * Math.sqrt(left);
      left *= 1 - edge * edge;
    }
    factor[j * n + j] = Math.sqrt(left);
  }
  return factor;
}

/** The centres among the latent variables at a truncation: a class is the centre of the first tree. */
export function centresAt({ isNumeric }: Pick<Shape, 'isNumeric'>, truncation: number): number {
  return isNumeric ? truncation : Math.max(0, truncation - 1);
}
