/** The generators by name. */

import { didYouMean } from '../numerics/checkName.ts';
import { InputError } from '../numerics/inputError.ts';
import { bootstrap, bootstrapIndependent, copy, partialCopy } from './controls.ts';
import { dpvine } from './dpvine/dpvine.ts';
import type { Generator } from './generator.ts';
import { ctgan } from './neural/ctgan.ts';
import { tvae } from './neural/tvae.ts';
import { privBayes } from './privbayes/privbayes.ts';
import { privPgd } from './privpgd/privpgd.ts';
import { vineGenerator } from './vine.ts';

export const generators = {
  /** TVineSynth: a C-vine in the order of Algorithm 1. */
  cvine: vineGenerator({ structure: 'cvine' }),
  /** The paper's: the same pair copulas for all classes, the whole table truncated, no rules. */
  'cvine-paper': vineGenerator({
    structure: 'cvine',
    byClass: 'never',
    protect: 'table',
    rules: 'none',
  }),
  /** All trees selected by Dissmann's algorithm. */
  rvine: vineGenerator({ structure: 'rvine' }),
  /** R-vine star1: the first tree a star around the response, the others selected. */
  star: vineGenerator({ structure: 'star' }),
  dvine: vineGenerator({ structure: 'dvine' }),
  /** Gaussian pair copulas throughout: with continuous columns, the Gaussian copula. */
  gaussian: vineGenerator({
    structure: 'cvine',
    families: 'gaussian',
    byClass: 'never',
    protect: 'table',
    rules: 'none',
  }),
  /** The model's margins without any dependence. */
  independent: vineGenerator({
    structure: 'cvine',
    truncation: 0,
    byClass: 'never',
    protect: 'table',
    rules: 'none',
  }),
  /** Differentially private; epsilon in the settings, or in the name, to compare several. */
  privbayes: privBayes(),
  'privbayes-0.1': privBayes(0.1),
  'privbayes-1': privBayes(1),
  'privbayes-5': privBayes(5),
  privpgd: privPgd,
  /** A differentially private C-vine at every truncation level. */
  dpvine: dpvine(),
  'dpvine-1': dpvine(1),
  'dpvine-5': dpvine(5),
  /** Networks that compete: a conditional generative adversarial network, a variational autoencoder. */
  ctgan,
  tvae,
  copy,
  bootstrap,
  'partial-copy': partialCopy,
  'bootstrap-independent': bootstrapIndependent,
} as const satisfies Record<string, Generator>;

export type GeneratorName = keyof typeof generators;

export const generatorNames = Object.keys(generators) as GeneratorName[];

/** Those whose fit takes seconds or minutes: they are played with less often. */
export const slowGenerators: ReadonlySet<GeneratorName> = new Set(['privpgd', 'ctgan', 'tvae']);

export function generatorOf(name: string): Generator {
  if (Object.hasOwn(generators, name)) return generators[name as GeneratorName];
  const advice = didYouMean(name, generatorNames, `Give one of ${generatorNames.join(', ')}.`);
  throw new InputError(`Generator: there is none called '${name}'. ${advice}`);
}
