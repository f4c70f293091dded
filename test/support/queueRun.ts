/** Units that wait, sent by a coordinator in this process to workers in their own. Needs the built package. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChannel } from '../../src/queue/channel.ts';
import { type Coordinator, openCoordinator } from '../../src/queue/coordinator.ts';
import { queueUrl } from '../../src/queue/queueUrl.ts';
import { readRunKey } from '../../src/store/runKey.ts';
import type { JointOutcome } from '../../src/work/store.ts';
import { memoryStore } from './memoryStore.ts';
import { ROOT } from './repository.ts';

export interface QueueRun {
  readonly keyFile: string;
  readonly notes: string[];
  readonly coordinator: Coordinator;
  readonly channel: Awaited<ReturnType<typeof openChannel>>;
  worker(settings?: object): QueueProcess;
  /** All units to their end: what each gave. */
  doAll(units: WaitingUnits): Promise<JointOutcome[]>;
  close(): Promise<void>;
}

export interface QueueProcess {
  readonly child: ChildProcess;
  readonly errors: () => string;
  /** Its totals; nothing if it was ended. */
  readonly ended: Promise<{ units: number; fetched: number; memory: number } | undefined>;
}

export interface WaitingUnits {
  /** 'wait', or 'large': a result of so many megabytes. */
  readonly unit?: 'wait' | 'large';
  readonly megabytes?: number;
  readonly count: number;
  readonly pause: number;
  readonly table?: unknown;
  /** Units of another stage are other units. */
  readonly stage?: string;
  readonly poison?: number;
  /** A file that gets a line for each unit that is begun. */
  readonly starts?: string;
  readonly signal?: AbortSignal;
  readonly onKept?: (task: number) => void;
  readonly onDone?: (task: number) => void;
}

export async function openQueueRun(
  url: string,
  study = 'study',
  keyHome?: string,
  blobs?: string,
): Promise<QueueRun> {
  const home = keyHome ?? mkdtempSync(join(tmpdir(), 'tvinesynth-queue-'));
  const keyFile = join(home, 'key');
  const runKey = readRunKey({ keyFile, create: true }) as Uint8Array;
  const notes: string[] = [];
  const onNote = (text: string) => void notes.push(text);
  const channel = await openChannel(queueUrl(url), { runKey, blobs, onNote });
  const coordinator = openCoordinator(channel, study, memoryStore(), { onNote });
  const children: ChildProcess[] = [];
  return {
    keyFile,
    notes,
    coordinator,
    channel,
    worker(settings = {}) {
      const told = { url, keyFile, threads: 2, lease: 4, tries: 3, ...settings };
      const program = join(ROOT, 'test/support/queueWorker.mjs');
      const child = spawn(process.execPath, [program, JSON.stringify(told)]);
      children.push(child);
      let [text, errors] = ['', ''];
      child.stdout.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      child.stderr.on('data', (piece: Buffer) => {
        errors += piece.toString();
      });
      const ended = new Promise<{ units: number; fetched: number; memory: number } | undefined>(
        (resolve) => child.on('close', () => resolve(text === '' ? undefined : JSON.parse(text))),
      );
      return { child, ended, errors: () => errors };
    },
    async doAll({ count, signal, onKept, onDone, unit = 'wait', ...told }) {
      const outcomes: JointOutcome[] = [];
      await coordinator.joint.doAll({
        unit,
        tasks: count,
        size: 1,
        signal,
        keyOf: (task) => `wait ${task}`,
        inputOf: (task) => ({ task, ...told }),
        run: () => Promise.reject(new Error('nothing is done here')),
        finished(task, outcome, isKept) {
          outcomes[task] = outcome;
          if (isKept) onKept?.(task);
          onDone?.(task);
        },
      });
      return outcomes;
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await coordinator.close();
      if (keyHome === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** What the units give, wherever they are done. */
export function expectedOf(count: number, cells = -1): JointOutcome[] {
  return Array.from({ length: count }, (_, task) => ({
    result: { task, values: Float64Array.of(task, task / 3, cells) },
  }));
}

/** As a coordinator in a process of its own prints it. */
export function plainly(outcomes: readonly JointOutcome[]): number[][] {
  return outcomes.map((outcome) => {
    if ('reason' in outcome) throw new Error(outcome.reason);
    const { task, values } = outcome.result as { task: number; values: Float64Array };
    return [task, ...values];
  });
}
