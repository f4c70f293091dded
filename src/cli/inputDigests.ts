/** Digests of what a command reads, under the salt of its certificate. */

import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { CertificateContent } from '../certificate/certificate.ts';
import { openSaltedDigest, type Salt, type SaltedDigest } from '../certificate/salt.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Tap } from '../table/files.ts';

type Role = 'table' | 'test' | 'schema';
type Entries = Pick<CertificateContent['input'], Role>;

export interface InputDigests {
  readonly salt: Salt;
  /** Takes the bytes of a file as they are read. */
  readonly tap: (role: Role, path: string) => Tap;
  /** Of all that was read; called once. */
  readonly entries: () => Entries;
}

export function openInputDigests(salt: Salt): InputDigests {
  const open = new Map<Role, { file: string | null; digest: SaltedDigest }>();
  const entry = (role: Role): Entries[Role] => {
    const found = open.get(role);
    return found ? { file: found.file, hmac: found.digest.digest() } : null;
  };
  return {
    salt,
    tap(role, path) {
      const digest = openSaltedDigest(salt);
      open.set(role, { file: path === '-' ? null : basename(path), digest });
      return (piece) => digest.update(piece);
    },
    entries: () => ({ table: entry('table'), test: entry('test'), schema: entry('schema') }),
  };
}

/** Files that were read before, by role. */
export type InputFiles = Readonly<Partial<Record<Role, string>>>;

/** Digests of files that a program has read already. */
export async function digestsOfFiles(
  files: InputFiles,
  salt: Salt,
  signal: AbortSignal,
): Promise<InputDigests> {
  const digests = openInputDigests(salt);
  for (const [role, path] of Object.entries(files) as [Role, string][]) {
    const tap = digests.tap(role, path);
    try {
      for await (const piece of createReadStream(path, { signal })) tap(piece as Uint8Array);
    } catch (error) {
      signal.throwIfAborted();
      const { code } = error as NodeJS.ErrnoException;
      const found = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
      throw new InputError(`${path}: ${found}. Check the path.`);
    }
  }
  return digests;
}
