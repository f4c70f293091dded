/** The queue that options name, with the key that is needed for it. Its packages are loaded here, not before. */

import { InputError } from '../numerics/inputError.ts';
import type { Channel } from '../queue/channel.ts';
import { KEY_VARIABLE, readRunKey } from '../store/runKey.ts';
import type { QueueOptions } from './sharedOptions.ts';

export interface OpenOptions extends QueueOptions {
  readonly queue: string;
  /** Make the key if it is not there. */
  readonly create?: boolean;
  readonly onNote: (text: string) => void;
}

export async function openQueue(options: OpenOptions): Promise<Channel> {
  const { queue, keyFile, insecureQueue, blobs, create, onNote } = options;
  const { queueUrl } = await import('../queue/queueUrl.ts');
  const url = queueUrl(queue, { insecure: insecureQueue });
  const runKey = readRunKey({ keyFile, folder: blobs, create });
  if (!runKey) {
    throw new InputError(
      `--queue needs the key that work is sealed under: give --key-file FILE, or ${KEY_VARIABLE} in the environment.`,
    );
  }
  const { openChannel } = await import('../queue/channel.ts');
  return openChannel(url, { runKey, blobs, onNote });
}
