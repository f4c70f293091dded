/** `clean`: removes shared work that is of no more use. */

import { Command } from 'commander';
import { cleanStore } from '../store/cleanStore.ts';
import { withShell } from './options.ts';
import { type PlaceOptions, whereOf, withPlace } from './sharedPlace.ts';
import { printResult, type ShellOptions } from './shell.ts';

interface CleanOptions extends PlaceOptions, ShellOptions {
  readonly study?: string;
  readonly force?: boolean;
}

export function cleanCommand(): Command {
  const command = new Command('clean')
    .summary('remove shared work')
    .description(
      'Removes the finished work of all studies in a shared folder, or of one. Nothing else in the folder is touched. Studies with processes at work are refused, unless --force is given.',
    );
  withPlace(command)
    .option('--study <name>', 'this study alone: its name, or how it begins, as status shows it')
    .option('--force', 'also studies that processes are at work on');
  return withShell(command).action((options: CleanOptions) => {
    const removed = cleanStore(whereOf(options), options);
    printResult(
      { removed },
      `Removed: finished work of ${removed.length === 1 ? '1 study' : `${removed.length} studies`}.`,
      options,
    );
  });
}
