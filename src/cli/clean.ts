/** `clean`: removes shared work that is of no more use. */

import { Command } from 'commander';
import { cleanStore } from '../store/cleanStore.ts';
import { withShell } from './options.ts';
import { atPlace, type PlaceOptions, withPlace } from './sharedPlace.ts';
import { printResult, type ShellOptions } from './shell.ts';

interface CleanOptions extends PlaceOptions, ShellOptions {
  readonly study?: string;
  readonly force?: boolean;
}

export function cleanCommand(): Command {
  const command = new Command('clean')
    .summary('remove shared work')
    .description(
      'Removes the finished work of all studies in a shared folder, or of one. Nothing else in the folder is touched. Studies with processes at work are refused, unless --force is given. Of a queue, all jobs, inputs and results under the run key are removed.',
    );
  withPlace(command)
    .option('--study <name>', 'this study alone: its name, or how it begins, as status shows it')
    .option('--force', 'also studies that processes are at work on');
  return withShell(command).action(async (options: CleanOptions) => {
    const found = await atPlace<readonly string[] | number>(
      options,
      (folder) => cleanStore(folder, options),
      async (channel) => {
        const { cleanQueue } = await import('../queue/queueStatus.ts');
        return cleanQueue(channel);
      },
    );
    if (typeof found === 'number') {
      const text = `Removed: all jobs under this key, with their inputs and results (${found}).`;
      printResult({ removed: found }, text, options);
      return;
    }
    const removed = found;
    printResult(
      { removed },
      `Removed: finished work of ${removed.length === 1 ? '1 study' : `${removed.length} studies`}.`,
      options,
    );
  });
}
