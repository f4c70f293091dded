import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readTableFile, writeFileWhole } from '../../src/table/files.ts';
import { ROOT } from '../support/repository.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tvinesynth-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = (text: string) => [new TextEncoder().encode(text)];

describe('writing', () => {
  test('gives the whole file, for its owner only, and leaves nothing else', async () => {
    const path = join(folder, 'a.csv');
    await writeFileWhole(path, bytes('x\n1\n'));
    expect(readFileSync(path, 'utf8')).toBe('x\n1\n');
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a.csv']);
  });

  test('over a file only when forced', async () => {
    const path = join(folder, 'a.csv');
    writeFileSync(path, 'old');
    await expect(writeFileWhole(path, bytes('new'))).rejects.toThrow('already exists');
    expect(readFileSync(path, 'utf8')).toBe('old');
    await writeFileWhole(path, bytes('new'), { force: true });
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  test('never over the input, by whatever name', async () => {
    const path = join(folder, 'a.csv');
    writeFileSync(path, 'input');
    const options = { force: true, inputs: [join(folder, '.', 'a.csv')] };
    await expect(writeFileWhole(path, bytes('new'), options)).rejects.toThrow('is the input');
    const linked = join(folder, 'linked.csv');
    symlinkSync(path, linked);
    const byLink = { force: true, inputs: [linked] };
    await expect(writeFileWhole(path, bytes('new'), byLink)).rejects.toThrow('is the input');
    expect(readFileSync(path, 'utf8')).toBe('input');
  });

  test('never through a symbolic link', async () => {
    const target = join(folder, 'target.csv');
    const link = join(folder, 'link.csv');
    symlinkSync(target, link);
    await expect(writeFileWhole(link, bytes('x'), { force: true })).rejects.toThrow(
      'symbolic link',
    );
    expect(existsSync(target)).toBe(false);
  });

  test('leaves nothing when it fails', async () => {
    async function* failing() {
      yield new TextEncoder().encode('half');
      throw new Error('no more');
    }
    await expect(writeFileWhole(join(folder, 'a.csv'), failing())).rejects.toThrow('no more');
    expect(readdirSync(folder)).toEqual([]);
    await expect(writeFileWhole(join(folder, 'no', 'a.csv'), bytes('x'))).rejects.toThrow(
      'cannot be written',
    );
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing on %s', async (signal) => {
    const script = `
      import { writeFileWhole } from ${JSON.stringify(join(ROOT, 'src/table/files.ts'))};
      async function* slow() {
        yield new TextEncoder().encode('half');
        process.stdout.write('started');
        await new Promise((done) => setTimeout(done, 20000));
      }
      await writeFileWhole(${JSON.stringify(join(folder, 'a.csv'))}, slow());
    `;
    const path = join(folder, 'script.mjs');
    writeFileSync(path, script);
    const tsdown = join(ROOT, 'node_modules/tsdown/dist/run.mjs');
    const out = join(folder, 'out');
    await new Promise<void>((done, fail) => {
      const args = [
        tsdown,
        path,
        '--out-dir',
        out,
        '--format',
        'esm',
        '--platform',
        'node',
        '--no-dts',
        '--no-config',
      ];
      const build = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
      build.on('exit', (code) =>
        code === 0 ? done() : fail(new Error(`tsdown ended with ${code}`)),
      );
    });
    const built = readdirSync(out).find((name) => name.startsWith('script'));
    const child = spawn(process.execPath, [join(out, built ?? '')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((done) => child.stdout.once('data', done));
    expect(readdirSync(folder).some((name) => name.endsWith('.part'))).toBe(true);
    const ended = new Promise((done) => child.on('exit', (_, by) => done(by)));
    child.kill(signal);
    expect(await ended).toBe(signal);
    expect(readdirSync(folder).filter((name) => name.includes('a.csv'))).toEqual([]);
  });
});

describe('reading', () => {
  test('a file, in pieces', async () => {
    const path = join(folder, 'a.csv');
    const rows = Array.from({ length: 60_000 }, (_, i) => `${i},${i % 5}`);
    writeFileSync(path, `a,b\n${rows.join('\n')}\nlast,1\n`);
    const table = await readTableFile(path);
    expect([table.rows, table.columns[0].kind]).toEqual([60_001, 'text']);
  });

  test('what cannot be read is named', async () => {
    await expect(readTableFile(join(folder, 'none.csv'))).rejects.toThrow(
      'none.csv: cannot be read (ENOENT)',
    );
    await expect(readTableFile(folder)).rejects.toThrow('is a folder');
  });
});
