/** `demo`: `run` on the paper's simulated data, made on the spot. */

import { Command } from 'commander';
import { DEMO_ROLES, simulatedCsv } from '../demo/simulatedCsv.ts';
import { readTable } from '../table/readTable.ts';
import { outOption, seedOption, threadsOption, withShell } from './options.ts';
import { type RecordOptions, recordOf, withRecord } from './reportRecord.ts';
import { runStudy } from './runStudy.ts';
import { optionsOf, settingsText } from './settingsFile.ts';
import { remark, type ShellOptions } from './shell.ts';

interface DemoOptions extends ShellOptions, RecordOptions {
  readonly seed: number;
  readonly threads: number;
  readonly out?: string;
  readonly force?: boolean;
}

export function demoCommand(signal: AbortSignal): Command {
  const command = withShell(
    new Command('demo')
      .summary('do a run on simulated data from the paper; needs no input')
      .description(
        'Does a complete run on simulated data from the paper: 1000 rows, covariates X1 to X20 and a binary response Y. X1 is sensitive. No input is needed.',
      ),
  );
  return outOption(
    threadsOption(seedOption(withRecord(command))),
    'folder for the results (default: tvinesynth-out)',
  ).action(async (options: DemoOptions) => {
    const { seed, threads } = options;
    remark(
      `Simulated data from the paper: 1000 rows, 20 covariates, response Y, sensitive column X1, seed ${seed}.`,
      options,
    );
    const read = async () => ({
      table: await readTable(simulatedCsv(seed), { name: 'simulated data' }),
      settings: { ...DEMO_ROLES, preset: 'quick' as const, seed, threads },
    });
    const settings = (folder: string) => settingsText(command, { table: null, folder });
    await runStudy(read, {
      ...options,
      inputs: [],
      certified: {
        command: 'demo',
        options: optionsOf(command, (file) => file),
        digests: undefined,
        signer: undefined,
      },
      settings,
      signal,
      record: recordOf(undefined, options),
    });
  });
}
