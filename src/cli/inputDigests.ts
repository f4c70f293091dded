/** Digests of what a command reads, under the salt of its certificate. */

import { basename } from 'node:path';
import type { CertificateContent } from '../certificate/certificate.ts';
import { openSaltedDigest, type Salt, type SaltedDigest } from '../certificate/salt.ts';
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
