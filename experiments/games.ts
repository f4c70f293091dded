/** The measures as the experiments play them, each as plain data by level. */

import type * as Library from '../src/index.ts';
import { numbersOf, type Setting } from './setting.ts';

type Level = number | 'full';

/** What is attacked and measured. */
export interface Subject {
  readonly table: Library.Table;
  readonly generator: Library.GeneratorName;
  readonly settings: Library.GeneratorSettings;
  readonly levels: readonly Level[];
  /** Whether its rows are people: then nothing is told of fewer than five. */
  readonly isOfPeople: boolean;
}

/** Behind what is told of people stand at least so many. */
const LEAST_PEOPLE = 5;

/** Of one sensitive column at one level. */
export interface ColumnAttack {
  /** By iteration. */
  readonly mab: readonly number[];
  readonly mr2: readonly number[];
  /** The same within classes and by a forest. */
  readonly mr2ByClass: readonly number[];
  readonly mr2Forest: readonly number[];
  /** R2 of guesses for the real rows of the fit, by attacker. */
  readonly onReal: Library.AttributeFindings['r2OnReal']['inTable'];
  readonly wcab: number;
  readonly r2: number;
  readonly floor: number;
  /**
   * Squared errors of the guesses, with the target inside, as parts of those of guessing the mean: over
   * all targets, by iteration. None where there are fewer than five targets.
   */
  readonly errors: readonly number[];
  readonly coefficients: Library.AttributeFindings['coefficients'];
}

export interface AttributeAt {
  readonly level: Level;
  readonly columns: Readonly<Record<string, ColumnAttack>>;
}

export async function attribute(
  { library, scale, threads, seed, share }: Setting,
  { table, generator, settings, levels }: Subject,
  targets: readonly Library.AttackTarget[],
  options: Partial<Library.AttributeSettings> = {},
): Promise<AttributeAt[]> {
  const told: Library.AttributeSettings = {
    generator,
    fit: settings,
    levels,
    targets,
    seed,
    iterations: scale.iterations,
    sets: scale.sets,
    baselines: false,
    ...options,
  };
  const result = await share(table, { attribute: told }, (store) =>
    library.attributeAttack(table, { ...told, threads, store }),
  );
  return result.levels.map(({ truncation, sensitive }) => ({
    level: truncation,
    columns: Object.fromEntries(
      Object.entries(sensitive).map(([name, found]): [string, ColumnAttack] => [
        name,
        {
          mab: found.mab.values,
          mr2: found.mr2Values,
          mr2ByClass: found.mr2ByClassValues,
          mr2Forest: found.mr2ForestValues,
          onReal: found.r2OnReal.inTable,
          wcab: found.wcab,
          r2: found.r2,
          floor: found.mabFloor,
          errors: found.mse.all.map(threeDigits),
          coefficients: found.coefficients,
        },
      ]),
    ),
  }));
}

export interface MembershipAt {
  readonly level: Level;
  /** Who was attacked; where they are too few to be told of, nothing follows. */
  readonly people: number;
  /** Privacy gains, and those with another row in place of the target: means over people, by iteration. */
  readonly gains: readonly number[];
  readonly placebo: readonly number[];
  /** Of all targets: the mean over iterations with its interval. */
  readonly advantage: Interval | null;
  /** Advantage beyond that over any added row. */
  readonly beyondPlacebo: Interval | null;
}

/** Everybody a target: how often the attacker who compares densities tells a member from another. */
export interface AuditAt {
  readonly level: Level;
  /** Scaled to a release of the whole table; .5 is chance. */
  readonly auc: Interval;
}

/** At the size of a standard study, whatever the scale. */
export async function audit(
  { library, threads, seed, share }: Setting,
  { table, generator, settings, levels }: Subject,
): Promise<AuditAt[]> {
  const told = { generator, fit: settings, levels, seed };
  const found = await share(table, { audit: told }, (store) =>
    library.membershipAudit(table, { ...told, threads, store }),
  );
  return found.levels.map(({ truncation, scores }) => {
    if (!scores.refit) throw new Error(`audit at ${truncation}: the judge gave nothing`);
    const { estimate, low, high } = scores.refit.atRelease;
    return { level: truncation, auc: { estimate, low, high } };
  });
}

