/** The files of this repository, for tests that read them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The text of a file, by its path from the root. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Every file below a folder that ends in `ending`, with its text. */
export function filesBelow(folder: string, ending: string): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
    .map((path) => ({ path, text: readText(path) }));
}
