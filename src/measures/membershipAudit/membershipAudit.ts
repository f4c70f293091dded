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
import { checkpoint } from '../../work/checkpoint.ts';
import { openProgress, type Progress } from '../../work/progress.ts';
import type { Runner } from '../../work/runner.ts';
import { type WorkStore, within } from '../../work/store.ts';
import { withRunner } from '../../work/withRunner.ts';
import { auditControl } from './auditControl.ts';
import { auditFit, auditFitOf } from './auditFit.ts';
import { FIRST_FITS } from './calibrate.ts';
import { flipCoins } from './coins.ts';
import type { ControlAudit } from './controls.ts';
import { FEWEST_FITS } from './fitAuc.ts';
import { type LevelAudit, levelAudit } from './levelAudit.ts';
import { type ResolvedAudit, resolveAudit } from './resolveAudit.ts';
import { type AuditFailure, type FoundFit, runFits, streamOf } from './runFits.ts';
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
  const { people, table, generator, controls, audited, released, rng } = audit;
  const name = typeof generator === 'string' ? generator : OWN;
  const flips = Array.from({ length: audit.fits }, (_, fit) =>
    flipCoins(people, streamOf(rng, fit)),
  );
  const done = openProgress(audit.fits * (1 + controls.length), onProgress);
  const run = { runner, signal, store, done };
  const { fits, failures } = await runFits(audit, flips, name, table, false, run);
  checkEnough(fits.length, failures);
  const controlAudits: ControlAudit[] = [];
  for (const control of controls) {
    const part = within(store, `control ${control}`);
    controlAudits.push(await auditControl(audit, control, flips, { ...run, store: part }));
  }
  return {
    generator: name,
    seed: audit.seed,
    trained: audited.trained,
    drawn: audited.drawn,
    release: { trained: released.trained, rows: released.drawn },
    levels: await auditLevels(audit, fits, signal),
    controls: controlAudits,
    failures,
    notes: [...audit.notes, ...failureNotes(audit, failures.length), ...modelNotes(audit, fits)],
  };
}

function checkEnough(done: number, failures: readonly AuditFailure[]): void {
  if (done > FIRST_FITS) return;
  throw new InputError(
    `Membership audit: ${failures.length} fits failed and ${done} did not, but ${FIRST_FITS + 1} are needed. The first: ${failures[0].reason}`,
  );
}

async function auditLevels(
  audit: ResolvedAudit,
  fits: readonly FoundFit[],
  signal: AbortSignal | undefined,
): Promise<LevelAudit[]> {
  const levels: LevelAudit[] = [];
  for (const [at, truncation] of audit.levels.entries()) {
    await checkpoint(signal);
    const atLevel = fits.map(({ coins, byLevel }) => ({ coins, scores: byLevel[at] }));
    levels.push(levelAudit(audit, truncation, atLevel));
  }
  return levels;
}

function failureNotes({ fits }: ResolvedAudit, failed: number): string[] {
  if (failed === 0) return [];
  const few = fits - failed < FEWEST_FITS ? ' The others are too few for intervals.' : '';
  return [`${failed} of ${fits} fits failed and are left out, with their coins.${few}`];
}

function modelNotes({ scores }: ResolvedAudit, fits: readonly FoundFit[]): string[] {
  const isThere = fits.every(({ byLevel }) => byLevel.every(({ model }) => model));
  if (!scores.includes('model') || isThere) return [];
  return [
    'The generator offers no density of its model, so that what a released model gives away is not known.',
  ];
}
