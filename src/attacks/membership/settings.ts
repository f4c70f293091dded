/** What the game may be told, and what it resolves to. Sizes are the paper's unless given. */

import { planFeatures } from '../../features/plan.ts';
import { generatorOf } from '../../generators/catalogue.ts';
import type { Generator, GeneratorSettings } from '../../generators/generator.ts';
import { InputError } from '../../numerics/inputError.ts';
import { nearestName } from '../../numerics/nearestName.ts';
import { type Rng, rngFromSeed } from '../../random/rng.ts';
import { resolveSchema } from '../../synth/settings.ts';
import { applySchema } from '../../table/applySchema.ts';
import { schemaOf } from '../../table/detectSchema.ts';
import { schemaToJSON, type TableSchema } from '../../table/schema.ts';
import type { Table } from '../../table/table.ts';
import { type AttackTarget, chooseTargets, type TargetSettings } from '../targets.ts';
import { FEATURE_SETS, type FeatureSet, planSummaries, type SummaryPlan } from './features.ts';
import type { Level } from './summariseSets.ts';

export interface MembershipSettings {
  /** The name of a generator, or one of your own, which runs in the calling thread alone. */
  readonly generator: string | Generator;
  /** What the generator is told besides response and sensitive columns. */
  readonly generatorSettings?: Partial<Omit<GeneratorSettings, 'response' | 'sensitive'>>;
  readonly response: string;
  /** Columns whose extreme rows are attacked. Default: none, so that targets are random. */
  readonly sensitive?: readonly string[];
  /** The rows that are attacked, or how they are chosen. Default: as `chooseTargets` does. */
  readonly targets?: readonly AttackTarget[] | Omit<TargetSettings, 'sensitive'>;
  /** Truncation levels of vines; all share their fits. Default: 'full'. */
  readonly levels?: readonly Level[];
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
  readonly onProgress?: (progress: MembershipProgress) => void;
}

export interface MembershipProgress {
  readonly done: number;
  readonly total: number;
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

/** A game that can be played: checked, with all its choices made. */
export interface Game {
  readonly table: Table;
  readonly generator: string | Generator;
  readonly settings: GeneratorSettings;
  readonly targets: readonly AttackTarget[];
  /** All rows that are no targets. */
  readonly pool: readonly number[];
  readonly levels: readonly Level[];
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

export function resolveGame(table: Table, settings: MembershipSettings): Game {
  const { generator, response, sensitive = [], seed = 1, placebo = true, threads = 1 } = settings;
  if (typeof generator === 'string') generatorOf(generator);
  else if (threads > 1) {
    throw new InputError(
      `Threads: found ${threads}, but a generator of your own cannot be sent to another thread. Give 1 thread, or the name of a generator.`,
    );
  }
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new InputError(`Seed: found ${seed}. Give a whole number from 0 on.`);
  }
  for (const [what, names] of [
    ['Response', [response]] as const,
    ['Sensitive columns', sensitive] as const,
  ]) {
    for (const name of names) checkColumn(table, what, name);
  }
  const declared = resolveSchema(settings.generatorSettings?.schema);
  const typed = applySchema(table, declared);
  const rng = rngFromSeed(seed).split('membership');
  const featurePlan = planFeatures(typed);
  const targets = resolveTargets(table, settings, (choice) =>
    chooseTargets(table, featurePlan, { ...choice, sensitive }, rng.split('targets')),
  );
  const isTarget = new Set(targets.map(({ row }) => row));
  const pool = Array.from({ length: table.rows }, (_, row) => row).filter(
    (row) => !isTarget.has(row),
  );
  const features = resolveFeatures(settings.features ?? ['all', 'nearness']);
  const sizes = resolveSizes(settings, table.rows, pool.length, placebo);
  return {
    table,
    generator,
    settings: {
      ...settings.generatorSettings,
      response,
      sensitive,
      // found once: in every training table columns are what they are in the whole one
      schema: schemaToJSON(wholeSchema(declared, schemaOf(typed.detection, declared.missing))),
    },
    targets,
    pool,
    levels: resolveLevels(settings.levels ?? ['full']),
    features,
    plan: planSummaries(featurePlan, table, targets, features),
    sizes,
    placebo,
    seed,
    rng,
    notes: sizeNotes(settings, sizes, pool.length),
  };
}

/** What is declared, and what was detected besides. */
function wholeSchema(declared: TableSchema, detected: TableSchema): TableSchema {
  const columns = new Map(
    [...detected.columns].map(([name, found]) => [
      name,
      { ...found, ...declared.columns.get(name) },
    ]),
  );
  return { ...detected, columns };
}

function checkColumn({ columns }: Table, what: string, name: string): void {
  const names = columns.map((column) => column.name);
  if (names.includes(name)) return;
  const nearest = nearestName(String(name), names);
  const hint = nearest === undefined ? 'Check the name.' : `Did you mean '${nearest}'?`;
  throw new InputError(`${what}: there is no column '${name}'. ${hint}`);
}

function resolveTargets(
  table: Table,
  { targets = {} }: MembershipSettings,
  choose: (settings: Omit<TargetSettings, 'sensitive'>) => AttackTarget[],
): readonly AttackTarget[] {
  const chosen = isList(targets) ? targets : choose(targets);
  if (chosen.length === 0) {
    throw new InputError(
      'Targets: found none. Give rows, sensitive columns or a number of random rows.',
    );
  }
  const seen = new Set<number>();
  for (const { row } of chosen) {
    if (!Number.isInteger(row) || row < 0 || row >= table.rows) {
      throw new InputError(
        `Targets: there is no row ${row}. Rows are counted from 0 to ${table.rows - 1}.`,
      );
    }
    if (seen.has(row)) throw new InputError(`Targets: found row ${row} twice. Give it once.`);
    seen.add(row);
  }
  return chosen;
}

function isList<T>(value: readonly T[] | object): value is readonly T[] {
  return Array.isArray(value);
}

function resolveFeatures(given: FeatureSet | readonly FeatureSet[]): readonly FeatureSet[] {
  const sets = [...new Set(typeof given === 'string' ? [given] : given)];
  const unknown = sets.find((set) => !FEATURE_SETS.includes(set));
  if (sets.length > 0 && unknown === undefined) return sets;
  throw new InputError(
    `Features: found ${unknown === undefined ? 'none' : `'${unknown}'`}. Give ${FEATURE_SETS.join(', ')}, one or several.`,
  );
}

function resolveLevels(given: readonly Level[]): readonly Level[] {
  const levels = [...new Set(given)];
  const wrong = levels.find(
    (level) => level !== 'full' && !(Number.isInteger(level) && level >= 0),
  );
  if (levels.length > 0 && wrong === undefined) return levels;
  throw new InputError(
    `Levels: found ${wrong === undefined ? 'none' : wrong}. Give whole numbers from 0 on, or 'full'.`,
  );
}

function resolveSizes(
  settings: MembershipSettings,
  rows: number,
  pool: number,
  placebo: boolean,
): GameSizes {
  const whole = (name: keyof GameSizes, otherwise: number, least = 1): number => {
    const value = settings[name] ?? otherwise;
    if (Number.isInteger(value) && value >= least) return value;
    throw new InputError(`${name}: found ${value}. Give a whole number from ${least} on.`);
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
    iterations: whole('iterations', 10),
    referenceSize,
    trainSize,
    shadows: whole('shadows', 10),
    setsPerShadow: whole('setsPerShadow', 10),
    sets: whole('sets', 50),
    setSize: whole('setSize', trainSize, 2),
    trees: whole('trees', 100),
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
