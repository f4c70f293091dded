/** All measures of one generator: the attacks on it, and the utility and fidelity of its tables. */

import type { GeneratorChoice } from '../generators/choice.ts';
import type { FittedGenerator, GeneratorSettings, Truncation } from '../generators/generator.ts';
import { type AttributeResult, attributeAttack } from '../measures/attribute/attributeAttack.ts';
import { type UtilityResult, utility } from '../measures/utility/utility.ts';
import type { Drawable, DrawTask } from '../model/drawTask.ts';
import type { TableGuard } from '../model/guardTable.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Table } from '../table/table.ts';
import { checkpoint } from '../work/checkpoint.ts';
import { openProgress } from '../work/progress.ts';
import { runAll } from '../work/runAll.ts';
import { runStage, type StageControls } from '../work/stages.ts';
import { within } from '../work/store.ts';
import { withRunner } from '../work/withRunner.ts';
import { attackMembership, type MembershipMeasures } from './attackMembership.ts';
import { auditMembership, isAudited, type MembershipAuditMeasures } from './auditMembership.ts';
import { type FidelityTask, type StudiedFidelity, studyUnits } from './fidelityUnit.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { watched } from './watched.ts';

/** What is measured. */
export interface Subject {
  readonly generator: GeneratorChoice;
  /** Fitted to the training rows. */
  readonly fitted: FittedGenerator;
  readonly settings: GeneratorSettings;
  /** Ascending. */
  readonly levels: readonly Truncation[];
  /** Whether the study is of it: then controls of known leakage stand beside it. Default: no, a competitor. */
  readonly isStudied?: boolean;
  /** Of vines: the model, so that its rows can be drawn on threads. */
  readonly drawable?: Drawable;
  /** The gate that tables from `draw` pass before they are measured. Default: they need none. */
  readonly guard?: TableGuard;
  /** A synthetic table with as many rows as the training rows, or how to draw it. */
  readonly draw: (level: Truncation) => Table | DrawTask;
  /** Its tables may repeat real cells, as those of copies do, so that figures of single sets are not kept. */
  readonly repeatsCells: boolean;
}

export interface Measures {
  /** Null without a sensitive column. */
  readonly attribute: AttributeResult | null;
  readonly membership: MembershipMeasures;
  /** Everybody as a target; null if that was not asked for. */
  readonly audit: MembershipAuditMeasures | null;
  readonly utility: UtilityResult;
  /** By level. */
  readonly fidelity: readonly StudiedFidelity[];
  readonly notes: readonly string[];
}

export interface MeasureControls extends StageControls {
  /** Told of each measure as soon as it is there. */
  readonly onMeasured?: ((part: Partial<Measures>) => void) | undefined;
}

/** `audited`: the membership audit, where it was done already. */
export async function measure(
  study: ResolvedStudy,
  subject: Subject,
  controls: MeasureControls,
  audited?: MembershipAuditMeasures,
): Promise<Measures> {
  const attribute =
    study.sensitive.length > 0 ? await attackAttributes(study, subject, controls) : null;
  controls.onMeasured?.({ attribute });
  const membership = await attackMembership(study, subject, controls);
  const audit =
    audited ?? (isAudited(study) ? await auditMembership(study, subject, controls) : null);
  controls.onMeasured?.({ membership, audit });
  const utility = await measureUtility(study, subject, controls);
  controls.onMeasured?.({ utility });
  const fidelity = await measureFidelity(study, subject, controls);
  return {
    attribute,
    membership,
    audit,
    utility,
    fidelity,
    notes: saidBy({
      'Attribute attack': attribute?.notes ?? [],
      'Membership attack': membership.notes,
      'Membership audit': audit?.notes ?? [],
      Utility: utility.notes,
      Fidelity: fidelity.flatMap(({ notes }) => notes),
    }),
  };
}

/** Each note once, behind the names of the measures that gave it. */
function saidBy(notes: Readonly<Record<string, readonly string[]>>): string[] {
  const speakers = new Map<string, string[]>();
  for (const [what, own] of Object.entries(notes)) {
    for (const note of new Set(own)) speakers.set(note, [...(speakers.get(note) ?? []), what]);
  }
  return [...speakers].map(([note, names]) => `${names.join(', ')}: ${note}`);
}

async function attackAttributes(
  { train, targets, sizes, seed }: ResolvedStudy,
  { generator, settings, levels }: Subject,
  controls: StageControls,
): Promise<AttributeResult> {
  return runStage(controls, 'attribute', (store) =>
    attributeAttack(train, {
      ...sizes.attribute,
      ...watched(controls),
      generator,
      fit: settings,
      levels,
      targets,
      seed,
      store,
      onProgress: (progress) => controls.tell('attribute', progress),
    }),
  );
}

async function measureUtility(
  { train, test, sizes, seed }: ResolvedStudy,
  { fitted, drawable, settings, levels }: Subject,
  controls: StageControls,
): Promise<UtilityResult> {
  const result = await runStage(controls, 'utility', (store) =>
    utility(train, {
      ...watched(controls),
      // the fit that is there already
      generator: { fit: () => fitted },
      fitted: drawable,
      fit: settings,
      levels,
      test,
      seed,
      store,
      sets: sizes.utility.sets,
      modelSettings: { forest: { trees: sizes.utility.trees } },
      onProgress: (progress) => controls.tell('utility', progress),
    }),
  );
  const { failures } = result;
  if (result.levels.some(({ models }) => Object.keys(models.forest).length === 0)) {
    throw new InputError(
      `Utility: no model could be trained on the synthetic sets. The first error: ${failures[0]?.reason}`,
    );
  }
  if (failures.length === 0) return result;
  const total = levels.length * sizes.utility.sets;
  const note = `${failures.length} of ${total} models failed; the figures are based on the others.`;
  return { ...result, notes: [...result.notes, note] };
}

async function measureFidelity(
  { train, test, raw, schema, response, seed }: ResolvedStudy,
  { draw, drawable, levels, guard }: Subject,
  { threads, signal, tell, store }: StageControls,
): Promise<StudiedFidelity[]> {
  tell('fidelity', { done: 0, total: levels.length });
  await checkpoint(signal);
  const drawn = levels.map((level) => yetToDraw(draw(level)));
  const { results, failures } = await withRunner(studyUnits, { threads, signal }, (runner) => {
    const { share } = runner;
    const common = {
      real: share(train),
      holdout: share(test),
      schema: share(schema),
      raw: share(raw),
      source: drawable && share(drawable),
      ...(guard && { guard: share(guard) }),
      response,
      seed,
    };
    const tasks = drawn.map((synthetic) => ({ ...common, synthetic }));
    return runAll(runner, 'fidelityUnit', tasks, {
      signal,
      store: within(store, 'fidelity'),
      done: openProgress(levels.length, (progress) => tell('fidelity', progress)),
    });
  });
  if (failures.length > 0) throw new InputError(`Fidelity: ${failures[0].reason}`);
  return results.filter((result) => result !== undefined);
}

/** Of a model that is sent apart: the rows that are asked of it. */
function yetToDraw(drawn: Table | DrawTask): FidelityTask['synthetic'] {
  if ('columns' in drawn) return drawn;
  const { model: _, responseSampling: __, ...rows } = drawn;
  return rows;
}
