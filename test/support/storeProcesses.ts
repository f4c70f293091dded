/** Starts processes over a shared folder, and kills some. Needs the built package. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './repository.ts';

export interface StoreJob {
  readonly units: number;
  /** Milliseconds of each. */
  readonly pause: number;
  readonly lease: number;
  readonly tries: number;
  /** A unit that ends its process. */
  readonly poison?: number;
  /** Compute without letting events have a turn. */
  readonly blocks?: boolean;
  /** Units at a time. Default: 2. */
  readonly size?: number;
  /** A folder in which each says that it is ready; they begin when there is a file 'open'. Default: at once. */
  readonly gate?: string;
  /** Units of a stage before. Default: none. */
  readonly first?: number;
}

export interface Told {
  readonly digest: string;
  readonly failed: readonly number[];
  readonly count: number;
  /** Behind a gate: when it had the stage before, and when it had all, in milliseconds since 1970. */
  readonly begun?: number;
  readonly ended?: number;
}

export interface StoreProcess {
  readonly child: ChildProcess;
  /** What it printed; nothing if it was ended. */
  readonly ended: Promise<Told | undefined>;
}

export interface Processes {
  readonly folder: string;
  start(): StoreProcess;
  /** By unit, how often it was begun. */
  starts(): Map<number, number>;
  /** Whether the process has begun a unit. */
  hasBegun(pid: number | undefined): boolean;
}

export function processesOver(job: StoreJob): Processes {
  const home = mkdtempSync(join(tmpdir(), 'tvinesynth-store-'));
  const [folder, starts] = [join(home, 'shared'), join(home, 'starts')];
  const argument = JSON.stringify({ ...job, folder, starts });
  return {
    folder,
    start() {
      const child = spawn(
        process.execPath,
        [join(ROOT, 'test/support/storeProcess.mjs'), argument],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let text = '';
      child.stdout.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      const ended = new Promise<Told | undefined>((resolve) => {
        child.on('close', () => resolve(text === '' ? undefined : (JSON.parse(text) as Told)));
      });
      return { child, ended };
    },
    starts: () => startsIn(starts),
    hasBegun: (pid) => begunBy(starts, pid),
  };
}

/** By unit, how often it was begun: a file with a line for each time. */
export function startsIn(path: string): Map<number, number> {
  const counts = new Map<number, number>();
  if (!existsSync(path)) return counts;
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const unit = Number(line.split(' ')[0]);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return counts;
}

/** Whether the process has begun a unit. */
export function begunBy(path: string, pid: number | undefined): boolean {
  return existsSync(path) && readFileSync(path, 'utf8').includes(` ${pid}\n`);
}

/** How many were begun after the first time. */
export function begunAgain(starts: ReadonlyMap<number, number>): number {
  return [...starts.values()].reduce((sum, count) => sum + count - 1, 0);
}

/** Keeps `count` processes at work and kills one at random times until `kills` are done. */
export async function killAtRandom(
  processes: Processes,
  { count, kills, every }: { count: number; kills: number; every: number },
): Promise<{ readonly told: readonly Told[]; readonly killed: number }> {
  let killed = 0;
  const told: Told[] = [];
  const keepOne = async (): Promise<void> => {
    for (;;) {
      const { child, ended } = processes.start();
      const timer = setInterval(
        () => {
          // one that is killed as it starts was at nothing
          if (killed >= kills || !processes.hasBegun(child.pid)) return;
          killed++;
          child.kill('SIGKILL');
        },
        every * (0.5 + Math.random()),
      );
      const found = await ended;
      clearInterval(timer);
      if (!found) continue;
      told.push(found);
      return;
    }
  };
  await Promise.all(Array.from({ length: count }, keepOne));
  return { told, killed };
}
