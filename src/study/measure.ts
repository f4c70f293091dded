/** All measures of one generator: the attacks on it, and what its tables are worth. */

import type { GeneratorName } from '../generators/catalogue.ts';
import type { FittedGenerator, GeneratorSettings, Level } from '../generators/generator.ts';
import { type AttributeResult, attributeAttack } from '../measures/attribute/attributeAttack.ts';
import type { TableFidelity } from '../measures/fidelity/tableFidelity.ts';
import { membershipAttack } from '../measures/membership/game.ts';
import type { MembershipOutcome } from '../measures/membership/outcome.ts';
import { type UtilityResult, utility } from '../measures/utility/utility.ts';
import type { Drawable, DrawTask } from '../model/drawTask.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Table } from '../table/table.ts';
import { checkpoint } from '../work/checkpoint.ts';
import { openProgress } from '../work/progress.ts';
import { runAll } from '../work/runAll.ts';
import { runStage, type StageControls } from '../work/stages.ts';
import { within } from '../work/store.ts';
import { withRunner } from '../work/withRunner.ts';
import { studyUnits } from './fidelityUnit.ts';
import type { ResolvedStudy } from './studySettings.ts';

/** What is measured. */
export interface Subject {
  readonly generator: GeneratorName;
  /** Fitted to the training rows. */
  readonly fitted: FittedGenerator;
  readonly settings: GeneratorSettings;
  /** Ascending. */
  readonly levels: readonly Level[];
  /** Of vines: the model, so that its rows can be drawn on threads. */
  readonly drawable?: Drawable;
  /** A synthetic table with as many rows as the training rows, or how to draw it. */
  readonly draw: (level: Level) => Table | DrawTask;
  /** Its tables may repeat real cells, as those of copies do, so that figures of single sets are not kept. */
  readonly repeatsCells: boolean;
}

export interface Measures {
  /** Null without a sensitive column. */
  readonly attribute: AttributeResult | null;
  readonly membership: MembershipMeasures;
  readonly utility: UtilityResult;
  /** By level. */
  readonly fidelity: readonly TableFidelity[];
  readonly notes: readonly string[];
}

export interface MembershipMeasures {
  /** By level; null where membership was not attacked. */
  readonly outcomes: readonly (readonly MembershipOutcome[] | null)[];
  /** Why levels were left out; null if none was. */
  readonly skipped: string | null;
  readonly notes: readonly string[];
}

export async function measure(
  study: ResolvedStudy,
  subject: Subject,
  controls: StageControls,
): Promise<Measures> {
  const attribute =
    study.sensitive.length > 0 ? await attackAttributes(study, subject, controls) : null;
  const membership = await attackMembership(study, subject, controls);
  const worth = await worthOf(study, subject, controls);
  const fidelity = await likenessOf(study, subject, controls);
  const named = (what: string, notes: readonly string[]) => notes.map((note) => `${what}: ${note}`);
  return {
    attribute,
    membership,
    utility: worth,
    fidelity,
    notes: [
      ...named('Attribute attack', attribute?.notes ?? []),
      ...named('Membership attack', membership.notes),
      ...named('Utility', worth.notes),
      ...named('Fidelity', [...new Set(fidelity.flatMap(({ notes }) => notes))]),
    ],
  };
}

async function attackAttributes(
  { train, targets, sizes, seed }: ResolvedStudy,
  { generator, settings, levels }: Subject,
  controls: StageControls,
): Promise<AttributeResult> {
  return runStage(controls, 'attribute', (store) =>
    attributeAttack(train, {
      ...sizes.attribute,
      ...common(controls),
      ...{ generator, settings, levels, targets, seed, store },
      onProgress: (progress) => controls.tell('attribute', progress),
    }),
  );
}

async function attackMembership(
  { train, targets, sizes, seed, membership }: ResolvedStudy,
  { generator, settings, levels, repeatsCells }: Subject,
  controls: StageControls,
): Promise<MembershipMeasures> {
  if (membership === 'none') return { outcomes: levels.map(() => null), skipped: null, notes: [] };
  const play = async (name: string, at: readonly Level[]) => {
    const { outcomes, notes } = await runStage(controls, name, (store) =>
      membershipAttack(train, {
        ...sizes.membership,
        ...common(controls),
        ...{ generator, settings, targets, seed, levels: at },
        ...(!repeatsCells && { store }),
        onProgress: (progress) => controls.tell(name, progress),
      }),
    );
    const byLevel = at.map((level) => outcomes.filter((outcome) => outcome.truncation === level));
    if (byLevel.some((own) => own.every(({ median }) => median.all === undefined))) {
      throw new InputError('Membership attack: at some level nothing could be run.');
    }
    return { byLevel, notes };
  };
  const [last, ...lower] = [...levels].reverse();
  if (membership === 'all' || lower.length === 0) {
    const { byLevel, notes } = await play('membership', levels);
    return { outcomes: byLevel, skipped: null, notes };
  }
  const first = await play('membership', [last]);
  const { sets = PAPER_SETS } = sizes.membership;
  if (isClear(first.byLevel[0], sets)) {
    const skipped = `Membership was attacked at truncation ${last} alone: the privacy gain there is near 1 and spreads little, no more than chance explains with ${sets} sets a fit, and models with fewer trees hold less of the real data. An advantage below ${leastSeen(first.byLevel[0], sets).toFixed(2)} would not have been noticed. To attack every level, ask for membership 'all' (--mia all).`;
    const outcomes = [...lower.map(() => null), first.byLevel[0]];
    return { outcomes, skipped, notes: first.notes };
  }
  const rest = await play(LOWER_LEVELS, lower.reverse());
  return {
    outcomes: [...rest.byLevel, first.byLevel[0]],
    skipped: null,
    notes: [...new Set([...first.notes, ...rest.notes])],
  };
}

