/** Certificates of the built library in Chromium beside Node: the same bytes, and each verifies the other's. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromHex } from '../../src/certificate/hex.ts';
import { toPem } from '../../src/certificate/pem.ts';
import { sha256 } from '../../src/documents/sha256.ts';
import { type BrowserPage, findBrowser, openBrowser, runInNode } from '../support/browser.ts';
import { certificateContent, SYNTHETIC } from '../support/certificateContent.ts';

const executable = findBrowser();

/** RFC 8032, section 7.1, test 1: a secret key, and the public key that belongs to it. */
const SECRET = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const SHOWN = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const PEM = toPem(
  'PRIVATE KEY',
  fromHex(`302e020100300506032b657004220420${SECRET}`, 48) ?? new Uint8Array(),
);
const FILES = { synthetic: { bytes: SYNTHETIC.length, sha256: sha256(SYNTHETIC) } };

/** Code that seals the same content, signed or not. */
const seal = (signer: string) =>
  `library.sealCertificate(${JSON.stringify(certificateContent())}${signer})`;
const UNSIGNED = `return ${seal('')};`;
const SIGNED = `return ${seal(`, await library.signerFromPem(${JSON.stringify(PEM)})`)};`;

/** Code that gives the checks of a certificate which failed. */
const failures = (certificate: string, publicKey = SHOWN) => `
  const { findings, passed } = await library.verifyCertificate({
    certificate: new TextEncoder().encode(${JSON.stringify(certificate)}),
    files: ${JSON.stringify(FILES)},
    publicKey: ${JSON.stringify(publicKey)},
  });
  const failed = findings.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
  return { passed, failed };`;

describe.skipIf(executable === undefined)('certificates in Chromium', () => {
  let page: BrowserPage;
  beforeAll(async () => {
    page = await openBrowser(executable ?? '');
  });
  afterAll(() => page?.close());

  test('are the bytes that Node writes, signed or not', async () => {
    for (const code of [UNSIGNED, SIGNED]) {
      const own = (await page.runInBrowser(code)) as string;
      expect(own).toBe(await runInNode(code));
      expect(JSON.parse(own).verdict.word).toBe('release');
    }
    expect(await page.runInBrowser(SIGNED)).not.toBe(await page.runInBrowser(UNSIGNED));
  });

  test('that Node signed are verified, and the other way round', async () => {
    const whole = { passed: true, failed: [] };
    const ofNode = (await runInNode(SIGNED)) as string;
    expect(await page.runInBrowser(failures(ofNode))).toEqual(whole);
    const keys = (await page.runInBrowser('return library.newKeys();')) as Record<string, string>;
    const signer = `, await library.signerFromPem(${JSON.stringify(keys.privatePem)})`;
    const ofPage = (await page.runInBrowser(`return ${seal(signer)};`)) as string;
    const publicKey = (await runInNode(
      `return library.publicKeyFromPem(${JSON.stringify(keys.publicPem)});`,
    )) as string;
    expect(await runInNode(failures(ofPage, publicKey))).toEqual(whole);
    // by the key of somebody else
    for (const run of [runInNode, page.runInBrowser]) {
      expect(await run(failures(ofPage))).toEqual({ passed: false, failed: ['signature'] });
    }
  });

  test('that were altered at any of 60 places are refused for the reason that Node gives', async () => {
    const whole = (await runInNode(SIGNED)) as string;
    const step = Math.floor(whole.length / 60);
    const altered = Array.from({ length: 60 }, (_, k) => {
      const at = k * step;
      const other = whole[at] === 'e' ? 'f' : 'e';
      return `${whole.slice(0, at)}${other}${whole.slice(at + 1)}`;
    });
    for (const text of altered) {
      const code = failures(text);
      const found = (await page.runInBrowser(code)) as { passed: boolean };
      expect(found.passed, text).toBe(false);
      expect(found).toEqual(await runInNode(code));
    }
  });

  test('no key leaves a trace of complaint in the page', () => {
    expect(page.complaints).toEqual([]);
  });
});
