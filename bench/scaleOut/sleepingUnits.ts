/** Units that wait a second: what is lost against so many workers is the cost of sharing. */

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { workersAt } from '../../src/queue/workerMarks.ts';
import { openQueueRun } from '../../test/support/queueRun.ts';
import { processesOver } from '../../test/support/storeProcesses.ts';

export interface SleepJob {
  readonly workers: number;
  readonly units: number;
}

export interface Slept {
  /** From the moment when all are ready to the last result. */
  readonly seconds: number;
  /** Share of the workers' time in which they had no unit. */
  readonly waiting: number;
}

const PAUSE = 1000;
/** Milliseconds that processes are given to start, and more for each. */
const [TO_START, FOR_EACH] = [4000, 600];

export async function sleepOverQueue(url: string, { workers, units }: SleepJob): Promise<Slept> {
  const run = await openQueueRun(url);
  try {
    for (let k = 0; k < workers; k++) run.worker({ threads: 1, lease: 60 });
    const until = performance.now() + 600_000;
    while ((await workersAt(run.channel.depot)).length < workers) {
      if (performance.now() > until) throw new Error('the workers did not start');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const begun = performance.now();
    const outcomes = await run.doAll({ count: units, pause: PAUSE });
    const seconds = (performance.now() - begun) / 1000;
    const failed = outcomes.filter((outcome) => 'reason' in outcome).length;
    if (failed > 0 || outcomes.length !== units) throw new Error(`${failed} units failed`);
    return { seconds, waiting: 1 - (units * PAUSE) / 1000 / (seconds * workers) };
  } finally {
    await run.close();
  }
}

export async function sleepOverFolder({ workers, units }: SleepJob): Promise<Slept> {
  const begin = Date.now() + TO_START + FOR_EACH * workers;
  const job = { units, pause: PAUSE, lease: 60, tries: 3, size: 1, begin };
  const processes = processesOver(job);
  try {
    const told = await Promise.all(Array.from({ length: workers }, () => processes.start().ended));
    const ends = told.map((each) => each?.ended ?? Number.NaN);
    if (told.some((each) => each?.late !== false)) throw new Error('a process started too late');
    const seconds = (Math.max(...ends) - begin) / 1000;
    return { seconds, waiting: 1 - (units * PAUSE) / 1000 / (seconds * workers) };
  } finally {
    rmSync(dirname(processes.folder), { recursive: true, force: true });
  }
}
