/**
 * The run key: 32 bytes that processes which share work have in common, and nobody else. It is read from
 * a file that its owner alone may read, or from the environment, and is never printed.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { InputError } from '../numerics/inputError.ts';

export const KEY_VARIABLE = 'TVINESYNTH_KEY';

const KEY_BYTES = 32;
const HOW = `Give ${2 * KEY_BYTES} hexadecimal digits, as in a file made by "run --key-file FILE"`;

export interface KeySource {
  readonly keyFile?: string | undefined;
  /** A folder that the key must not lie in. */
  readonly folder?: string | undefined;
  /** Make the file if it is not there. */
  readonly create?: boolean | undefined;
}

/** Nothing if neither a file nor the environment gives one. */
export function readRunKey({ keyFile, folder, create }: KeySource): Uint8Array | undefined {
  const told = process.env[KEY_VARIABLE];
  if (keyFile === undefined) return told ? keyOf(told, KEY_VARIABLE) : undefined;
  if (folder !== undefined && isInside(keyFile, folder)) {
    throw new InputError(
      `${keyFile}: the key lies in the folder that it protects. Move it to another place.`,
    );
  }
  if (create) createKey(keyFile);
  return keyOf(readKeyFile(keyFile), keyFile);
}

/** For its owner alone; what is there stays. */
function createKey(path: string): void {
  try {
    mkdirSync(dirname(resolve(path)), { recursive: true });
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`);
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new InputError(`${path}: the key cannot be written (${code}).`);
  }
}

/** The text of a file that nobody else may read. */
export function readSecretFile(path: string, what: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(`${path}: ${what} cannot be read (${code}).`);
  }
  try {
    const { mode } = fstatSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const found = (mode & 0o777).toString(8).padStart(4, '0');
      throw new InputError(
        `${path}: others may read ${what} (mode ${found}). Run: chmod 600 ${path}`,
      );
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function readKeyFile(path: string): string {
  return readSecretFile(path, 'the run key');
}

function keyOf(text: string, place: string): Uint8Array {
  const digits = text.trim();
  if (!new RegExp(`^[0-9a-f]{${2 * KEY_BYTES}}$`, 'i').test(digits)) {
    throw new InputError(`${place}: this is no run key. ${HOW}.`);
  }
  return new Uint8Array(Buffer.from(digits, 'hex'));
}

function isInside(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way !== '' && !way.startsWith('..');
}
