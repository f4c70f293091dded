/**
 * Tables in files: the only part of `table/` that needs Node. A file is written whole or not at all:
 * into a new file beside it that only its owner may read, which then takes the name. The input is
 * never written over, an existing file only on demand, and a symbolic link is not followed.
 */

import { randomBytes } from 'node:crypto';
import {
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { InputError } from '../numerics/inputError.ts';
import { isSettled, mayBeLeft } from './leftovers.ts';
import { type ReadOptions, readTable } from './readTable.ts';
import type { ReopenableSource } from './source.ts';
import type { Table } from './table.ts';

const PIECE_BYTES = 1 << 18;

/** Is given all bytes of a file, in their order, once. */
export type Tap = (piece: Uint8Array) => void;

/** Reads a table from a file or a pipe; `-` is standard input. */
export async function readTableFile(
  path: string,
  options: ReadOptions = {},
  tap?: Tap,
): Promise<Table> {
  const { signal } = options;
  const tapped = (descriptor: number) => tapPieces(piecesOf(descriptor, signal), tap);
  if (path === '-') return readTable(tapped(0), { name: 'standard input', ...options });
  const name = basename(path);
  if (isPipe(path)) return readTable(tapped(openPipe(path)), { name, ...options });
  const file = await openForReading(path);
  try {
    const before = await file.stat();
    const source = sourceOf(file, before.size);
    const table = await readTable(source, { name, ...options });
    // some formats are read in pieces and out of order
    if (tap) {
      for await (const piece of source.open()) {
        signal?.throwIfAborted();
        tap(piece);
      }
    }
    const after = await file.stat();
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
      throw new InputError(
        `${path}: changed while it was read. Wait until it is written, and read it again.`,
      );
    }
    return table;
  } finally {
    await file.close();
  }
}

/** Standard input, piece by piece, in any thread. */
export function standardInput(): AsyncIterable<Uint8Array> {
  return piecesOf(0);
}

/**
 * What comes from an open file, pipe or terminal. Pipes and terminals are waited for by their events: a
 * read that waits in a thread could not be ended, and would hold up the end of the program.
 */
async function* piecesOf(file: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const kind = fstatSync(file);
  const isStream = kind.isFIFO() || kind.isSocket();
  const stream = isStream
    ? new Socket({ fd: file, readable: true, writable: false })
    : isatty(file)
      ? new ReadStream(file)
      : createReadStream('', { fd: file });
  if (signal) addAbortSignal(signal, stream);
  yield* stream;
}

async function* tapPieces(
  pieces: AsyncIterable<Uint8Array>,
  tap: Tap | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    tap?.(piece);
    yield piece;
  }
}

/** A pipe, such as <(command) of a shell: it can be read once, and has no length. */
function isPipe(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  return there !== undefined && (there.isFIFO() || there.isSocket());
}

/** Opening does not wait for who writes into it. */
function openPipe(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw new InputError(`${path}: cannot be read (${codeOf(error)}). Check the path.`);
  }
}

async function openForReading(path: string): Promise<FileHandle> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new InputError(`${path}: is a folder. Name a file in it.`);
    if (!found.isFile()) {
      throw new InputError(
        `${path}: is a device, not a file or a pipe. Give its bytes on standard input, as -.`,
      );
    }
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${path}: cannot be read (${codeOf(error)}). Check the path.`);
  }
}

function sourceOf(file: FileHandle, size: number): ReopenableSource {
  return {
    byteLength: size,
    async slice(start, end) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
    // one piece of memory for all: whoever takes a piece is done with it before the next
    async *open() {
      const piece = new Uint8Array(PIECE_BYTES);
      for (let at = 0; ; ) {
        const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at);
        if (bytesRead === 0) return;
        at += bytesRead;
        yield piece.subarray(0, bytesRead);
      }
    },
  };
}

/** Where to write, and what may be lost by it. */
export interface WriteFileOptions {
  /** Write over an existing file: no, unless said otherwise. */
  readonly force?: boolean;
  /** Files that are never written over, such as the input. */
  readonly inputs?: readonly string[];
}

/** Writes bytes to a file, whole or not at all. */
export async function writeFileWhole(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: WriteFileOptions = {},
): Promise<void> {
  refuseTarget(path, options);
  const temporary = join(
    dirname(path),
    `.${basename(path)}.${randomBytes(6).toString('hex')}.part`,
  );
  const release = removeOnExit(temporary);
  mayBeLeft(temporary);
  let file: FileHandle | undefined;
  try {
    file = await create(temporary, path);
    for await (const piece of pieces) await file.writeFile(piece);
    await file.sync();
    await file.close();
    file = undefined;
    refuseTarget(path, options);
    await rename(temporary, path);
  } catch (error) {
    await file?.close().catch(() => undefined);
    rmSync(temporary, { force: true });
    throw refusedByDisk(path, error) ?? error;
  } finally {
    release();
    isSettled(temporary);
  }
}

/** What the disk refuses, such as more than it holds, is no fault of the program. */
function refusedByDisk(path: string, error: unknown): InputError | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof InputError || syscall === undefined) return undefined;
  return new InputError(
    `${path}: cannot be written (${code}). Nothing was written. Free some space, or choose another place.`,
    { cause: error },
  );
}

async function create(temporary: string, path: string): Promise<FileHandle> {
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  try {
    return await open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600);
  } catch (error) {
    throw new InputError(`${path}: cannot be written (${codeOf(error)}). Choose another place.`);
  }
}

function refuseTarget(path: string, { force = false, inputs = [] }: WriteFileOptions): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return;
  if (there.isSymbolicLink()) {
    throw new InputError(
      `${path}: is a symbolic link, which is not followed. Name the file itself.`,
    );
  }
  if (!there.isFile()) throw new InputError(`${path}: is not a file. Choose another name.`);
  if (inputs.some((input) => isSameFile(input, path))) {
    throw new InputError(
      `${path}: is the input, which is never written over. Choose another name.`,
    );
  }
  if (!force) {
    throw new InputError(
      `${path}: already exists. Choose another name, or overwrite it with --force.`,
    );
  }
}

function isSameFile(a: string, b: string): boolean {
  if (resolve(a) === resolve(b)) return true;
  const [one, other] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev;
}

/** Removes a file when the process is told to stop or exits; gives a function that undoes this. */
function removeOnExit(path: string): () => void {
  const remove = () => rmSync(path, { force: true });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const handlers = signals.map((signal) => {
    const handle = () => {
      remove();
      release();
      // whoever else listens decides how to end; alone, end as the signal would have
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    process.on(signal, handle);
    return [signal, handle] as const;
  });
  process.on('exit', remove);
  const release = () => {
    for (const [signal, handle] of handlers) process.off(signal, handle);
    process.off('exit', remove);
  };
  return release;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
