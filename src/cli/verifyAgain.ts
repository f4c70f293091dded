/** `verify --real`: the same command again, on the table that was certified, and each figure beside its own. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import type { Certificate } from '../certificate/certificate.ts';
import { certifyAudit, certifyStudy, NO_CIRCUMSTANCES } from '../certificate/certify.ts';
import { type Again, compareAgain } from '../certificate/compareAgain.ts';
import { type Finding, failed, notChecked, passed } from '../certificate/finding.ts';
import { type Salt, saltFromText } from '../certificate/salt.ts';
import { sha256 } from '../documents/sha256.ts';
import { InputError } from '../numerics/inputError.ts';
import { roleOf, withoutReport } from '../report/studyFiles.ts';
import { study } from '../study/study.ts';
import { type AuditOptions, auditCommand, auditTables } from './audit.ts';
import { digestsOfFiles, type InputDigests, openInputDigests } from './inputDigests.ts';
import { startProgress } from './progress.ts';
import { readText } from './readInput.ts';
import { isPrivate, type RunOptions, runCommand, studyJob } from './run.ts';
import { saltPath } from './saltFile.ts';
import { argumentsOf, PATHS } from './settingsFile.ts';
import type { ShellOptions } from './shell.ts';
import { auditBytes } from './writeAudit.ts';

export interface AgainOptions extends ShellOptions {
  readonly real: string;
  readonly salt?: string;
  readonly test?: string;
  readonly schema?: string;
  readonly threads: number;
  /** The synthetic table, for an audit. */
  readonly synthetic: string | undefined;
}

/** `path`: of the certificate. */
export async function verifyAgain(
  path: string,
  certificate: Certificate,
  options: AgainOptions,
  signal: AbortSignal,
): Promise<Finding[]> {
  if (!certificate.input.table) {
    const words =
      certificate.command === 'study'
        ? 'The program that made this certificate bound it to no real table.'
        : 'The data were simulated on the spot: there is no real table.';
    return [notChecked('input', words)];
  }
  const digests = openInputDigests(await saltOf(path, certificate, options));
  const files = companionsOf(path, certificate, options);
  const job = { path, certificate, options, files, digests, signal };
  if (certificate.command === 'study') return filesAgain(job);
  return certificate.command === 'audit' ? auditAgain(job) : studyAgain(job);
}

interface Job {
  readonly path: string;
  readonly certificate: Certificate;
  readonly options: AgainOptions;
  /** Of the schema and of test rows, where the command had them. */
  readonly files: Pick<AgainOptions, 'schema' | 'test'>;
  readonly digests: InputDigests;
  readonly signal: AbortSignal;
}

/** Of a program: whether the files are those that it read. What else it did, it alone knows. */
async function filesAgain({ certificate, options, files, digests, signal }: Job) {
  const read = await digestsOfFiles({ ...files, table: options.real }, digests.salt, signal);
  const words =
    'A program made this study, with settings that the certificate does not hold. Run the program again, and compare the files it writes.';
  return [...sameInput(certificate, read), notChecked('again', words)];
}

async function studyAgain({ certificate, options, files, digests, signal }: Job) {
  const { quiet, json, threads, real } = options;
  const shell = { ...(quiet && { quiet }), ...(json && { json }) };
  const asked = optionsIn<RunOptions>(runCommand(signal), certificate);
  const told = { ...asked, ...files, ...shell, threads };
  const { table, settings } = await studyJob(real, told, signal, digests);
  const same = sameInput(certificate, digests);
  if (same.some(({ outcome }) => outcome === 'failed')) return same;
  const { promise } = certificate;
  if (promise) {
    const words = `The noise of ${promise.generator} is secret and kept nowhere, so that its figures cannot be measured again.`;
    return [...same, notChecked('again', words)];
  }
  const progress = startProgress(shell);
  const found = await study(table, { ...settings, signal, onProgress: progress.update }).finally(
    () => progress.end(),
  );
  signal.throwIfAborted();
  const made = await withoutReport(found);
  const isRandom = (asked.compare ?? []).some(isPrivate);
  const sums = Object.entries(made.files)
    .map(([file, bytes]) => [roleOf(file), sha256(bytes)] as const)
    .filter(([role]) => !(isRandom && role === 'results'));
  const again: Again = {
    ...certifyStudy(found.results, NO_CIRCUMSTANCES),
    files: Object.fromEntries(sums),
  };
  const aside = isRandom
    ? [
        notChecked(
          'again: results',
          'Results: private generators were compared with, whose noise is secret and kept nowhere.',
        ),
      ]
    : [];
  return [...same, ...compareAgain(certificate, again), ...aside];
}

