/**
 * `settings.json`: all options of a run, by their names on the command line, so that it can be repeated:
 * `run out/settings.json`. A file stands for the arguments that it holds; options on the command line come
 * after them and so overrule them. Paths are relative to the file. What does not shape the results (threads,
 * output, the day) is not in it, and neither is the secret seed of private noise, which no file may hold.
 */

import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { ENGINE_VERSION } from '../model/engine.ts';
import { didYouMean } from '../numerics/checkName.ts';
import { InputError } from '../numerics/inputError.ts';
import {
  SETTINGS_FORMAT as FORMAT,
  type SettingsDocument,
  type SettingsValue as Value,
  SETTINGS_VERSION as VERSION,
} from '../study/settingsDocument.ts';
import { SHARED_NAMES } from './sharedOptions.ts';

const NOT_KEPT: readonly string[] = [
  'out',
  'force',
  'json',
  'quiet',
  'debug',
  'threads',
  'noise-seed',
  'sign',
  'date',
  'help',
  // where the work is done
  ...SHARED_NAMES,
];
/** Options that name files; relative to the settings. */
export const PATHS: readonly string[] = ['schema', 'test'];

/** What `folder` will hold of the command that writes it. */
export function settingsText(
  command: Command,
  { table, folder }: { readonly table: string | null; readonly folder: string },
): string {
  const from = (path: string) => relative(resolve(folder), resolve(path));
  const document: SettingsDocument = {
    format: FORMAT,
    version: VERSION,
    engine: ENGINE_VERSION,
    command: command.name() as SettingsDocument['command'],
    table: table === null || table === '-' ? null : from(table),
    options: optionsOf(command, from),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** By name, what was asked for or is the default; paths as `from` tells them. */
export function optionsOf(command: Command, from: (path: string) => string): Record<string, Value> {
  const options = command.options.flatMap((option): [string, Value][] => {
    const name = option.long?.slice(2) ?? '';
    const value = command.getOptionValue(option.attributeName()) as Value | undefined;
    if (value === undefined || value === false || NOT_KEPT.includes(name)) return [];
    return [[name, PATHS.includes(name) ? from(String(value)) : value]];
  });
  return Object.fromEntries(options);
}

/**
 * The arguments of the program, with a settings file of `run` replaced by what it holds; as they are if there
 * is none. `run`: the command, for the names of its options.
 */
export function withSettings(args: readonly string[], run: Command): readonly string[] {
  if (args[0] !== run.name()) return args;
  const rest = args.slice(1);
  const place = rest.findIndex(
    (each) => each.toLowerCase().endsWith('.json') && isAlone(rest, each, run),
  );
  if (place < 0) return args;
  const path = rest[place];
  const { table, options } = readSettings(path, run);
  const given = rest.filter((_, at) => at !== place);
  return [args[0], table, ...argumentsOf(options, dirname(path)), ...given];
}

/** Whether it is no value of an option before it, such as --schema types.json. */
function isAlone(args: readonly string[], arg: string, run: Command): boolean {
  const before = args[args.indexOf(arg) - 1];
  const option = run.options.find(({ long, short }) => before === long || before === short);
  return option === undefined || !(option.required || option.optional);
}

function readSettings(
  path: string,
  run: Command,
): { table: string; options: SettingsDocument['options'] } {
  const refuse = (found: string): never => {
    throw new InputError(
      `${path}: ${found}. Give a table, or the settings.json that a run has left in its folder.`,
    );
  };
  const document = parsed(path, refuse);
  if (document.format !== FORMAT) refuse('this JSON document holds no settings of a run');
  if (document.version !== VERSION) {
    refuse(
      `these are settings of version ${String(document.version)}, and this engine reads version ${VERSION}`,
    );
  }
  const { command, table, options = {} } = document;
  if (command === 'demo') {
    throw new InputError(`${path}: these are settings of the demo. Run tvinesynth demo again.`);
  }
  if (typeof table !== 'string') {
    refuse('its table was read from standard input, which cannot be read again');
  }
  if (!isRecord(options)) return refuse("'options' is no object");
  const names = run.options.map(({ long }) => long?.slice(2) ?? '');
  for (const [name, value] of Object.entries(options)) {
    if (!names.includes(name) || NOT_KEPT.includes(name)) {
      throw new InputError(
        `${path}: run has no option '${name}' in a settings file. ${didYouMean(name, names, 'See tvinesynth help run.')}`,
      );
    }
    if (!isValue(value)) {
      throw new InputError(
        `${path}: option '${name}': found ${JSON.stringify(value)}. Give text, a number, true, a list, or numbers by name.`,
      );
    }
  }
  return {
    table: resolveFrom(path, table as string),
    options: options as SettingsDocument['options'],
  };
}

function parsed(
  path: string,
  refuse: (found: string) => never,
): Partial<Record<keyof SettingsDocument, unknown>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refuse(code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`);
  }
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null) return document;
  } catch {
    // said below
  }
  return refuse('this is no JSON document');
}

function isValue(value: unknown): value is Value {
  if (Array.isArray(value)) return value.length > 0 && value.every(isWord);
  if (typeof value === 'object' && value !== null)
    return Object.values(value).every(Number.isFinite);
  return isWord(value) || value === true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

export function argumentsOf(options: SettingsDocument['options'], folder: string): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === true) return [`--${name}`];
    const text = PATHS.includes(name) ? resolve(folder, String(value)) : textOf(value);
    return [`--${name}`, text];
  });
}

/** As one would type it. */
function textOf(value: Value): string {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, number]) => `${name}=${number}`)
    .join(',');
}

function resolveFrom(path: string, other: string): string {
  return resolve(dirname(path), other);
}
