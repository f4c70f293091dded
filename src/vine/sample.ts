/** Samples from a vine, on the copula scale. */

import { InputError } from '../numerics/inputError.ts';
import { type Rng, rngFromSeed } from '../random/rng.ts';
import { inverseRosenblattOf } from './inverseRosenblatt.ts';
import { checkResponseSampling, type ResponseSampling } from './responseSampling.ts';
import type { Vine } from './vine.ts';

export interface SampleSettings {
  /** A whole number from 0 on: the same seed gives the same sample. */
  readonly seed: number;
  /** Default: 'exact'. */
  readonly responseSampling?: ResponseSampling;
}

/**
 * Draws `rows` rows; one column per variable. Of a discrete variable the column holds the upper limit
 * F(y) of the level drawn ('exact') or the latent uniform ('latent').
 *
 * Row r of a sample depends on the seed and r alone, and vines truncated at different levels are
 * driven by the same uniforms.
 */
export function sampleVine(
  vine: Vine,
  rows: number,
  { seed, responseSampling = 'exact' }: SampleSettings,
): Float64Array[] {
  if (!Number.isSafeInteger(rows) || rows < 0) {
    throw new InputError(`Rows: found ${rows}. Give a whole number of at least 0.`);
  }
  checkResponseSampling(responseSampling);
  return sampleRows(vine, 0, rows, rngFromSeed(seed), responseSampling);
}

/** Rows `from` to `from + rows - 1` of the sample that `rng` determines. */
export function sampleRows(
  vine: Vine,
  from: number,
  rows: number,
  rng: Rng,
  responseSampling: ResponseSampling,
): Float64Array[] {
  const uniforms = vine.structure.order.map((_, variable) =>
    rng.split('vine', variable).uniforms(rows, from),
  );
  return inverseRosenblattOf(vine, uniforms, responseSampling === 'exact');
}
