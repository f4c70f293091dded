/** The public verbs on a fitted vine: they check what the caller gives and hand it to the core. */

import type { CopulaColumn } from '../copula/evaluate.ts';
import { InputError } from '../numerics/inputError.ts';
import { rngFromSeed } from '../random/rng.ts';
import { checkColumns, checkLength, checkRange } from './checkColumns.ts';
import { logLikelihood } from './density.ts';
import { limitsOfLevels } from './levels.ts';
import { inverseRosenblattOf, rosenblattOf } from './rosenblatt.ts';
import { checkResponseSampling, type ResponseSampling } from './sample.ts';
import type { Vine } from './vine.ts';

export interface LimitSettings {
  /**
   * For each column the left limits F(y-) if it is to count as discrete. Default: those of the vine's
   * own discrete variables where the columns hold their levels, as exact samples and the data of the
   * fit do; columns of latent uniforms count as continuous.
   */
  readonly left?: readonly (Float64Array | undefined)[];
}

/** The log-likelihood of columns on the copula scale under a vine. */
export function vineLogLik(
  vine: Vine,
  columns: readonly Float64Array[],
  { left }: LimitSettings = {},
): number {
  return logLikelihood(vine, marginsFor(vine, columns, left));
}

/**
 * The Rosenblatt transform: for each variable its conditional distribution function given those that
 * are sampled before it. Under the vine the result is independent and uniform, inside (0, 1). A
 * discrete variable is spread uniformly over its interval, driven by `seed` (default 1).
 */
export function rosenblatt(
  vine: Vine,
  columns: readonly Float64Array[],
  { left, seed = 1 }: LimitSettings & { readonly seed?: number } = {},
): Float64Array[] {
  const margins = marginsFor(vine, columns, left);
  const rng = rngFromSeed(seed);
  const spread = columns.map((u, j) => rng.split('rosenblatt', j).uniforms(u.length));
  return rosenblattOf(vine, margins, spread);
}

/**
 * The inverse of the Rosenblatt transform: from uniforms, a column per variable, to data on the copula
 * scale. 'latent' (the default) treats every variable as continuous and undoes `rosenblatt`; 'exact'
 * gives discrete variables the upper limits of their levels and draws the others given the level.
 */
export function inverseRosenblatt(
  vine: Vine,
  uniforms: readonly Float64Array[],
  { responseSampling = 'latent' }: { readonly responseSampling?: ResponseSampling } = {},
): Float64Array[] {
  checkCount(vine, uniforms);
  checkResponseSampling(responseSampling);
  uniforms.forEach((column, j) => {
    checkLength(column, uniforms[0].length, `Column ${j}`);
    checkRange(column, `Column ${j}`, false);
  });
  return inverseRosenblattOf(vine, uniforms, responseSampling === 'exact');
}

function marginsFor(
  vine: Vine,
  columns: readonly Float64Array[],
  left: LimitSettings['left'],
): CopulaColumn[] {
  checkCount(vine, columns);
  return checkColumns(
    columns,
    left ?? vine.atoms.map((atoms, j) => atoms && limitsOfLevels(columns[j], atoms, j)),
  );
}

function checkCount(vine: Vine, columns: readonly Float64Array[]): void {
  const d = vine.structure.order.length;
  if (columns.length === d) return;
  throw new InputError(`Columns: found ${columns.length}, but this vine has ${d} variables.`);
}
