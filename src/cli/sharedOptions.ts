/** Options of commands whose work is shared between processes. */

import type { Command } from 'commander';
import { positive } from './options.ts';

export interface SharedOptions {
  readonly store?: string;
  readonly keyFile?: string;
  readonly lease?: number;
  readonly tries?: number;
}

/** Settings that say where the work is done, and do not shape the results. */
export const SHARED_NAMES = ['store', 'key-file', 'lease', 'tries'] as const;

export function withSharedWork(command: Command): Command {
  return command
    .option(
      '--store <folder>',
      'share the work with all processes that run the same command with this folder, on this or other machines',
    )
    .option(
      '--key-file <file>',
      'a key that is needed beside the table to read shared work; made if it is not there',
    )
    .option(
      '--lease <seconds>',
      'a process that is silent for this long has ended, and others do its work (default: 60)',
      positive,
    )
    .option(
      '--tries <n>',
      'processes that a unit of work may end before it is given up (default: 3)',
      positive,
    );
}
