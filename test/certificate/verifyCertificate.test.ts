import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Certificate, CertificateContent } from '../../src/certificate/certificate.ts';
import { certificateJsonSchema } from '../../src/certificate/certificateSchema.ts';
import {
  newKeys,
  publicKeyFromPem,
  type Signer,
  signerFromPem,
} from '../../src/certificate/keys.ts';
import { readCertificate } from '../../src/certificate/readCertificate.ts';
import { sealCertificate } from '../../src/certificate/sealCertificate.ts';
import { verifyCertificate } from '../../src/certificate/verifyCertificate.ts';
import { sha256 } from '../../src/documents/sha256.ts';
import { certificateContent, SYNTHETIC } from '../support/certificateContent.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const digest = (bytes: Uint8Array) => ({ bytes: bytes.length, sha256: sha256(bytes) });
const files = { synthetic: digest(SYNTHETIC) };

let signer: Signer;
let publicKey: string;
beforeAll(async () => {
  const { privatePem, publicPem } = await newKeys();
  signer = await signerFromPem(privatePem);
  publicKey = await publicKeyFromPem(publicPem);
});

async function sealed(overruled: Partial<CertificateContent> = {}, by?: Signer) {
  return encode(await sealCertificate(certificateContent(overruled), by));
}

/** What failed, by name. */
async function failures(evidence: Parameters<typeof verifyCertificate>[0]): Promise<string[]> {
  const { findings, passed } = await verifyCertificate(evidence);
  const wrong = findings.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
  expect(passed).toBe(wrong.length === 0);
  return wrong;
}

describe('a certificate', () => {
  test('that is whole passes, signed or not', async () => {
    expect(await failures({ certificate: await sealed(), files })).toEqual([]);
    const certificate = await sealed({}, signer);
    expect(await failures({ certificate, files, publicKey })).toEqual([]);
    const { findings } = await verifyCertificate({ certificate, files });
    expect(findings.find(({ check }) => check === 'signature')?.outcome).toBe('not-checked');
  });

  test('with any one byte altered, taken out or put in fails, signed or not', async () => {
    for (const by of [undefined, signer]) {
      const whole = await sealed({}, by);
      const place = fc.nat({ max: whole.length - 1 });
      await fc.assert(
        fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, bits) => {
          const altered = whole.slice();
          altered[at] ^= bits;
          const out = Uint8Array.from([...whole.slice(0, at), ...whole.slice(at + 1)]);
          const put = Uint8Array.from([...whole.slice(0, at), bits, ...whole.slice(at)]);
          for (const certificate of [altered, out, put]) {
            expect(await failures({ certificate, files })).not.toEqual([]);
          }
        }),
        { numRuns: 100 },
      );
      // and every place once
      for (let at = 0; at < whole.length; at++) {
        const altered = whole.slice();
        altered[at] ^= 1 << (at % 8);
        const { fault } = readCertificate(altered);
        // what a signature alone can tell is in the next test
        if (by === undefined) expect(fault, `${at}`).toBeDefined();
      }
    }
  });

  test('whose signature alone is altered fails at every place', async () => {
    const whole = new TextDecoder().decode(await sealed({}, signer));
    const from = whole.indexOf('"signature"');
    for (let at = from; at < from + 260; at++) {
      const altered = encode(whole);
      altered[at] ^= 2;
      expect(await failures({ certificate: altered, files }), `${at}`).not.toEqual([]);
    }
  });

  test('that somebody else signed, or nobody, is not taken for signed by a given key', async () => {
    const other = await signerFromPem((await newKeys()).privatePem);
    const failed = async (certificate: Uint8Array) => failures({ certificate, files, publicKey });
    expect(await failed(await sealed({}, other))).toEqual(['signature']);
    expect(await failed(await sealed())).toEqual(['signature']);
  });

  test('whose figures were altered and the checksum made right fails by its signature', async () => {
    const {
      checksum: _,
      signature,
      ...content
    } = JSON.parse(new TextDecoder().decode(await sealed({}, signer))) as Certificate;
    const forged = JSON.parse(await sealCertificate({ ...content, seed: 2 })) as Certificate;
    const { canonicalJson } = await import('../../src/certificate/canonicalJson.ts');
    const certificate = encode(`${canonicalJson({ ...forged, signature })}\n`);
    expect(readCertificate(certificate).fault).toBeUndefined();
    expect(await failures({ certificate, files })).toEqual(['signature']);
  });

  test('with a file of which any byte is altered fails by it', async () => {
    const certificate = await sealed();
    for (let at = 0; at < SYNTHETIC.length; at++) {
      const altered = SYNTHETIC.slice();
      altered[at] ^= 4;
      expect(await failures({ certificate, files: { synthetic: digest(altered) } })).toEqual([
        'synthetic',
      ]);
    }
  });
});

