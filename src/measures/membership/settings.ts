/** What the game may be told, and what it resolves to. Sizes are the paper's unless given. */

import { checkThreads, type GeneratorChoice } from '../../generators/choice.ts';
import type { GeneratorSettings, Truncation } from '../../generators/generator.ts';
import { InputError } from '../../numerics/inputError.ts';
import { type Rng, rngFromSeed } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import type { Progress } from '../../work/progress.ts';
import type { WorkStore } from '../../work/store.ts';
import { setUpGame, type TargetChoice } from '../setUpGame.ts';
import type { AttackTarget } from '../targets.ts';
import { FEATURE_SETS, type FeatureSet, planSummaries, type SummaryPlan } from './features.ts';

export interface MembershipSettings {
  /** The name of a generator, or one of your own, which runs in the calling thread alone. Default: 'cvine'. */
  readonly generator?: GeneratorChoice;
  /** What the generator is told. Extreme rows of its `sensitive` columns are attacked. */
  readonly fit: GeneratorSettings;
  /** The rows that are attacked, or how they are chosen. Default: as `chooseTargets` does. */
  readonly targets?: TargetChoice;
  /** Truncation levels of vines; all share their fits. Default: 'full'. */
  readonly levels?: readonly Truncation[];
  /** What the attacker sees of a set; several are played with the same sets. Default: 'all' and 'nearness'. */
  readonly features?: FeatureSet | readonly FeatureSet[];
  /** Repetitions with other training rows. Default: 10. */
  readonly iterations?: number;
  /** Rows that the attacker knows. Default: 500, or 4/7 of the rows that are no targets if fewer. */
  readonly referenceSize?: number;
  /** Rows of a training table. Default: 400, or 4/5 of the reference rows if fewer. */
  readonly trainSize?: number;
  /** Subsets of the reference rows that the attacker learns from. Default: 10. */
  readonly shadows?: number;
  /** Sets that are drawn from each fit to such a subset. Default: 10. */
  readonly setsPerShadow?: number;
  /** Sets that are drawn from each fit of the game and guessed. Default: 50. */
  readonly sets?: number;
  /** Rows of a set. Default: as many as a training table has. */
  readonly setSize?: number;
  /** Whether a row that is no target is added too, to see if the attack notices any row. Default: true. */
  readonly placebo?: boolean;
  /** Trees of the attacker's forest. Default: 100. */
  readonly trees?: number;
  /** The same seed gives the same result, on any number of threads. Default: 1. */
  readonly seed?: number;
  /** Number of threads. Default: 1, the calling thread. */
  readonly threads?: number;
  /** Cancels the game. */
  readonly signal?: AbortSignal;
  /** Told after each unit of work: a fit with its sets, or the attacker of a target, level and feature set. */
  readonly onProgress?: (progress: Progress) => void;
  /** Keeps what each unit gave, for another call with the same table and settings. Default: nothing is kept. */
  readonly store?: WorkStore | undefined;
}

/** The numbers of a game. */
export interface GameSizes {
  readonly iterations: number;
  readonly referenceSize: number;
  readonly trainSize: number;
  readonly shadows: number;
  readonly setsPerShadow: number;
  readonly sets: number;
  readonly setSize: number;
  readonly trees: number;
}

/** The paper's numbers; those of rows follow the table (`resolveSizes`). */
export const membershipDefaults = {
  iterations: 10,
  shadows: 10,
  setsPerShadow: 10,
  sets: 50,
  trees: 100,
} as const satisfies Partial<GameSizes>;

/** A game that can be played: checked, with all its choices made. */
export interface Game {
  readonly table: Table;
  readonly generator: GeneratorChoice;
  readonly settings: GeneratorSettings;
  readonly targets: readonly AttackTarget[];
  /** All rows that are no targets. */
  readonly pool: readonly number[];
  readonly levels: readonly Truncation[];
  readonly features: readonly FeatureSet[];
  readonly plan: SummaryPlan;
  readonly sizes: GameSizes;
  readonly placebo: boolean;
  readonly seed: number;
  readonly rng: Rng;
  readonly notes: readonly string[];
}

/** A fit needs this many rows, and so does a set that is to be summarised. */
const FEWEST_ROWS = 10;

/** 4/7 of so many rows are 13, and 4/5 of these are 10. */
const LEAST_POOL = 23;

