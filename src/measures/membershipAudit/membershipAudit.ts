/**
 * Membership inference with everybody as a target, from few fits. In each fit people are matched at
 * random, a fair coin says which of two is in, and an attacker who knows everybody's record, and all
 * fits before with their coins, says from the synthetic table who is in. Each person is thus a target in
 * each fit; 32 fits of 884 people show an average advantage of .024 where the game of shadow models, for
 * the same work, shows .3.
 *
 * The attacker knows more than any real one: read the AUC of the audit as that of the strongest, and the
 * one scaled to the release (release.ts) as nearer to what a release gives away.
 */

import type { Generator } from '../../generators/generator.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/takeRows.ts';
import { openProgress, type Progress } from '../../work/progress.ts';
import { runAll } from '../../work/runAll.ts';
import type { Runner } from '../../work/runner.ts';
import { type WorkStore, within } from '../../work/store.ts';
import { withRunner } from '../../work/withRunner.ts';
import { type AuditFitResult, type AuditFitTask, auditFit, auditFitOf } from './auditFit.ts';
import { FIRST_FITS } from './calibrate.ts';
import { type Coins, flipCoins } from './coins.ts';
import { CONTROL_GENERATORS, type ControlAudit, type ControlName, isPassed } from './controls.ts';
import { FEWEST_FITS } from './fitAuc.ts';
import { type LevelAudit, levelAudit } from './levelAudit.ts';
import { type ResolvedAudit, resolveAudit } from './resolveAudit.ts';
import { auditScores } from './scoreAudit.ts';
import { refitScores } from './scores/refit.ts';
import type { MembershipAuditSettings } from './settings.ts';
import { type MembershipAuditUnits, membershipAuditUnits } from './units.ts';

export interface MembershipAudit {
  /** Its name, or 'own'. */
  readonly generator: string;
  readonly seed: number;
  /** Rows of a training table, and synthetic rows drawn from each fit. */
  readonly trained: number;
  readonly drawn: number;
  /** What the figures at release are of. */
  readonly release: { readonly trained: number; readonly rows: number };
  readonly levels: readonly LevelAudit[];
  readonly controls: readonly ControlAudit[];
  /** Fits that failed; all figures are of the others. */
  readonly failures: readonly AuditFailure[];
  readonly notes: readonly string[];
}

export interface AuditFailure {
  /** From 1 on. */
  readonly fit: number;
  readonly reason: string;
}

/**
 * Fits the generator to halves of the table and finds out who can be told to have been in.
 *
 * const { levels } = await membershipAudit(table, {
 *   fit: { response: 'Y', sensitive: ['totcst'] }, levels: [1, 'full'], threads: 2 });
 * levels[0].scores.refit?.auc; // .5 by chance, 1 if everybody is recognised
 * levels[0].scores.refit?.atRelease; // the same for a release of the whole table
 */
export async function membershipAudit(
  table: Table,
  settings: MembershipAuditSettings,
): Promise<MembershipAudit> {
  const { threads, signal, onProgress, store } = settings;
  const audit = await resolveAudit(table, settings);
  return withRunner(unitsFor(audit.generator), { threads, signal }, (runner) =>
    runAudit(audit, runner, { signal, onProgress, store }),
  );
}

/** A generator of the user's own is no plain data: its fits are made here, in this thread. */
function unitsFor(generator: string | Generator): MembershipAuditUnits {
  if (typeof generator === 'string') return membershipAuditUnits;
  return {
    auditFit: (task) => (task.generator === OWN ? auditFitOf(generator, task) : auditFit(task)),
  };
}

const OWN = 'own';

export interface RunSettings {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly store?: WorkStore | undefined;
}

