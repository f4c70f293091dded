/** What an experiment is given: the library as it is built, the data, and how much work to do. */

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Library from '../src/index.ts';

export interface Scale {
  readonly iterations: number;
  readonly sets: number;
  readonly shadows: number;
  readonly setsPerShadow: number;
  readonly membershipSets: number;
  readonly utilitySets: number;
  readonly trees: number;
}

export const SCALES: Readonly<Record<'quick' | 'paper', Scale>> = {
  quick: {
    iterations: 2,
    sets: 10,
    shadows: 4,
    setsPerShadow: 5,
    membershipSets: 10,
    utilitySets: 5,
    trees: 200,
  },
  paper: {
    iterations: 10,
    sets: 50,
    shadows: 10,
    setsPerShadow: 10,
    membershipSets: 50,
    utilitySets: 50,
    trees: 500,
  },
};

export interface Setting {
  readonly library: typeof Library;
  readonly read: (name: string) => Promise<Library.Table>;
  readonly scale: Scale;
  readonly threads: number;
  readonly seed: number;
  /** Told what is being done. */
  readonly say: (what: string) => void;
}

export async function loadLibrary(): Promise<typeof Library> {
  return import(pathToFileURL(resolve('dist/index.js')).href);
}

export function reader(library: typeof Library, folder: string): Setting['read'] {
  return async (name) => library.readTable(new Uint8Array(await readFile(join(folder, name))));
}

/**
 * What the paper's software does: all covariates continuous with empirical margins, a latent response,
 * columns as they stand.
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
  };
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

/** The mean size of the correlations between the columns. */
export function meanCorrelation(
  table: Library.Table,
  names: readonly string[],
  correlation: (a: Float64Array, b: Float64Array) => number,
): number {
  let sum = 0;
  let pairs = 0;
  names.forEach((a, i) => {
    for (const b of names.slice(0, i)) {
      sum += Math.abs(correlation(numbersOf(table, a), numbersOf(table, b)));
      pairs++;
    }
  });
  return sum / pairs;
}
