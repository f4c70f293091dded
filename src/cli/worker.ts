/** `worker`: does units of work that others send by a queue. */

import { Command, InvalidArgumentError } from 'commander';
import { InputError } from '../numerics/inputError.ts';
import { counted } from '../table/counted.ts';
import { openQueue } from './openQueue.ts';
import { positive, threadsOption, withShell } from './options.ts';
import { duration } from './progress.ts';
import { type QueueOptions, withQueue } from './sharedOptions.ts';
import { printResult, remark, type ShellOptions, whenCancelled } from './shell.ts';

interface WorkerOptions extends QueueOptions, ShellOptions {
  readonly threads: number;
  readonly memory?: number;
  readonly lease?: number;
  readonly tries?: number;
  readonly once?: boolean;
  readonly idle?: number;
}

export function workerCommand(signal: AbortSignal): Command {
  const command = new Command('worker')
    .summary('do units of work that a run sends by a queue')
    .description(
      'Takes units of work from a queue, does them and gives back results, until it is ended. Needs the key of the run, and neither the table nor its settings. Units of another version of the engine are left to others. See docs/scale-out.md.',
    );
  withQueue(command)
    .option('--memory <size>', 'inputs that are kept, such as 500M or 4G (default: 1G)', bytes)
    .option(
      '--lease <seconds>',
      'a worker that is silent for this long has ended, and others do its work (default: 60)',
      positive,
    )
    .option(
      '--tries <n>',
      'workers that a unit of work may end before it is given up (default: 3)',
      positive,
    )
    .option('--once', 'end when nothing is left to do')
    .option('--idle <time>', 'end after this time without work, such as 90s, 10m or 2h', seconds);
  return threadsOption(withShell(command)).action(async (options: WorkerOptions) => {
    const { queue } = options;
    if (queue === undefined) {
      throw new InputError(
        'Say where work comes from: --queue URL. (With a shared folder there are no workers: start the same run --store FOLDER again.)',
      );
    }
    const onNote = (text: string) => remark(`note: ${text}`, options);
    const channel = await openQueue({ ...options, queue, onNote });
    const { runWorker } = await import('../queue/queueWorker.ts');
    whenCancelled('What was under way is given back.');
    remark(`Ready, ${counted(options.threads, 'thread')}.`, options);
    try {
      const totals = await runWorker(channel, { ...options, signal, onNote });
      signal.throwIfAborted();
      const { units, seconds: took, failures } = totals;
      const text = `${counted(units, 'unit')} in ${duration(1000 * took)}, ${failures} failed.`;
      printResult(totals, text, options);
    } finally {
      await channel.close();
    }
  });
}

const SIZES: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };
const TIMES: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 };

function bytes(text: string): number {
  return withUnit(text, /^(\d+)([KMG]?)$/, SIZES, '500M or 4G');
}

function seconds(text: string): number {
  return withUnit(text, /^(\d+)([smh]?)$/, TIMES, '90s, 10m or 2h');
}

function withUnit(
  text: string,
  form: RegExp,
  units: Readonly<Record<string, number>>,
  examples: string,
): number {
  const [, number, unit] = form.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError(`Give ${examples}.`);
  return Number(number) * units[unit];
}