/** As JSON has it: an end that is not finite is null. */
export interface Interval {
  readonly estimate: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** The correlation attack, which the paper plays. */
export async function membership(
  { library, scale, threads, seed, share }: Setting,
  { table, generator, settings, levels, isOfPeople }: Subject,
  targets: readonly Library.AttackTarget[],
  options: Partial<Library.MembershipSettings> = {},
): Promise<MembershipAt[]> {
  const told: Library.MembershipSettings = {
    generator,
    fit: settings,
    levels,
    targets,
    seed,
    features: 'correlation',
    iterations: scale.iterations,
    shadows: scale.shadows,
    setsPerShadow: scale.setsPerShadow,
    sets: scale.membershipSets,
    ...options,
  };
  const { outcomes } = await share(table, { membership: told }, (store) =>
    library.membershipAttack(table, { ...told, threads, store }),
  );
  return outcomes.map(({ truncation: level, targets: attacked, advantage, placebo }) => {
    if (!advantage || !placebo) throw new Error(`membership at ${level}: nothing could be run`);
    const people = attacked.filter(({ trials }) => trials.length > 0).length;
    if (isOfPeople && people < LEAST_PEOPLE) {
      return { level, people, gains: [], placebo: [], advantage: null, beyondPlacebo: null };
    }
    const trials = attacked.flatMap((each) => each.trials);
    return {
      level,
      people,
      advantage,
      beyondPlacebo: placebo.difference,
      gains: byIteration(trials, (trial) => trial.privacyGain),
      placebo: byIteration(trials, (trial) => trial.placebo?.privacyGain),
    };
  });
}

/** Means over people. */
function byIteration<Trial extends { readonly iteration: number }>(
  trials: readonly Trial[],
  value: (trial: Trial) => number | undefined,
): number[] {
  return [...new Set(trials.map(({ iteration }) => iteration))].map((iteration) => {
    const here = trials
      .filter((trial) => trial.iteration === iteration)
      .flatMap((trial) => value(trial) ?? []);
    return threeDigits(here.reduce((sum, each) => sum + each, 0) / here.length);
  });
}

function threeDigits(value: number): number {
  return Number(value.toPrecision(3));
}

export interface UtilityAt {
  readonly level: Level;
  /** By synthetic set. */
  readonly balancedAccuracy: readonly number[];
  readonly auc: readonly number[];
}

export interface UtilityFound {
  readonly real: { readonly balancedAccuracy: number; readonly auc: number };
  readonly levels: readonly UtilityAt[];
}

/** A random forest that learns from synthetic rows, tested on real ones. */
export async function utility(
  { library, scale, threads, seed, share }: Setting,
  { table, generator, settings, levels }: Subject,
  test: Library.Table,
): Promise<UtilityFound> {
  const told: Library.UtilitySettings = {
    generator,
    fit: settings,
    test,
    levels,
    seed,
    sets: scale.utilitySets,
    modelSettings: { forest: { trees: scale.trees } },
  };
  const { real, levels: found } = await share(table, { utility: told }, (store) =>
    library.utility(table, { ...told, threads, store }),
  );
  return {
    real: { balancedAccuracy: real.forest.balancedAccuracy, auc: real.forest.auc },
    levels: found.map(({ truncation, models }) => ({
      level: truncation,
      balancedAccuracy: models.forest.balancedAccuracy.values,
      auc: models.forest.auc.values,
    })),
  };
}

export interface FidelityAt {
  readonly level: Level;
  readonly alphaPrecision: number;
  readonly betaRecall: number;
  /** As the measure is defined, and as public code computes it. */
  readonly authenticity: number;
  readonly legacyAuthenticity: number;
  readonly overlap: Readonly<Record<string, number>>;
}

/** Of one table as long as the real one. */
export function fidelity(
  { library, seed }: Setting,
  real: Library.Table,
  synthetic: Library.Table,
  level: Level,
  response: string,
): FidelityAt {
  const own = library.tableFidelity(real, synthetic, { response, seed });
  const legacy = library.tableFidelity(real, synthetic, { response, seed, authenticity: 'legacy' });
  return {
    level,
    alphaPrecision: own.alphaPrecision,
    betaRecall: own.betaRecall,
    authenticity: own.authenticity.estimate,
    legacyAuthenticity: legacy.authenticity.estimate,
    overlap: Object.fromEntries(own.margins.columns.map(({ name, overlap }) => [name, overlap])),
  };
}

/** Tables of one fit at each level, so that fidelity has an interval. */
export async function fidelityTables(
  setting: Setting,
  subject: Subject,
  response: string,
): Promise<FidelityAt[]> {
  const { library, seed, scale } = setting;
  const { table, generator, settings, levels } = subject;
  const rng = library.rngFromSeed(seed).split('experiment', generator, 'fidelity');
  const fitted = await library.generatorOf(generator).fit(table, settings, rng.split('fit'));
  return levels.flatMap((level) =>
    Array.from({ length: scale.fits }, (_, set) => {
      const drawn = (level === 'full' || !fitted.levels ? fitted : fitted.levels.at(level)).sample(
        table.rows,
        rng.split('draw', set),
      );
      return fidelity(setting, table, drawn, level, response);
    }),
  );
}

/** One of several fits: generators with noise or random starts differ from fit to fit. */
export interface FitFound {
  /** Means over the synthetic sets of the fit. */
  readonly balancedAccuracy: number;
  readonly auc: number;
  /** Of one table as long as the real one. */
  readonly fidelity: FidelityAt;
}

export async function severalFits(
  setting: Setting,
  { table, generator, settings }: Subject,
  test: Library.Table,
  { fits, sets }: { readonly fits: number; readonly sets: number },
): Promise<FitFound[]> {
  const { library, scale, seed, threads } = setting;
  const found: FitFound[] = [];
  for (let fit = 0; fit < fits; fit++) {
    const rng = library.rngFromSeed(seed).split('experiment', generator, 'fits', fit);
    const fitted = await library.generatorOf(generator).fit(table, settings, rng.split('fit'));
    const { levels } = await library.utility(table, {
      generator: { fit: () => fitted },
      fit: settings,
      test,
      threads,
      sets,
      seed: seed + fit,
      modelSettings: { forest: { trees: scale.trees } },
    });
    const { balancedAccuracy, auc } = levels[0].models.forest;
    const drawn = fitted.sample(table.rows, rng.split('draw'));
    found.push({
      balancedAccuracy: meanOf(balancedAccuracy.values),
      auc: meanOf(auc.values),
      fidelity: fidelity(setting, table, drawn, 'full', settings.response),
    });
  }
  return found;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export interface DetectionAt {
  readonly level: Level;
  /** Of a classifier that tells real rows from synthetic ones; .5 is best. */
  readonly auc: { readonly estimate: number; readonly low: number; readonly high: number };
}

export function detection(
  { library, seed }: Setting,
  real: Library.Table,
  synthetic: Library.Table,
  level: Level,
  response: string,
): DetectionAt {
  const { detectionAuc } = library.tableFidelity(real, synthetic, { response, seed });
  if (!detectionAuc) throw new Error(`detection at ${level}: too few rows`);
  return { level, auc: detectionAuc };
}

/** Fits once to the whole table, and draws at each level. */
export async function drawAt(
  { library, seed }: Setting,
  { table, generator, settings, levels }: Subject,
  rows: number,
): Promise<Library.Table[]> {
  const rng = library.rngFromSeed(seed).split('experiment', generator);
  const fitted = await library.generatorOf(generator).fit(table, settings, rng.split('fit'));
  return levels.map((level) =>
    (level === 'full' || !fitted.levels ? fitted : fitted.levels.at(level)).sample(
      rows,
      rng.split('draw'),
    ),
  );
}

/** Correlations of all pairs of the columns, row by row. */
export function matrixOf(
  table: Library.Table,
  names: readonly string[],
  correlation: (a: Float64Array, b: Float64Array) => number,
): number[][] {
  const columns = names.map((name) => numbersOf(table, name));
  const matrix = columns.map(() => new Array<number>(names.length).fill(1));
  columns.forEach((a, i) => {
    columns.slice(0, i).forEach((b, j) => {
      matrix[i][j] = matrix[j][i] = correlation(a, b);
    });
  });
  return matrix;
}

/** The mean size of the correlations between some of the columns of a matrix. */
export function meanSize(
  matrix: readonly (readonly number[])[],
  places: readonly number[],
): number {
  const pairs = places.flatMap((i, k) => places.slice(0, k).map((j) => Math.abs(matrix[i][j])));
  return pairs.reduce((sum, size) => sum + size, 0) / pairs.length;
}
