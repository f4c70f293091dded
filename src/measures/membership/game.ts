/**
 * Membership inference: can somebody who sees a synthetic table tell whether a person was in the
 * training table? The game of Stadler, Oprisanu and Troncoso (USENIX Security 2022), as the paper
 * plays it:
 *
 * - the attacker knows a reference of other rows, fits the generator to subsets of it with and without
 *   the target, draws sets from these shadow fits, and learns to tell the two kinds apart;
 * - then, in each iteration, the generator is fitted to other rows, with and without the target, and
 *   the attacker guesses for sets drawn from both fits.
 *
 * Targets are in no other training table. The placebo is a third fit in each iteration, with a row
 * that is no target added: if its sets are taken for 'in' as often as the target's, then the attack
 * notices that some row was added (401 rows where there were 400), and not whose it is. The attackers
 * are those of the targets, so that the placebo needs no shadows of its own.
 */

import type { Generator, Truncation } from '../../generators/generator.ts';
import { InputError } from '../../numerics/inputError.ts';
import { rowHashes } from '../../table/rowHashes.ts';
import type { Table } from '../../table/table.ts';
import { openProgress, type Progress } from '../../work/progress.ts';
import { runAll } from '../../work/runAll.ts';
import type { Runner } from '../../work/runner.ts';
import type { WorkStore } from '../../work/store.ts';
import { withRunner } from '../../work/withRunner.ts';
import type { AttackTarget } from '../targets.ts';
import type { AttackTask } from './attackSets.ts';
import { describeAttack, fitKey, guessesOf, planAttack, type Summaries } from './attacks.ts';
import type { FeatureSet } from './features.ts';
import { type PlannedFit, planFits } from './fits.ts';
import { type MembershipOutcome, outcomeOf } from './outcome.ts';
import { type Game, type GameSizes, type MembershipSettings, resolveGame } from './settings.ts';
import { type SummariseTask, summariseSetsOf } from './summariseSets.ts';
import { type MembershipUnits, membershipUnits } from './units.ts';

export interface MembershipResult {
  /** Its name, or 'own'. */
  readonly generator: string;
  readonly seed: number;
  readonly rows: number;
  readonly targets: readonly AttackTarget[];
  readonly sizes: GameSizes;
  /** By level, and at each level by feature set. */
  readonly outcomes: readonly MembershipOutcome[];
  /** Units of work that failed; all figures are of the others. */
  readonly failures: readonly MembershipFailure[];
  readonly notes: readonly string[];
}

export interface MembershipFailure {
  /** Which: 'iteration 3 with target row 806', or an attacker. */
  readonly unit: string;
  readonly reason: string;
}

/**
 * Plays the game for all targets, levels and feature sets.
 *
 * const { outcomes } = await membershipAttack(table, {
 *   settings: { response: 'Y', sensitive: ['totcst'] }, levels: [1, 26], threads: 2 });
 * outcomes[0].median.outlying; // privacy gain at level 1: 1 is best, 0 worst
 */
export async function membershipAttack(
  table: Table,
  settings: MembershipSettings,
): Promise<MembershipResult> {
  const { threads, signal, onProgress, store } = settings;
  const game = await resolveGame(table, settings);
  return withRunner(unitsFor(game.generator), { threads, signal }, (runner) =>
    playGame(game, runner, { signal, onProgress, store }),
  );
}

/** A generator of the user's own is no plain data: its units are made here, for this thread. */
function unitsFor(generator: string | Generator): MembershipUnits {
  if (typeof generator === 'string') return membershipUnits;
  return { ...membershipUnits, summariseSets: (task) => summariseSetsOf(generator, task) };
}

export interface PlaySettings {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly store?: WorkStore | undefined;
}

/** The same result by any runner. */
export async function playGame(
  game: Game,
  runner: Runner<MembershipUnits>,
  { signal, onProgress, store }: PlaySettings = {},
): Promise<MembershipResult> {
  const { targets, levels, features, sizes, rng } = game;
  const fits = planFits(game.pool, targets, sizes, game.placebo, rng);
  const total = fits.length + targets.length * levels.length * features.length;
  const run: RunOptions = { signal, store, done: openProgress(total, onProgress) };
  const drawn = await drawSets(game, runner, fits, run);
  const guessed = await guessSets(game, runner, drawn.summaries, run);
  const failures = [...drawn.failures, ...guessed.failures];
  return {
    generator: nameOf(game.generator),
    seed: game.seed,
    rows: game.table.rows,
    targets,
    sizes,
    outcomes: levels.flatMap((truncation) =>
      features.map((set) =>
        outcomeOf(truncation, set, targets, guessed.guessesAt(truncation, set)),
      ),
    ),
    failures,
    notes: [...game.notes, ...twinNotes(game), ...failureNotes(failures.length, total)],
  };
}

