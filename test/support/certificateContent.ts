/** A certificate of invented figures, for tests of what can be done with any. */

import type { CertificateContent } from '../../src/certificate/certificate.ts';
import { fileEntry } from '../../src/certificate/certify.ts';
import { saltedDigest } from '../../src/certificate/salt.ts';

export const REAL = new TextEncoder().encode('age,cost\n41,1200\n');
export const SYNTHETIC = new TextEncoder().encode('age,cost\n39,1150\n');
export const SALT = Uint8Array.from({ length: 32 }, (_, i) => 7 * i);

export function certificateContent(
  overruled: Partial<CertificateContent> = {},
): CertificateContent {
  return {
    format: 'tvinesynth-certificate',
    version: 1,
    engine: '0.1.0',
    results: { format: 'tvinesynth-results', version: 2 },
    command: 'run',
    date: '2026-11-18',
    seed: 1,
    preset: 'standard',
    options: {
      response: 'age',
      sensitive: ['cost'],
      levels: ['full', 1],
      threshold: { cost: 0.5 },
    },
    input: {
      rows: 884,
      columns: 27,
      table: { file: 'patients.csv', hmac: saltedDigest(SALT, REAL) },
      test: null,
      schema: null,
    },
    verdict: {
      word: 'release',
      why: 'Truncation 2 keeps all limits.',
      truncation: 2,
      sentences: { attribute: 'a', membership: 'm', use: 'u — é ☐ 😀' },
      against: [],
      model: { word: 'release-with-care', why: 'w' },
      forced: false,
    },
    limits: [{ risk: 'attribute', value: 0.25, words: 'at most 0.25' }],
    judged: {
      judged: 'safe',
      figures: [
        {
          risk: 'attribute',
          of: 'cost',
          figure: { estimate: 0.05, low: 0.01, high: 0.12, level: 0.95 },
          limit: 0.25,
          judged: 'safe',
          words: '5 % of the variance',
        },
      ],
    },
    checks: [{ name: 'exact-copies', passed: true, found: 0, allowed: 0 }],
    threeRisks: null,
    promise: null,
    files: { synthetic: fileEntry('synthetic.csv', SYNTHETIC) },
    ...overruled,
  };
}
