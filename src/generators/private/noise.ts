/** Where the noise of a private fit comes from, and what may be promised of it. */

import { type Noise, noiseFromKey } from '../../random/noise.ts';
import type { Rng } from '../../random/rng.ts';
import { drawSecretKey, keyOfNoiseSeed } from '../../random/secretKey.ts';
import type { GeneratorSettings } from '../generator.ts';

export interface FitNoise {
  readonly noise: Noise;
  /** Nobody knows it; whoever gave its seed does; everybody does. */
  readonly known: 'nobody' | 'giver' | 'everybody';
}

/**
 * The noise of one fit. Fits of different streams, generators or settings have unrelated noise: what they
 * share would cancel between two releases.
 */
export function noiseOf(
  { noiseSeed, noiseKey }: GeneratorSettings,
  generator: string,
  resolved: object,
  rng: Rng,
): FitNoise {
  if (noiseSeed === 'public') return { noise: rng, known: 'everybody' };
  const key = noiseSeed === undefined ? (noiseKey ?? drawSecretKey()) : keyOfNoiseSeed(noiseSeed);
  const noise = noiseFromKey(key).split(generator, JSON.stringify(resolved), ...rng.key);
  return { noise, known: noiseSeed === undefined ? 'nobody' : 'giver' };
}

/** Settings with a key, so that a unit of work is a function of what it is told; drawn once for a job. */
export function withNoiseKey<S extends GeneratorSettings>(settings: S): S {
  if (settings.noiseSeed !== undefined || settings.noiseKey !== undefined) return settings;
  return { ...settings, noiseKey: drawSecretKey() };
}
