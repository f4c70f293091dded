// Packs the package, installs the tarball in an empty folder and imports it there: what users get.
// Fails when a file is published that should not be, or when the library needs a file that is not.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PUBLISHED =
  /^(dist\/.+\.(js|d\.ts)|package\.json|(README|ARCHITECTURE|CHANGELOG|LIMITS)\.md|LICENSE)$/;

const folder = await mkdtemp(join(tmpdir(), 'tvinesynth-package-'));
try {
  const [packed] = JSON.parse(
    (await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder])).stdout,
  );
  const strangers = packed.files.map((file) => file.path).filter((path) => !PUBLISHED.test(path));
  if (strangers.length > 0) throw new Error(`published by mistake: ${strangers.join(', ')}`);

  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await run('npm', ['install', '--no-audit', '--no-fund', join(folder, packed.filename)], {
    cwd: folder,
  });
  const { dependencies = {} } = JSON.parse(
    await readFile(join(folder, 'node_modules/tvinesynth/package.json'), 'utf8'),
  );
  await writeFile(
    join(folder, 'names.js'),
    "import * as library from 'tvinesynth';\nconsole.log(Object.keys(library).join(' '));\n",
  );
  const names = (await run(process.execPath, ['names.js'], { cwd: folder })).stdout.trim();
  if (names === '') throw new Error('the installed package exports nothing');
  process.stdout.write(
    `${packed.filename}: ${packed.files.length} files, ${packed.size} bytes, ` +
      `${Object.keys(dependencies).length} dependencies; exports ${names}\n`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
