#!/usr/bin/env node
/** The command line: `tvinesynth`. */

import { Command, CommanderError } from 'commander';
import { ENGINE_VERSION } from '../synth/engine.ts';
import { auditCommand } from './audit.ts';
import { demoCommand } from './demo.ts';
import { fitCommand } from './fit.ts';
import { inspectCommand } from './inspect.ts';
import { orderCommand } from './order.ts';
import { runCommand } from './run.ts';
import { sampleCommand } from './sample.ts';
import { ExitCode, reportCancelled, reportFailure } from './shell.ts';

/** Milliseconds that a command has to stop by itself; a file half written is removed either way. */
const PATIENCE = 300;

const cancel = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
// a reader of our output that goes away, such as `head`, is no error
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(ExitCode.done);
  throw error;
});

const program = new Command('tvinesynth')
  .description('Synthetic tables from truncated vine copulas, made on this machine.')
  .version(ENGINE_VERSION, '--version', 'print the version')
  .helpOption('--help', 'show this help')
  .addHelpText(
    'after',
    `
Example:
  tvinesynth demo
  tvinesynth run patients.csv --response death --sensitive cost,creatinine --out study
  tvinesynth inspect patients.csv
  tvinesynth fit patients.csv --response death --sensitive cost,creatinine --out model.json
  tvinesynth sample model.json --truncate 10 --out synthetic.csv --check patients.csv`,
  )
  .showSuggestionAfterError()
  .exitOverride();
for (const command of [
  runCommand(cancel.signal),
  demoCommand(cancel.signal),
  inspectCommand(cancel.signal),
  orderCommand(cancel.signal),
  fitCommand(cancel.signal),
  sampleCommand(cancel.signal),
  auditCommand(cancel.signal),
]) {
  program.addCommand(command.exitOverride().helpOption('--help', 'show this help'));
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : ExitCode.input;
  // whatever fails after a cancellation fails because of it
  else if (cancel.signal.aborted) process.exit(reportCancelled());
  else process.exitCode = reportFailure(error, { debug: process.argv.includes('--debug') });
}

function stop(): void {
  cancel.abort();
  setTimeout(() => process.exit(reportCancelled()), PATIENCE).unref();
}
