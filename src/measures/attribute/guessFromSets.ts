/**
 * A unit of the attribute attack: one fit of a generator, synthetic sets at every level, and on each
 * set attacks on every sensitive column. A pure function of what can be sent to another machine.
 */

import type { FeaturePlan } from '../../features/plan.ts';
import { type ClassTarget, classTargetOf } from '../../features/target.ts';
import { chosenGenerator, type GeneratorChoice } from '../../generators/choice.ts';
import { drawSets, type GeneratorSettings, type Truncation } from '../../generators/generator.ts';
import { type Rng, rngFromKey } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/takeRows.ts';
import { type AttackedSet, attackedSet } from './attackedSet.ts';
import { type AttackRows, attackRows, sliceRows } from './attackRows.ts';
import { type CategorySums, categoriesOverSets } from './categoriesOverSets.ts';
import type { RealRows } from './explainedOverSets.ts';
import { type NumberFindings, type NumberTargets, numbersOverSets } from './numbersOverSets.ts';

export interface GuessTask extends NumberTargets {
  readonly generator: GeneratorChoice;
  readonly settings: GeneratorSettings;
  /** The table of the game, and the rows of it that the generator is fitted to. */
  readonly table: Table;
  readonly trainedOn: Uint32Array;
  /**
   * How many of these were drawn, as the held-out ones were: the first. A target stands behind them, and
   * guesses for people in the table are judged without it, since it was chosen for what it is.
   */
  readonly drawn: number;
  /** Rows that it is not fitted to. */
  readonly heldOut: Uint32Array;
  readonly plan: FeaturePlan;
  readonly key: Rng['key'];
  readonly levels: readonly Truncation[];
  readonly sets: number;
  readonly setSize: number;
  readonly sensitive: readonly string[];
  /** By sensitive column, whether a forest attacks it here. */
  readonly forests: readonly boolean[];
  /**
   * The sets are bootstrap samples of the table. Forests and regressions within classes learn from the
   * table itself then: rows that come twice would flatter them.
   */
  readonly isBootstrap: boolean;
  /** Codes of the targets by sensitive column; nothing for a column of numbers. */
  readonly targetCodes: readonly (Int32Array | undefined)[];
}

/** By level, by sensitive column. */
export type GuessResult = readonly (readonly SetFindings[])[];

export type SetFindings = NumberFindings | CategorySums;

/** A task with the tables that it speaks of. */
type OwnTables = Omit<GuessTask, 'heldOut'> & { readonly heldOut: Table };

export async function guessFromSets(asked: GuessTask): Promise<GuessResult> {
  const { table: all } = asked;
  const task: OwnTables = {
    ...asked,
    table: takeRows(all, asked.trainedOn),
    heldOut: takeRows(all, asked.heldOut),
  };
  const rng = rngFromKey(task.key);
  const fitted = await chosenGenerator(task.generator).fit(
    task.table,
    task.settings,
    rng.split('fit'),
  );
  const { plan, settings, table, heldOut } = task;
  const rowsOf = (some: Table) => attackRows(plan, some, settings.response);
  const real = {
    inTable: sliceRows(rowsOf(table), 0, task.drawn),
    heldOut: rowsOf(heldOut),
  };
  const levels = task.levels.map(() => openLevel(task, real, rng));
  // the same random numbers at every level
  const parts = drawSets(fitted, task.levels, task.sets, task.setSize, rng.split('sample'));
  for (const { first, sets, tables } of parts) {
    for (const [level, drawn] of tables.entries()) levels[level].add(drawn, first, sets);
  }
  return levels.map((level) => level.findings());
}

/** What the attacks on all sensitive columns find in the sets of a level. */
interface LevelAttack {
  /** As many sets as `sets`, of which the first is set `first`. */
  add(drawn: readonly Table[], first: number, sets: number): void;
  findings(): SetFindings[];
}

function openLevel(task: OwnTables, real: RealRows, rng: Rng): LevelAttack {
  const { setSize, plan, settings, sensitive, isBootstrap, conventions } = task;
  const placed = (rows: AttackRows, table: Table, from: number, set: number): PlacedSet => ({
    rows: attackedSet(rows, conventions.ddof),
    table,
    from,
    rng: rng.split('shuffle', set),
  });
  const attacks = sensitive.map((_, j) => openAttack(task, real, j));
  return {
    add(drawn, first, sets) {
      const whole = drawn.map((table) => attackRows(plan, table, settings.response));
      for (let own = 0; own < sets; own++) {
        const [k, from] = drawn.length === 1 ? [0, own * setSize] : [own, 0];
        const { features, classes } = sliceRows(whole[k], from, from + setSize);
        const rows = { features, classes: isBootstrap ? undefined : classes };
        const here = placed(rows, drawn[k], from, first + own);
        for (const attack of attacks) {
          attack.addRegression(here);
          if (!isBootstrap) attack.addOthers(here);
        }
      }
    },
    findings() {
      if (isBootstrap) {
        const own = placed(real.inTable, task.table, 0, 0);
        for (const attack of attacks) attack.addOthers(own);
      }
      return attacks.map((attack) => attack.findings());
    },
  };
}

/** A set on which attacks are tried: its rows, and where they lie in the tables drawn. */
interface PlacedSet {
  readonly rows: AttackedSet;
  readonly table: Table;
  readonly from: number;
  readonly rng: Rng;
}

/** What attacks on one sensitive column do with a set. */
interface ColumnAttack {
  /** The regression of the paper. */
  addRegression(set: PlacedSet): void;
  /** Those that it does not have. */
  addOthers(set: PlacedSet): void;
  findings(): SetFindings;
}

function openAttack(task: OwnTables, real: RealRows, place: number): ColumnAttack {
  const name = task.sensitive[place];
  const hasForest = task.forests[place];
  const targetCodes = task.targetCodes[place];
  if (targetCodes) return attackCategory(task, real, name, targetCodes, hasForest);
  const numbers = numbersOverSets(task, real, name);
  return {
    addRegression: ({ rows, rng }) => numbers.addPooled(rows, rng),
    addOthers({ rows, rng }) {
      numbers.addByClass(rows, rng);
      if (hasForest) numbers.addForest(rows, rng.split('forest'));
    },
    findings: numbers.findings,
  };
}

function attackCategory(
  task: OwnTables,
  real: RealRows,
  name: string,
  targetCodes: Int32Array,
  hasForest: boolean,
): ColumnAttack {
  const known = new WeakMap<Table, ClassTarget>();
  const answersOf = (table: Table): ClassTarget => {
    const answers = known.get(table) ?? classTargetOf(task.plan, table, name);
    known.set(table, answers);
    return answers;
  };
  const { levels, codes } = answersOf(task.table);
  const guesses = categoriesOverSets(name, levels, [
    { features: task.targets, codes: targetCodes },
    { features: real.inTable.features, codes: codes.subarray(0, task.drawn) },
    { features: real.heldOut.features, codes: answersOf(task.heldOut).codes },
  ]);
  const people = ({ table, from, rows: { features } }: PlacedSet) => ({
    features,
    codes: answersOf(table).codes.subarray(from, from + features.rows),
  });
  return {
    addRegression: (set) => guesses.addRegression(people(set), set.rng),
    addOthers(set) {
      if (hasForest) guesses.addForest(people(set), set.rng.split('forest'));
    },
    findings: guesses.findings,
  };
}
