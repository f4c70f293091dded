/**
 * The attribute inference game (Stadler, Oprisanu and Troncoso 2022, as the paper plays it): a holder
 * draws rows, fits a generator with or without a target among them and releases synthetic sets; an
 * attacker regresses the sensitive column on all others and guesses the target's value. Stronger attackers stand beside
 * that one (attackers.ts).
 */

import { featuresOf } from '../../features/features.ts';
import { type Target, targetOf } from '../../features/target.ts';
import { checkThreads, type GeneratorChoice } from '../../generators/choice.ts';
import type { GeneratorSettings, Truncation } from '../../generators/generator.ts';
import { InputError } from '../../numerics/inputError.ts';
import { rngFromSeed } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import { openProgress, type Progress } from '../../work/progress.ts';
import { type Failure, runAll } from '../../work/runAll.ts';
import type { Runner } from '../../work/runner.ts';
import type { WorkStore } from '../../work/store.ts';
import { withRunner } from '../../work/withRunner.ts';
import { type GameSetup, setUpGame, type TargetChoice } from '../setUpGame.ts';
import type { AttackTarget } from '../targets.ts';
import { type AttributeLevel, type Play, summarise } from './findings.ts';
import { type GuessTask, guessFromSets } from './guessFromSets.ts';
import { planPlays } from './planPlays.ts';
import { attackedFeature } from './regressSensitive.ts';
import { whyNotByClass } from './responseClasses.ts';

export interface AttributeSettings {
  /** What is attacked. Default: 'cvine'. */
  readonly generator?: GeneratorChoice;
  /** What the generator is told; `sensitive` names the columns that are guessed. */
  readonly fit: GeneratorSettings;
  /** Truncation levels; one fit serves all. Default: 'full' alone. */
  readonly levels?: readonly Truncation[];
  /** Who is attacked, or how they are chosen. Default: outlying rows of each sensitive column, and four at random. */
  readonly targets?: TargetChoice;
  /** How often rows are drawn. Default: 10. */
  readonly iterations?: number;
  /** Rows that are drawn. Default: 500, but at most three fifths of those that are no targets. */
  readonly referenceSize?: number;
  /** Synthetic sets of each fit. Default: 50. */
  readonly sets?: number;
  /** Rows of a set. Default: as many as are drawn. */
  readonly setSize?: number;
  /** A guess is right within this many standard deviations. Default: 0.126, as in the paper. */
  readonly tolerance?: number;
  /** Divide sums of squares by n - ddof. Default: 0, as the paper's software does; its text says 1. */
  readonly ddof?: 0 | 1;
  /** Standardise a response that holds levels. Default: false, as the paper's software does. */
  readonly standardiseResponse?: boolean;
  /** Also fit without the targets, and attack bootstrap samples of the real rows. Default: true. */
  readonly baselines?: boolean;
  /** Default: 1. */
  readonly seed?: number;
  /** The result does not depend on it. Default: 1. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  /** Told after each fit with its sets. */
  readonly onProgress?: (progress: Progress) => void;
  /** Keeps what each fit gave, for another call with the same table and settings. Default: nothing is kept. */
  readonly store?: WorkStore | undefined;
}

export interface AttributeResult {
  readonly parameters: {
    readonly iterations: number;
    readonly referenceSize: number;
    readonly sets: number;
    readonly setSize: number;
    readonly tolerance: number;
    readonly ddof: 0 | 1;
    readonly standardiseResponse: boolean;
    readonly seed: number;
  };
  readonly targets: readonly AttackTarget[];
  readonly levels: readonly AttributeLevel[];
  /** The same attack on bootstrap samples of the real rows; nothing without baselines. */
  readonly real: AttributeLevel | undefined;
  readonly failures: readonly Failure[];
  readonly notes: readonly string[];
}

export const attributeUnits = { guessFromSets };

export async function attributeAttack(
  table: Table,
  given: AttributeSettings,
): Promise<AttributeResult> {
  const { generator = 'cvine', seed = 1, threads, signal, onProgress, store } = given;
  checkThreads(generator, threads);
  const rng = rngFromSeed(seed).split('attribute');
  const game = await setUpGame(table, given.fit, given.targets, rng, signal);
  const parameters = resolve(game, given);
  const { levels = ['full'], baselines = true } = given;
  const plays = planPlays(game, parameters, levels, generator, baselines, rng);
  const outcome = await withRunner(attributeUnits, { threads, signal }, (runner) =>
    runAll(
      runner,
      'guessFromSets',
      plays.map(({ task }) => withShared(task, runner)),
      { signal, store, done: openProgress(plays.length, onProgress) },
    ),
  );
  const sensitive = given.fit.sensitive ?? [];
  const regressors = sensitive.map((name) => {
    const { names } = plays[0].task.targets;
    return attackedFeature(plays[0].task.targets, name).on.map((j) => names[j]);
  });
  const played: Play[] = plays.flatMap(({ kind, iteration, target }, k) => {
    const found = outcome.results[k];
    return found ? [{ kind, iteration, target, found }] : [];
  });
  const summary = (kind: 'synthetic' | 'real', place: number, level: Truncation) =>
    summarise(played, kind, place, level, sensitive, regressors, game.targets);
  const found = levels.map((level, place) => summary('synthetic', place, level));
  for (const { sensitive: numbers, categories } of found) {
    for (const [name, { regressions }] of Object.entries({ ...numbers, ...categories })) {
      if (regressions > 0) continue;
      throw new InputError(
        `Attribute attack on '${name}': all fits failed. The first: ${outcome.failures[0]?.reason}`,
      );
    }
  }
  return {
    parameters,
    targets: game.targets,
    levels: found,
    real: baselines ? summary('real', 0, 'full') : undefined,
    failures: outcome.failures,
    notes: [
      ...game.notes,
      ...classNotes(game, played),
      ...(outcome.failures.length > 0
        ? [`${outcome.failures.length} of ${plays.length} fits failed; figures rest on the others.`]
        : []),
    ],
  };
}

