/** Fits of private generators as files: which can be written, and which one a document is of. */

import { InputError } from '../numerics/inputError.ts';
import { generators } from './catalogue.ts';
import type { FittedGenerator, Generator } from './generator.ts';

/** By the format of their documents. */
const BY_FORMAT = {
  'tvinesynth-dpvine': 'dpvine',
  'tvinesynth-privbayes': 'privbayes',
  'tvinesynth-privpgd': 'privpgd',
} as const;

/** Generators whose fit `fit` writes and `sample` draws from. */
export const SAVED_GENERATORS = Object.values(BY_FORMAT);

export type SavedGeneratorName = (typeof SAVED_GENERATORS)[number];

/** The fit of a document, if it is of a private generator; nothing if it is of another kind. */
export function restoreSaved(saved: unknown): FittedGenerator | undefined {
  if (typeof saved !== 'object' || saved === null || !('format' in saved)) return undefined;
  const { format } = saved;
  if (typeof format !== 'string' || !Object.hasOwn(BY_FORMAT, format)) return undefined;
  const generator: Generator = generators[BY_FORMAT[format as keyof typeof BY_FORMAT]];
  return generator.restore?.(saved);
}

/** As a line of JSON; refuses a fit that would show single people. */
export function savedText(name: string, { save }: FittedGenerator): string {
  if (!save)
    throw new InputError(
      `${name}: this fit cannot be written, since it holds values of single people.`,
    );
  return `${JSON.stringify(save())}\n`;
}
