/**
 * Squared errors of an attacker's guesses about single targets, in units of the column's variance. The rows
 * of the simulated data are nobody's, so that these may be told; the product itself tells of nobody alone.
 * As the paper plays it: a fit to 500 rows and the target, sets of 500 synthetic rows, a regression in each.
 */

import type * as Library from '../../src/index.ts';
import { numbersOf, type Setting } from '../setting.ts';
import { regression } from '../theory.ts';

export interface GuessErrorsAt {
  readonly level: number;
  readonly name: string;
  /** Means over targets and sets, by iteration. */
  readonly outlying: readonly number[];
  readonly random: readonly number[];
}

interface GuessGame {
  readonly table: Library.Table;
  readonly settings: Library.GeneratorSettings;
  readonly targets: readonly Library.AttackTarget[];
  readonly levels: readonly number[];
  readonly iterations: number;
  readonly sets: number;
}

const ROWS = 500;

export async function guessErrors(
  { library, seed }: Setting,
  { table, settings, targets, levels, iterations, sets }: GuessGame,
): Promise<GuessErrorsAt[]> {
  const sensitive = [...(settings.sensitive ?? [])];
  const names = table.columns.map(({ name }) => name);
  const population = names.map((name) => standardised(numbersOf(table, name)));
  const found = sensitive.flatMap((name) =>
    levels.map((level) => ({
      level,
      name,
      outlying: [] as number[],
      random: [] as number[],
    })),
  );
  const pool = [...Array(table.rows).keys()].filter((row) =>
    targets.every((target) => target.row !== row),
  );
  for (let iteration = 0; iteration < iterations; iteration++) {
    const rng = library.rngFromSeed(seed).split('guess errors', iteration);
    const rows = choose(pool, rng.split('rows'));
    const errors = new Map<string, number[]>();
    for (const [at, { row, kind, sensitive: own }] of targets.entries()) {
      const training = library.takeRows(table, Uint32Array.from([...rows, row]));
      const stream = rng.split('target', at);
      const fitted = await library
        .generatorOf('cvine')
        .fit(training, settings, stream.split('fit'));
      const person = population.map((values) => values[row]);
      for (const level of levels) {
        for (let set = 0; set < sets; set++) {
          const drawn = (fitted.levels?.at(level) ?? fitted).sample(ROWS, stream.split('set', set));
          const columns = names.map((name) => standardised(numbersOf(drawn, name)));
          const matrix = columns.map((a) => columns.map((b) => library.pearson(a, b)));
          for (const name of own === undefined ? sensitive : [own]) {
            const j = names.indexOf(name);
            const on = names.map((_, k) => k).filter((k) => k !== j);
            const guess = regression(matrix, j, on).reduce(
              (sum, coefficient, k) => sum + coefficient * person[on[k]],
              0,
            );
            const key = `${name} ${level} ${kind}`;
            const error = (guess - person[j]) * (guess - person[j]);
            errors.set(key, [...(errors.get(key) ?? []), error]);
          }
        }
      }
    }
    for (const each of found) {
      for (const kind of ['outlying', 'random'] as const) {
        const own = errors.get(`${each.name} ${each.level} ${kind}`) ?? [];
        each[kind].push(own.reduce((sum, error) => sum + error, 0) / own.length);
      }
    }
  }
  return found;
}

function standardised(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / values.length;
  return values.map((value) => (value - mean) / Math.sqrt(variance));
}

/** So many rows, none twice. */
function choose(pool: readonly number[], rng: Library.Rng): number[] {
  const keys = rng.uniforms(pool.length);
  return pool
    .map((row, k) => ({ row, key: keys[k] }))
    .sort((a, b) => a.key - b.key)
    .slice(0, ROWS)
    .map(({ row }) => row);
}
