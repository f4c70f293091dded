/**
 * One run at a time for an output folder: a file beside it names the run that is at work. It is removed
 * however the run ends; that of a process which is gone is taken over.
 */

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { InputError } from '../numerics/inputError.ts';
import { isSettled, mayBeLeft } from '../table/leftovers.ts';

export interface FolderLock {
  /** What is worth knowing of an earlier lock; nothing if there was none. */
  readonly note: string | undefined;
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly started: string;
}

/** Refuses with a clear error if another run is at work on the folder. */
export function lockFolder(out: string): FolderLock {
  const full = `${resolve(out)}.lock`;
  const path = isAbsolute(out) ? full : relative('', full);
  const me: Holder = { pid: process.pid, host: hostname(), started: new Date().toISOString() };
  const made = mkdirSync(dirname(full), { recursive: true });
  const folders = made === undefined ? [] : foldersFrom(dirname(full), made);
  const remove = () => rmSync(full, { force: true });
  const release = () => {
    process.off('exit', remove);
    remove();
    isSettled(full);
    for (const folder of folders) isSettled(`${folder}/`);
    if (made !== undefined) removeEmpty(dirname(full), made);
  };
  const take = () => {
    writeFileSync(full, `${JSON.stringify(me)}\n`, { flag: 'wx', mode: 0o600 });
    mayBeLeft(full);
    for (const folder of folders) mayBeLeft(`${folder}/`);
    process.on('exit', remove);
  };
  try {
    take();
    return { note: undefined, release };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') {
      // the folder may be writable where its surroundings are not
      const note = `${path}: cannot be written (${code}); a second run into this folder would not be noticed.`;
      return { note, release: () => undefined };
    }
  }
  const found = readHolder(full);
  if (!found || !isGone(found)) throw inUse(path, found);
  if (!moveAway(full, found)) throw inUse(path, readHolder(full));
  try {
    take();
  } catch {
    throw inUse(path, readHolder(full));
  }
  return {
    note: `${path} was left by a run that no longer exists (process ${found.pid}, started ${found.started}) and has been taken over.`,
    release,
  };
}

function inUse(path: string, holder: Holder | undefined): InputError {
  const who = holder
    ? `process ${holder.pid} on ${holder.host}, started ${holder.started}`
    : 'the lock file does not say which';
  return new InputError(
    `${path}: another run is using this folder (${who}). Wait for it to finish, or choose another --out. If there is no such run, delete the file.`,
  );
}

/** Nothing if the file is not readable as one of ours. */
function readHolder(path: string): Holder | undefined {
  try {
    const { pid, host, started } = JSON.parse(readFileSync(path, 'utf8'));
    const isWhole = Number.isInteger(pid) && pid > 0 && typeof host === 'string';
    return isWhole ? { pid, host, started: String(started) } : undefined;
  } catch {
    return undefined;
  }
}

/** A process on another machine may be alive for all we know. */
function isGone({ pid, host }: Holder): boolean {
  if (host !== hostname()) return false;
  // numbers of processes are used again: nobody else has ours
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Removes the lock of `gone`, unless another run has been faster; it is then put back. */
function moveAway(path: string, gone: Holder): boolean {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch {
    return true;
  }
  const moved = readHolder(aside);
  const isSame = moved?.pid === gone.pid && moved.started === gone.started;
  if (isSame) rmSync(aside, { force: true });
  else renameSync(aside, path);
  return isSame;
}

function foldersFrom(inner: string, outer: string): string[] {
  const folders: string[] = [];
  for (let folder = inner; folder.length >= outer.length; folder = dirname(folder)) {
    folders.push(folder);
  }
  return folders;
}

/** Folders that were made for the lock and hold nothing else, from `inner` out to `outer`. */
function removeEmpty(inner: string, outer: string): void {
  try {
    for (const folder of foldersFrom(inner, outer)) rmdirSync(folder);
  } catch {
    // something else is in it
  }
}
