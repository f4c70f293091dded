/** docs/pipeline.md: its script is the one in examples/, and stops where it says. Needs `npm run build`. */

import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, readText } from '../support/repository.ts';
import { CLI, dependentTable, type Ended, runIn } from './support.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-pipeline-'));
  await mkdir(join(folder, 'bin'));
  const program = join(folder, 'bin/tvinesynth');
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
  await chmod(program, 0o755);
  await writeFile(join(folder, 'real.csv'), dependentTable(120, 3));
  expect((await runIn(folder, 'keys', 'new', '--out', 'officer.pem')).code).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

function release(...args: string[]): Promise<Ended> {
  const path = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`;
  const options = { cwd: folder, env: { ...process.env, PATH: path } };
  return new Promise((resolve) => {
    execFile(join(ROOT, 'examples/release.sh'), args, options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

const OPTIONS = [
  ...['--response', 'y', '--sensitive', 'x0', '--levels', '1', '--membership', 'none'],
  ...['--holdout', '0.3', '--families', 'gaussian'],
];

test.each([
  ['bash', 'examples/release.sh'],
  ['yaml', 'examples/release.yml'],
])('the page shows the %s that is in %s', (language, path) => {
  const page = readText('docs/pipeline.md');
  const [, shown] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  expect(shown).toBe(readText(path));
});

test.skipIf(process.platform === 'win32')(
  'the script releases what may be released, and nothing else',
  async () => {
    const strict = await release('real.csv', 'officer.pem', 'no', ...OPTIONS, '--strict');
    expect(strict.code, strict.stderr).toBe(3);
    const look = await release('real.csv', 'officer.pem', 'no', ...OPTIONS, '--preset', 'quick');
    expect(look.code, look.stderr).toBe(3);
    expect(look.stderr).toContain('A first look, which is no verdict.');
    const wrong = await release('absent.csv', 'officer.pem', 'no', ...OPTIONS);
    expect(wrong.code).toBe(2);
    expect(await readdir(folder)).not.toContain('no');

    const lifted = [...OPTIONS, '--max-mr2', 'none'];
    const done = await release('real.csv', 'officer.pem', 'yes', ...lifted);
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toContain('released into yes');
    expect((await readdir(join(folder, 'yes'))).sort()).toEqual(
      ['certificate.json', 'report.html', 'results.json', 'synthetic.csv'].sort(),
    );
    expect((await stat(join(folder, 'real.csv.salt'))).mode & 0o777).toBe(0o600);
    // with the salt where the script has put it
    const again = await runIn(
      folder,
      ...['verify', 'yes/certificate.json', '--public', 'officer.public.pem', '--quiet'],
      ...['--real', 'real.csv', '--salt', 'real.csv.salt'],
    );
    expect(again.code, again.stderr + again.stdout).toBe(0);
  },
  120_000,
);
