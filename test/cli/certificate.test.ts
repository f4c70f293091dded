/** Certificates by the built command line: written, signed, verified, and noticed when anything is altered. */

import { createHash, createHmac } from 'node:crypto';
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Certificate,
  publicKeyFromPem,
  saltedDigest,
  saltFromText,
  verifyCertificate,
} from '../../src/index.ts';
import { dependentTable, runIn } from './support.ts';

let folder = '';
const at = (...path: string[]) => join(folder, ...path);
const tool = (...args: string[]) => runIn(folder, ...args, '--quiet');
const certificateIn = async (...path: string[]): Promise<Certificate> =>
  JSON.parse(await readFile(at(...path), 'utf8'));

/** A verdict that lets pass, in seconds: everything but the attribute attack left out. */
const STUDY = [
  ...['--response', 'y', '--sensitive', 'x0', '--preset', 'standard', '--levels', '1'],
  ...['--membership', 'none', '--max-mr2', 'none', '--holdout', '0.3', '--families', 'gaussian'],
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-certificate-'));
  await writeFile(at('real.csv'), dependentTable(120, 3));
  await writeFile(at('other.csv'), dependentTable(121, 3));
  for (const name of ['officer', 'stranger']) {
    expect((await tool('keys', 'new', '--out', `${name}.pem`)).code).toBe(0);
  }
  const { code, stderr } = await tool(
    ...['run', 'real.csv', ...STUDY, '--out', 'study', '--sign', 'officer.pem'],
  );
  expect(code, stderr).toBe(0);
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

describe('keys new', () => {
  test('writes a private key for its owner alone, and a public one; overwrites neither', async () => {
    expect((await stat(at('officer.pem'))).mode & 0o777).toBe(0o600);
    expect((await stat(at('officer.public.pem'))).mode & 0o777).toBe(0o644);
    const again = await tool('keys', 'new', '--out', 'officer.pem');
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('officer.pem: already exists.');
    expect((await tool('keys', 'new')).code).toBe(2);
  });
});

describe('run', () => {
  test('certifies its files, the salted input, options and verdict; nothing of the salt is in the folder', async () => {
    const { files, input, verdict, options, ...rest } =
      await certificateIn('study/certificate.json');
    expect(rest).toMatchObject({ format: 'tvinesynth-certificate', version: 1, command: 'run' });
    expect(Object.values(files).map((each) => each?.file)).toHaveLength(6);
    expect(verdict.word).toBe('release-with-care');
    expect(options).toMatchObject({ response: 'y', sensitive: ['x0'], 'max-mr2': 'none' });
    expect(options).not.toHaveProperty('sign');
    const salt = (await readFile(at('study.salt'), 'utf8')).trim();
    expect((await stat(at('study.salt'))).mode & 0o777).toBe(0o600);
    const hmac = createHmac('sha256', Buffer.from(salt, 'hex'))
      .update(await readFile(at('real.csv')))
      .digest('hex');
    expect(input).toMatchObject({ rows: 120, columns: 4, table: { file: 'real.csv', hmac } });
    for (const name of await readdir(at('study'))) {
      expect(await readFile(at('study', name), 'latin1'), name).not.toContain(salt);
    }
  });

  test('refuses a wrong key and a salt that is there before it begins', async () => {
    const args = ['run', 'real.csv', ...STUDY];
    const key = await tool(...args, '--out', 'new', '--sign', 'officer.public.pem');
    expect(key.code).toBe(2);
    expect(key.stderr).toContain('officer.public.pem: found no private Ed25519 key');
    await writeFile(at('kept.salt'), 'of an earlier run');
    const salt = await tool(...args, '--out', 'kept');
    expect(salt.code).toBe(2);
    expect(salt.stderr).toContain('kept.salt: already exists, and the certificate');
    expect(await readFile(at('kept.salt'), 'utf8')).toBe('of an earlier run');
  });
});

describe('verify', () => {
  const verify = (...args: string[]) => tool('verify', 'study/certificate.json', ...args);

  test('passes what was written, by the key of the officer', async () => {
    const { code, stdout, stderr } = await verify('--public', 'officer.public.pem');
    expect(code, stderr).toBe(0);
    expect(stdout.match(/^passed /gm)).toHaveLength(11);
    expect(stdout).toContain('Verdict, limits and figures are those of results.json.');
    const { stdout: json } = await verify('study/synthetic.csv', '--json');
    expect(JSON.parse(json)).toMatchObject({ passed: true, certificate: { version: 1 } });
  });

  test('fails by the key of a stranger, by a stricter wish, by another table', async () => {
    const stranger = await verify('--public', 'stranger.public.pem');
    expect(stranger.code).toBe(3);
    expect(stranger.stdout).toMatch(/^FAILED .*not by the key that was given/m);
    expect((await verify('--strict')).code).toBe(3);
    const table = await verify('other.csv');
    expect(table.code).toBe(3);
    expect(table.stdout).toContain('this is not the synthetic.csv that was certified');
    expect((await verify('absent.csv')).code).toBe(2);
    expect((await tool('verify', 'absent.json')).code).toBe(2);
  });

  test('notices a byte altered in any file', async () => {
    await cp(at('study'), at('copy'), { recursive: true });
    const names = await readdir(at('copy'));
    expect(names.sort()).toEqual([
      ...['certificate.json', 'model.json', 'report.html', 'results.json', 'schema.json'],
      ...['settings.json', 'synthetic.csv'],
    ]);
    // the command once for each file: the same checks at many places are below
    for (const [count, name] of names.entries()) {
      const whole = await readFile(at('copy', name));
      const place = Math.min((whole.length * (count % 3)) >> 1, whole.length - 1);
      const altered = Buffer.from(whole);
      altered[place] ^= 1;
      await writeFile(at('copy', name), altered);
      const { code, stdout } = await tool('verify', 'copy/certificate.json');
      expect(code, `${name} ${place}`).toBe(3);
      expect(stdout).toContain('FAILED');
      await writeFile(at('copy', name), whole);
    }
    expect((await tool('verify', 'copy/certificate.json')).code).toBe(0);
  }, 60_000);

  test('property: no alteration of a byte passes, of the certificate or of any file it is about', async () => {
    const wholes = new Map<string, Uint8Array>();
    for (const name of await readdir(at('study')))
      wholes.set(name, await readFile(at('study', name)));
    const publicKey = await publicKeyFromPem(await readFile(at('officer.public.pem'), 'utf8'));
    const { files: certified } = await certificateIn('study/certificate.json');
    const digest = (bytes: Uint8Array) => ({
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const digests = Object.fromEntries(
      Object.entries(certified).map(([role, entry]) => [
        role,
        digest(wholes.get(entry?.file ?? '') ?? new Uint8Array()),
      ]),
    );
    const failed = async (name: string, bytes: Uint8Array): Promise<string[]> => {
      const role = Object.entries(certified).find(([, entry]) => entry?.file === name)?.[0];
      const { findings } = await verifyCertificate({
        certificate: role ? (wholes.get('certificate.json') as Uint8Array) : bytes,
        files: role ? { ...digests, [role]: digest(bytes) } : digests,
        publicKey,
      });
      return findings.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
    };
    for (const [name, whole] of wholes) {
      expect(await failed(name, whole), name).toEqual([]);
      const place = fc.nat({ max: whole.length - 1 });
      await fc.assert(
        fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (k, bits) => {
          const altered = Buffer.from(whole);
          altered[k] ^= bits;
          const out = Buffer.concat([whole.subarray(0, k), whole.subarray(k + 1)]);
          const put = Buffer.concat([whole.subarray(0, k), Buffer.of(bits), whole.subarray(k)]);
          for (const bytes of [altered, out, put]) {
            expect(await failed(name, bytes), `${name} ${k}`).not.toEqual([]);
          }
        }),
        { numRuns: 40 },
      );
    }
  }, 120_000);

  test('with the real table: the same figures and files again', async () => {
    const { code, stdout, stderr } = await verify('--real', 'real.csv');
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('The real table is the one that was measured.');
    expect(stdout).toContain('Verdict: the same again.');
    expect(stdout).toContain('File of the synthetic: the same again.');
    expect(stdout).toContain('File of the model: the same again.');
    expect(stdout).toContain('File of the results: the same again.');
    expect(stdout).not.toContain('FAILED');
  }, 60_000);

  test('with one byte of the real table or of the salt altered: not the table that was measured', async () => {
    const whole = await readFile(at('real.csv'), 'utf8');
    // a value that is the same number
    await writeFile(at('touched.csv'), whole.replace(/(\.\d+),/, '$10,'));
    const touched = await verify('--real', 'touched.csv');
    expect(touched.code).toBe(3);
    expect(touched.stdout).toContain('The real table is not the one that was measured');
    const salt = await readFile(at('study.salt'), 'utf8');
    await writeFile(
      at('wrong.salt'),
      salt.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    );
    expect((await verify('--real', 'real.csv', '--salt', 'wrong.salt')).code).toBe(3);
    await rm(at('copy.salt'), { force: true });
    const absent = await tool('verify', 'copy/certificate.json', '--real', 'real.csv');
    expect(absent.code).toBe(2);
    expect(absent.stderr).toContain('--salt FILE');
  }, 60_000);

  test('with the real table: no alteration of a byte of it passes, nor of its salt', async () => {
    const certificate = await certificateIn('study/certificate.json');
    const whole = await readFile(at('real.csv'));
    const salt = saltFromText(await readFile(at('study.salt'), 'utf8'));
    expect(saltedDigest(salt, whole)).toBe(certificate.input.table?.hmac);
    const altered = (bytes: Uint8Array, at: number, bits: number) => {
      const copy = bytes.slice();
      copy[at] ^= bits;
      return copy;
    };
    const bits = fc.integer({ min: 1, max: 255 });
    fc.assert(
      fc.property(fc.nat({ max: whole.length - 1 }), bits, (k, change) => {
        expect(saltedDigest(salt, altered(whole, k, change))).not.toBe(
          certificate.input.table?.hmac,
        );
      }),
    );
    fc.assert(
      fc.property(fc.nat({ max: salt.length - 1 }), bits, (k, change) => {
        expect(saltedDigest(altered(salt, k, change), whole)).not.toBe(
          certificate.input.table?.hmac,
        );
      }),
    );
    // and by the command: whatever the byte means, the digest is looked at before anything is measured
    for (const place of [0, whole.length >> 1, whole.length - 1]) {
      await writeFile(at('altered.csv'), altered(whole, place, 1));
      const { code, stdout, stderr } = await verify('--real', 'altered.csv');
      expect([2, 3], stderr).toContain(code);
      expect(stdout).not.toContain('the same again');
      if (code === 3) expect(stdout).toContain('The real table is not the one that was measured');
    }
  }, 60_000);

  test('with the real table: an altered file or certificate beside it is noticed all the same', async () => {
    await cp(at('study'), at('again'), { recursive: true });
    await cp(at('study.salt'), at('again.salt'));
    for (const name of ['synthetic.csv', 'model.json', 'report.html', 'certificate.json']) {
      const whole = await readFile(at('again', name));
      const altered = Buffer.from(whole);
      altered[whole.length >> 1] ^= 2;
      await writeFile(at('again', name), altered);
      const { code, stdout } = await tool('verify', 'again/certificate.json', '--real', 'real.csv');
      expect(code, name).toBe(3);
      expect(stdout).toContain('FAILED');
      await writeFile(at('again', name), whole);
    }
  }, 120_000);

  test('what a certificate says cannot steer the terminal', async () => {
    const { sealCertificate } = await import('../../src/certificate/sealCertificate.ts');
    const {
      checksum: _,
      signature: __,
      ...content
    } = await certificateIn('study/certificate.json');
    const why = 'fine \u001b[2J\u009b31m\u202e';
    const text = await sealCertificate({ ...content, verdict: { ...content.verdict, why } });
    await writeFile(at('copy/certificate.json'), text);
    const { stdout, stderr } = await tool('verify', 'copy/certificate.json');
    expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(stdout).toContain('not those of results.json');
  });
});

describe('audit', () => {
  test('certifies its results beside them, and is measured again', async () => {
    const args = ['audit', 'real.csv', 'study/synthetic.csv', '--test', 'other.csv'];
    const columns = ['--response', 'y', '--sensitive', 'x0', '--max-mr2', 'none'];
    const lifted = ['--max-membership', 'none'];
    const unnamed = await tool(...args, '--sign', 'officer.pem');
    expect(unnamed.code).toBe(2);
    expect(unnamed.stderr).toContain('Give --out as well.');
    // test rows are not fresh rows here, so whatever the verdict is
    const { stderr } = await tool(
      ...[...args, ...columns, ...lifted, '--out', 'audit.json', '--sign', 'officer.pem'],
    );
    expect(stderr).not.toContain('internal');
    const certificate = await certificateIn('audit.certificate.json');
    expect(certificate).toMatchObject({ command: 'audit', preset: null });
    expect(certificate.input.test?.file).toBe('other.csv');
    const verify = (...more: string[]) =>
      tool('verify', 'audit.certificate.json', 'study/synthetic.csv', ...more);
    const missing = await verify('--real', 'real.csv');
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('had a test file (other.csv). Give it.');
    const again = await verify('--real', 'real.csv', '--test', 'other.csv', '--json');
    const { findings } = JSON.parse(again.stdout) as {
      findings: { check: string; outcome: string }[];
    };
    const repeated = findings.filter(({ check }) => /^(again|input)/.test(check));
    expect(repeated.length).toBeGreaterThan(5);
    expect(repeated.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    const before = (await readdir(folder)).sort();
    expect((await tool(...args, ...columns, '--out', 'audit.json')).code).toBe(2);
    expect((await readdir(folder)).sort()).toEqual(before);
  }, 120_000);
});

test.skipIf(process.getuid?.() === 0)(
  'a folder that cannot be written leaves no salt',
  async () => {
    await chmod(folder, 0o555);
    await tool('run', 'real.csv', ...STUDY, '--out', 'none');
    await chmod(folder, 0o755);
    expect(await readdir(folder)).not.toContain('none.salt');
  },
);
