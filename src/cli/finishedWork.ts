/** Where a run keeps what it has finished: a file beside its output folder, or a folder shared with others. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../numerics/inputError.ts';
import { openFolderStore } from '../store/folderStore.ts';
import { readRunKey } from '../store/runKey.ts';
import { type StudyStatus, studyStatus } from '../store/storeStatus.ts';
import type { WorkStore } from '../work/store.ts';
import { openQueue } from './openQueue.ts';
import type { FolderOptions } from './outputFolder.ts';
import { openResumeFile, resumePath } from './resumeFile.ts';
import type { SharedOptions } from './sharedOptions.ts';
import { remark, type ShellOptions, whenCancelled } from './shell.ts';

export interface FinishedWork extends WorkStore {
  /** What is said where the run stops before its end; nothing if nothing is kept. */
  words(): string | undefined;
  /** The run is over, or would be refused again. */
  remove(): void;
  /** The run leaves, however it ends. */
  close(): void | Promise<void>;
  /** Who has worked on it; nothing where this process worked alone. */
  workers?(): StudyStatus['workers'] | Promise<StudyStatus['workers']>;
  /** Whether another process is writing, or has written, the folder of results. */
  isWritten?(out: string): boolean;
}

/** Of this process alone. */
export function openOwnWork(
  out: string,
  key: string,
  { force, inputs, ...shell }: FolderOptions & ShellOptions,
): FinishedWork {
  const words = () =>
    file.kept() > 0
      ? `Finished work is saved in ${file.path}; the same command continues from there.`
      : undefined;
  const tell = () => whenCancelled(words() ?? '');
  const file = openResumeFile(resumePath(out), key, {
    force,
    inputs,
    onRefused: (text) => remark(`note: ${text}`, shell),
    onKept: tell,
  });
  if (file.note !== undefined) remark(`note: ${file.note}`, shell);
  if (file.kept() > 0) tell();
  return Object.assign(file, { words, close: () => undefined });
}

export interface WorkPlace {
  readonly threads: number | undefined;
  readonly shared: SharedOptions | undefined;
  readonly signal: AbortSignal;
  readonly shell: ShellOptions;
}

/** Kept with others where the options say so; else, and for what is not shared, by `own`. */
export async function openFinishedWork(
  key: string,
  own: () => FinishedWork,
  { threads, shared, signal, shell }: WorkPlace,
): Promise<FinishedWork> {
  if (shared?.store !== undefined) {
    if (shared.queue !== undefined) {
      throw new InputError('--store and --queue: give one of them.');
    }
    return openStoreWork(shared.store, key, threads, { ...shared, ...shell });
  }
  if (shared?.queue === undefined) return own();
  return openQueueWork(shared.queue, key, own(), signal, { ...shared, ...shell });
}

/** Of a command that is over soon: in memory. */
export function openShortWork(): FinishedWork {
  const kept = new Map<string, unknown>();
  return {
    get: (key) => kept.get(key),
    put: (key, value) => void kept.set(key, value),
    words: () => undefined,
    remove: () => undefined,
    close: () => undefined,
  };
}

/** Of all processes that are given the same folder, table and settings. */
function openStoreWork(
  folder: string,
  key: string,
  threads: number | undefined,
  { keyFile, lease, tries, ...shell }: SharedOptions & ShellOptions,
): FinishedWork {
  const runKey = readRunKey({ keyFile, folder, create: true });
  const store = openFolderStore(folder, key, { runKey, lease, tries, threads });
  const study = store.path.slice(-40);
  const words = () => `Finished work is saved in ${folder}; the same command continues from there.`;
  whenCancelled(words());
  const kept = store.kept();
  if (kept > 0) {
    remark(`note: ${kept} finished parts found in ${folder}; the run continues from there.`, shell);
  }
  return {
    ...store,
    words,
    remove: () => undefined,
    workers: () => studyStatus(folder, study).workers,
    isWritten: (out) => store.isClaimed(outputKey(out)) || store.get(outputKey(out)) !== undefined,
  };
}

/** Of workers that take units from a queue; what this process does by itself is kept as ever. */
async function openQueueWork(
  queue: string,
  key: string,
  own: FinishedWork,
  signal: AbortSignal,
  { keyFile, insecureQueue, blobs, tries, ...shell }: SharedOptions & ShellOptions,
): Promise<FinishedWork> {
  const onNote = (text: string) => remark(`note: ${text}`, shell);
  const channel = await openQueue({ queue, keyFile, insecureQueue, blobs, create: true, onNote });
  const { openCoordinator } = await import('../queue/coordinator.ts');
  const coordinator = openCoordinator(channel, key, own, { tries, onNote });
  // while the message is on its way the program ends, so that it is sent at once
  signal.addEventListener('abort', () => coordinator.cancel().catch(() => undefined));
  const { workersAt } = await import('../queue/workerMarks.ts');
  return {
    ...coordinator,
    words: () => 'Finished work is kept by the queue; the same command continues from there.',
    remove: own.remove,
    async workers() {
      const marks = await workersAt(channel.depot).catch(() => []);
      return marks.map((mark) => ({ ...mark, takenOver: 0, ended: false, alive: true }));
    },
    async close() {
      if (signal.aborted) await coordinator.cancel().catch(() => undefined);
      await coordinator.close();
    },
  };
}

/** Of processes that share the work one writes; the others say what it has written. */
export async function writeOnce(
  { joint, isWritten }: FinishedWork,
  out: string,
  write: () => Promise<string[]>,
  signal: AbortSignal,
): Promise<string[]> {
  // the coordinator of a queue writes alone
  if (!joint || !isWritten) return write();
  const written = await joint.once(outputKey(out), write, signal);
  // by an earlier run, whose results were removed since
  return written.every((path) => existsSync(path)) ? written : write();
}

/** The one who has it writes the results. */
function outputKey(out: string): string {
  return `output ${resolve(out)}`;
}

/** Beside what a failure says. */
export function withWords(error: unknown, work: FinishedWork): unknown {
  const words = work.words();
  if (!(error instanceof InputError) || words === undefined) return error;
  return new InputError(`${error.message} ${words}`);
}
