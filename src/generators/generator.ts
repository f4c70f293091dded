/**
 * A generator: whatever can be fitted to a table and then gives synthetic tables. All attacks and
 * measures work on any of them.
 */

import type { FitSettings } from '../model/settings.ts';
import type { CovariateOrder } from '../order/covariateOrder.ts';
import type { SecretKey } from '../random/chacha.ts';
import type { Rng } from '../random/rng.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import type { Progress } from '../work/progress.ts';
import type { DpvineSettings } from './dpvine/settings.ts';
import type { CtganSettings, TvaeSettings } from './neural/settings.ts';
import type { PrivacyPromise } from './private/promise.ts';
import type { PrivBayesSettings } from './privbayes/settings.ts';
import type { PrivPgdSettings } from './privpgd/settings.ts';

/** What every generator is told. Each heeds what concerns it. */
export interface GeneratorSettings
  extends Omit<FitSettings, 'response' | 'seed' | 'threads' | 'signal' | 'onProgress'> {
  /** The column that the others are to predict. */
  readonly response: string;
  /** How vines draw discrete variables. Default: 'exact'. */
  readonly responseSampling?: 'exact' | 'latent';
  /** Of the control 'partial-copy': the share of rows that are released as they are. Default: 0.1. */
  readonly copyShare?: number;
  /**
   * What was declared before the schema was completed from the table: to private generators, what is
   * public. Default: the schema as it is.
   */
  readonly declared?: TableSchema;
  /**
   * What the noise of private generators follows from. A number makes their fits reproducible, and their
   * promise holds only while nobody else knows it and it serves one table. 'public': from the stream of
   * the fit, as all else; for experiments, since it voids the promise. Default: a secret that is drawn
   * for each job and kept nowhere.
   */
  readonly noiseSeed?: number | 'public';
  /** The secret, once it is drawn: for units of work, never for a file. Default: drawn in the fit. */
  readonly noiseKey?: SecretKey;
  readonly privbayes?: PrivBayesSettings;
  readonly privpgd?: PrivPgdSettings;
  readonly dpvine?: DpvineSettings;
  readonly ctgan?: CtganSettings;
  readonly tvae?: TvaeSettings;
}

export interface Generator {
  /** Fits to all rows of the table. The same stream gives the same result, but for secret noise. */
  fit(
    table: Table,
    settings: GeneratorSettings,
    rng: Rng,
    watch?: FitWatch,
  ): FittedGenerator | Promise<FittedGenerator>;
  /** A fitted generator from what its `save` gave; a damaged document is refused. */
  restore?(saved: unknown): FittedGenerator;
}

/** How a long fit is followed and cancelled; it never changes the result. */
export interface FitWatch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface FittedGenerator {
  /** A table with exactly `rows` rows and the columns of the real one that are modelled. */
  sample(rows: number, rng: Rng): Table;
  /** Rows do not depend on each other, so that a long sample may be cut into sets. Default: false. */
  readonly independentRows?: boolean;
  /** What a reader of the figures must know of this fit. */
  readonly notes?: readonly string[];
  /** The fit as plain data for a JSON document, without rows of the real table. */
  save?(): unknown;
  /**
   * Of a model that has a density: its logarithm for each row of a table with the real columns, up to a
   * constant that may differ between rows but not between fits to parts of one table. Missing cells count
   * by the probability that they are missing.
   */
  logDensity?(table: Table): Float64Array;
  /**
   * Of a private fit, for each row of a table of everybody who may have been in: how much its released numbers speak
   * for the row (dpvine/fileRatios.ts); differences of two are log-likelihood ratios.
   */
  fileRatios?(people: Table): Float64Array;
  /** Of vines: the same fit with fewer trees. */
  readonly levels?: GeneratorLevels;
  /** Of a private fit whose bound on attacks is known: what it promises. */
  readonly promise?: PrivacyPromise;
  /** Of a private vine: what may be told of it. */
  readonly vine?: {
    readonly order: CovariateOrder;
    /** Whether dependence is that of each class of the response. */
    readonly isByClass: boolean;
  };
}

export interface GeneratorLevels {
  /** All trees of the fit. */
  readonly highest: number;
  at(truncation: number): FittedGenerator;
  /**
   * What `at(truncation).sample(rows, rng)` gives, for each truncation; it may share work between them. `first`: of
   * a longer sample, the rows from this one on.
   */
  sampleEach?(
    truncations: readonly number[],
    rows: number,
    rng: Rng,
    first?: number,
  ): readonly Table[];
  /** What `at(truncation).logDensity(table)` gives, for each truncation, likewise. */
  logDensityEach?(truncations: readonly number[], table: Table): readonly Float64Array[];
}

/** Where a vine is cut: a number of trees, or all. */
export type Truncation = number | 'full';

/** The fit with fewer trees; at 'full', or if it cannot be truncated, the fit as it is. */
export function truncatedTo(fitted: FittedGenerator, truncation: Truncation): FittedGenerator {
  const { levels } = fitted;
  if (truncation === 'full' || !levels || truncation >= levels.highest) return fitted;
  return levels.at(truncation);
}

/** Some of the sets that are drawn from a fit. */
export interface DrawnSets {
  /** The first of them, counted from 0, and how many they are. */
  readonly first: number;
  readonly sets: number;
  /** By truncation, one table whose parts are the sets, or one for each set. */
  readonly tables: readonly (readonly Table[])[];
}

/** Rows that are drawn at a time, where sets are drawn in parts: more of them take memory and save no time. */
const ROWS_AT_ONCE = 4096;

/**
 * `sets` synthetic tables of `rows` rows at each truncation, with the same random numbers at all of them. Of
 * each one long table whose parts are the sets, where rows are independent, or one for each set.
 */
export function sampleSets(
  fitted: FittedGenerator,
  truncations: readonly Truncation[],
  sets: number,
  rows: number,
  rng: Rng,
): readonly (readonly Table[])[] {
  const [{ tables }] = drawSets(fitted, truncations, sets, rows, rng, Number.POSITIVE_INFINITY);
  return tables;
}

/** The same some at a time, where rows can be drawn from any one on: who is done with them may let them go. */
export function* drawSets(
  fitted: FittedGenerator,
  truncations: readonly Truncation[],
  sets: number,
  rows: number,
  rng: Rng,
  rowsAtOnce = ROWS_AT_ONCE,
): Iterable<DrawnSets> {
  const { levels: own, independentRows } = fitted;
  if (own?.sampleEach && independentRows) {
    const trees = truncations.map((truncation) =>
      truncation === 'full' ? own.highest : Math.min(truncation, own.highest),
    );
    const step = Math.min(sets, Math.max(1, Math.floor(rowsAtOnce / rows)));
    for (let first = 0; first < sets; first += step) {
      const some = Math.min(step, sets - first);
      const drawn = own.sampleEach(trees, some * rows, rng.split('sets'), first * rows);
      yield { first, sets: some, tables: drawn.map((table) => [table]) };
    }
    return;
  }
  const tables = truncations.map((truncation) => {
    const at = truncatedTo(fitted, truncation);
    if (at.independentRows) return [at.sample(sets * rows, rng.split('sets'))];
    return Array.from({ length: sets }, (_, set) => at.sample(rows, rng.split('set', set)));
  });
  yield { first: 0, sets, tables };
}
