/**
 * A slip in the name of an option, said as such: commander looks for required options first, and would answer
 * `--respons` with "required option '--response' not specified".
 */

import type { Command } from 'commander';
import { didYouMean } from '../numerics/checkName.ts';

/** `args`: of the program, the name of the command first. Ends as commander ends at an unknown option. */
export function refuseUnknown(program: Command, args: readonly string[]): void {
  let command = program;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === '--') return;
    if (!arg.startsWith('--')) {
      command = command.commands.find((each) => each.name() === arg) ?? command;
      continue;
    }
    const [name] = arg.split('=', 1);
    const known = command.options.find(({ long }) => long === name);
    // what follows is its value, however it looks
    if (known) at += known.required && name === arg ? 1 : 0;
    else if (command !== program && name !== '--help') {
      const names = command.options.flatMap(({ long }) => long ?? []);
      const advice = didYouMean(name, names, `See tvinesynth help ${command.name()}.`);
      command.error(`error: unknown option '${name}'. ${advice}`, { exitCode: 2 });
    }
  }
}