interface RunOptions {
  readonly signal: AbortSignal | undefined;
  readonly store: WorkStore | undefined;
  readonly done: () => void;
}

/** The fits of the game, and the summaries of the sets drawn from each. */
async function drawSets(
  game: Game,
  runner: Runner<MembershipUnits>,
  fits: readonly PlannedFit[],
  run: RunOptions,
) {
  const common = commonTask(game, runner);
  const tasks = fits.map((fit) => ({ ...common, ...fitTask(game, fit) }));
  const drawn = await runAll(runner, 'summariseSets', tasks, run);
  const failures: MembershipFailure[] = drawn.failures.map(({ task, reason }) => ({
    unit: describeFit(fits[task], game.targets),
    reason,
  }));
  if (failures.length === fits.length) {
    throw new InputError(
      `Membership: all ${fits.length} fits failed. The first: ${failures[0].reason}`,
    );
  }
  const results = new Map(
    fits.map((fit, f) => [fitKey(fit.stage, fit.turn, fit.added), drawn.results[f]]),
  );
  const summaries: Summaries = (stage, turn, added) => results.get(fitKey(stage, turn, added));
  return { summaries, failures };
}

/** What the attackers of all targets, truncations and feature sets guess. */
async function guessSets(
  game: Game,
  runner: Runner<MembershipUnits>,
  summaries: Summaries,
  run: RunOptions,
) {
  const { targets, levels, features } = game;
  const attacks = levels.flatMap((truncation, at) =>
    features.flatMap((set) =>
      targets.map((_, place) => planAttack(game, summaries, at, truncation, set, place)),
    ),
  );
  const ready = attacks.filter((attack) => attack.task !== undefined);
  const work = ready.map((attack) => attack.task as AttackTask);
  const guessed = await runAll(runner, 'attackSets', work, run);
  const failures: MembershipFailure[] = guessed.failures.map(({ task, reason }) => ({
    unit: describeAttack(ready[task], targets),
    reason,
  }));
  for (const attack of attacks) {
    if (attack.task) continue;
    const reason = 'too many fits failed: it has no shadows to learn from or nothing to guess';
    failures.push({ unit: describeAttack(attack, targets), reason });
    run.done();
  }
  const guesses = new Map(
    ready.map((attack, a) => [attack, guessesOf(attack, guessed.results[a])]),
  );
  /** By target. */
  const guessesAt = (truncation: Truncation, set: FeatureSet) =>
    attacks
      .filter((attack) => attack.truncation === truncation && attack.set === set)
      .map((attack) => guesses.get(attack) ?? []);
  return { guessesAt, failures };
}

function nameOf(generator: string | Generator): string {
  return typeof generator === 'string' ? generator : 'own';
}

/** What the fits have in common. */
function commonTask(
  { table, generator, settings, plan, levels, sizes }: Game,
  { share }: Runner<MembershipUnits>,
) {
  return {
    table: share(table),
    settings: share(settings),
    plan: share(plan),
    generator: nameOf(generator),
    levels,
    setSize: sizes.setSize,
  };
}

function fitTask({ sizes }: Game, { stage, rows, key }: PlannedFit) {
  const sets = stage === 'shadow' ? sizes.setsPerShadow : sizes.sets;
  return { trainedOn: rows, key, sets } satisfies Partial<SummariseTask>;
}

function describeFit({ stage, turn, added }: PlannedFit, targets: readonly AttackTarget[]): string {
  const whom =
    added === 'none'
      ? 'without a target'
      : added === 'placebo'
        ? 'with another row'
        : `with target row ${targets[added].row}`;
  return `${stage} ${turn + 1} ${whom}`;
}

/** A target with a double in the pool is in the training table even when it is out. */
function twinNotes({ table, targets, pool }: Game): string[] {
  const hashes = rowHashes(table.columns, table.rows);
  const others = new Set(pool.map((row) => hashes[row]));
  const twins = targets.filter(({ row }) => others.has(hashes[row])).map(({ row }) => row);
  if (twins.length === 0) return [];
  return [
    `Targets with an equal row among the others, which hides them: rows ${twins.join(', ')}. Choose others, or take repeated rows out of the table.`,
  ];
}

function failureNotes(failures: number, total: number): string[] {
  return failures === 0
    ? []
    : [`${failures} of ${total} units of work failed. Rates and intervals are of what was run.`];
}
