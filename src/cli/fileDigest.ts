/** The digest of a file that is not secret, as a certificate has it. */

import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { FileDigest } from '../certificate/verifyCertificate.ts';
import { openSha256 } from '../documents/sha256.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Tap } from '../table/files.ts';

export interface OpenFileDigest {
  readonly tap: Tap;
  /** Called once, in the end. */
  readonly entry: (path: string) => FileDigest & { readonly file: string };
}

export function openFileDigest(): OpenFileDigest {
  const sum = openSha256();
  let bytes = 0;
  return {
    tap(piece) {
      bytes += piece.length;
      sum.update(piece);
    },
    entry: (path) => ({
      file: path === '-' ? 'standard input' : basename(path),
      bytes,
      sha256: sum.digest(),
    }),
  };
}

/** Nothing if there is no such file. */
export async function digestOfFile(
  path: string,
  signal: AbortSignal,
): Promise<FileDigest | undefined> {
  const open = openFileDigest();
  try {
    for await (const piece of createReadStream(path, { signal })) open.tap(piece as Uint8Array);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (signal.aborted || code === undefined) throw error;
    throw new InputError(`${path}: cannot be read (${code}). Check the path.`);
  }
  const { bytes, sha256 } = open.entry(path);
  return { bytes, sha256 };
}