/** The stage that follows where membership is not safe at t_max. */
export const LOWER_LEVELS = 'membership at lower levels';

/** Sets that are guessed of each fit, unless given. */
const PAPER_SETS = 50;

/** How far from 1 a median privacy gain may always be, and how wide the middle half of the gains. */
const NEAR = 0.05;
const SPREAD = 0.25;

type Gains = Pick<MembershipOutcome, 'outlying' | 'random' | 'median'>;

/**
 * Neither attacker, on neither kind of people, has an advantage to speak of: medians are near 1 and
 * the gains spread little, or both no more than chance allows. Guesses by chance on `sets` sets with
 * and without the target have gains about 1 with a variance of at most 1/(2 sets); twice the standard
 * error of their median, and twice their middle half, are allowed.
 */
export function isClear(outcomes: readonly Gains[], sets: number): boolean {
  return groupsOf(outcomes).every(
    ({ gains, median }) =>
      Math.abs(1 - median) <= nearness(gains.length, sets) &&
      middleHalf(gains) <= Math.max(SPREAD, 2 * 1.349 * chance(sets)),
  );
}

/** The least advantage that would have been noticed in each group. */
function leastSeen(outcomes: readonly Gains[], sets: number): number {
  return Math.max(...groupsOf(outcomes).map(({ gains }) => nearness(gains.length, sets)));
}

function groupsOf(outcomes: readonly Gains[]) {
  return outcomes.flatMap(({ outlying, random, median }) =>
    [
      { gains: outlying, median: median.outlying },
      { gains: random, median: median.random },
    ].flatMap((group) =>
      group.median === undefined ? [] : [{ gains: group.gains, median: group.median }],
    ),
  );
}

/** The standard error of a median is 1.253 times that of a mean. */
function nearness(count: number, sets: number): number {
  return Math.max(NEAR, (2 * 1.253 * chance(sets)) / Math.sqrt(count));
}

/** The standard deviation of a privacy gain by chance. */
function chance(sets: number): number {
  return Math.sqrt(0.5 / sets);
}

function middleHalf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const from = (sorted.length - 1) >> 2;
  return sorted[sorted.length - 1 - from] - sorted[from];
}

async function worthOf(
  { train, test, sizes, seed }: ResolvedStudy,
  { fitted, drawable, settings, levels }: Subject,
  controls: StageControls,
): Promise<UtilityResult> {
  const result = await runStage(controls, 'utility', (store) =>
    utility(train, {
      ...common(controls),
      // the fit that is there already
      generator: { fit: () => fitted },
      fitted: drawable,
      ...{ settings, levels, test, seed, store },
      sets: sizes.utility.sets,
      modelSettings: { forest: { trees: sizes.utility.trees } },
      onProgress: (progress) => controls.tell('utility', progress),
    }),
  );
  if (result.levels.some(({ models }) => Object.keys(models.forest).length === 0)) {
    throw new InputError(
      `Utility: no model could learn from the synthetic sets. The first: ${result.failures[0]?.reason}`,
    );
  }
  const { failures } = result;
  if (failures.length === 0) return result;
  const total = levels.length * sizes.utility.sets;
  const note = `${failures.length} of ${total} models failed; figures rest on the others.`;
  return { ...result, notes: [...result.notes, note] };
}

async function likenessOf(
  { train, test, raw, schema, response, seed }: ResolvedStudy,
  { draw, levels }: Subject,
  { threads, signal, tell, store }: StageControls,
): Promise<TableFidelity[]> {
  tell('fidelity', { done: 0, total: levels.length });
  await checkpoint(signal);
  const tasks = levels.map((level) => ({
    ...{ real: train, synthetic: draw(level), holdout: test },
    ...{ schema, response, seed, raw },
  }));
  const { results, failures } = await withRunner(studyUnits, { threads, signal }, (runner) =>
    runAll(runner, 'likeness', tasks, {
      ...{ signal, store: within(store, 'fidelity') },
      done: openProgress(levels.length, (progress) => tell('fidelity', progress)),
    }),
  );
  if (failures.length > 0) throw new InputError(`Fidelity: ${failures[0].reason}`);
  return results.filter((result) => result !== undefined);
}

function common({ threads, signal }: StageControls) {
  return { ...(threads !== undefined && { threads }), ...(signal && { signal }) };
}
