/** The part of the library that the benchmark measures, loaded from a build of it. */

import { pathToFileURL } from 'node:url';

type Awaitable<T> = T | Promise<T>;

export interface FitSettings {
  readonly structure: 'cvine';
  readonly left?: readonly (Float64Array | undefined)[];
  readonly families?: readonly string[];
  readonly criterion?: 'aic';
  readonly truncation?: number;
  readonly threads?: number;
}

export interface FittedVine {
  readonly logLik: number;
  readonly aic: number;
}

export interface PairCopula {
  hfunc2(u1: Float64Array, u2: Float64Array): Awaitable<Float64Array>;
  hinv2(p: Float64Array, u2: Float64Array): Awaitable<Float64Array>;
}

/** The names of the public contract that are measured. */
export interface Engine {
  fitVine(columns: readonly Float64Array[], settings: FitSettings): Awaitable<FittedVine>;
  sampleVine(
    vine: FittedVine,
    rows: number,
    settings: { seed: number; responseSampling: 'latent' },
  ): Awaitable<unknown>;
  pairCopula(model: {
    family: string;
    rotation: number;
    parameters: readonly number[];
  }): Awaitable<PairCopula>;
}

const NAMES = ['fitVine', 'sampleVine', 'pairCopula'] as const satisfies readonly (keyof Engine)[];

/** Imports a build of the library and makes sure that it has what is measured. */
export async function loadEngine(path: string): Promise<Engine> {
  const library = (await import(pathToFileURL(path).href)) as Partial<Engine>;
  const missing = NAMES.filter((name) => typeof library[name] !== 'function');
  if (missing.length > 0) throw new Error(`${path} does not export ${missing.join(', ')}`);
  return library as Engine;
}
