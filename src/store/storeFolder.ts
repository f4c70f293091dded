/**
 * The folder that processes share. Its first file says what it is, which engine works in it, and the salt
 * of its keys; each study has a folder of its own, with a name that says nothing.
 *
 * unit/   results of units, sealed: one file each, named by a keyed digest
 * part/   results of whole stages, likewise
 * lease/  who is at work on which unit; tries/ leases of processes that ended
 * plan/   how many units a stage has; worker/ who works or has worked, and how much; failed/ which units failed
 * tmp/    what is being written
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../numerics/inputError.ts';
import { engineMark } from './engineMark.ts';

export const HEADER = 'tvinesynth-store.json';
const FORMAT = 'tvinesynth-store';
const VERSION = 1;
const PARTS = ['unit', 'part', 'lease', 'tries', 'plan', 'worker', 'failed', 'tmp'] as const;

export type StorePart = (typeof PARTS)[number];

interface Header {
  readonly format: string;
  readonly version: number;
  readonly engine: string;
  readonly salt: string;
}

/** A folder that is there or can be made, with the salt of its keys. */
export function openStoreFolder(path: string): Uint8Array {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const names = readdirSync(path).filter((name) => !name.startsWith('.'));
    if (names.length > 0 && !names.includes(HEADER)) {
      throw new InputError(
        `${path}: the folder holds other files. Give --store an empty folder, or one that runs have shared before.`,
      );
    }
    makeHeader(path);
  } catch (error) {
    throw error instanceof InputError ? error : cannotUse(path, error);
  }
  const header = readHeader(path);
  const mine = engineMark();
  if (header.engine !== mine) {
    throw new InputError(
      `${path}: it holds work of engine ${header.engine}, and this is ${mine}. Results would not be the same. Use one version everywhere, or another folder.`,
    );
  }
  checkExclusive(path);
  return Buffer.from(header.salt, 'hex');
}

/** Refuses what is no such folder. */
export function readHeader(path: string): Header {
  const file = join(path, HEADER);
  const until = performance.now() + 2000;
  for (;;) {
    try {
      const header = JSON.parse(readFileSync(file, 'utf8')) as Header;
      if (header.format === FORMAT && header.version === VERSION) return header;
      throw new InputError(
        `${file}: written by another version of the program. Use another folder.`,
      );
    } catch (error) {
      if (error instanceof InputError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') throw new InputError(`${path}: this is no folder of shared work.`);
      // another process may be writing it at this moment
      if (performance.now() > until) {
        throw new InputError(`${file}: cannot be read (${code ?? 'it is damaged'}).`);
      }
    }
  }
}

function makeHeader(path: string): void {
  const file = join(path, HEADER);
  if (existsSync(file)) return;
  const header: Header = {
    format: FORMAT,
    version: VERSION,
    engine: engineMark(),
    salt: randomBytes(16).toString('hex'),
  };
  try {
    const made = openSync(file, 'wx', 0o600);
    writeSync(made, `${JSON.stringify(header)}\n`);
    fsyncSync(made);
    closeSync(made);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A file system on which two processes can both make the same file would let both have every lease. */
function checkExclusive(path: string): void {
  const file = join(path, `.probe-${randomBytes(6).toString('hex')}`);
  try {
    closeSync(openSync(file, 'wx', 0o600));
    try {
      closeSync(openSync(file, 'wx', 0o600));
    } catch {
      return;
    }
    throw new InputError(
      `${path}: this file system makes a file twice (NFS before version 3 does). Use another one.`,
    );
  } catch (error) {
    throw error instanceof InputError ? error : cannotUse(path, error);
  } finally {
    rmSync(file, { force: true });
  }
}

function cannotUse(path: string, error: unknown): InputError {
  const { code } = error as NodeJS.ErrnoException;
  return new InputError(
    `${path}: shared work cannot be kept there (${code}). Choose another --store.`,
  );
}

/** The folder of one study. */
export interface StudyFolder {
  readonly path: string;
  of(part: StorePart, name?: string): string;
  /** All names, without those that are hidden. */
  list(part: StorePart): string[];
  /** Whole or not at all, and on the disk when it is there. */
  write(part: StorePart, name: string, bytes: Uint8Array): void;
  /** The same, without holding up what else this process does: a disk may take long. */
  writeAside(part: StorePart, name: string, bytes: Uint8Array): Promise<void>;
  /** What only tells how the work stands: whole or not at all, and gone if the machine fails at this moment. */
  note(part: StorePart, name: string, text: string): void;
  /** Milliseconds by the clock of the file server, with which times of files can be compared. */
  now(): number;
}

export function studyFolder(store: string, study: string): StudyFolder {
  const path = join(store, study);
  for (const part of PARTS) mkdirSync(join(path, part), { recursive: true, mode: 0o700 });
  const of = (part: StorePart, name = '') => join(path, part, name);
  const clock = of('tmp', `clock-${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`);
  process.once('exit', () => rmSync(clock, { force: true }));
  const temporary = (name: string) => of('tmp', `${name}-${randomBytes(6).toString('hex')}`);
  return {
    path,
    of,
    list: (part) => listOf(of(part)),
    write(part, name, bytes) {
      const tmp = temporary(name);
      writeTo(tmp, bytes, true);
      renameSync(tmp, of(part, name));
    },
    async writeAside(part, name, bytes) {
      const tmp = temporary(name);
      try {
        await writeFile(tmp, bytes, { flag: 'wx', mode: 0o600, flush: true });
      } catch (error) {
        rmSync(tmp, { force: true });
        throw error;
      }
      renameSync(tmp, of(part, name));
    },
    note(part, name, text) {
      const tmp = temporary(name);
      writeTo(tmp, Buffer.from(text), false);
      renameSync(tmp, of(part, name));
    },
    now() {
      const file = openSync(clock, 'w', 0o600);
      try {
        writeSync(file, '.');
        return fstatSync(file).mtimeMs;
      } finally {
        closeSync(file);
      }
    },
  };
}

function writeTo(path: string, bytes: Uint8Array, isOnDisk: boolean): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    let at = 0;
    while (at < bytes.length) at += writeSync(file, bytes, at);
    if (isOnDisk) fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Studies in a store, by the names of their folders. */
export function studiesIn(store: string): string[] {
  return listOf(store).filter((name) => /^[0-9a-f]{40}$/.test(name));
}

function listOf(path: string): string[] {
  try {
    return readdirSync(path).filter((name) => !name.startsWith('.'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
