/** Where shared work lies, for commands that look after it. */

import type { Command } from 'commander';
import { InputError } from '../numerics/inputError.ts';
import type { Channel } from '../queue/channel.ts';
import { openQueue } from './openQueue.ts';
import { type QueueOptions, withQueue } from './sharedOptions.ts';

export interface PlaceOptions extends QueueOptions {
  readonly store?: string;
}

export function withPlace(command: Command): Command {
  return withQueue(command.option('--store <folder>', 'the folder of shared work'));
}

/** What `withFolder` or `withChannel` does with the place that was named. */
export async function atPlace<Result>(
  { store, queue, ...options }: PlaceOptions,
  withFolder: (folder: string) => Result,
  withChannel: (channel: Channel) => Promise<Result>,
): Promise<Result> {
  if (store !== undefined) return withFolder(store);
  if (queue === undefined) {
    throw new InputError('Say where the work is shared: --store FOLDER, or --queue URL.');
  }
  const channel = await openQueue({ queue, ...options, onNote: () => undefined });
  try {
    return await withChannel(channel);
  } finally {
    await channel.close();
  }
}
