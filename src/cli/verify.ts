/** `verify CERTIFICATE [SYNTHETIC]`: what a stranger, or the data holder, can check of a certificate. */

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import type { Certificate, FileRole } from '../certificate/certificate.ts';
import type { Finding } from '../certificate/finding.ts';
import { publicKeyFromPem } from '../certificate/keys.ts';
import { readCertificate } from '../certificate/readCertificate.ts';
import { type Evidence, verifyCertificate } from '../certificate/verifyCertificate.ts';
import { InputError } from '../numerics/inputError.ts';
import { digestOfFile } from './fileDigest.ts';
import { threadsOption, withShell } from './options.ts';
import { readText } from './readInput.ts';
import { CheckFailure, printResult, type ShellOptions } from './shell.ts';
import { verifyAgain } from './verifyAgain.ts';

export interface VerifyOptions extends ShellOptions {
  readonly real?: string;
  readonly salt?: string;
  readonly test?: string;
  readonly schema?: string;
  readonly public?: string;
  readonly strict?: boolean;
  readonly threads: number;
}

const DESCRIPTION = [
  'Checks a certificate: that it is unchanged and signed (--public), that the synthetic table and the files beside the certificate are those that were certified, and that the verdict follows from figures and limits.',
  'With the real table (--real) it also checks that this is the table that was measured, runs the measures again by the seed, and says of each figure whether it comes out the same, byte for byte. That takes as long as the run did.',
  'Exits with code 3 if anything is wrong or the verdict is not to release.',
].join('\n\n');

export function verifyCommand(signal: AbortSignal): Command {
  const command = new Command('verify')
    .summary('check a certificate and the files it is about')
    .description(DESCRIPTION)
    .argument('<certificate>', 'certificate.json of run, or what audit wrote beside its results')
    .argument('[synthetic]', 'the synthetic table (default: the one beside the certificate)')
    .option('--public <key>', 'the public key that must have signed it')
    .option('--real <table>', 'the real table: measure again and compare')
    .option('--salt <file>', 'the salt of the certificate (default: the file beside the results)')
    .option('--test <table>', 'the test table of the command, if it had one')
    .option('--schema <file>', 'the schema of the command, if it had one')
    .option('--strict', 'fail also if the verdict is release with care');
  return threadsOption(withShell(command))
    .addHelpText(
      'after',
      `
Examples:
  tvinesynth verify study/certificate.json --public officer.public.pem
  tvinesynth verify study/certificate.json --real patients.csv --salt study.salt`,
    )
    .action(async (path: string, synthetic: string | undefined, options: VerifyOptions) => {
      const evidence = await gather(path, synthetic, options, signal);
      const { certificate, findings } = await verifyCertificate(evidence);
      const { real } = options;
      // one that was changed says nothing about what to measure
      const isSound = findings[0].outcome === 'passed';
      const again =
        real === undefined || !certificate || !isSound
          ? []
          : await verifyAgain(path, certificate, { ...options, real, synthetic }, signal);
      const all = [...findings, ...again];
      const failures = all.filter(({ outcome }) => outcome === 'failed');
      const passed = failures.length === 0;
      printResult(
        { passed, certificate: certificate ?? null, findings: all },
        textOf(all),
        options,
      );
      if (!passed) {
        throw new CheckFailure(
          `${printable(path)}: ${failures.length} of ${all.length} checks failed. ${printable(failures[0]?.words ?? '')}`,
        );
      }
    });
}

/** Everything at hand: the certificate, the table, the key, and what lies beside the certificate. */
async function gather(
  path: string,
  synthetic: string | undefined,
  options: VerifyOptions,
  signal: AbortSignal,
): Promise<Evidence> {
  const publicKey =
    options.public === undefined
      ? undefined
      : await publicKeyFromPem(await readText(options.public), options.public);
  const bytes = await bytesOf(path);
  const { certificate } = readCertificate(bytes);
  const files: Partial<Record<FileRole, { bytes: number; sha256: string }>> = {};
  for (const [role, { file }] of entriesOf(certificate)) {
    const isGiven = role === 'synthetic' && synthetic !== undefined;
    const own = isGiven ? synthetic : join(dirname(path), file);
    const digest = await digestOfFile(own, signal);
    if (digest) files[role] = digest;
    else if (isGiven) throw new InputError(`${own}: there is no such file. Check the path.`);
  }
  if (synthetic !== undefined && certificate && !certificate.files.synthetic) {
    const digest = await digestOfFile(synthetic, signal);
    if (digest) files.synthetic = digest;
  }
  const entry = certificate?.files.results;
  const results = entry && files.results && (await documentOf(join(dirname(path), entry.file)));
  return {
    certificate: bytes,
    files,
    publicKey,
    strict: options.strict ?? false,
    ...(results !== undefined && { results }),
  };
}

function entriesOf(certificate: Certificate | undefined) {
  return Object.entries(certificate?.files ?? {}) as [FileRole, { file: string }][];
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const found = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new InputError(`${path}: ${found}. Give the certificate.json that run has written.`);
  }
}

async function documentOf(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // null is no results either, and is said to be none
    return null;
  }
}

const WORDS = { passed: 'passed', failed: 'FAILED', 'not-checked': '-' } as const;

function textOf(findings: readonly Finding[]): string {
  return findings
    .map(({ outcome, words }) => `${WORDS[outcome].padEnd(8)}${printable(words)}`)
    .join('\n');
}

/** What a stranger wrote must not steer the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}
