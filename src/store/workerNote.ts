/** What a process tells of itself in a study's folder: where it is and how much it has done. No data. */

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { StudyFolder } from './storeFolder.ts';

export interface WorkerNote {
  readonly host: string;
  readonly pid: number;
  readonly threads: number;
  /** Units done here, seconds that they took, those of them that failed, leases taken over from others. */
  readonly units: number;
  readonly seconds: number;
  readonly failures: number;
  readonly takenOver: number;
  readonly ended: boolean;
}

export interface OwnNote {
  readonly path: string;
  add(seconds: number, isFailed: boolean): void;
  /** Now, not only now and then. */
  write(): void;
  end(): void;
}

/** Milliseconds between two writes. */
const PAUSE = 1000;

export function openWorkerNote(
  folder: StudyFolder,
  threads: number,
  takenOver: () => number,
): OwnNote {
  const name = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}.json`;
  let [units, seconds, failures, written] = [0, 0, 0, 0];
  const write = (ended: boolean) => {
    written = performance.now();
    const [host, { pid }] = [hostname(), process];
    const note: WorkerNote = {
      host,
      pid,
      threads,
      units,
      seconds: Math.round(1000 * seconds) / 1000,
      failures,
      takenOver: takenOver(),
      ended,
    };
    folder.note('worker', name, `${JSON.stringify(note)}\n`);
  };
  write(false);
  return {
    path: folder.of('worker', name),
    add(more, isFailed) {
      units++;
      seconds += more;
      if (isFailed) failures++;
      if (performance.now() - written > PAUSE) write(false);
    },
    write: () => write(false),
    end: () => write(true),
  };
}
