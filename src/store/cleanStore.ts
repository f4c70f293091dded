/** Removes studies from a shared folder; other files in it are not touched. */

import { rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../numerics/inputError.ts';
import { HEADER, readHeader, studiesIn } from './storeFolder.ts';
import { studyStatus } from './storeStatus.ts';

export interface CleanOptions {
  /** The name of its folder, or how it begins. Default: all. */
  readonly study?: string | undefined;
  /** Also what processes are at work on. */
  readonly force?: boolean | undefined;
}

/** The studies that were removed. */
export function cleanStore(store: string, { study, force = false }: CleanOptions): string[] {
  readHeader(store);
  const all = studiesIn(store);
  const chosen = all.filter((name) => study === undefined || name.startsWith(study));
  if (study !== undefined && chosen.length !== 1) {
    const found = chosen.length === 0 ? 'none' : `${chosen.length}`;
    throw new InputError(
      `${store}: of its studies ${found} begin with '${study}'. "tvinesynth status --store ${store}" names them.`,
    );
  }
  for (const name of chosen) {
    const alive = studyStatus(store, name).workers.filter((worker) => worker.alive);
    if (alive.length > 0 && !force) {
      const [{ host, pid }] = alive;
      throw new InputError(
        `${store}: ${alive.length} processes are at work on study ${name.slice(0, 12)}, such as ${pid} on ${host}. End them first, or remove the study all the same with --force.`,
      );
    }
  }
  for (const name of chosen) rmSync(join(store, name), { recursive: true, force: true });
  if (chosen.length === all.length) {
    rmSync(join(store, HEADER), { force: true });
    removeEmpty(store);
  }
  return chosen;
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // something else is in it
  }
}