export async function resolveGame(table: Table, given: MembershipSettings): Promise<Game> {
  const { generator = 'cvine', seed = 1, placebo = true, threads, signal } = given;
  checkThreads(generator, threads);
  const rng = rngFromSeed(seed).split('membership');
  const setup = await setUpGame(table, given.fit, given.targets, rng, signal);
  const { targets } = setup;
  const pool = Array.from(setup.pool);
  const features = resolveFeatures(given.features ?? ['all', 'nearness']);
  const sizes = resolveSizes(given, table.rows, pool.length, placebo);
  return {
    table,
    generator,
    settings: setup.settings,
    targets,
    pool,
    levels: resolveLevels(given.levels ?? ['full']),
    features,
    plan: planSummaries(setup.plan, table, targets, features),
    sizes,
    placebo,
    seed,
    rng,
    notes: [...setup.notes, ...sizeNotes(given, sizes, pool.length)],
  };
}

function resolveFeatures(given: FeatureSet | readonly FeatureSet[]): readonly FeatureSet[] {
  const sets = [...new Set(typeof given === 'string' ? [given] : given)];
  const unknown = sets.find((set) => !FEATURE_SETS.includes(set));
  if (sets.length > 0 && unknown === undefined) return sets;
  throw new InputError(
    `Features: found ${unknown === undefined ? 'none' : `'${unknown}'`}. Give ${FEATURE_SETS.join(', ')}, one or several.`,
  );
}

function resolveLevels(given: readonly Truncation[]): readonly Truncation[] {
  const levels = [...new Set(given)];
  const wrong = levels.find(
    (level) => level !== 'full' && !(Number.isInteger(level) && level >= 0),
  );
  if (levels.length > 0 && wrong === undefined) return levels;
  throw new InputError(
    `Levels: found ${wrong === undefined ? 'none' : wrong}. Give whole numbers of at least 0, or 'full'.`,
  );
}

export function resolveSizes(
  settings: Partial<GameSizes>,
  rows: number,
  pool: number,
  placebo: boolean,
): GameSizes {
  const whole = (name: keyof GameSizes, otherwise: number, least = 1): number => {
    const value = settings[name] ?? otherwise;
    if (Number.isInteger(value) && value >= least) return value;
    throw new InputError(`${name}: found ${value}. Give a whole number of at least ${least}.`);
  };
  const given = settings.trainSize;
  const usual = Math.min(500, Math.floor((pool * 4) / 7));
  const enough = `The table has ${rows} rows, of which ${rows - pool} are targets`;
  if (pool < LEAST_POOL && given === undefined && settings.referenceSize === undefined) {
    const least = LEAST_POOL + rows - pool;
    throw new InputError(
      `Rows: too few for the game. ${enough}; at least ${least} rows are needed. Give more rows or fewer targets.`,
    );
  }
  const referenceSize = whole(
    'referenceSize',
    Math.min(pool, Math.max(usual, Math.ceil(1.25 * (given ?? 0)))),
    FEWEST_ROWS,
  );
  const trainSize = whole('trainSize', Math.min(400, Math.floor(0.8 * referenceSize)), FEWEST_ROWS);
  if (referenceSize > pool || trainSize > referenceSize || (placebo && trainSize >= pool)) {
    const spare = placebo ? ', and the placebo one row besides' : '';
    throw new InputError(
      `Rows: too few for these settings. ${enough}; ${pool} are left, but the attacker's reference needs ${referenceSize} of them and each training table ${trainSize} of the reference${spare}. Give referenceSize at most ${pool} and trainSize at most ${Math.min(referenceSize, pool - 1)}, or leave both out.`,
    );
  }
  return {
    iterations: whole('iterations', membershipDefaults.iterations),
    referenceSize,
    trainSize,
    shadows: whole('shadows', membershipDefaults.shadows),
    setsPerShadow: whole('setsPerShadow', membershipDefaults.setsPerShadow),
    sets: whole('sets', membershipDefaults.sets),
    setSize: whole('setSize', trainSize, 2),
    trees: whole('trees', membershipDefaults.trees),
  };
}

function sizeNotes(
  settings: MembershipSettings,
  { referenceSize, trainSize, iterations }: GameSizes,
  pool: number,
): string[] {
  const scaled =
    settings.referenceSize === undefined &&
    settings.trainSize === undefined &&
    (referenceSize < 500 || trainSize < 400);
  return [
    ...(scaled
      ? [
          `Sizes are smaller than the paper's 500 and 400: of ${pool} rows that are no targets the attacker knows ${referenceSize} (4/7), and training tables have ${trainSize} (4/5 of these).`,
        ]
      : []),
    ...(trainSize === referenceSize
      ? [
          'Training tables are as large as the reference: all shadows are fitted to the same rows. Give a smaller trainSize.',
        ]
      : []),
    ...(iterations > 1
      ? [
          `Training tables of the ${iterations} iterations overlap (${trainSize} of ${pool} rows each), so that intervals over iterations are somewhat too narrow.`,
        ]
      : ['With one iteration nothing is known about the spread between fits.']),
  ];
}
