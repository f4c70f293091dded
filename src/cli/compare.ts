/** `compare A B`: two output folders side by side. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { InputError } from '../numerics/inputError.ts';
import {
  type ComparedFigure,
  compareStudies,
  type StudyComparison,
} from '../study/compareStudies.ts';
import type { StudyResults } from '../study/results.ts';
import { alignText } from '../table/alignText.ts';
import { withShell } from './options.ts';
import { PATHS } from './settingsFile.ts';
import { printResult, type ShellOptions } from './shell.ts';

/** The version of results.json that is compared. */
const VERSION = 2;

export function compareCommand(): Command {
  const command = new Command('compare')
    .summary('show what changed between two runs')
    .description(
      'Shows two output folders of run side by side: settings that differ, verdicts, and the figures at the recommended truncation of each. A star marks the better of two figures that differ by enough to act on.',
    )
    .argument('<a>', 'output folder of a run')
    .argument('<b>', 'output folder of another run');
  return withShell(command)
    .addHelpText(
      'after',
      `
Example:
  tvinesynth compare study-may study-june`,
    )
    .action((a: string, b: string, options: ShellOptions) => {
      const [first, second] = [readFolder(a), readFolder(b)];
      const isKept = first.settings && second.settings;
      const found = compareStudies(
        first.results,
        second.results,
        ...(isKept ? [[first.settings, second.settings] as const] : []),
      );
      printResult({ a, b, ...found }, describe(a, b, found), options);
    });
}

interface Folder {
  readonly results: StudyResults;
  /** Of settings.json; folders of earlier versions have none. */
  readonly settings: Readonly<Record<string, unknown>> | undefined;
}

function readFolder(folder: string): Folder {
  const path = join(folder, 'results.json');
  const results = readDocument(path);
  if (results === undefined) {
    throw new InputError(`${path}: there is no such file. Give a folder that run has written.`);
  }
  if (results.format !== 'tvinesynth-results') {
    throw new InputError(
      `${path}: this holds no results of a run. Give a folder that run has written.`,
    );
  }
  if (results.version !== VERSION) {
    throw new InputError(
      `${path}: these are results of version ${String(results.version)}, which has no verdict. Run it again with this version.`,
    );
  }
  const settings = readDocument(join(folder, 'settings.json'));
  return {
    results: results as unknown as StudyResults,
    settings: settings && asked(settings, folder),
  };
}

/** Files are the same wherever the folder lies from which they are named. */
function asked(settings: Record<string, unknown>, folder: string): Record<string, unknown> {
  const all: Record<string, unknown> = {
    table: settings.table,
    ...(settings.options as object | undefined),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      isPath(name) && typeof value === 'string' ? join(folder, value) : value,
    ]),
  );
}

function isPath(name: string): boolean {
  return name === 'table' || PATHS.includes(name);
}

function readDocument(path: string): Record<string, unknown> | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new InputError(`${path}: it cannot be read (${code}). Check the path.`);
  }
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null)
      return document as Record<string, unknown>;
  } catch {
    // said below
  }
  throw new InputError(`${path}: this is no JSON document. Run it again.`);
}

function describe(a: string, b: string, { settings, data, found }: StudyComparison): string {
  const section = (title: string, rows: readonly ComparedFigure[], none: string) => [
    title,
    ...(rows.length === 0 ? [`  ${none}`] : alignText(rows.map(lineOf), () => false)),
  ];
  return [
    `A: ${a}`,
    `B: ${b}`,
    '',
    ...section('Settings', settings, 'the same'),
    '',
    ...section('Table and engine', data, 'the same numbers of rows and columns, the same engine'),
    '',
    ...section('Found, at the truncation of each', found, 'nothing'),
  ].join('\n');
}

function lineOf({ name, a, b, better }: ComparedFigure): string[] {
  const cell = (value: ComparedFigure['a'], isBetter: boolean) =>
    `${value === null ? '-' : String(value)}${isBetter ? ' *' : ''}`;
  return [`  ${name}`, cell(a, better === 'a'), cell(b, better === 'b')];
}
