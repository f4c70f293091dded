/**
 * Who is at work on which unit. A lease is a file that only one process can make; a thread of its own
 * touches the files of a process every few seconds, whatever the process computes. A lease that was not
 * touched for long, or whose process is seen to be gone, is moved aside and the unit is free again. Ages
 * are told by the clock of the file server alone: those of machines differ. That two processes do the same
 * unit now and then is harmless; that none does it cannot happen.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import { isSettled, mayBeLeft } from '../table/leftovers.ts';
import type { StudyFolder } from './storeFolder.ts';

export interface Leases {
  /** 'suspect': ours too, but it was under way when a process ended, so that nothing else should be beside it. */
  claim(id: string): 'mine' | 'suspect' | 'taken' | 'given up';
  release(id: string): void;
  /** The unit is free, but counts as one that ended a process. */
  abandon(id: string): void;
  /** Leases that were taken over from processes that ended. */
  takenOver(): number;
  /** Touches another file of this process along with its leases. */
  touch(path: string): void;
  close(): void;
}

export interface LeaseSettings {
  /** Seconds without a touch after which a lease is void. Default: 60, more than what NFS caches. */
  readonly lease?: number | undefined;
  /** Processes that a unit may end before it is given up. Default: 3. */
  readonly tries?: number | undefined;
}

interface Holder {
  readonly host: string;
  /** Where its number means something. */
  readonly place: string;
  readonly pid: number;
  readonly token: string;
}

/** A lease is touched this many times before it would be void. */
const TOUCHES = 12;

export function openLeases(
  folder: StudyFolder,
  { lease = 60, tries = 3 }: LeaseSettings = {},
): Leases {
  const me: Holder = {
    host: hostname(),
    place: placeOfProcesses(),
    pid: process.pid,
    token: randomBytes(8).toString('hex'),
  };
  const keeper = startKeeper((1000 * lease) / TOUCHES);
  const held = new Set<string>();
  const looked = new Map<string, number>();
  let takenOver = 0;

  const take = (id: string): boolean => {
    const path = folder.of('lease', id);
    mayBeLeft(path);
    try {
      const file = openSync(path, 'wx', 0o600);
      writeSync(file, JSON.stringify(me));
      closeSync(file);
    } catch (error) {
      isSettled(path);
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    held.add(id);
    keeper.add(path);
    return true;
  };
  /** Whether the lease was void and is gone now. */
  const expire = (id: string): boolean => {
    const path = folder.of('lease', id);
    const found = readLease(path);
    if (!found) return true;
    if (!isVoid(found, me, folder, lease)) return false;
    const aside = folder.of('tries', `${id}-${randomBytes(6).toString('hex')}`);
    try {
      renameSync(path, aside);
    } catch {
      return true;
    }
    const moved = readLease(aside);
    if (moved && moved.holder?.token !== found.holder?.token) {
      // it was taken over by another process in between, and is given back
      renameSync(aside, path);
      return false;
    }
    takenOver++;
    return true;
  };
  const release = (id: string): void => {
    const path = folder.of('lease', id);
    if (!held.delete(id)) return;
    keeper.drop(path);
    // unless it was taken over in the meantime
    if (readLease(path)?.holder?.token === me.token) rmSync(path, { force: true });
    isSettled(path);
  };
  /** What a lease that we have is worth. */
  const judged = (id: string): 'mine' | 'suspect' | 'given up' => {
    const before = folder.list('tries').filter((name) => name.startsWith(`${id}-`)).length;
    if (before < tries) return before === 0 ? 'mine' : 'suspect';
    release(id);
    return 'given up';
  };
  return {
    claim(id) {
      if (take(id)) return judged(id);
      // neither when it is seen for the first time, as most are then at work, nor more often than it can change
      const now = performance.now();
      const before = looked.get(id);
      const isSoon = before !== undefined && now - before < (1000 * lease) / TOUCHES / 4;
      if (!isSoon) looked.set(id, now);
      if (isSoon || before === undefined) return 'taken';
      if (!expire(id)) return 'taken';
      return take(id) ? judged(id) : 'taken';
    },
    release,
    abandon(id) {
      const path = folder.of('lease', id);
      if (!held.delete(id)) return;
      keeper.drop(path);
      renameSync(path, folder.of('tries', `${id}-${randomBytes(6).toString('hex')}`));
      isSettled(path);
    },
    takenOver: () => takenOver,
    touch: keeper.add,
    close() {
      for (const id of held) release(id);
      keeper.end();
    },
  };
}

interface FoundLease {
  /** Nothing where its process ended before it had written its name. */
  readonly holder: Holder | undefined;
  readonly touched: number;
}

/** Read by opening, which asks the file server; nothing if there is none. */
function readLease(path: string): FoundLease | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { mtimeMs } = fstatSync(file);
    return { holder: holderOf(readFileSync(file, 'utf8')), touched: mtimeMs };
  } finally {
    closeSync(file);
  }
}

function holderOf(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

function isVoid(
  { holder, touched }: FoundLease,
  me: Holder,
  folder: StudyFolder,
  seconds: number,
): boolean {
  if (holder && holder.place === me.place && isGone(holder.pid)) return true;
  return folder.now() - touched > 1000 * seconds;
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Containers on one machine may have its name, but number their processes on their own. */
function placeOfProcesses(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

interface Keeper {
  add(path: string): void;
  drop(path: string): void;
  end(): void;
}

/** Plain text, so that it runs from sources and from the bundle alike. It writes the first byte anew. */
const KEEPER = `
const { parentPort, workerData } = require('node:worker_threads');
const { closeSync, openSync, writeSync } = require('node:fs');
const held = new Set();
parentPort.on('message', ({ add, drop }) => {
  if (add) held.add(add);
  if (drop) held.delete(drop);
});
setInterval(() => {
  for (const path of held) {
    try {
      const file = openSync(path, 'r+');
      writeSync(file, '{', 0);
      closeSync(file);
    } catch {}
  }
}, workerData);
`;

function startKeeper(pause: number): Keeper {
  const worker = new Worker(KEEPER, { eval: true, execArgv: [], workerData: pause });
  worker.unref();
  worker.on('error', () => undefined);
  return {
    add: (path) => worker.postMessage({ add: path }),
    drop: (path) => worker.postMessage({ drop: path }),
    end: () => void worker.terminate(),
  };
}
