/** Units of the experiments' games on other processes: over a folder, or by workers of a queue, as `run` has it. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Library from '../src/index.ts';
import type * as Node from '../src/node.ts';
import type * as Queue from '../src/queue.ts';
import type { WorkStore } from '../src/work/store.ts';

/** Does a game whose units are shared; games with the same table and settings share theirs. */
export type Share = <Result>(
  table: Library.Table,
  settings: object,
  play: (store: WorkStore | undefined) => Promise<Result>,
) => Promise<Result>;

/** This process does all. */
export const alone: Share = (_table, _settings, play) => play(undefined);

export async function overFolder(folder: string, keyFile: string | undefined): Promise<Share> {
  const { openSharedStore }: typeof Node = await built('node');
  return async (table, settings, play) => {
    const store = openSharedStore(
      folder,
      table,
      settings,
      keyFile === undefined ? {} : { keyFile },
    );
    return play(store).finally(() => store.close());
  };
}

/** `close` when all is done. */
export async function byQueue(
  url: string,
  keyFile: string | undefined,
): Promise<{ readonly share: Share; close(): Promise<void> }> {
  const queue: typeof Queue = await built('queue');
  const runKey = queue.readRunKey({ keyFile, create: true });
  if (!runKey) throw new Error('--queue needs --key-file FILE, or TVINESYNTH_KEY');
  const onNote = (text: string) => void process.stderr.write(`note: ${text}\n`);
  const channel = await queue.openChannel(queue.queueUrl(url), { runKey, onNote });
  return {
    async share(table, settings, play) {
      const kept = new Map<string, unknown>();
      const own: WorkStore = {
        get: (key) => kept.get(key),
        put: (key, value) => void kept.set(key, value),
      };
      const key = queue.studyKey(table, settings);
      return play(queue.openCoordinator(channel, key, own, { onNote }));
    },
    close: () => channel.close(),
  };
}

function built<Module>(name: string): Promise<Module> {
  return import(pathToFileURL(resolve(`dist/${name}.js`)).href);
}
