/** `demo`: `run` on the paper's simulated data, made on the spot. */

import { Command } from 'commander';
import { simulatedData } from '../demo/simulatedData.ts';
import { readTable } from '../table/readTable.ts';
import { outOption, seedOption, threadsOption, withShell } from './options.ts';
import { runStudy } from './runStudy.ts';
import { remark, type ShellOptions } from './shell.ts';

interface DemoOptions extends ShellOptions {
  readonly seed: number;
  readonly threads: number;
  readonly out?: string;
  readonly force?: boolean;
}

/** As the paper has it: X1 is given away by its block, X2 to X5, which tells nothing of Y. */
const ROLES = { response: 'Y', sensitive: ['X1'] } as const;

const DECIMALS = 4;

export function demoCommand(signal: AbortSignal): Command {
  const command = withShell(
    new Command('demo')
      .summary("run on the paper's simulated data, made on the spot")
      .description(
        "The whole job on the paper's simulated data: 1000 rows, X1 to X20 and a response Y of 0 and 1. X1 is sensitive. Needs no input.",
      ),
  );
  return outOption(
    threadsOption(seedOption(command)),
    'folder for the results (default: tvinesynth-out)',
  ).action(async (options: DemoOptions) => {
    const { seed, threads } = options;
    remark(
      `The paper's simulated data: 1000 rows, 20 covariates, response Y, sensitive X1, seed ${seed}.`,
      options,
    );
    const read = async () => ({
      table: await simulatedTable(seed),
      settings: { ...ROLES, preset: 'quick' as const, seed, threads },
    });
    await runStudy(read, { ...options, inputs: [], signal });
  });
}

/** As a person would find it in a file. */
async function simulatedTable(seed: number) {
  const { names, columns } = simulatedData(seed);
  const lines = Array.from(columns[0], (_, row) =>
    columns.map((column, j) => column[row].toFixed(names[j] === 'Y' ? 0 : DECIMALS)).join(','),
  );
  const text = `${[names.join(','), ...lines].join('\n')}\n`;
  return readTable(new TextEncoder().encode(text), { name: 'simulated data' });
}
