/** Where shared work lies, for commands that look after it. */

import type { Command } from 'commander';
import { InputError } from '../numerics/inputError.ts';

export interface PlaceOptions {
  readonly store?: string;
}

export function withPlace(command: Command): Command {
  return command.option('--store <folder>', 'the folder of shared work');
}

export function whereOf({ store }: PlaceOptions): string {
  if (store === undefined) throw new InputError('Say where the work is shared: --store FOLDER.');
  return store;
}
