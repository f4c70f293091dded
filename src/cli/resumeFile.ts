/**
 * What a run has finished, in a file beside its output folder, so that the same command goes on from
 * there after Ctrl-C or a crash. Results of parts of the work tell of the real table: rare levels,
 * smallest and largest values, fitted parameters. So all but the first line is encrypted under a key
 * that follows from the real table and the settings (resumeCipher.ts): the file alone says nothing but
 * how much is finished. Only its owner may read it, and it is removed when the run is done.
 *
 * A line of text says what the file is, its version, the salt of its key, and a signature by which the
 * holder of the table recognises the study; the study's digest itself, against which anyone could test
 * guesses at full speed, is nowhere in it. Records follow, each written in one go: the length of what
 * follows (a 32-bit number, low byte first), and a sealed record: the length of the key, the key as
 * UTF-8, the value as `node:v8` writes it. A record that is cut off or altered ends the file.
 */

import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { InputError } from '../numerics/inputError.ts';
import type { WorkStore } from '../work/store.ts';
import { type ResumeCipher, resumeCipher, SALT_BYTES, SEAL_BYTES } from './resumeCipher.ts';

export interface ResumeFile extends WorkStore {
  readonly path: string;
  /** What an earlier run left, or why it is of no use; nothing if there was no file. */
  readonly note: string | undefined;
  /** How many parts are kept now. */
  kept(): number;
  /** The file is of no more use. */
  remove(): void;
}

export interface ResumeOptions {
  /** Replace a file that is none of ours. */
  readonly force: boolean;
  /** Files that are never written over. */
  readonly inputs: readonly string[];
  /** Told once if the disk refuses to keep more; the run goes on. */
  readonly onRefused: (words: string) => void;
  /** Told whenever a part was kept. */
  readonly onKept?: () => void;
}

const FORMAT = 'tvinesynth-resume';
const VERSION = 2;
/** Values are written by Node's engine, and an older one may not read what a newer one wrote. */
const ENGINE = `v8-${process.versions.v8.split('.')[0]}`;
/** Before a sealed record: its length. */
const HEAD = 4;

/** Beside the output folder. */
export function resumePath(out: string): string {
  const path = `${resolve(out)}.resume`;
  return isAbsolute(out) ? path : relative('', path);
}

/** `key` says which study it is, and is never written. Nothing is, before something is finished. */
export function openResumeFile(path: string, key: string, options: ResumeOptions): ResumeFile {
  const found = openOld(path, key, options);
  let file = found?.file;
  let cipher = found?.cipher;
  let size = found?.size ?? 0;
  const places = found?.places ?? new Map<string, Place>();
  let isRefused = false;

  const append = (bytes: Uint8Array): void => {
    let written = 0;
    while (written < bytes.length) written += writeSync(file as number, bytes, written);
    size = fstatSync(file as number).size;
  };
  const begin = (): number => {
    cipher = resumeCipher(key);
    file = createFile(path);
    append(Buffer.from(firstLineOf(cipher)));
    return file;
  };
  return {
    path,
    note: found?.note,
    kept: () => places.size,
    get(name) {
      const place = places.get(name);
      if (!place || file === undefined || !cipher) return undefined;
      const record = readRecord(file, cipher, place.from, size);
      return record && standingAlone(deserialize(record.value));
    },
    put(name, value) {
      if (isRefused) return;
      let before = 0;
      try {
        file ??= begin();
        before = size;
        const record = recordOf(cipher as ResumeCipher, name, serialize(value), size);
        append(record);
        places.set(name, { from: size - record.length });
        options.onKept?.();
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === undefined) throw error;
        isRefused = true;
        if (places.size === 0) this.remove();
        else cutTo(file as number, before);
        options.onRefused(
          `${path}: finished work can no longer be saved (${code}). The run continues, but cannot be resumed beyond this point.`,
        );
      }
    },
    remove() {
      // a file of another study is not ours to remove
      if (file === undefined) return;
      closeSync(file);
      file = undefined;
      places.clear();
      rmSync(path, { force: true });
    },
  };
}

/** For its owner alone, in place of whatever was there. */
function createFile(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  const { O_CREAT, O_EXCL, O_RDWR, O_APPEND } = constants;
  return openSync(path, O_CREAT | O_EXCL | O_RDWR | O_APPEND, 0o600);
}

interface Place {
  readonly from: number;
}

interface Old {
  /** Nothing if the run starts anew. */
  readonly file?: number;
  readonly cipher?: ResumeCipher;
  readonly size: number;
  readonly places: Map<string, Place>;
  readonly note: string;
}

