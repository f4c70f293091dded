/**
 * The whole job: the order of the columns, one fit at t_max, synthetic sets, attacks and measures at
 * every candidate level, the choice of a level, the table that is drawn there, and the checks on it.
 *
 * Which rows are used: rows set aside for the utility (a holdout, or a test table) are in no fit and no
 * attack. The model is fitted to all other rows, the training rows. The games draw their training and
 * reference rows, and the people that are attacked, among the training rows.
 */

import type { Level } from '../generators/generator.ts';
import { fittedVine } from '../generators/vine.ts';
import { checkRelease, type ReleaseCheck } from '../measures/release/releaseChecks.ts';
import type { DrawTask } from '../model/drawTask.ts';
import { ENGINE_VERSION } from '../model/engine.ts';
import { fit } from '../model/fit.ts';
import { shownSchema, type TableGuard } from '../model/guardTable.ts';
import type { Model } from '../model/model.ts';
import { orderTable, type TableOrder } from '../model/orderTable.ts';
import { sampleSteps } from '../model/sample.ts';
import { InputError } from '../numerics/inputError.ts';
import { FEWEST_PEOPLE, publish } from '../numerics/publish.ts';
import type { CovariateOrder } from '../order/covariateOrder.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { checkpoint } from '../work/checkpoint.ts';
import { runAsync } from '../work/runAsync.ts';
import { runStage, type StageControls } from '../work/stages.ts';
import { choose, type LevelFigures } from './choose.ts';
import {
  type Compared,
  compareWith,
  generatorSettings,
  notesOfOthers,
  scoreFields,
} from './compare.ts';
import { candidateLevels } from './levels.ts';
import { type Measures, measure } from './measure.ts';
import type { LevelResult, StudyResults } from './results.ts';
import { withStudiedTable } from './studiedTable.ts';
import { openOverall } from './studyProgress.ts';
import { type ResolvedStudy, resolveStudy, type StudySettings } from './studySettings.ts';
import { attributesOf, countKinds, figuresOf, measuredOf, realAttributes } from './toResults.ts';
import { workOf } from './work.ts';

export interface StudyResult {
  /** As `results.json`. */
  readonly results: StudyResults;
  /** At t_max; `truncate` gives the other levels. */
  readonly model: Model;
  /** Drawn at the recommended level. */
  readonly synthetic: Table;
  /** With the types of all columns declared, and without the names of rare levels. */
  readonly schema: TableSchema;
  /** Brings other tables to what was measured: numbers within limits, rare levels pooled. */
  readonly guard: TableGuard;
  readonly order: TableOrder;
}

/**
 * const { results, synthetic } = await study(table, { response: 'death', sensitive: ['totcst'] });
 * results.recommended.why;
 */
export async function study(table: Table, settings: StudySettings): Promise<StudyResult> {
  const { threads, signal, store } = settings;
  const resolved = resolveStudy(table, settings);
  const { raw, train, seed, responseSampling, structure, alpha, score } = resolved;
  const ownFit = { ...resolved.fit, schema: raw.schema };
  const tell = openOverall(workOf(resolved), settings.onProgress);
  const controls: StageControls = { threads, signal, tell, store };
  const watched = { ...(signal && { signal }), ...(threads !== undefined && { threads }) };

  const order = await orderTable(raw.train, {
    ...ownFit,
    ...watched,
    onProgress: (progress) => tell('order', progress),
  });
  tell('order', { done: 1, total: 1 });
  const tMax = treesOf(resolved, order.order);
  const levels = candidateLevels(tMax, resolved.levels);
  const fitted = { ...resolved.fit, order: order.order.order, truncation: tMax };
  // a model with empirical margins holds values of the real table
  const repeatsCells = resolved.fit.margins === 'empirical';
  const keeping = repeatsCells ? { ...controls, store: undefined } : controls;
  const model = await runStage(keeping, 'fit', () =>
    fit(raw.train, {
      ...{ ...fitted, schema: raw.schema },
      ...watched,
      onProgress: ({ stage, ...counts }) => {
        if (stage === 'vine') tell('fit', counts);
      },
    }),
  );

  const drawable = { model, responseSampling };
  const draw = (level: Level): DrawTask => ({
    ...{ ...drawable, seed, first: 0, rows: train.rows },
    truncation: level === 'full' ? tMax : level,
  });
  const measures = await measure(
    resolved,
    {
      generator: structure,
      fitted: fittedVine(model, responseSampling),
      settings: generatorSettings(fitted, resolved),
      ...{ levels, drawable, draw, repeatsCells },
    },
    controls,
  );
  const real = measures.utility.real.forest[score];
  const figures = levelFigures(measures, levels, resolved);
  const choice = choose(figures, real, { alpha, constraints: resolved.constraints });
  const { recommended } = choice;

  const compared: Compared[] = [];
  for (const generator of resolved.compare) {
    compared.push(await compareWith(generator, resolved, order, real, controls));
  }

  const synthetic = await runAsync(
    sampleSteps(model, resolved.rows, {
      ...{ seed, responseSampling, truncation: recommended.truncation },
    }),
    {
      ...(signal && { signal }),
      onProgress: (progress) => tell('sample', progress),
    },
  );
  tell('checks', { done: 0, total: 1 });
  await checkpoint(signal);
  const checks = checksOf(resolved, synthetic, model);
  tell('checks', { done: 1, total: 1 });

  const results: StudyResults = {
    format: 'tvinesynth-results',
    version: 1,
    engine: ENGINE_VERSION,
    seed,
    preset: resolved.preset,
    settings: settingsOf(resolved, levels, tMax, measures),
    data: {
      rows: table.rows,
      columns: table.columns.length,
      response: resolved.response,
      sensitive: model.sensitive,
      order: model.order,
      K: order.order.K.map(({ name }) => name),
      related: order.order.K,
      train: train.rows,
      test: resolved.test.rows,
      trees: order.order.trees,
      tMax,
    },
    real: {
      utility: measures.utility.real.forest,
      aia: realAttributes(attributesOf(measures.attribute?.real)),
    },
    levels: choice.levels.map(
      ({ truncation, onFront, satisfied, verdicts, ...scored }, place): LevelResult => ({
        truncation,
        ...measuredOf(measures, place),
        ...scoreFields(scored),
        ...{ onFront, satisfied, verdicts },
      }),
    ),
    recommended,
    front: choice.front,
    compare: compared.map(({ result }) => result),
    membership: {
      attacked: levels.filter((_, place) => measures.membership.outcomes[place] !== null),
      skipped: measures.membership.skipped,
    },
    people: countKinds(resolved.targets),
    checks,
    notes: notesOf(resolved, order, model, measures, compared, tMax),
  };
  const { guard } = resolved;
  const schema = shownSchema(raw.schema, guard);
  const found = { results: publish(results, ['settings']), model, synthetic, schema, guard, order };
  return withStudiedTable(found, table);
}

