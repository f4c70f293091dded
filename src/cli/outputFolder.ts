/**
 * A folder of results: all files are there in the end, or none. They are written into a new folder
 * with a hidden name on the same disk and take their places together when the last one is whole.
 */

import { randomBytes } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../numerics/inputError.ts';
import { writeFileWhole } from '../table/files.ts';
import { isSettled, mayBeLeft } from '../table/leftovers.ts';

export interface FolderOptions {
  /** Write into a folder that holds files. */
  readonly force: boolean;
  /** Files that are never written over. */
  readonly inputs: readonly string[];
  /** All names that may ever be written; what is left of them from an earlier run is removed. */
  readonly names: readonly string[];
}

/** Refuses, before any work is done, what could not be written in the end. */
export function checkFolder(path: string, { force, inputs, names }: FolderOptions): void {
  const there = statOf(path);
  if (there && !there.isDirectory()) {
    throw new InputError(`${path}: this is not a folder. Choose another --out.`);
  }
  if (there && !force && readdirSync(path).length > 0) {
    throw new InputError(
      `${path}: the folder is not empty. Choose another --out, or overwrite its files with --force.`,
    );
  }
  for (const file of names.map((name) => join(path, name))) {
    if (inputs.some((input) => isSameFile(input, file))) {
      throw new InputError(
        `${file}: this is an input file, which is never overwritten. Choose another --out.`,
      );
    }
    if (there && lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) {
      throw new InputError(`${file}: this exists and is not a file. Choose another --out.`);
    }
  }
  tryOut(path);
}

/** By name; the paths that were written. */
export async function writeFolder(
  path: string,
  files: Readonly<Record<string, Uint8Array>>,
  { signal, ...options }: FolderOptions & { readonly signal: AbortSignal },
): Promise<string[]> {
  checkFolder(path, options);
  const isNew = statOf(path) === undefined;
  const home = isNew ? dirname(resolve(path)) : path;
  const made = mkdirSync(home, { recursive: true });
  if (made !== undefined) mayBeLeft(made);
  const hidden = join(home, `.${basename(resolve(path))}.${randomBytes(6).toString('hex')}.part`);
  const remove = () => {
    rmSync(hidden, { recursive: true, force: true });
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  };
  process.on('exit', remove);
  mayBeLeft(hidden);
  try {
    mkdirSync(hidden, { mode: 0o700 });
    for (const [name, bytes] of Object.entries(files)) {
      await writeFileWhole(join(hidden, name), [bytes]);
    }
    signal.throwIfAborted();
    // from here on nothing waits, so that nothing can come between
    if (isNew) renameSync(hidden, path);
    else moveInto(path, hidden, Object.keys(files), options.names);
  } catch (error) {
    remove();
    throw refused(path, error) ?? error;
  } finally {
    process.off('exit', remove);
    isSettled(hidden);
    if (made !== undefined) isSettled(made);
  }
  return Object.keys(files).map((name) => join(path, name));
}

function moveInto(
  path: string,
  hidden: string,
  written: readonly string[],
  names: readonly string[],
): void {
  for (const name of written) renameSync(join(hidden, name), join(path, name));
  // a table or report of an earlier run must not be taken for one of this
  for (const name of names) if (!written.includes(name)) rmSync(join(path, name), { force: true });
  rmSync(hidden, { recursive: true });
}

/** Makes an empty folder where the results will go, and removes it. */
function tryOut(path: string): void {
  let home = resolve(path);
  while (statOf(home) === undefined && dirname(home) !== home) home = dirname(home);
  try {
    rmSync(mkdtempSync(join(home, '.tvinesynth-')), { recursive: true });
  } catch (error) {
    throw refused(path, error) ?? error;
  }
}

/** What the disk refused, such as a full one: clear, and no fault of the program. */
function refused(path: string, error: unknown): InputError | undefined {
  // of a file within it, the folder is what the user knows
  const { code } = ((error instanceof InputError ? error.cause : error) ??
    {}) as NodeJS.ErrnoException;
  if (typeof code !== 'string') return undefined;
  return new InputError(
    `${path}: cannot be written (${code}). Nothing was written. Choose another --out.`,
  );
}

function isSameFile(a: string, b: string): boolean {
  if (resolve(a) === resolve(b)) return true;
  const [one, other] = [statOf(a), statOf(b)];
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev;
}

/** Nothing where there is nothing, or where a file is in the way to it. */
function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
