/** `audit REAL SYNTHETIC`: privacy, utility and fidelity of a table made by any tool. */

import { Command } from 'commander';
import { type Audit, audit } from '../audit/audit.ts';
import type { AuditConstraints } from '../audit/auditSettings.ts';
import { describeAudit } from '../audit/describeAudit.ts';
import { verdictTitle } from '../study/verdictWords.ts';
import { readTableFile, writeFileWhole } from '../table/files.ts';
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
import { CheckFailure, printResult, remark } from './shell.ts';

interface AuditOptions extends TableOptions, LimitOptions {
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
      'Measures the privacy, utility and fidelity of a synthetic table made by any tool. Columns are matched by name, and differences are noted. Gives a verdict by the limits of `run`; exits with code 3 if it is do not release.',
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
  return outOption(
    threadsOption(seedOption(command)),
    'also write the results to this file as JSON',
  )
    .addHelpText(
      'after',
      `
Example:
  tvinesynth audit patients.csv synthetic.csv --test unseen.csv \\
    --response readmitted --sensitive cost`,
    )
    .action(async (realPath: string, syntheticPath: string, options: AuditOptions) => {
      const { response, sensitive, seed, threads } = options;
      const inputs = [realPath, syntheticPath, ...(options.test ? [options.test] : [])];
      const { table: real, schema } = await readInput(realPath, options, signal);
      const read = (path: string) => readTableFile(path, readOptions(options, signal));
      const synthetic = await read(syntheticPath);
      const holdout = options.test === undefined ? undefined : await read(options.test);
      const progress = startProgress(options);
      const found = await audit(real, synthetic, {
        response,
        sensitive,
        schema,
        holdout,
        constraints: limitsIn(options),
        seed,
        signal,
        // models never learn in this thread, so that it hears Ctrl-C
        threads: Math.max(threads, 2),
        onProgress: progress.update,
      }).finally(() => progress.end());
      signal.throwIfAborted();
      if (options.out !== undefined) {
        const bytes = new TextEncoder().encode(`${JSON.stringify(found, null, 2)}\n`);
        await writeFileWhole(options.out, [bytes], { force: options.force ?? false, inputs });
        remark(`results written to ${options.out}`, options);
      }
      printResult(found, describeAudit(found), options);
      refuseRelease(found, options);
    });
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