/** The same result by any runner. */
export async function runAudit(
  audit: ResolvedAudit,
  runner: Runner<MembershipAuditUnits>,
  { signal, onProgress, store }: RunSettings = {},
): Promise<MembershipAudit> {
  const { generator, levels, controls, audited, released, fits } = audit;
  const flips = Array.from({ length: fits }, (_, fit) =>
    flipCoins(audit.people, streamOf(audit, fit)),
  );
  const done = openProgress(fits * (1 + controls.length), onProgress);
  const name = typeof generator === 'string' ? generator : OWN;
  const tasks = flips.map((flip, fit) =>
    fitTask(audit, fit, name, takeRows(audit.table, flip.rows)),
  );
  const { results, failures } = await runAll(runner, 'auditFit', tasks, { signal, store, done });
  const failed = failures.map(({ task, reason }) => ({ fit: task + 1, reason }));
  const found = doneFits(results, flips);
  if (found.length <= FIRST_FITS) {
    throw new InputError(
      `Membership audit: ${failed.length} of ${fits} fits failed, and ${FIRST_FITS + 1} are needed. The first: ${failed[0].reason}`,
    );
  }
  const controlAudits: ControlAudit[] = [];
  for (const control of controls) {
    const part = within(store, `control ${control}`);
    controlAudits.push(
      await auditControl(audit, control, flips, runner, { signal, store: part, done }),
    );
  }
  return {
    generator: name,
    seed: audit.seed,
    trained: audited.trained,
    drawn: audited.drawn,
    release: { trained: released.trained, rows: released.drawn },
    levels: levels.map((truncation, at) => {
      const atLevel = found.map(({ coins, byLevel }) => ({ coins, scores: byLevel[at] }));
      const reference = audit.holdout && refitScores(audit.plan.judge, audit.holdout, truncation);
      return levelAudit(audit, truncation, atLevel, reference);
    }),
    controls: controlAudits,
    failures: failed,
    notes: [...audit.notes, ...failureNotes(audit, failed.length), ...modelNotes(audit, found)],
  };
}

function streamOf({ rng }: ResolvedAudit, fit: number) {
  return rng.split('fit', fit);
}

function fitTask(
  { settings, levels, rows, scores, plan, ...audit }: ResolvedAudit,
  fit: number,
  generator: string,
  table: Table,
): AuditFitTask {
  return {
    table,
    generator,
    settings,
    key: audit.rng.split('fit', fit).key,
    levels,
    rows,
    scores,
    plan,
  };
}

interface FoundFit {
  readonly coins: Coins;
  readonly byLevel: AuditFitResult;
}

/** Without those that failed: their coins are not looked at. */
function doneFits(
  results: readonly (AuditFitResult | undefined)[],
  flips: readonly Coins[],
): FoundFit[] {
  return results.flatMap((byLevel, fit) => (byLevel ? [{ coins: flips[fit], byLevel }] : []));
}

interface ControlRun {
  readonly signal: AbortSignal | undefined;
  readonly store: WorkStore | undefined;
  readonly done: () => void;
}

/** With the same coins, and a judge with as few trees as any level has. */
async function auditControl(
  audit: ResolvedAudit,
  name: ControlName,
  flips: readonly { readonly rows: Uint32Array; readonly isIn: Uint8Array }[] & readonly Coins[],
  runner: Runner<MembershipAuditUnits>,
  run: ControlRun,
): Promise<ControlAudit> {
  const { table, holdout, levels } = audit;
  const truncation = levels.reduce((a, b) => (a === 'full' || (b !== 'full' && b < a) ? b : a));
  const scores = audit.scores.filter((score) => score !== 'model');
  const own: ResolvedAudit = { ...audit, levels: [truncation], scores };
  const tasks = (flips as readonly (Coins & { readonly rows: Uint32Array })[]).map((flip, fit) => {
    const trained = name === 'unrelated' ? (holdout ?? table) : takeRows(table, flip.rows);
    return fitTask(own, fit, CONTROL_GENERATORS[name], trained);
  });
  const { results } = await runAll(runner, 'auditFit', tasks, run);
  const fits = doneFits(results, flips).map(({ coins, byLevel: [first] }) => ({
    coins,
    scores: first,
  }));
  const found = fits.length > FIRST_FITS ? auditScores(scores, fits, audit) : {};
  const passed = isPassed(name, found);
  return {
    name,
    truncation,
    fits: fits.length,
    scores: found,
    ...(passed !== undefined && { passed }),
  };
}

function failureNotes({ fits }: ResolvedAudit, failed: number): string[] {
  if (failed === 0) return [];
  const few = fits - failed < FEWEST_FITS ? ' The others are too few for intervals.' : '';
  return [
    `Membership audit: ${failed} of ${fits} fits failed and are left out, with their coins.${few}`,
  ];
}

function modelNotes({ scores }: ResolvedAudit, found: readonly FoundFit[]): string[] {
  const isAsked = scores.includes('model');
  const isThere = found.every(({ byLevel }) => byLevel.every(({ model }) => model));
  if (!isAsked || isThere) return [];
  return [
    'Membership audit: the generator offers no density of its model, so that what a released model gives away is not known.',
  ];
}
