/** What a command talks to: standard output for results, standard error for everything else. */

import pc from 'picocolors';
import { InputError } from '../numerics/inputError.ts';

export const ExitCode = { done: 0, internal: 1, input: 2, check: 3, cancelled: 130 } as const;

export interface ShellOptions {
  /** One JSON document on standard output and nothing else there. */
  readonly json?: boolean;
  /** No progress, no remarks. */
  readonly quiet?: boolean;
  /** Stack traces. */
  readonly debug?: boolean;
}

/** A command ends without success, and its message is already clear. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}

/** Prints the result: a document for programs, or text for people. */
export function printResult(document: unknown, text: string, { json }: ShellOptions): void {
  process.stdout.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${text}\n`);
}

/** Prints a remark, unless it is not wanted. */
export function remark(text: string, { quiet }: ShellOptions): void {
  if (!quiet) process.stderr.write(`${text}\n`);
}

let tellWords: (words: string) => void = () => undefined;

/** Who says what is left when a command is cancelled. */
export function onCancelWords(tell: (words: string) => void): void {
  tellWords = tell;
}

/** What is said of the files of a command that is cancelled, in place of that there is none. */
export function whenCancelled(words: string): void {
  tellWords(words);
}

/** Says what went wrong in one to three lines, and gives the exit code. */
export function reportFailure(error: unknown, { debug }: ShellOptions): number {
  const message = error instanceof Error ? error.message : String(error);
  const known = error instanceof InputError || error instanceof CheckFailure;
  const lead = known ? pc.red('error:') : pc.red('internal error:');
  process.stderr.write(`${lead} ${message}\n`);
  if (debug && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  else if (!known) process.stderr.write('Run it again with --debug and report what it prints.\n');
  if (error instanceof CheckFailure) return ExitCode.check;
  return error instanceof InputError ? ExitCode.input : ExitCode.internal;
}