/** The file of an earlier run, if there is one. */
function openOld(path: string, key: string, { force, inputs }: ResumeOptions): Old | undefined {
  const there = statOf(path);
  if (!there) return undefined;
  if (inputs.some((input) => resolve(input) === resolve(path))) {
    throw new InputError(
      `${path}: this is an input file, but unfinished work would be saved there. Choose another --out.`,
    );
  }
  const anew = (note: string): Old => ({ size: 0, places: new Map(), note });
  if (!there.isFile()) {
    throw new InputError(
      `${path}: unfinished work would be saved there, but it is not a file. Choose another --out.`,
    );
  }
  const file = reopen(path);
  const first = firstLine(file);
  const [, line, text, salt, signature] = FIRST_LINE.exec(first) ?? [];
  if (line !== undefined) {
    const cipher = resumeCipher(key, Buffer.from(salt, 'hex'));
    if (text.endsWith(` ${ENGINE} ${salt}`) && cipher.isSigned(text, signature)) {
      return { file, cipher, ...readAll(file, cipher, line.length, path) };
    }
  }
  closeSync(file);
  if (line !== undefined) {
    return anew(
      `${path} belongs to another table, other settings or another version; the run starts from the beginning.`,
    );
  }
  if (force)
    return anew(
      `${path} was not an unfinished run of this version; the run starts from the beginning.`,
    );
  const what = first.startsWith(`${FORMAT} `)
    ? 'it was written by another version'
    : there.size === 0
      ? 'it is empty'
      : 'it was not written by this program, or is damaged';
  throw new InputError(
    `${path}: unfinished work would be saved there, but ${what}. Delete it, or replace it with --force.`,
  );
}

/** Nothing where there is nothing, or where a file is in the way to it. */
function statOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function reopen(path: string): number {
  try {
    return openSync(path, constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(
      `${path}: unfinished work is saved there, but it cannot be opened (${code}). Choose another --out.`,
    );
  }
}

/** In groups: the line, what is signed, the salt, the signature. */
const FIRST_LINE = new RegExp(
  `^((${FORMAT} ${VERSION} v8-\\d+ ([0-9a-f]{${2 * SALT_BYTES}})) ([0-9a-f]{64})\n)`,
);

function firstLineOf(cipher: ResumeCipher): string {
  const text = `${FORMAT} ${VERSION} ${ENGINE} ${Buffer.from(cipher.salt).toString('hex')}`;
  return `${text} ${cipher.sign(text)}\n`;
}

function firstLine(file: number): string {
  const bytes = Buffer.alloc(256);
  return bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0));
}

/** All whole records; what follows the last one is cut off. */
function readAll(
  file: number,
  cipher: ResumeCipher,
  from: number,
  path: string,
): Omit<Old, 'file' | 'cipher'> {
  const { size } = fstatSync(file);
  const places = new Map<string, Place>();
  let at = from;
  for (;;) {
    const record = readRecord(file, cipher, at, size);
    if (!record) break;
    places.set(record.key, { from: at });
    at += record.length;
  }
  const parts = places.size === 1 ? '1 finished part' : `${places.size} finished parts`;
  const goesOn = `${parts} of an earlier run found in ${path}; the run continues from there.`;
  if (at === size) return { size, places, note: goesOn };
  ftruncateSync(file, at);
  return {
    size: at,
    places,
    note: `${goesOn} The rest of the file is damaged or incomplete and will be redone.`,
  };
}

function recordOf(cipher: ResumeCipher, key: string, value: Uint8Array, place: number): Uint8Array {
  const name = Buffer.from(key);
  const [head, nameLength] = [Buffer.alloc(HEAD), Buffer.alloc(4)];
  nameLength.writeUInt32LE(name.length);
  const sealed = cipher.seal(Buffer.concat([nameLength, name, value]), place);
  head.writeUInt32LE(sealed.length);
  return Buffer.concat([head, sealed]);
}

/** The record at a place; nothing if it is not whole. */
function readRecord(file: number, cipher: ResumeCipher, from: number, size: number) {
  const head = Buffer.alloc(HEAD);
  if (from + HEAD > size || readSync(file, head, 0, HEAD, from) < HEAD) return undefined;
  const length = HEAD + head.readUInt32LE(0);
  if (length < HEAD + SEAL_BYTES || from + length > size) return undefined;
  const sealed = Buffer.alloc(length - HEAD);
  if (readSync(file, sealed, 0, sealed.length, from + HEAD) < sealed.length) return undefined;
  const plain = cipher.unseal(sealed, from);
  if (!plain) return undefined;
  const valueAt = 4 + plain.readUInt32LE(0);
  return { key: plain.toString('utf8', 4, valueAt), value: plain.subarray(valueAt), length };
}

/** Typed arrays with memory of their own; as read, all are views of the whole record. */
function standingAlone(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return (value as Float64Array).slice();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) {
    return new Map([...value].map(([key, part]) => [key, standingAlone(part)]));
  }
  if (Array.isArray(value)) return value.map(standingAlone);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, standingAlone(part)]),
  );
}

/** Without half a record at its end; a disk that refuses even this leaves one that is not read. */
function cutTo(file: number, size: number): void {
  try {
    ftruncateSync(file, size);
  } catch {
    // the record's tag does not match
  }
}
