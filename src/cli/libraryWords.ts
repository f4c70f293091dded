/** Refusals of files are worded for the command line; a program has options of other names. */

import { InputError } from '../numerics/inputError.ts';

/** What `work` gives; a refusal speaks of `{ force: true }` and of folders. */
export async function inLibraryWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const words = error.message
      .replaceAll('--force', '{ force: true }')
      .replaceAll('another --out', 'another folder');
    throw new InputError(words, { cause: error.cause });
  }
}
