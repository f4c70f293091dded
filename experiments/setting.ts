/** What an experiment is given: the library as it is built, the data, and how much work to do. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Library from '../src/index.ts';
import type { CompetitorName } from './competitors.ts';
import type { Parts } from './parts.ts';
import type { Share } from './sharing.ts';

export interface Scale {
  readonly iterations: number;
  readonly sets: number;
  readonly shadows: number;
  readonly setsPerShadow: number;
  readonly membershipSets: number;
  readonly utilitySets: number;
  readonly trees: number;
  /** The most fits of a generator whose fits differ. */
  readonly fits: number;
  /** Of the experiment on TVAE's last batch. */
  readonly replicates: number;
}

export const SCALES = {
  /** Minutes: the main claims can be decided. */
  quick: {
    iterations: 3,
    sets: 10,
    shadows: 4,
    setsPerShadow: 5,
    membershipSets: 10,
    utilitySets: 5,
    trees: 200,
    fits: 3,
    replicates: 3,
  },
  /** The paper's table of parameters. */
  paper: {
    iterations: 10,
    sets: 50,
    shadows: 10,
    setsPerShadow: 10,
    membershipSets: 50,
    utilitySets: 50,
    trees: 500,
    fits: 10,
    replicates: 8,
  },
} as const satisfies Readonly<Record<string, Scale>>;

export interface Setting {
  readonly library: typeof Library;
  readonly read: (name: string) => Promise<Library.Table>;
  /** Whether a file of the paper's data is there. */
  readonly has: (name: string) => boolean;
  readonly scale: Scale;
  readonly threads: number;
  readonly seed: number;
  readonly parts: Parts;
  /** Where units of games are done. */
  readonly share: Share;
  /** Which of the other generators are run beside the vines. */
  readonly competitors: readonly CompetitorName[];
}

export async function loadLibrary(): Promise<typeof Library> {
  return import(pathToFileURL(resolve('dist/index.js')).href);
}

export function dataIn(library: typeof Library, folder: string): Pick<Setting, 'read' | 'has'> {
  return {
    read: async (name) => library.readTable(new Uint8Array(await readFile(join(folder, name)))),
    has: (name) => existsSync(join(folder, name)),
  };
}

/**
 * What the paper's software does: all covariates continuous with empirical margins, a latent response,
 * columns as they stand, the same pair copulas for both classes, the whole table truncated.
 */
export function paperSettings(
  { columns }: Library.Table,
  response: string,
  sensitive: readonly string[],
): Library.GeneratorSettings {
  const covariates = columns.map(({ name }) => name).filter((name) => name !== response);
  return {
    response,
    sensitive,
    schema: { columns: Object.fromEntries(covariates.map((name) => [name, CONTINUOUS])) },
    margins: 'empirical',
    responseSampling: 'latent',
    order: 'asis',
    byClass: 'never',
    protect: 'table',
  };
}

/** Levels that are public knowledge, for generators that may not look. */
export function withLevels(
  settings: Library.GeneratorSettings,
  levels: Readonly<Record<string, readonly string[]>>,
): Library.GeneratorSettings {
  const { columns } = settings.schema as { columns: object };
  const declared = Object.entries(levels).map(([name, own]) => [
    name,
    { type: 'boolean', levels: own },
  ]);
  return { ...settings, schema: { columns: { ...columns, ...Object.fromEntries(declared) } } };
}

const CONTINUOUS = { type: 'continuous' };

/** The paper's targets: rows counted from 0. */
export function targetsFrom(
  outlying: Readonly<Record<string, readonly number[]>>,
  random: readonly number[],
): Library.AttackTarget[] {
  return [
    ...Object.entries(outlying).flatMap(([sensitive, rows]) =>
      rows.map((row) => ({ row, kind: 'outlying' as const, sensitive })),
    ),
    ...random.map((row) => ({ row, kind: 'random' as const })),
  ];
}

export function numbersOf(table: Library.Table, name: string): Float64Array {
  const column = table.columns.find((each) => each.name === name);
  if (column?.kind !== 'numeric') throw new Error(`${name} holds no numbers`);
  return column.values;
}
