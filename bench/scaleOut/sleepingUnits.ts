/** Units that wait a second: what is lost against so many workers is the cost of sharing. */

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { workersAt } from '../../src/queue/workerMarks.ts';
import { openQueueRun } from '../../test/support/queueRun.ts';
import { processesOver } from '../../test/support/storeProcesses.ts';

export interface SleepJob {
  readonly workers: number;
  readonly units: number;
}

export interface Slept {
  /** One unit for each worker, from the moment when all are ready: programs are compiled, connections made. */
  readonly first: number;
  /** All others, to the last result. */
  readonly seconds: number;
}

const PAUSE = 1000;

export async function sleepOverQueue(url: string, { workers, units }: SleepJob): Promise<Slept> {
  const run = await openQueueRun(url);
  try {
    for (let k = 0; k < workers; k++) run.worker({ threads: 1, lease: 60 });
    await until(async () => (await workersAt(run.channel.depot)).length >= workers);
    const secondsOf = async (stage: string, count: number): Promise<number> => {
      const begun = performance.now();
      const outcomes = await run.doAll({ count, pause: PAUSE, stage });
      const failed = outcomes.filter((outcome) => 'reason' in outcome).length;
      if (failed > 0 || outcomes.length !== count) throw new Error(`${failed} units failed`);
      return (performance.now() - begun) / 1000;
    };
    return { first: await secondsOf('first', workers), seconds: await secondsOf('all', units) };
  } finally {
    await run.close();
  }
}

export async function sleepOverFolder({ workers, units }: SleepJob): Promise<Slept> {
  const gate = mkdtempSync(join(tmpdir(), 'tvinesynth-gate-'));
  const job = { units, first: workers, pause: PAUSE, lease: 60, tries: 3, size: 1, gate };
  const processes = processesOver(job);
  try {
    const all = Array.from({ length: workers }, () => processes.start().ended);
    await until(async () => readdirSync(gate).length >= workers);
    const begin = Date.now();
    writeFileSync(join(gate, 'open'), '');
    const told = await Promise.all(all);
    const last = (which: 'begun' | 'ended') =>
      Math.max(...told.map((one) => one?.[which] ?? Number.NaN));
    const [first, seconds] = [last('begun') - begin, last('ended') - last('begun')];
    return { first: first / 1000, seconds: seconds / 1000 };
  } finally {
    for (const folder of [gate, dirname(processes.folder)]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 600_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('the workers did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
