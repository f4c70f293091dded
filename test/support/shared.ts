import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.env.TVINESYNTH_SHARED ?? join(repository, '..', 'shared');

/** The path of a file in the shared folder of reference data, or nothing if it is not there. */
export function sharedPath(...parts: string[]): string | undefined {
  const path = join(folder, ...parts);
  return existsSync(path) ? path : undefined;
}
