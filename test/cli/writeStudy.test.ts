/** `writeStudy` of the library beside `run` of the built command line. */

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Certificate,
  type Finding,
  newKeys,
  report,
  type StudyResult,
  saltedDigest,
  saltFromText,
  signerFromPem,
  study,
  type Table,
} from '../../src/index.ts';
import { readTableFile, writeStudy } from '../../src/node.ts';
import { dependentTable, runIn } from './support.ts';

let folder = '';
let table: Table;
let found: StudyResult;
const at = (...path: string[]) => join(folder, ...path);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-study-'));
  await writeFile(at('small.csv'), dependentTable(120, 3).replaceAll(',', ';'));
  table = await readTableFile(at('small.csv'));
  found = await study(table, {
    response: 'y',
    sensitive: ['x0'],
    preset: 'quick',
    levels: [1, 'full'],
    membership: 'none',
    families: 'gaussian',
    threads: 1,
  });
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

describe('writeStudy', () => {
  test('writes the folder that `run` writes, byte for byte', async () => {
    const command =
      'tvinesynth run small.csv --response y --sensitive x0 --preset quick --levels 1,full --membership none --families gaussian';
    const record = { file: 'small.csv', date: '2026-11-18', command };
    const { files, notes } = await writeStudy(at('mine'), found, { record });
    // a quick study gives none on the model
    expect(notes).toEqual([`model.json: ${found.results.verdict.model.why}`]);
    expect(found.results.verdict.model.why).toContain('Keep model.json to yourself');
    const names = ['model.json', 'report.html', 'results.json', 'schema.json', 'synthetic.csv'];
    expect([...files].sort()).toEqual(
      ['certificate.json', ...names].map((name) => at('mine', name)),
    );
    const { code, stderr } = await runIn(
      folder,
      ...['run', 'small.csv', '--response', 'y', '--sensitive', 'x0', '--preset', 'quick'],
      ...['--levels', '1,full', '--membership', 'none', '--families', 'gaussian'],
      ...['--threads', '1', '--out', 'theirs', '--date', '2026-11-18'],
    );
    expect(code, stderr).toBe(0);
    // the options of a command line are known to it alone
    expect((await readdir(at('theirs'))).sort()).toEqual(
      [...names, 'certificate.json', 'settings.json'].sort(),
    );
    for (const name of names) {
      expect(
        (await readFile(at('mine', name))).equals(await readFile(at('theirs', name))),
        name,
      ).toBe(true);
    }
    expect(await readdir(folder)).not.toContain('mine.lock');
  });

  test('certifies what it writes: bound to the file, signed, and checked by `verify`', async () => {
    const { privatePem, publicPem } = await newKeys();
    await writeFile(at('k.public.pem'), publicPem);
    const sign = await signerFromPem(privatePem);
    const readFrom = { table: at('small.csv') };
    const { files, salt } = await writeStudy(at('sealed'), found, { readFrom, sign });
    expect(salt).toBe(at('sealed.salt'));
    const path = at('sealed', 'certificate.json');
    expect(files).toContain(path);
    const certificate = JSON.parse(await readFile(path, 'utf8')) as Certificate;
    expect(certificate.command).toBe('study');
    const secret = saltFromText(await readFile(at('sealed.salt'), 'utf8'));
    const hmac = saltedDigest(secret, await readFile(at('small.csv')));
    expect(certificate.input.table).toEqual({ file: 'small.csv', hmac });
    expect(certificate.verdict.word).toBe(found.results.verdict.word);
    const certified = Object.values(certificate.files).map((entry) => entry?.file);
    expect(certified.sort()).toEqual(
      (await readdir(at('sealed'))).filter((f) => f !== 'certificate.json').sort(),
    );

    // a quick study is a first look, which is the one thing that fails
    const verify = (...more: string[]) =>
      runIn(folder, 'verify', 'sealed/certificate.json', '--json', ...more);
    const outcomes = async (...more: string[]) => {
      const { stdout } = await verify(...more);
      const { findings } = JSON.parse(stdout) as { findings: Finding[] };
      return Object.fromEntries(findings.map(({ check, outcome }) => [check, outcome]));
    };
    const whole = await outcomes('--public', 'k.public.pem', '--real', 'small.csv');
    expect(whole).toMatchObject({
      certificate: 'passed',
      signature: 'passed',
      synthetic: 'passed',
      report: 'passed',
      verdict: 'failed',
      'input: table': 'passed',
      again: 'not-checked',
    });
    await writeFile(at('other.csv'), `${dependentTable(120, 4)}`);
    expect(await outcomes('--real', 'other.csv')).toMatchObject({ 'input: table': 'failed' });

    // its salt is not written over, nor the input
    const again = writeStudy(at('sealed'), found, { readFrom, force: false });
    await expect(again).rejects.toThrow('{ force: true }');
    await expect(
      writeStudy(at('unread'), found, { readFrom: { table: at('nowhere.csv') } }),
    ).rejects.toThrow(/nowhere\.csv: there is no such file/);
    expect(await readdir(folder)).not.toContain('unread');
    expect(await readdir(folder)).not.toContain('unread.salt');
  });

  test('without files to bind it to, certifies the results alone and writes no salt', async () => {
    const { salt } = await writeStudy(at('unbound'), found);
    expect(salt).toBeNull();
    expect(await readdir(folder)).not.toContain('unbound.salt');
    const certificate = JSON.parse(await readFile(at('unbound', 'certificate.json'), 'utf8'));
    expect(certificate.input).toMatchObject({ rows: 120, table: null });
    expect(certificate.signature).toBeNull();
    const { stdout } = await runIn(
      folder,
      ...['verify', 'unbound/certificate.json', '--real', 'small.csv'],
    );
    expect(stdout).toContain('bound it to no real table');
  });

  test('does not write into a folder with files unless it may, in words of the library', async () => {
    await mkdir(at('full'));
    await writeFile(at('full', 'notes.txt'), 'mine');
    const refused = writeStudy(at('full'), found);
    await expect(refused).rejects.toThrow('the folder is not empty');
    await expect(refused).rejects.toThrow(
      'Choose another folder, or overwrite its files with { force: true }',
    );
    await writeStudy(at('full'), found, { force: true });
    expect(await readdir(at('full'))).toContain('report.html');
    expect(await readFile(at('full', 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('keeps a table back that must not be released, and says so', async () => {
    const verdict = { ...found.results.verdict, word: 'do-not-release' as const };
    const bad = { ...found, results: { ...found.results, verdict } };
    const { files, notes } = await writeStudy(at('bad'), bad, { table });
    expect(files.map((file) => file.slice(at('bad').length + 1))).not.toContain('synthetic.csv');
    expect(files.map((file) => file.slice(at('bad').length + 1))).not.toContain('model.json');
    expect(notes).toEqual([expect.stringContaining('Do not release.')]);
  });

  test('leaves a folder alone in which a run is at work', async () => {
    const holder = { pid: process.pid, host: 'elsewhere', started: new Date().toISOString() };
    await writeFile(at('busy.lock'), JSON.stringify(holder));
    await expect(writeStudy(at('busy'), found)).rejects.toThrow('busy');
    expect(await readdir(folder)).not.toContain('busy');
  });
});

describe('report', () => {
  test('is the page of the folder', async () => {
    const { files } = await writeStudy(at('page'), found);
    expect(files).toContain(at('page', 'report.html'));
    const page = await readFile(at('page', 'report.html'), 'utf8');
    // the folder has a file of the table, of which the page tells the digest
    const bytes = await readFile(at('page', 'synthetic.csv'));
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(page).toContain(digest);
    const record = { synthetic: { file: 'synthetic.csv', sha256: digest } };
    expect(await report(found, { record })).toBe(page);
    expect(await report(found)).not.toContain(digest);
  });

  test('of a copy wants the table, for a result holds no real row', async () => {
    const copy = { ...found };
    await expect(report(copy)).rejects.toThrow('report(result, { table })');
    await expect(writeStudy(at('copy'), copy)).rejects.toThrow(
      'writeStudy(folder, result, { table })',
    );
    expect(await report(copy, { table })).toBe(await report(found));
    expect(
      JSON.stringify(found).includes(dependentTable(120, 3).split('\n')[1].split(',')[0]),
    ).toBe(false);
  });

  test('can be cancelled', async () => {
    const signal = AbortSignal.abort(new Error('changed my mind'));
    await expect(report(found, { signal })).rejects.toThrow('changed my mind');
  });
});
