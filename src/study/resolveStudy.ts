/** From a table and settings to all that a study needs to know before anything is fitted. */

import { type FeaturePlan, planFeatures } from '../features/plan.ts';
import { plainSplit, stratifiedSplit } from '../features/stratifiedSplit.ts';
import { targetOf } from '../features/target.ts';
import { generatorOf } from '../generators/catalogue.ts';
import { chooseTargets } from '../measures/targets.ts';
import { declaredWithPooled, guardSchema, guardTable, openGuard } from '../model/guardTable.ts';
import { type ResolvedFit, resolveFit, resolveSchema } from '../model/settings.ts';
import { InputError } from '../numerics/inputError.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { type Rng, rngFromSeed } from '../random/rng.ts';
import { applySchema } from '../table/applySchema.ts';
import { schemaOf } from '../table/detectSchema.ts';
import { completeSchema, missingCodesOf, type TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { takeRows } from '../table/takeRows.ts';
import { isPlayed } from './attackMembership.ts';
import { boundSizes } from './boundSizes.ts';
import { checkColumnTypes, checkVaried } from './checkColumns.ts';
import { checkConstraints } from './constraints.ts';
import { presets, type StudySizes } from './presets.ts';
import { checkPrivate, withBudget, withoutBudget } from './privateSettings.ts';
import { checkAlpha } from './score.ts';
import {
  type AnyStudySettings,
  MEMBERSHIP_CHOICES,
  type ResolvedStudy,
  type StudySettings,
  studyDefaults,
} from './studySettings.ts';

export function resolveStudy(table: Table, settings: AnyStudySettings): ResolvedStudy {
  checkPrivate(settings);
  const { study: asked, fit } = withDefaults(table, settings);
  const resolved = resolveFit(table, fit);
  const { response, seed, structure } = resolved;
  const roles = { response, sensitive: [...new Set(resolved.sensitive)] };
  checkSettings(asked, roles.sensitive);

  const rng = rngFromSeed(seed).split('study');
  const declared = resolveSchema(settings.schema);
  const split = splitRows(table, settings, declared, roles, rng.split('holdout'));
  const guarded = guardRows(split.raw, resolved, roles);
  const { train, schema, plan, guard } = guarded;
  const score = targetOf(plan, train, response).kind === 'classes' ? 'auc' : 'r2';
  checkConstraints(asked.constraints, {
    hasNumbers: roles.sensitive.some((name) => isNumeric(plan, name)),
    hasMembership: isPlayed(asked),
    score,
  });
  const preset = mergeSizes(presets[asked.preset], settings.sizes);
  const sizes = withEnoughPeople(preset, roles.sensitive.length > 0);
  const own = asked.generator === 'cvine' ? structure : asked.generator;
  const compare = [...new Set(asked.compare)].filter((name) => name !== own);
  const targets = { ...sizes.targets, sensitive: roles.sensitive };
  const study: ResolvedStudy = {
    ...asked,
    ...roles,
    ...split,
    ...guarded,
    declared: declaredWithPooled(declared, guard),
    publicSchema: declared,
    score,
    structure,
    fit: { ...fit, ...roles, schema, seed },
    targets: chooseTargets(train, plan, targets, rng.split('targets')),
    sizes,
    compare,
    seed,
    notes: notesOf(settings, compare.length, preset, sizes),
  };
  return boundSizes(study, settings.sizes);
}

type Asked = Pick<
  ResolvedStudy,
  | 'generator'
  | 'levels'
  | 'columnLevels'
  | 'preset'
  | 'membership'
  | 'membershipLevels'
  | 'compare'
  | 'generators'
  | 'alpha'
  | 'constraints'
  | 'forceRelease'
  | 'fewerTrees'
  | 'rows'
  | 'responseSampling'
>;

/** The settings of the study itself with the defaults filled in, and those of its fits as they are. */
function withDefaults(
  table: Table,
  settings: AnyStudySettings,
): { readonly study: Asked; readonly fit: ResolvedStudy['fit'] } {
  const {
    generator = studyDefaults.generator,
    levels = studyDefaults.levels,
    columnLevels = studyDefaults.columnLevels,
    preset = studyDefaults.preset,
    membership = studyDefaults.membership,
    membershipLevels = studyDefaults.membershipLevels,
    compare = [],
    generators: given = {},
    alpha = studyDefaults.alpha,
    constraints = {},
    forceRelease = false,
    fewerTrees = true,
    rows = table.rows,
    responseSampling = studyDefaults.responseSampling,
    test: _test,
    holdout: _holdout,
    sizes: _sizes,
    threads: _threads,
    signal: _signal,
    onProgress: _onProgress,
    onMeasured: _onMeasured,
    store: _store,
    ...rest
  } = settings;
  const told = withoutBudget(rest);
  const fit = preset === 'paper' ? { ...PAPER_FIT, ...told } : told;
  const generators = withBudget(settings, given);
  const study = {
    generator,
    levels,
    columnLevels,
    preset,
    membership,
    membershipLevels,
    compare,
    generators,
    alpha,
    constraints,
    forceRelease,
    fewerTrees,
    rows,
    responseSampling,
  };
  return { study, fit };
}

/** The generator of the paper, for its preset. */
const PAPER_FIT = { byClass: 'never', protect: 'table' } as const;

function checkSettings(
  { alpha, preset, membership, membershipLevels, columnLevels, rows, compare }: Asked,
  sensitive: readonly string[],
): void {
  checkAlpha(alpha);
  if (!Object.hasOwn(presets, preset)) {
    throw new InputError(`Preset: found '${preset}'. Give ${Object.keys(presets).join(', ')}.`);
  }
  if (!MEMBERSHIP_CHOICES.includes(membership)) {
    throw new InputError(
      `Membership: found '${membership}'. Give ${MEMBERSHIP_CHOICES.join(', ')}; the levels of the paper's attack are membershipLevels (--mia).`,
    );
  }
  if (membershipLevels !== 'auto' && membershipLevels !== 'all') {
    throw new InputError(
      `Levels of the membership attack: found '${membershipLevels}'. Give auto or all.`,
    );
  }
  if (columnLevels !== 'together' && columnLevels !== 'apart') {
    throw new InputError(`Levels of columns: found '${columnLevels}'. Give together or apart.`);
  }
  if (sensitive.length === 0 && membership === 'none') {
    throw new InputError(
      'Attacks: with no sensitive column and no membership attack, privacy cannot be measured. Name a sensitive column.',
    );
  }
  if (!Number.isSafeInteger(rows) || rows < 1) {
    throw new InputError(`Rows: found ${rows}. Give a whole number of at least 1.`);
  }
  for (const name of compare) generatorOf(name);
}

type Roles = Pick<ResolvedStudy, 'response' | 'sensitive'>;

/** The rows as they are: those for fits and attacks, and those for the utility. */
function splitRows(
  table: Table,
  { generator, test, holdout = studyDefaults.holdout }: AnyStudySettings,
  declared: TableSchema,
  { response, sensitive }: Roles,
  rng: Rng,
): Pick<ResolvedStudy, 'raw' | 'trainRows' | 'isHoldout'> {
  const typed = applySchema(table, declared);
  const schema = completeSchema(schemaOf(typed.detection), declared);
  checkColumnTypes(typed.columns, [response], 'Response');
  checkColumnTypes(typed.columns, sensitive, 'Sensitive columns');
  if (test) {
    const trainRows = Uint32Array.from({ length: table.rows }, (_, row) => row);
    return { raw: { train: table, test, schema }, trainRows, isHoldout: false };
  }
  // which rows a private fit sees must not follow from what is in them
  const split =
    generator === 'dpvine'
      ? plainSplit(table.rows, holdout, rng)
      : stratifiedSplit(targetOf(planFeatures(typed), table, response), holdout, rng);
  const raw = { train: takeRows(table, split.train), test: takeRows(table, split.test), schema };
  return { raw, trainRows: split.train, isHoldout: true };
}

/** The rows behind the gate, where numbers are within limits and rare levels pooled. */
function guardRows(
  raw: ResolvedStudy['raw'],
  { k, pooledLevel }: ResolvedFit,
  { response, sensitive }: Roles,
): Pick<ResolvedStudy, 'guard' | 'train' | 'test' | 'schema' | 'plan'> {
  const typed = applySchema(raw.train, raw.schema);
  const guard = openGuard(typed, { k, pooledLevel, response }, missingCodesOf(raw.schema));
  const train = guardTable(raw.train, guard);
  const schema = guardSchema(raw.schema, guard);
  const guarded = applySchema(train, schema);
  checkVaried(guarded.columns, [response], 'Response', k);
  checkVaried(guarded.columns, sensitive, 'Sensitive columns', k);
  const test = guardTable(raw.test, guard);
  return { guard, train, test, schema, plan: planFeatures(guarded) };
}

function isNumeric({ columns }: FeaturePlan, name: string): boolean {
  return columns.some((column) => column.name === name && column.levels.length === 0);
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
    audit: { ...preset.audit, ...given.audit },
    utility: { ...preset.utility, ...given.utility },
  };
}

function notesOf(
  { test, holdout, compare = [], sizes }: AnyStudySettings,
  competitors: number,
  asked: StudySizes,
  chosen: StudySizes,
): string[] {
  const notes: string[] = [];
  if (test && holdout !== undefined) {
    notes.push('No rows were held out, because a table of test rows was given.');
  }
  if (competitors < compare.length) {
    notes.push(
      'Generators to compare that were named twice, or that are the one under study, count once.',
    );
  }
  if (sizes?.targets && chosen !== asked) {
    notes.push(
      `${chosen.targets.random} random people were attacked instead of ${asked.targets.random}: no figure may be based on fewer than ${FEWEST_PEOPLE} people.`,
    );
  }
  return notes;
}
