/** The fits of an audit, of the generator or of a control, under the same coins. */

import type { Table } from '../../table/table.ts';
import { runAll } from '../../work/runAll.ts';
import type { Runner } from '../../work/runner.ts';
import type { WorkStore } from '../../work/store.ts';
import type { AuditFitResult } from './auditFit.ts';
import type { Coins, Flip } from './coins.ts';
import type { ResolvedAudit } from './resolveAudit.ts';
import type { MembershipAuditUnits } from './units.ts';

export interface FitRun {
  readonly runner: Runner<MembershipAuditUnits>;
  readonly signal: AbortSignal | undefined;
  readonly store: WorkStore | undefined;
  readonly done: (isKept: boolean) => void;
}

/** A fit that was done, by level. */
export interface FoundFit {
  readonly coins: Coins;
  readonly byLevel: AuditFitResult;
}

export interface AuditFailure {
  /** From 1 on. */
  readonly fit: number;
  readonly reason: string;
}

/**
 * Each fit is to the rows of `table` that its coins say, or to all of it. Fits that fail are left out, and
 * their coins with them.
 */
export async function runFits(
  { settings, levels, rows, scores, plan, rng }: ResolvedAudit,
  flips: readonly Flip[],
  generator: string,
  table: Table,
  isWhole: boolean,
  { runner, ...run }: FitRun,
): Promise<{ readonly fits: readonly FoundFit[]; readonly failures: readonly AuditFailure[] }> {
  const common = {
    table: runner.share(table),
    settings: runner.share(settings),
    plan: runner.share(plan),
    generator,
    levels,
    rows,
    scores,
  };
  const tasks = flips.map((flip, fit) => ({
    ...common,
    key: streamOf(rng, fit).key,
    trainedOn: isWhole ? undefined : flip.rows,
  }));
  const { results, failures } = await runAll(runner, 'auditFit', tasks, run);
  return {
    fits: results.flatMap((byLevel, fit) => (byLevel ? [{ coins: flips[fit], byLevel }] : [])),
    failures: failures.map(({ task, reason }) => ({ fit: task + 1, reason })),
  };
}

/** All of a fit follows from it: coins, the generator's chance, the rows that are drawn. */
export function streamOf(rng: ResolvedAudit['rng'], fit: number): ResolvedAudit['rng'] {
  return rng.split('fit', fit);
}
