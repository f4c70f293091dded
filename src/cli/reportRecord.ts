/**
 * What the report says of its making, from the command line: the file, the day, the command. Paths are cut to
 * names, and what does not shape the results is left out of the command: the same study, the same bytes.
 */

import { basename } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { ReportRecord } from '../report/record.ts';
import { SHARED_NAMES } from './sharedOptions.ts';

export interface RecordDay {
  readonly date?: string;
}

export interface RecordOptions extends RecordDay {
  readonly purpose?: string;
  readonly for?: string;
}

export function withRecord(command: Command): Command {
  return dayOption(command)
    .option('--purpose <text>', 'what the synthetic table is for; printed in the report')
    .option('--for <reader>', 'who is to read the report, such as "the data protection officer"');
}

export function dayOption(command: Command): Command {
  return command.option(
    '--date <day>',
    'the day of the record, as in 2026-11-18 (default: today)',
    day,
  );
}

export function recordOf(
  path: string | undefined,
  { date = today(), purpose, for: audience }: RecordOptions,
): ReportRecord {
  return {
    ...(path !== undefined && path !== '-' && { file: basename(path) }),
    date,
    purpose,
    audience,
    command: commandOf(process.argv.slice(2)),
  };
}

const WITH_VALUE = [
  '--threads',
  '--out',
  '--date',
  '--purpose',
  '--for',
  '--noise-seed',
  '--sign',
  ...SHARED_NAMES.filter((name) => name !== 'insecure-queue').map((name) => `--${name}`),
];
const ALONE = ['--quiet', '--force', '--json', '--debug', '--insecure-queue'];

/** 'tvinesynth run patients.csv --response death' */
export function commandOf(args: readonly string[]): string {
  const kept: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const name = args[i].split('=')[0];
    if (WITH_VALUE.includes(name)) {
      if (name === args[i]) i++;
    } else if (!ALONE.includes(name)) {
      kept.push(name.startsWith('--') ? args[i] : args[i].replace(/^.*[\\/](?=[^\\/]+$)/, ''));
    }
  }
  return [
    'tvinesynth',
    ...kept.map((arg) => (/[\s'"]/.test(arg) ? JSON.stringify(arg) : arg)),
  ].join(' ');
}

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function day(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text)) return text;
  throw new InvalidArgumentError('Give a day as in 2026-11-18.');
}
