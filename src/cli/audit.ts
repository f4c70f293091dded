/** `audit REAL SYNTHETIC`: privacy, utility and fidelity of a table made by any tool. */

import { basename } from 'node:path';
import { Command } from 'commander';
import { type Audit, audit } from '../audit/audit.ts';
import type { AuditConstraints, AuditSettings } from '../audit/auditSettings.ts';
import { describeAudit } from '../audit/describeAudit.ts';
import { newSalt } from '../certificate/salt.ts';
import { InputError } from '../numerics/inputError.ts';
import { studyKey } from '../study/studyKey.ts';
import { verdictTitle } from '../study/verdictWords.ts';
import { readTableFile, type Tap } from '../table/files.ts';
import type { Table } from '../table/table.ts';
import type { WorkStore } from '../work/store.ts';
import { openFileDigest } from './fileDigest.ts';
import { type FinishedWork, openFinishedWork, openShortWork, writeOnce } from './finishedWork.ts';
import { type InputDigests, openInputDigests } from './inputDigests.ts';
import { type LimitOptions, withLimits } from './limitOptions.ts';
import {
  list,
  outOption,
  seedOption,
  TABLE_ARGUMENT,
  type TableOptions,
  threadsOption,
  withTable,
} from './options.ts';
import { startProgress } from './progress.ts';
import { readInput, readOptions } from './readInput.ts';
import { dayOption, type RecordDay, today } from './reportRecord.ts';
import { checkSalt, saltPath } from './saltFile.ts';
import { optionsOf } from './settingsFile.ts';
import { type SharedOptions, sharedIn, withSharedWork } from './sharedOptions.ts';
import { CheckFailure, printResult, remark } from './shell.ts';
import { type SignOptions, signerOf, signOption } from './signOption.ts';
import { writeAudit } from './writeAudit.ts';

export interface AuditOptions
  extends TableOptions,
    LimitOptions,
    RecordDay,
    SharedOptions,
    SignOptions {
  readonly response?: string;
  readonly sensitive?: readonly string[];
  readonly test?: string;
  readonly seed: number;
  readonly threads: number;
  readonly out?: string;
  readonly force?: boolean;
}

export function auditCommand(signal: AbortSignal): Command {
  const command = new Command('audit')
    .summary('measure a synthetic table made by any tool')
    .description(
      'Measures the privacy, utility and fidelity of a synthetic table made by any tool. Columns are matched by name, and differences are noted. Gives a verdict by the limits of `run`; exits with code 3 if it is do not release. With --store or --queue the work is shared as that of `run`.',
    )
    .argument('<real>', `the real table: ${TABLE_ARGUMENT}`)
    .argument('<synthetic>', 'the synthetic table; its format may differ');
  withTable(command)
    .option('--response <name>', 'the column for models to predict')
    .option('--sensitive <names>', 'columns an attacker wants to know, such as totcst,crea', list)
    .option(
      '--test <table>',
      'real rows the generator did not see: the control group of the attacks and the test set of models',
    );
  withLimits(command);
  withSharedWork(dayOption(signOption(command)));
  return outOption(
    threadsOption(seedOption(command)),
    'also write the results to this file as JSON, with a certificate beside it: audit.certificate.json beside audit.json',
  )
    .addHelpText(
      'after',
      `
Example:
  tvinesynth audit patients.csv synthetic.csv --test unseen.csv \\
    --response readmitted --sensitive cost`,
    )
    .action(async (realPath: string, syntheticPath: string, options: AuditOptions) => {
      const { out, force = false } = options;
      const signer = await signerOf(options);
      if (signer && out === undefined) {
        throw new InputError('--sign: there is no file to sign. Give --out as well.');
      }
      // of many processes one will write; whether it may is known when it does
      const isShared = options.store !== undefined;
      if (out !== undefined && !isShared) checkSalt(saltPath(out), force);
      const inputs = [realPath, syntheticPath, ...(options.test ? [options.test] : [])];
      const digests = openInputDigests(newSalt());
      const file = openFileDigest();
      const paths = { real: realPath, synthetic: syntheticPath };
      const job = await readAudit(paths, options, signal, digests, file.tap);
      const work = await openAuditWork(job, options, signal);
      try {
        const found = await measureAudit(job, options, signal, work);
        signal.throwIfAborted();
        if (out !== undefined) {
          const write = () => {
            if (isShared) checkSalt(saltPath(out), force);
            return writeAudit(found, out, {
              options: optionsOf(command, (path) => basename(path)),
              date: options.date ?? today(),
              synthetic: file.entry(syntheticPath),
              digests,
              signer,
              force,
              inputs,
            });
          };
          const written = await writeOnce(work, out, write, signal);
          remark(`results written to ${written.join(', ')}`, options);
        }
        printResult(found, describeAudit(found), options);
        refuseRelease(found, options);
      } finally {
        await work.close();
      }
    });
}

interface AuditJob {
  readonly real: Table;
  readonly synthetic: Table;
  readonly settings: AuditSettings;
}

/** Reads the tables and measures them. */
export async function auditTables(
  paths: { readonly real: string; readonly synthetic: string },
  options: AuditOptions,
  signal: AbortSignal,
  digests: InputDigests,
  tap?: Tap,
): Promise<Audit> {
  return measureAudit(await readAudit(paths, options, signal, digests, tap), options, signal);
}

async function readAudit(
  paths: { readonly real: string; readonly synthetic: string },
  options: AuditOptions,
  signal: AbortSignal,
  digests: InputDigests,
  tap?: Tap,
): Promise<AuditJob> {
  const { response, sensitive, seed, test } = options;
  const { table: real, schema } = await readInput(paths.real, options, signal, digests);
  const reading = readOptions(options, signal);
  const synthetic = await readTableFile(paths.synthetic, reading, tap);
  const holdout =
    test === undefined ? undefined : await readTableFile(test, reading, digests.tap('test', test));
  const constraints = limitsIn(options);
  return { real, synthetic, settings: { response, sensitive, schema, holdout, constraints, seed } };
}

function openAuditWork(
  { real, synthetic, settings }: AuditJob,
  options: AuditOptions,
  signal: AbortSignal,
): Promise<FinishedWork> {
  const shared = sharedIn(options);
  // a key costs digests of all tables
  const isShared = shared.store !== undefined || shared.queue !== undefined;
  const key = isShared ? studyKey(real, { audit: { ...settings, synthetic } }) : '';
  const { threads } = options;
  return openFinishedWork(key, openShortWork, { threads, shared, signal, shell: options });
}

function measureAudit(
  { real, synthetic, settings }: AuditJob,
  options: AuditOptions,
  signal: AbortSignal,
  store?: WorkStore,
): Promise<Audit> {
  const progress = startProgress(options);
  return audit(real, synthetic, {
    ...settings,
    signal,
    store,
    // models never learn in this thread, so that it hears Ctrl-C
    threads: Math.max(options.threads, 2),
    onProgress: progress.update,
  }).finally(() => progress.end());
}

/** As in `run`: 3 for a table that must not be released, and where doubts are not accepted. */
function refuseRelease({ verdict: { word, why } }: Audit, { strict }: AuditOptions): void {
  if (word === 'do-not-release' || (strict && word === 'release-with-care')) {
    throw new CheckFailure(`${verdictTitle(word)}: ${why}`);
  }
}

function limitsIn({ maxMr2, maxGuess, maxMembership }: LimitOptions): AuditConstraints {
  return {
    ...(maxMr2 !== undefined && { maxMr2 }),
    ...(maxGuess !== undefined && { maxGuess }),
    ...(maxMembership !== undefined && { maxMembership }),
  };
}
