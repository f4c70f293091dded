/** Options of commands whose work is shared between processes. */

import type { Command } from 'commander';
import { positive } from './options.ts';

export interface SharedOptions extends QueueOptions {
  readonly store?: string;
  readonly lease?: number;
  readonly tries?: number;
}

/** Settings that say where the work is done, and do not shape the results. */
export const SHARED_NAMES = [
  'store',
  'queue',
  'insecure-queue',
  'blobs',
  'key-file',
  'lease',
  'tries',
] as const;

/** Of all options, those that say where the work is done. */
export function sharedIn(options: SharedOptions): SharedOptions {
  const { store, queue, insecureQueue, blobs, keyFile, lease, tries } = options;
  return {
    ...(store !== undefined && { store }),
    ...(lease !== undefined && { lease }),
    ...(tries !== undefined && { tries }),
    queue,
    insecureQueue,
    blobs,
    keyFile,
  };
}

/** How a queue is reached. */
export interface QueueOptions {
  readonly queue?: string | undefined;
  readonly insecureQueue?: boolean | undefined;
  readonly blobs?: string | undefined;
  readonly keyFile?: string | undefined;
}

export function withQueue(command: Command): Command {
  return command
    .option(
      '--queue <url>',
      'send units of work to workers by a queue: redis(s):// or postgres:// without a password, env for the URL in TVINESYNTH_QUEUE, or file:PATH',
    )
    .option('--insecure-queue', 'allow a connection to another machine that is not encrypted')
    .option('--blobs <folder>', 'a shared folder for large inputs (default: beside the queue)')
    .option(
      '--key-file <file>',
      'the key under which shared work is sealed; `run` and `audit` make it if it is not there',
    );
}

export function withSharedWork(command: Command): Command {
  return withQueue(
    command.option(
      '--store <folder>',
      'share the work with all processes that run the same command with this folder, on this or other machines',
    ),
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