/** What all plays have in common is sent once. */
function withShared(task: GuessTask, { share }: Runner<typeof attributeUnits>) {
  const { table, settings, plan, population, targets } = task;
  return {
    ...task,
    table: share(table),
    settings: share(settings),
    plan: share(plan),
    population: share(population),
    targets: share(targets),
  };
}

/** What a reader of the figures must know of regressions within classes. */
function classNotes({ plan, settings }: GameSetup, played: readonly Play[]): string[] {
  const numbers = played.flatMap(({ kind, found }) =>
    kind === 'in' ? found.flat().filter((each) => 'setsSharing' in each) : [],
  );
  if (numbers.length === 0) return [];
  const why = whyNotByClass(plan, settings.response);
  if (why) return [`Nobody attacked within classes of the response, because ${why}.`];
  return numbers.some(({ setsSharing }) => setsSharing > 0)
    ? [
        `In some synthetic sets a class of '${settings.response}' had too few rows for a regression of its own. The attacker within classes used the pooled regression for it.`,
      ]
    : [];
}

type Parameters = AttributeResult['parameters'];

/** Rows that the paper draws. */
const PAPER_ROWS = 500;

/** How often the paper repeats the attack, and the synthetic sets that it draws from each fit. */
export const attributeDefaults = { iterations: 10, sets: 50 } as const;

/** Standard deviations within which the paper calls a guess right. */
export const PAPER_TOLERANCE = 0.126;

/** What is left out follows the paper, or the number of rows that are no targets where they are few. */
export function attributeSizes(
  given: Pick<AttributeSettings, 'iterations' | 'referenceSize' | 'sets' | 'setSize'>,
  pool: number,
) {
  const { iterations = attributeDefaults.iterations, sets = attributeDefaults.sets } = given;
  const { referenceSize = Math.min(PAPER_ROWS, Math.floor(0.6 * pool)) } = given;
  const { setSize = referenceSize } = given;
  return { iterations, referenceSize, sets, setSize };
}

function resolve(
  { table, pool, plan, settings }: GameSetup,
  { targets: _, ...given }: AttributeSettings,
): Parameters {
  const { iterations, referenceSize, sets, setSize } = attributeSizes(given, pool.length);
  const { tolerance = PAPER_TOLERANCE, ddof = 0, standardiseResponse = false, seed = 1 } = given;
  for (const [name, value] of Object.entries({ iterations, referenceSize, sets, setSize })) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new InputError(
        `Attribute attack, ${name}: found ${value}. Give a whole number of at least 1.`,
      );
    }
  }
  if (referenceSize > pool.length) {
    throw new InputError(
      `Attribute attack: ${referenceSize} rows are to be drawn of ${pool.length} that are no targets. Give a smaller referenceSize.`,
    );
  }
  const sensitive = settings.sensitive ?? [];
  if (sensitive.length === 0) {
    throw new InputError('Attribute attack: no column is sensitive. Name at least one.');
  }
  const features = featuresOf(plan, table);
  for (const name of sensitive) {
    if (isConstant(targetOf(plan, table, name))) {
      throw new InputError(
        `Attribute attack: '${name}' has the same value in all rows. Leave it out.`,
      );
    }
  }
  if (setSize < features.names.length + 2) {
    throw new InputError(
      `Attribute attack: sets of ${setSize} rows are too small for a regression on ${features.names.length - 1} features. Give a table with more rows or fewer columns, or larger sets (setSize).`,
    );
  }
  return { iterations, referenceSize, sets, setSize, tolerance, ddof, standardiseResponse, seed };
}

function isConstant(target: Target): boolean {
  const values = target.kind === 'classes' ? target.codes : target.values;
  const known = Array.from(values).filter(
    (value) => !Number.isNaN(value) && !(target.kind === 'classes' && value < 0),
  );
  return known.every((value) => value === known[0]);
}
