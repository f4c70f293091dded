/** A generator by name, or one of the caller's own. */

import { InputError } from '../numerics/inputError.ts';
import { type GeneratorName, generatorOf } from './catalogue.ts';
import type { Generator } from './generator.ts';

export type GeneratorChoice = GeneratorName | Generator;

export function chosenGenerator(choice: GeneratorChoice): Generator {
  return typeof choice === 'string' ? generatorOf(choice) : choice;
}

/** Threads know generators by name only: a function cannot be sent to another thread. */
export function checkThreads(choice: GeneratorChoice, threads: number | undefined): void {
  chosenGenerator(choice);
  if (typeof choice === 'string' || threads === undefined || threads === 1) return;
  throw new InputError(
    'Generator: one of your own can only work on the calling thread. Leave out the threads, or name a generator of the catalogue.',
  );
}
