/** The audit of a generator of known leakage. */

import { FIRST_FITS } from './calibrate.ts';
import type { Flip } from './coins.ts';
import { CONTROL_GENERATORS, type ControlAudit, type ControlName, isPassed } from './controls.ts';
import type { ResolvedAudit } from './resolveAudit.ts';
import { type FitRun, runFits } from './runFits.ts';
import { auditScores } from './scoreAudit.ts';
import { isInside } from './scores/score.ts';

/** With a judge that has as few trees as any level of the audit. */
export async function auditControl(
  audit: ResolvedAudit,
  name: ControlName,
  flips: readonly Flip[],
  run: FitRun,
): Promise<ControlAudit> {
  const { table, holdout, levels, plan } = audit;
  const truncation = levels.reduce((a, b) => (a === 'full' || (b !== 'full' && b < a) ? b : a));
  const seen = audit.scores.filter((score) => !isInside(score));
  const scores = seen.length > 0 ? seen : (['refit'] as const);
  const { people: _, ...planned } = plan;
  const { fits } = await runFits(
    { ...audit, levels: [truncation], scores, plan: planned },
    flips,
    CONTROL_GENERATORS[name],
    name === 'unrelated' ? (holdout ?? table) : table,
    name === 'unrelated',
    run,
  );
  const found = fits.map(({ coins, byLevel }) => ({ coins, scores: byLevel[0] }));
  const audits = found.length > FIRST_FITS ? auditScores(scores, found, audit) : {};
  const passed = isPassed(name, audits);
  return {
    name,
    truncation,
    fits: fits.length,
    scores: audits,
    ...(passed !== undefined && { passed }),
  };
}
