import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path of a file in the folder of reference values and data that stands beside the repository
 * (or where TVINESYNTH_SHARED says), or nothing when it is not there.
 */
export function sharedPath(...parts: string[]): string | undefined {
  const folder =
    process.env.TVINESYNTH_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
  const path = join(folder, ...parts);
  return existsSync(path) ? path : undefined;
}
