/** What a queue holds, and removing it. */

import type { Channel } from './channel.ts';
import { type WorkerMark, workersAt } from './workerMarks.ts';

export interface QueueStatus {
  /** Results that are there, jobs that wait, are under way, or failed. */
  readonly done: number;
  readonly waiting: number;
  readonly working: number;
  readonly failed: number;
  readonly studies: readonly string[];
  readonly workers: readonly WorkerMark[];
}

export async function queueStatus({ queue, depot }: Channel): Promise<QueueStatus> {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed', 'prioritized');
  const studies = await depot.list('study/');
  return {
    done: (await depot.list('result/')).length,
    waiting: (counts.waiting ?? 0) + (counts.delayed ?? 0) + (counts.prioritized ?? 0),
    working: counts.active ?? 0,
    failed: counts.failed ?? 0,
    studies: studies.map((name) => name.slice('study/'.length)),
    workers: await workersAt(depot),
  };
}

/** Jobs of the run key, with inputs and results of all its studies; the number of things removed. */
export async function cleanQueue({ queue, depot, blobs }: Channel): Promise<number> {
  await queue.obliterate({ force: true });
  const kinds = ['blob/', 'result/', 'study/', 'cancelled/', 'conflict/'];
  const names = (await Promise.all(kinds.map((kind) => depot.list(kind)))).flat();
  await depot.remove(names);
  if (blobs === depot) return names.length;
  const files = await blobs.list('');
  await blobs.remove(files);
  return names.length + files.length;
}
