/**
 * A unit of the attribute attack: one fit of a generator, synthetic sets at every level, and on each
 * set an attack on every sensitive column. A pure function of what can be sent to another machine.
 */

import { featuresOf, sliceFeatures, type TableFeatures } from '../../features/features.ts';
import type { FeaturePlan } from '../../features/plan.ts';
import { classTargetOf } from '../../features/target.ts';
import { chosenGenerator, type GeneratorChoice } from '../../generators/choice.ts';
import { type GeneratorSettings, sampleSets, type Truncation } from '../../generators/generator.ts';
import { type Rng, rngFromKey } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import { type CategorySums, categoriesOverSets } from './categoriesOverSets.ts';
import { type NumberFindings, type NumberTargets, numbersOverSets } from './numbersOverSets.ts';
import { type Standardised, standardise } from './regression.ts';

export interface GuessTask extends NumberTargets {
  readonly generator: GeneratorChoice;
  readonly settings: GeneratorSettings;
  /** The rows that the generator is fitted to. */
  readonly table: Table;
  readonly plan: FeaturePlan;
  readonly key: Rng['key'];
  readonly levels: readonly Truncation[];
  readonly sets: number;
  readonly setSize: number;
  readonly sensitive: readonly string[];
  /** Codes of the targets by sensitive column; nothing for a column of numbers. */
  readonly targetCodes: readonly (Int32Array | undefined)[];
}

/** By level, by sensitive column. */
export type GuessResult = readonly (readonly SetFindings[])[];

export type SetFindings = NumberFindings | CategorySums;

export async function guessFromSets(task: GuessTask): Promise<GuessResult> {
  const rng = rngFromKey(task.key);
  const fitted = await chosenGenerator(task.generator).fit(
    task.table,
    task.settings,
    rng.split('fit'),
  );
  // the same random numbers at every level
  const drawn = sampleSets(fitted, task.levels, task.sets, task.setSize, rng.split('sample'));
  return drawn.map((tables) => attackLevel(task, tables, rng));
}

function attackLevel(task: GuessTask, tables: readonly Table[], rng: Rng): SetFindings[] {
  const { sets, setSize, plan, sensitive } = task;
  const whole = tables.map((table) => featuresOf(plan, table));
  const place = (set: number) =>
    tables.length === 1 ? { table: 0, from: set * setSize } : { table: set, from: 0 };
  const attacks = sensitive.map((name, j) => openAttack(task, whole[0], tables, name, j));
  for (let set = 0; set < sets; set++) {
    const { table, from } = place(set);
    const features = sliceFeatures(whole[table], from, from + setSize);
    const shared = standardise(features, task.conventions.ddof);
    for (const attack of attacks) {
      attack.add({ features, shared, table, from, rng: rng.split('shuffle', set) });
    }
  }
  return attacks.map(({ findings }) => findings());
}

/** A set on which an attack is tried: its features, and where it lies in the tables drawn. */
interface AttackedSet {
  readonly features: TableFeatures;
  readonly shared: Standardised;
  readonly table: number;
  readonly from: number;
  readonly rng: Rng;
}

function openAttack(
  task: GuessTask,
  example: TableFeatures,
  tables: readonly Table[],
  name: string,
  place: number,
): { add(set: AttackedSet): void; findings(): SetFindings } {
  const targetCodes = task.targetCodes[place];
  if (!targetCodes) {
    const regression = numbersOverSets(task, example, name);
    return {
      add: ({ features, shared, rng }) => regression.add(features, shared, rng),
      findings: regression.findings,
    };
  }
  const answers = tables.map((table) => classTargetOf(task.plan, table, name));
  const guesses = categoriesOverSets(name, answers[0].levels, task.targets, targetCodes);
  return {
    add: ({ features, table, from, rng }) =>
      guesses.add(features, answers[table].codes.subarray(from, from + features.rows), rng),
    findings: guesses.findings,
  };
}
