/**
 * From estimates to a vine: one Gaussian C-vine for each class of the response, or one with a numeric response at
 * its root; all truncation levels are cut from it.
 */

import { partialCorrelations } from '../../order/partialCorrelations.ts';
import type { Base } from './base.ts';
import { classMeans, type Estimates, pairsOf } from './estimates.ts';
import { type LatentColumn, latentColumn, loadingsOf } from './latent.ts';
import { type NoisyOrder, noisyOrder, type OrderRequest } from './noisyOrder.ts';
import type { Variable } from './plan.ts';
import type { ColumnScores } from './scores.ts';

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

/** The share of a variable's variance that an edge must leave: edges are at most .95 in size. */
const LEAST_LEFT = 1 - 0.95 * 0.95;

export function shapeOf(base: Base, estimates: Estimates, request: OrderRequest): Shape {
  const { plan, classes, scores, isNumeric } = base;
  const root = isNumeric ? [rootOf(base)] : [];
  const free = [...root, ...latentsOf(base, [])];
  const latents = isNumeric ? free : latentsOf(base, estimates.contrasts);
  const within = correlationsWithin(base, estimates, latents);
  const n = latents.length;
  const described = noisyOrder(plan, request, totalCorrelations(within, latents, classes, n));
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

/** The variables as normal ones whose means differ by class as the contrasts say; without any, they do not. */
export function latentsOf(base: Base, contrasts: Estimates['contrasts']): Latent[] {
  const { plan, parts, classes } = base;
  const ties = contrasts.length === 0 ? [] : classMeans(base, contrasts);
  return plan.variables.map((variable, j): Latent => {
    const { shares, own, loading } = parts[j];
    const targets = classes.map((_, c) => ties[c]?.[j] ?? 0);
    return { variable, ...latentColumn(shares, own, loading, classes, targets) };
  });
}

/** A numeric response: its cuts, and nothing that moves it. */
function rootOf({ plan: { response }, scores }: Base): Latent {
  const { shares, scores: own, loading } = scores.get(response) as ColumnScores;
  const one = Float64Array.of(1);
  return {
    variable: { column: response, kind: 'value' },
    ...latentColumn(shares, own, loading, one, Float64Array.of(0)),
  };
}

/** By class, the correlations of the latent variables within it. */
function correlationsWithin(
  { parts, classes, reach, isNumeric }: Base,
  { contrasts, pairs }: Estimates,
  latents: readonly Latent[],
): Float64Array[] {
  const n = latents.length;
  const offset = n - parts.length;
  const loadings = parts.map(({ own }, j) => loadingsOf(latents[j + offset], own));
  const isSplit = pairs.length > 1;
  /** What a covariance of scores is of the correlation: in a class, or over all that share it. */
  const sizeOf = (c: number, [j, k]: [number, number]) => {
    if (isSplit) return loadings[j][c] * loadings[k][c];
    let sum = 0;
    for (let b = 0; b < classes.length; b++) sum += classes[b] * loadings[j][b] * loadings[k][b];
    return sum;
  };
  const places = pairsOf(parts.length);
  return Array.from(classes, (_, c) => {
    const matrix = new Float64Array(n * n);
    for (let v = 0; v < n; v++) matrix[v * n + v] = 1;
    const put = (a: number, b: number, value: number) => {
      matrix[a * n + b] = value;
      matrix[b * n + a] = value;
    };
    const own = pairs[isSplit ? c : 0];
    if (own) {
      places.forEach((pair, p) => {
        const size = sizeOf(c, pair);
        put(pair[0] + offset, pair[1] + offset, size > 0 ? own[p] / size : 0);
      });
    }
    if (isNumeric && reach > 0) {
      contrasts[0].forEach((value, j) => {
        put(0, j + offset, value / (parts[j].loading * reach));
      });
    }
    return matrix;
  });
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
