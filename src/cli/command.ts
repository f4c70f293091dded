/** The thread that runs a command; main.ts starts it and may end it. */

import { parentPort, workerData } from 'node:worker_threads';
import { Command, CommanderError } from 'commander';
import { ENGINE_VERSION } from '../model/engine.ts';
import { onLeftover } from '../table/leftovers.ts';
import { auditCommand } from './audit.ts';
import { cleanCommand } from './clean.ts';
import { compareCommand } from './compare.ts';
import { demoCommand } from './demo.ts';
import { fitCommand } from './fit.ts';
import { inspectCommand } from './inspect.ts';
import { keysCommand } from './keys.ts';
import type { Message, Terminal } from './messages.ts';
import { orderCommand } from './order.ts';
import { refuseUnknown } from './refuseUnknown.ts';
import { runCommand } from './run.ts';
import { sampleCommand } from './sample.ts';
import { withSettings } from './settingsFile.ts';
import { ExitCode, onCancelWords, reportFailure } from './shell.ts';
import { statusCommand } from './status.ts';
import { studioCommand } from './studio.ts';
import { verifyCommand } from './verify.ts';
import { workerCommand } from './worker.ts';

const cancel = new AbortController();
const tell = (message: Message) => parentPort?.postMessage(message);
parentPort?.on('message', () => cancel.abort());
// listening keeps nothing alive
parentPort?.unref();
onLeftover((path, isThere) => tell({ kind: 'leftover', path, isThere }));
onCancelWords((words) => tell({ kind: 'words', words }));

const program = new Command('tvinesynth')
  .description(
    'Makes synthetic tables with truncated vine copulas and measures their privacy and utility. Everything runs on this machine.',
  )
  .version(ENGINE_VERSION, '--version', 'print the version')
  .helpOption('--help', 'show this help')
  .helpCommand('help [command]', 'show the help of a command')
  .addHelpText(
    'after',
    `
Examples:
  tvinesynth demo
  tvinesynth studio patients.csv
  tvinesynth inspect patients.csv
  tvinesynth run patients.csv --response readmitted --sensitive cost --out study
  tvinesynth run study/settings.json --seed 2 --out again
  tvinesynth compare study again
  tvinesynth verify study/certificate.json
  tvinesynth fit patients.csv --response readmitted --sensitive cost
  tvinesynth sample model.json --truncate 10 --check patients.csv`,
  )
  .showSuggestionAfterError()
  .exitOverride();
const run = runCommand(cancel.signal);
for (const command of [
  run,
  demoCommand(cancel.signal),
  inspectCommand(cancel.signal),
  orderCommand(cancel.signal),
  fitCommand(cancel.signal),
  sampleCommand(cancel.signal),
  auditCommand(cancel.signal),
  compareCommand(),
  workerCommand(cancel.signal),
  statusCommand(),
  cleanCommand(),
  verifyCommand(cancel.signal),
  keysCommand(),
  studioCommand(cancel.signal),
]) {
  program.addCommand(command.exitOverride().helpOption('--help', 'show this help'));
}
const { columns } = workerData as Terminal;
const width = { getOutHelpWidth: () => columns ?? 80 };
const nested = program.commands.flatMap(({ commands }) => commands);
for (const command of nested) command.exitOverride().helpOption('--help', 'show this help');
for (const command of [program, ...program.commands, ...nested]) command.configureOutput(width);

try {
  const args = withSettings(process.argv.slice(2), run);
  refuseUnknown(program, args);
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : ExitCode.input;
  // whatever fails after a cancellation fails because of it
  else if (cancel.signal.aborted) process.exit(ExitCode.cancelled);
  else process.exitCode = reportFailure(error, { debug: process.argv.includes('--debug') });
}
