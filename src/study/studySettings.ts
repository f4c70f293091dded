/** What a study may be told, and what it resolves to before anything is fitted. */

import { type FeaturePlan, planFeatures } from '../features/plan.ts';
import { stratifiedSplit } from '../features/stratifiedSplit.ts';
import { targetOf } from '../features/target.ts';
import { type GeneratorName, generatorOf } from '../generators/catalogue.ts';
import type { GeneratorSettings } from '../generators/generator.ts';
import { type AttackTarget, chooseTargets } from '../measures/targets.ts';
import {
  declaredWithPooled,
  guardSchema,
  guardTable,
  openGuard,
  type TableGuard,
} from '../model/guardTable.ts';
import { type FitSettings, resolveFit, resolveSchema } from '../model/settings.ts';
import { InputError } from '../numerics/inputError.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { rngFromSeed } from '../random/rng.ts';
import { applySchema } from '../table/applySchema.ts';
import { schemaOf } from '../table/detectSchema.ts';
import { completeSchema, type TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { takeRows } from '../table/takeRows.ts';
import type { ResponseSampling } from '../vine/responseSampling.ts';
import type { WorkStore } from '../work/store.ts';
import { withinReason } from './bounds.ts';
import { type Constraints, checkConstraints } from './constraints.ts';
import type { LevelChoice } from './levels.ts';
import { type PresetName, presets, type StudySizes } from './presets.ts';
import { checkAlpha } from './score.ts';
import type { StudyProgress } from './studyProgress.ts';

/** What other generators are told, by their names. */
export type OtherSettings = Pick<
  GeneratorSettings,
  'privbayes' | 'privpgd' | 'noiseSeed' | 'ctgan' | 'tvae'
>;

export interface StudySettings extends Omit<FitSettings, 'onProgress'> {
  /** t_max, the trees that are fitted. Default: so many that no sensitive column is the centre of one. */
  readonly truncation?: number;
  /** The levels that are compared. Default: 'auto'. */
  readonly levels?: LevelChoice;
  /** Real rows for the utility, which are in no fit. Default: the holdout. */
  readonly test?: Table;
  /** The share of the table's rows that is set aside for the utility, if there is no test table. Default: 0.2. */
  readonly holdout?: number;
  /** Default: 'standard'. */
  readonly preset?: PresetName;
  /** Sizes in place of those of the preset. */
  readonly sizes?: { readonly [Part in keyof StudySizes]?: Partial<StudySizes[Part]> };
  /**
   * At which levels membership is attacked: 'auto', at t_max and at the others only if the privacy
   * gain there is not near 1; 'all'; 'none'. Default: 'auto'.
   */
  readonly membership?: 'auto' | 'all' | 'none';
  /** Other generators, under the same attacks and measures. Default: none. */
  readonly compare?: readonly GeneratorName[];
  /** What these are told; what no vine needs to know. Default: nothing. */
  readonly generators?: OtherSettings;
  /** The weight of privacy in the score, from 0 to 1. Default: 0.5. */
  readonly alpha?: number;
  /** Limits that the recommended level has to keep. Default: none. */
  readonly constraints?: Constraints;
  /** Rows of the synthetic table. Default: as many as the table has. */
  readonly rows?: number;
  /** How vines draw discrete variables; 'latent' is what the paper's software does. Default: 'exact'. */
  readonly responseSampling?: ResponseSampling;
  readonly onProgress?: (progress: StudyProgress) => void;
  /**
   * Keeps what is finished, so that the next call goes on from there: give one that holds results of
   * the same table and settings alone (`studyKey`). No row or cell of the real table is kept. Default:
   * nothing is kept.
   */
  readonly store?: WorkStore | undefined;
}

export interface ResolvedStudy {
  /** Rows that all attacks see, and test rows, behind the gate (model/guardTable.ts). */
  readonly train: Table;
  readonly test: Table;
  /** As they were given: for the fit, which guards itself, and for checks that count copies. */
  readonly raw: { readonly train: Table; readonly test: Table; readonly schema: TableSchema };
  readonly guard: TableGuard;
  /** By training row, its place in the table. */
  readonly trainRows: Uint32Array;
  readonly isHoldout: boolean;
  /** With all types declared, of tables behind the gate. */
  readonly schema: TableSchema;
  /** What was declared of it: to private generators, what is public. */
  readonly declared: TableSchema;
  readonly plan: FeaturePlan;
  readonly response: string;
  readonly sensitive: readonly string[];
  /** What the utility is read from. */
  readonly score: 'auc' | 'r2';
  /** What is said to fits. */
  readonly fit: Omit<FitSettings, 'threads' | 'signal' | 'onProgress'>;
  readonly structure: 'cvine' | 'dvine' | 'rvine' | 'star';
  readonly responseSampling: ResponseSampling;
  /** In numbers of training rows. */
  readonly targets: readonly AttackTarget[];
  readonly preset: PresetName;
  readonly sizes: StudySizes;
  readonly membership: 'auto' | 'all' | 'none';
  readonly compare: readonly GeneratorName[];
  readonly generators: OtherSettings;
  readonly alpha: number;
  readonly constraints: Constraints;
  readonly rows: number;
  readonly seed: number;
  readonly levels: LevelChoice;
  readonly notes: readonly string[];
}

const MEMBERSHIP = ['auto', 'all', 'none'];

export function resolveStudy(table: Table, settings: StudySettings): ResolvedStudy {
  const {
    levels = 'auto',
    test,
    holdout,
    preset = 'standard',
    sizes,
    membership = 'auto',
    compare = [],
    generators = {},
    alpha = 0.5,
    constraints = {},
    rows = table.rows,
    responseSampling = 'exact',
    threads: _threads,
    signal: _signal,
    onProgress: _onProgress,
    store: _store,
    ...fit
  } = settings;
  const resolved = resolveFit(table, fit);
  const { response, seed, structure } = resolved;
  const sensitive = [...new Set(resolved.sensitive)];
  checkAlpha(alpha);
  if (!Object.hasOwn(presets, preset)) {
    throw new InputError(`Preset: found '${preset}'. Give ${Object.keys(presets).join(', ')}.`);
  }
  if (!MEMBERSHIP.includes(membership)) {
    throw new InputError(`Membership: found '${membership}'. Give ${MEMBERSHIP.join(', ')}.`);
  }
  if (sensitive.length === 0 && membership === 'none') {
    throw new InputError(
      'Attacks: without a sensitive column and without the membership attack nothing is measured of privacy. Name a sensitive column.',
    );
  }
  if (!Number.isSafeInteger(rows) || rows < 1) {
    throw new InputError(`Rows: found ${rows}. Give a whole number from 1 on.`);
  }
  for (const name of compare) generatorOf(name);

  const declared = resolveSchema(settings.schema);
  const typed = applySchema(table, declared);
  const own = completeSchema(schemaOf(typed.detection), declared);
  checkRoles(typed.columns, [response], 'Response');
  checkRoles(typed.columns, sensitive, 'Sensitive columns');
  const rng = rngFromSeed(seed).split('study');
  const whole = planFeatures(typed);
  const split = test
    ? undefined
    : stratifiedSplit(targetOf(whole, table, response), holdout ?? 0.2, rng.split('holdout'));
  const raw = {
    train: split ? takeRows(table, split.train) : table,
    test: test ?? takeRows(table, (split as { test: Uint32Array }).test),
    schema: own,
  };
  const { k, pooledLevel } = resolved;
  const guard = openGuard(applySchema(raw.train, own), { k, pooledLevel, response }, own.missing);
  const train = guardTable(raw.train, guard);
  const schema = guardSchema(own, guard);
  const guarded = applySchema(train, schema);
  checkVaried(guarded.columns, [response], 'Response', k);
  checkVaried(guarded.columns, sensitive, 'Sensitive columns', k);
  const plan = planFeatures(guarded);
  const score = targetOf(plan, train, response).kind === 'classes' ? 'auc' : 'r2';
  const isNumber = (name: string) =>
    plan.columns.some((column) => column.name === name && column.levels.length === 0);
  checkConstraints(constraints, {
    hasNumbers: sensitive.some(isNumber),
    hasMembership: membership !== 'none',
    score,
  });
  const asked = mergeSizes(presets[preset], sizes);
  const chosen = withEnoughPeople(asked, sensitive.length > 0);
  const others = [...new Set(compare)].filter((name) => name !== structure);
  const study: ResolvedStudy = {
    train,
    test: guardTable(raw.test, guard),
    ...{ raw, guard },
    trainRows: split?.train ?? Uint32Array.from({ length: table.rows }, (_, row) => row),
    isHoldout: split !== undefined,
    ...{
      schema,
      declared: declaredWithPooled(declared, guard),
      plan,
      response,
      sensitive,
      score,
      structure,
      responseSampling,
    },
    fit: { ...fit, schema, response, sensitive, seed },
    targets: chooseTargets(train, plan, { ...chosen.targets, sensitive }, rng.split('targets')),
    ...{
      preset,
      sizes: chosen,
      membership,
      compare: others,
      generators,
      alpha,
      constraints,
      rows,
      seed,
    },
    levels,
    notes: [
      ...(test && holdout !== undefined
        ? ['There is a table of test rows, so that no rows were set aside as a holdout.']
        : []),
      ...(others.length < compare.length
        ? [
            'Generators to compare that were named twice, or that are the one under study, count once.',
          ]
        : []),
      ...(sizes?.targets && chosen !== asked
        ? [
            `${chosen.targets.random} random people were attacked in place of ${asked.targets.random}: no figure may rest on fewer than ${FEWEST_PEOPLE} people.`,
          ]
        : []),
    ],
  };
  return withinReason(study, sizes);
}

function checkRoles(
  columns: readonly { readonly name: string; readonly type: string; readonly constant: boolean }[],
  names: readonly string[],
  what: string,
): void {
  for (const name of names) {
    const column = columns.find((each) => each.name === name);
    const type = column?.type;
    if (type === 'identifier' || type === 'text') {
      throw new InputError(
        `${what}: '${name}' is ${type === 'text' ? 'free text' : 'an identifier'}, which is not modelled. Name another column, or declare its type in the schema.`,
      );
    }
    if (column?.constant) {
      throw new InputError(
        `${what}: '${name}' has the same value in all rows. Name another column.`,
      );
    }
  }
}

/** Behind the gate, where rare levels are pooled. */
function checkVaried(
  columns: readonly { readonly name: string; readonly constant: boolean }[],
  names: readonly string[],
  what: string,
  k: number,
): void {
  for (const name of names) {
    if (!columns.some((each) => each.name === name && each.constant)) continue;
    throw new InputError(
      `${what}: '${name}' has the same value in all rows but fewer than ${k}, which a synthetic table cannot show. Name another column.`,
    );
  }
}

/** So many that every sensitive column is guessed for enough people to be told of. */
function withEnoughPeople(sizes: StudySizes, isSensitive: boolean): StudySizes {
  const { quantiles, random } = sizes.targets;
  const least = FEWEST_PEOPLE - (isSensitive ? quantiles.length : 0);
  return random >= least ? sizes : { ...sizes, targets: { quantiles, random: least } };
}

function mergeSizes(preset: StudySizes, given: StudySettings['sizes'] = {}): StudySizes {
  return {
    targets: { ...preset.targets, ...given.targets },
    attribute: { ...preset.attribute, ...given.attribute },
    membership: { ...preset.membership, ...given.membership },
    utility: { ...preset.utility, ...given.utility },
  };
}
