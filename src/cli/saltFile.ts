/**
 * The file of a salt, beside the results and not among them: it stays with the data holder, and a folder may be
 * handed on as a whole. Only its owner may read it. It takes its place when the results have theirs.
 */

import { lstatSync, renameSync, rmSync } from 'node:fs';
import { type Salt, saltText } from '../certificate/salt.ts';
import { InputError } from '../numerics/inputError.ts';
import { writeFileWhole } from '../table/files.ts';
import { isSettled, mayBeLeft } from '../table/leftovers.ts';

/** 'study.salt' of the folder study/, 'audit.salt' of audit.json. */
export function saltPath(out: string): string {
  return `${out.replace(/[\\/]+$/, '').replace(/\.json$/i, '')}.salt`;
}

/** Refuses, before any work is done, a salt that is there: an earlier certificate may need it. */
export function checkSalt(path: string, force: boolean): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return;
  if (!there.isFile()) {
    throw new InputError(`${path}: this exists and is not a file. Choose another --out.`);
  }
  if (!force) {
    throw new InputError(
      `${path}: already exists, and the certificate it was written with needs it. Choose another --out, or overwrite it with --force.`,
    );
  }
}

export interface StagedSalt {
  readonly path: string;
  commit(): void;
  discard(): void;
}

/** Written, but not in its place yet. */
export async function stageSalt(path: string, salt: Salt): Promise<StagedSalt> {
  const staged = `${path}.part`;
  mayBeLeft(staged);
  await writeFileWhole(staged, [new TextEncoder().encode(saltText(salt))], { force: true });
  const settle = (act: () => void) => () => {
    act();
    isSettled(staged);
  };
  return {
    path,
    commit: settle(() => renameSync(staged, path)),
    discard: settle(() => rmSync(staged, { force: true })),
  };
}
