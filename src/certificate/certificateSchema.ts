/**
 * certificate.json: what was measured of a release, and which files it is about. One source for
 * the check of a document that comes from outside and for the JSON Schema that is published. All figures are
 * of five people or more, in three digits: they are those of results.json.
 */

import * as z from 'zod';
import type { Certificate } from './certificate.ts';

export const CERTIFICATE_FORMAT = 'tvinesynth-certificate';
export const CERTIFICATE_VERSION = 1;

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('32 bytes in hexadecimal digits.');

/** No way out of the folder. */
const fileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^(?!\.\.?$)[^/\\\p{Cc}]+$/u)
  .describe('The name of a file, without its folder.');

const figure = z.number().nullable().describe('Null where it is not known or not told.');

const interval = z.strictObject({
  estimate: figure,
  low: figure,
  high: figure,
  level: z.number().describe('The probability, stated beforehand, that it covers the truth.'),
});

const salted = z.strictObject({
  file: fileName.nullable().describe('Null if it was read from standard input.'),
  hmac: digest.describe('HMAC-SHA-256 of its bytes under the salt that the data holder keeps.'),
});

const releasedFile = z.strictObject({
  file: fileName,
  bytes: z.int().min(0),
  sha256: digest,
});

const limit = z.strictObject({
  risk: z.string(),
  value: z.number().nullable().describe('Null: lifted by whoever ran it.'),
  words: z.string(),
});

const judgement = z.enum(['safe', 'unclear', 'unsafe']);

const judgedFigure = z.strictObject({
  risk: z.string(),
  of: z.string().nullable().describe('The column, or what the attacker looks at.'),
  figure: interval,
  limit: z.number(),
  judged: judgement,
  words: z.string(),
});

const check = z.strictObject({
  name: z.string(),
  passed: z.boolean(),
  found: figure,
  allowed: figure,
});

const attack = z.strictObject({ attacks: z.int().min(0), rate: interval });

const risk = z.strictObject({
  main: attack.describe('On people in the table.'),
  control: attack.nullable().describe('The same attack on people who were not in it.'),
  baseline: attack.describe('An attacker who guesses.'),
  residual: interval
    .nullable()
    .describe('What taking part costs: (main - control)/(1 - control); null without a control.'),
  beatsBaseline: z.boolean(),
});

const threeRisks = z.strictObject({
  singlingOut: z.strictObject({ univariate: risk.nullable(), multivariate: risk.nullable() }),
  linkability: risk.extend({ known: z.array(z.array(z.string())) }).nullable(),
  inference: z.array(risk.extend({ name: z.string(), known: z.array(z.string()) })),
});

const verdictWord = z.enum(['release', 'release-with-care', 'do-not-release', 'first-look']);

const verdict = z.strictObject({
  word: verdictWord,
  why: z.string(),
  truncation: z.int().nullable(),
  sentences: z.strictObject({
    attribute: z.string(),
    membership: z.string(),
    use: z.string(),
  }),
  against: z.array(z.string()),
  model: z.strictObject({ word: verdictWord, why: z.string() }).nullable(),
  forced: z.boolean().describe('The table was written although no level is safe.'),
});

const optionWord = z.union([z.string(), z.number()]);
const option = z.union([
  optionWord,
  z.boolean(),
  z.array(optionWord).readonly(),
  z.record(z.string(), z.number()),
]);

const promise = z.strictObject({
  generator: z.string(),
  epsilon: z.number(),
  delta: z.number(),
  neighbours: z.string().describe('Which tables are neighbours.'),
  holds: z.boolean(),
  statement: z.string().describe('What is promised, or why nothing is.'),
  covered: z.array(z.string()),
  notCovered: z.array(z.string()).describe('The figures of this certificate among them.'),
});

const ROLES = ['synthetic', 'model', 'report', 'results', 'settings', 'schema'] as const;

/** What is certified, before it is sealed. */
export const contentSchema = z.strictObject({
  format: z.literal(CERTIFICATE_FORMAT),
  version: z.literal(CERTIFICATE_VERSION),
  engine: z.string().describe('The version of tvinesynth.'),
  results: z.strictObject({ format: z.string(), version: z.int() }),
  command: z.enum(['run', 'demo', 'audit', 'study']),
  date: z.string().nullable().describe('The day, as in 2026-11-18.'),
  seed: z.int().min(0),
  preset: z.string().nullable(),
  options: z
    .record(z.string(), option)
    .describe('Of the command line, by name; files without their folders.'),
  input: z.strictObject({
    rows: z.int(),
    columns: z.int(),
    table: salted.nullable().describe('Null for simulated data.'),
    test: salted.nullable(),
    schema: salted.nullable(),
  }),
  verdict,
  limits: z.array(limit),
  judged: z.strictObject({ judged: judgement, figures: z.array(judgedFigure) }),
  checks: z.array(check),
  threeRisks: threeRisks.nullable().describe('Article 29 Working Party, opinion 05/2014.'),
  promise: promise.nullable().describe('Of a differentially private generator.'),
  files: z.partialRecord(z.enum(ROLES), releasedFile),
});

const signature = z.strictObject({
  algorithm: z.literal('Ed25519'),
  publicKey: digest,
  value: z
    .string()
    .regex(/^[0-9a-f]{128}$/)
    .describe('Over the canonical JSON (RFC 8785) of all other parts.'),
});

export const certificateSchema = contentSchema.extend({
  checksum: digest.describe('SHA-256 of the canonical JSON of all other parts but the signature.'),
  signature: signature.nullable(),
}) satisfies z.ZodType<Certificate>;

/** Published as docs/certificate.schema.json. */
export function certificateJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(certificateSchema);
  return { $schema, title: 'certificate.json of tvinesynth', ...rest };
}