async function auditAgain({ path, certificate, options, files, digests, signal }: Job) {
  const { quiet, json, threads, real } = options;
  const shell = { ...(quiet && { quiet }), ...(json && { json }) };
  const asked = optionsIn<AuditOptions>(auditCommand(signal), certificate);
  const beside = join(dirname(path), certificate.files.synthetic?.file ?? '');
  const paths = { real, synthetic: options.synthetic ?? beside };
  const told = { ...asked, ...files, ...shell, threads };
  const found = await auditTables(paths, told, signal, digests);
  signal.throwIfAborted();
  const same = sameInput(certificate, digests);
  if (same.some(({ outcome }) => outcome === 'failed')) return same;
  const again: Again = {
    ...certifyAudit(found, NO_CIRCUMSTANCES),
    files: { results: sha256(auditBytes(found)) },
  };
  return [...same, ...compareAgain(certificate, again)];
}

const INPUTS = { table: 'The real table', test: 'The test table', schema: 'The schema' } as const;

/** Whether what was read is what was certified. */
function sameInput({ input }: Certificate, digests: InputDigests): Finding[] {
  const read = digests.entries();
  return (['table', 'test', 'schema'] as const).flatMap((role) => {
    const [wanted, own] = [input[role]?.hmac, read[role]?.hmac];
    if (wanted === undefined && own === undefined) return [];
    return wanted === own
      ? [passed(`input: ${role}`, `${INPUTS[role]} is the one that was measured.`)]
      : [
          failed(
            `input: ${role}`,
            `${INPUTS[role]} is not the one that was measured, or the salt is not that of this certificate.`,
          ),
        ];
  });
}

async function saltOf(
  path: string,
  certificate: Certificate,
  { salt }: AgainOptions,
): Promise<Salt> {
  const results = certificate.files.results?.file ?? '';
  const beside =
    certificate.command === 'audit'
      ? saltPath(join(dirname(path), results))
      : saltPath(dirname(path));
  if (salt === undefined && !existsSync(beside)) {
    throw new InputError(
      `${beside}: there is no such file. Give the salt that was written with the certificate: --salt FILE.`,
    );
  }
  const file = salt ?? beside;
  return saltFromText(await readText(file), file);
}

/** What the command was told, as its own parser reads it; files are not among it. */
function optionsIn<Options>(command: Command, { options }: Certificate): Options {
  const told = Object.fromEntries(
    Object.entries(options).filter(([name]) => !PATHS.includes(name)),
  );
  const refuse = (what: string): never => {
    throw new InputError(
      `The certificate's option ${what} is not known here. Verify with the version of tvinesynth that wrote it.`,
    );
  };
  try {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    const { unknown } = command.parseOptions(argumentsOf(told, ''));
    if (unknown.length > 0) refuse(unknown[0]);
  } catch (error) {
    if (error instanceof CommanderError) refuse(error.message);
    throw error;
  }
  return command.opts() as Options;
}

/** Of files that the command read besides the table: as given, or where settings.json says they were. */
function companionsOf(
  path: string,
  { input, files }: Certificate,
  options: AgainOptions,
): Job['files'] {
  const settings = files.settings && join(dirname(path), files.settings.file);
  const kept = settings === undefined ? {} : keptPaths(settings, files.settings?.sha256);
  const fileOf = (role: 'test' | 'schema'): string | undefined => {
    if (!input[role]) return undefined;
    const found = options[role] ?? kept[role];
    if (found !== undefined) return found;
    throw new InputError(
      `--${role}: the command that was certified had a ${role} file (${input[role].file ?? 'standard input'}). Give it.`,
    );
  };
  const [schema, test] = [fileOf('schema'), fileOf('test')];
  return { ...(schema !== undefined && { schema }), ...(test !== undefined && { test }) };
}

/** From settings.json, if it is the one that was certified. */
function keptPaths(path: string, digest: string | undefined): Partial<Record<string, string>> {
  if (!existsSync(path)) return {};
  const bytes = readFileSync(path);
  if (sha256(bytes) !== digest) return {};
  const { options } = JSON.parse(bytes.toString('utf8')) as { options: Record<string, unknown> };
  return Object.fromEntries(
    PATHS.flatMap((name) => {
      const value = options[name];
      return typeof value === 'string' ? [[name, join(dirname(path), value)]] : [];
    }),
  );
}