describe('the verdict follows from the figures', () => {
  const { judged, verdict, limits } = certificateContent();
  const [figure] = judged.figures;
  const withFigure = (part: Partial<typeof figure>, rest: Partial<CertificateContent> = {}) =>
    sealed({ judged: { judged: 'safe', figures: [{ ...figure, ...part }] }, ...rest });
  const wide = { estimate: 0.2, low: 0.1, high: 0.4, level: 0.95 };
  const beyond = { estimate: 0.5, low: 0.4, high: 0.6, level: 0.95 };
  const refused = { ...verdict, word: 'do-not-release' as const };

  test.each([
    ['a figure called safe whose upper end is beyond', { figure: wide }],
    ['a figure called unclear whose lower end is beyond', { figure: beyond, judged: 'unclear' }],
    ['a figure of which nothing is known, called safe', { figure: { ...wide, high: null } }],
    ['a limit wider than the one stated', { limit: 0.5 }],
    ['an unclear figure under the verdict release', { figure: wide, judged: 'unclear' }],
    ['an unsafe figure under the verdict release', { figure: beyond, judged: 'unsafe' }],
  ] as const)('fails: %s', async (_, part) => {
    expect(await failures({ certificate: await withFigure(part), files })).toContain('limits');
  });

  test('rounding to three digits is allowed for', async () => {
    const figure = { ...wide, high: 0.251 };
    const certificate = await withFigure({ figure });
    expect(await failures({ certificate, files })).toEqual([]);
  });

  test('not to release, a first look, and with care where that is not enough', async () => {
    const unsafe = await withFigure({ figure: beyond, judged: 'unsafe' }, { verdict: refused });
    expect(await failures({ certificate: unsafe, files })).toEqual(['limits', 'verdict']);
    const look = await sealed({ verdict: { ...verdict, word: 'first-look' } });
    expect(await failures({ certificate: look, files })).toEqual(['verdict']);
    const care = await withFigure(
      { figure: wide, judged: 'unclear' },
      { verdict: { ...verdict, word: 'release-with-care' } },
    );
    expect(await failures({ certificate: care, files })).toEqual([]);
    expect(await failures({ certificate: care, files, strict: true })).toEqual(['verdict']);
  });

  test('a lifted limit is said', async () => {
    const certificate = await sealed({ limits: limits.map((each) => ({ ...each, value: null })) });
    const { findings } = await verifyCertificate({ certificate, files });
    expect(findings.find(({ check }) => check === 'limits')?.words).toContain(
      'Limits that were lifted: attribute.',
    );
  });
});

describe('a hostile certificate is refused with a reason', () => {
  const fault = (text: string) => readCertificate(encode(text)).fault;
  const whole = async () => new TextDecoder().decode(await sealed());

  test.each([
    ['nothing', '', /no JSON/],
    ['another document', '{}\n', /format/],
    ['a list', '[1]\n', /no JSON object/],
    ['lists without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /no JSON/],
  ])('%s', (_, text, reason) => {
    expect(fault(text)).toMatch(reason);
  });

  test('another version, spaces, a part twice, a part too many, a way out of the folder', async () => {
    const text = await whole();
    expect(fault(text.replace('"version":1}', '"version":9}'))).toMatch(/version is 9|canonical/);
    expect(fault(text.replace('{', '{ '))).toMatch(/canonical/);
    expect(fault(text.replace('{', '{"seed":5,'))).toMatch(/canonical/);
    expect(fault(text.slice(0, -1))).toMatch(/canonical/);
    const odd = { ...certificateContent(), zzz: 1 };
    expect(fault(await sealCertificate(odd))).toMatch(/zzz/);
    for (const file of ['../x', 'a/b', '..', 'C:\\x', 'a\u0000b', '']) {
      const entry = { file, bytes: 1, sha256: '0'.repeat(64) };
      const made = await sealCertificate(certificateContent({ files: { synthetic: entry } }));
      expect(fault(made), file).toMatch(/^files\.synthetic\.file/);
    }
  });

  test('one that is too long, and bytes that are no UTF-8', () => {
    expect(readCertificate(new Uint8Array(5 << 20)).fault).toMatch(/more than/);
    expect(readCertificate(Uint8Array.from([0xff, 0xfe])).fault).toMatch(/no JSON/);
  });

  test('names of parts that mean something to the language', async () => {
    const options = JSON.parse('{"__proto__":1,"constructor":"x"}') as Record<string, number>;
    const certificate = encode(await sealCertificate(certificateContent({ options })));
    expect(readCertificate(certificate).fault).toBeUndefined();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

test('the published JSON Schema is that of the check', () => {
  const path = new URL('../../docs/certificate.schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(certificateJsonSchema());
});