/** t_max: what was asked for, or the most at which no sensitive column is the centre of a tree. */
function treesOf(
  { fit: { truncation }, structure }: ResolvedStudy,
  { trees, tMax }: CovariateOrder,
): number {
  if (truncation === undefined) return structure === 'cvine' ? tMax : trees;
  if (Number.isInteger(truncation) && truncation >= 0 && truncation <= trees) return truncation;
  throw new InputError(
    `Truncation: found ${truncation}, but the vine has ${trees} trees. Give a whole number from 0 to ${trees}.`,
  );
}

/** Where membership was not attacked because it is safe at t_max, the figure of t_max stands for it. */
function levelFigures(
  measures: Measures,
  levels: readonly number[],
  { score }: ResolvedStudy,
): LevelFigures[] {
  const found = levels.map((truncation, place) => ({
    truncation,
    ...figuresOf(measures, place, score),
  }));
  const last = found[found.length - 1];
  return found.map((each) =>
    each.membership || !last.membership
      ? each
      : { ...each, membership: { ...last.membership, takenFrom: last.truncation } },
  );
}

/** On the rows as they are: checks tell counts alone. */
function checksOf(
  { raw: { train, test, schema }, rows, fit: { k, pooledLevel } }: ResolvedStudy,
  synthetic: Table,
  model: Model,
): ReleaseCheck[] {
  const names = new Set(test.columns.map(({ name }) => name));
  const isWhole = train.columns.every(({ name }) => names.has(name));
  return checkRelease(train, synthetic, schema, {
    rows,
    model,
    ...(k !== undefined && { k }),
    ...(pooledLevel !== undefined && { pooledLevel }),
    ...(isWhole && { holdout: test }),
  });
}

function settingsOf(
  resolved: ResolvedStudy,
  levels: readonly number[],
  tMax: number,
  { attribute }: Measures,
): Readonly<Record<string, unknown>> {
  const { fit: given, structure, responseSampling, sizes, membership } = resolved;
  const { compare, alpha, constraints, rows } = resolved;
  // a secret, which no file holds
  const { noiseSeed: _, ...generators } = resolved.generators;
  return {
    structure,
    association: given.association ?? 'kendall',
    threshold: given.threshold ?? 0.6,
    order: given.order ?? 'auto',
    families: given.families ?? 'parametric',
    criterion: given.criterion ?? 'aic',
    margins: given.margins ?? 'smooth',
    k: given.k ?? FEWEST_PEOPLE,
    responseSampling,
    truncation: tMax,
    levels,
    ...{ membership, compare, alpha, constraints, rows },
    ...(Object.keys(generators).length > 0 && { generators }),
    sizes: { ...sizes, ...(attribute && { attribute: attribute.parameters }) },
  };
}

function notesOf(
  resolved: ResolvedStudy,
  { order, notes: ordering }: TableOrder,
  model: Model,
  measures: Measures,
  compared: readonly Compared[],
  tMax: number,
): string[] {
  const { train, test, isHoldout, structure, sensitive, fit: given } = resolved;
  const aside = isHoldout
    ? `${test.rows} rows were set aside, in the proportions of the response`
    : `${test.rows} test rows were given`;
  const known = new Set([...ordering, ...model.notes]);
  // games repeat what the order had to say
  const isNew = (note: string) => ![...known].some((own) => note.endsWith(`: ${own}`));
  return [
    ...new Set([
      `Rows: ${aside}, for the utility alone. The model was fitted to the other ${train.rows} rows, and all attacks were played on these: they draw the people they attack, the rows they fit to and the rows an attacker knows among them.`,
      ...resolved.notes,
      ...known,
      ...(structure === 'cvine' && tMax > order.tMax
        ? [
            `Truncation ${tMax} lets a sensitive column be the centre of a tree; the paper advises at most ${order.tMax}.`,
          ]
        : []),
      ...(structure !== 'cvine' && given.truncation === undefined
        ? [
            `The largest sensible truncation is known for C-vines alone; this '${structure}' was fitted with all trees.`,
          ]
        : []),
      ...(sensitive.length === 0
        ? [
            'No column is sensitive: there was no attribute attack, and privacy is membership alone.',
          ]
        : []),
      ...(measures.membership.skipped ? [measures.membership.skipped] : []),
      ...(resolved.membership === 'none' ? ['Membership was not attacked.'] : []),
      ...measures.notes.filter(isNew),
      ...notesOfOthers(compared, new Set(measures.notes)).filter(isNew),
    ]),
  ];
}
