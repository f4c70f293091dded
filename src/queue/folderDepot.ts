/** In a folder that all see (`--blobs`): for inputs that are too large for a queue's memory. */

import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Depot } from './depot.ts';

/** Files are named by digests of names; sealed values need no more. Time limits are left to `clean`. */
export async function folderDepot(path: string, space: string): Promise<Depot> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const fileOf = (name: string) =>
    join(path, `${space}-${createHash('sha256').update(name).digest('hex').slice(0, 40)}`);
  return {
    async put(name, bytes) {
      const tmp = join(path, `.${randomBytes(8).toString('hex')}`);
      const file = await open(tmp, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(tmp, fileOf(name));
    },
    get: (name) => readFile(fileOf(name)).catch(() => undefined),
    async has(names) {
      const there = new Set(await readdir(path));
      return new Set(names.filter((name) => there.has(fileOf(name).slice(path.length + 1))));
    },
    // all of the space: names cannot be read back
    async list() {
      return (await readdir(path)).filter((name) => name.startsWith(`${space}-`));
    },
    async remove(names) {
      for (const name of names) {
        const isFile = name.startsWith(`${space}-`);
        await rm(isFile ? join(path, name) : fileOf(name), { force: true });
      }
    },
    async close() {},
  };
}
