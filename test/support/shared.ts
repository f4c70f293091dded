/**
 * The paper's data, and their ranks, which are not ours to publish: in the folder that TVINESYNTH_SHARED
 * names, or else `shared` beside the repository. A test that needs them where they are not is skipped,
 * and the summary says so. Everything else that tests compare with is in the repository
 * (bench/peers/reference).
 */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = resolve(process.env.TVINESYNTH_SHARED ?? join(repository, '..', 'shared'));

/** The path of a shared file, or nothing if it is not there. */
export function sharedPath(...parts: string[]): string | undefined {
  const path = join(folder, ...parts);
  return existsSync(path) ? path : undefined;
}

export const NO_PAPER_DATA = "the paper's data are not here (TVINESYNTH_SHARED names their folder)";

/** The text of a shared file, such as 'data/real_data_I_d20.csv'; skips the test when it is missing. */
export function readShared(name: string, context: TestContext): string {
  const path = sharedPath(name);
  if (!path) return context.skip(NO_PAPER_DATA);
  return readFileSync(path, 'utf8');
}

/** The columns of a shared file of comma-separated numbers with one line of names. */
export function readSharedColumns(name: string, context: TestContext): Float64Array[] {
  const [header, ...lines] = readShared(name, context).trim().split('\n');
  const rows = lines.map((line) => line.split(',').map(Number));
  return header.split(',').map((_, j) => Float64Array.from(rows, (row) => row[j]));
}
