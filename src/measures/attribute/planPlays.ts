/** The plays of the attribute game: which rows generators are fitted to, and who is attacked. */

import { featuresOf } from '../../features/features.ts';
import { targetOf } from '../../features/target.ts';
import type { GeneratorChoice } from '../../generators/choice.ts';
import type { Truncation } from '../../generators/generator.ts';
import type { Rng } from '../../random/rng.ts';
import { takeRows } from '../../table/takeRows.ts';
import { drawSome } from '../drawAtMost.ts';
import { drawRows, type GameSetup, withRow } from '../setUpGame.ts';
import { concerns } from '../targets.ts';
import type { AttributeResult } from './attributeAttack.ts';
import type { Play } from './findings.ts';
import type { GuessTask } from './guessFromSets.ts';
import { momentsOf } from './regression.ts';

export interface PlannedPlay {
  readonly kind: Play['kind'];
  readonly iteration: number;
  /** Its place among the targets, where one is in the training rows. */
  readonly target: number | undefined;
  readonly task: GuessTask;
}

/** Held-out rows that guesses are judged by, at most. */
const HELD_OUT_ROWS = 1000;

export function planPlays(
  game: GameSetup,
  parameters: AttributeResult['parameters'],
  levels: readonly Truncation[],
  generator: GeneratorChoice,
  baselines: boolean,
  rng: Rng,
): PlannedPlay[] {
  const { table, targets } = game;
  const base = { ...commonTask(game, parameters), isBootstrap: false };
  const all = targetsIn(
    game,
    targets.map(({ row }) => row),
  );
  const alone = targets.map(({ row }) => targetsIn(game, [row]));
  const plays: PlannedPlay[] = [];
  for (let iteration = 0; iteration < parameters.iterations; iteration++) {
    const own = rng.split('iteration', iteration);
    const rows = drawRows(game, parameters.referenceSize, own.split('rows'));
    const heldOut = heldOutRows(game, rows, own.split('heldOut'));
    const shared = { ...base, drawn: rows.length, heldOut };
    if (baselines) {
      const outside = { ...shared, table, trainedOn: rows, ...all };
      const out = { ...outside, generator, levels, key: own.split('out').key };
      plays.push({
        kind: 'out',
        iteration,
        target: undefined,
        task: { ...out, forests: base.sensitive.map(() => false) },
      });
      const real = { ...outside, levels: ['full'] as const, key: own.split('real').key };
      plays.push({
        kind: 'real',
        iteration,
        target: undefined,
        task: {
          ...real,
          generator: 'bootstrap',
          isBootstrap: true,
          forests: base.sensitive.map(() => true),
        },
      });
    }
    targets.forEach(({ row }, target) => {
      const trainedOn = withRow(rows, row);
      const key = own.split('in', row).key;
      const forests = forestsAgainst(game, target, alone[target].targetCodes);
      const inside = { ...shared, table, trainedOn, generator, levels, key };
      const task = { ...inside, ...alone[target], forests };
      plays.push({ kind: 'in', iteration, target, task });
    });
  }
  return plays;
}

/** What the tasks of all plays share. */
function commonTask(
  { table, plan, settings }: GameSetup,
  { sets, setSize, tolerance, ddof, standardiseResponse }: AttributeResult['parameters'],
) {
  return {
    settings,
    plan,
    sets,
    setSize,
    sensitive: settings.sensitive ?? [],
    conventions: { ddof, alsoStandardised: standardiseResponse ? [settings.response] : [] },
    population: momentsOf(featuresOf(plan, table), ddof),
    tolerance,
  };
}

/** The people in some rows: what is known of them, and what is to be guessed. */
function targetsIn({ table, plan, settings }: GameSetup, rows: readonly number[]) {
  const people = takeRows(table, rows);
  const targetCodes = (settings.sensitive ?? []).map((name) => {
    const target = targetOf(plan, people, name);
    return target.kind === 'classes' ? target.codes : undefined;
  });
  return { targets: featuresOf(plan, people), targetCodes };
}

/**
 * By sensitive column, whether a forest attacks it in the play with this target. What it explains of a
 * column of numbers hardly depends on who the target is: one forest an iteration will do. A category is
 * guessed for every target that it concerns.
 */
function forestsAgainst(
  { targets, settings: { sensitive = [] } }: GameSetup,
  target: number,
  targetCodes: readonly (Int32Array | undefined)[],
): boolean[] {
  return sensitive.map((name, j) =>
    targetCodes[j]
      ? concerns(targets[target], name)
      : targets.findIndex((each) => concerns(each, name)) === target,
  );
}

/** Rows of the pool that are not drawn; some, if they are many. */
function heldOutRows({ pool }: GameSetup, drawn: Uint32Array, rng: Rng): Uint32Array {
  const taken = new Set(drawn);
  const others = pool.filter((row) => !taken.has(row));
  if (others.length <= HELD_OUT_ROWS) return others;
  return Uint32Array.from(drawSome(others.length, HELD_OUT_ROWS, rng), (place) => others[place]);
}
