/**
 * Singling out, linkability and inference of the table that is released. A quick study does without: its figures
 * are for a first look. They are told and certified, and put under no limit: what limits stand for is attacked
 * by stronger means (attribute, membership).
 */

import type { ThreeRisks } from '../measures/threeRisks/threeRisks.ts';
import { guardTable } from '../model/guardTable.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Table } from '../table/table.ts';
import { runAll } from '../work/runAll.ts';
import { runStage, type StageControls } from '../work/stages.ts';
import { withRunner } from '../work/withRunner.ts';
import { type RisksTask, riskUnits } from './risksUnit.ts';
import type { ResolvedStudy } from './studySettings.ts';

export const RISKS_STAGE = 'three risks';

/** Whether a study of these sizes measures them. */
export function hasRisks({ preset }: Pick<ResolvedStudy, 'preset'>): boolean {
  return preset !== 'quick';
}

export async function measureRisks(
  study: ResolvedStudy,
  synthetic: Table,
  controls: StageControls,
): Promise<ThreeRisks | null> {
  if (!hasRisks(study)) return null;
  const { train, test, guard, schema, sensitive, seed } = study;
  const names = new Set(test.columns.map(({ name }) => name));
  const isWhole = train.columns.every(({ name }) => names.has(name));
  const task: RisksTask = {
    real: train,
    synthetic: guardTable(synthetic, guard),
    schema,
    sensitive,
    seed,
    ...(isWhole && { holdout: test }),
  };
  const { threads, signal, tell } = controls;
  return runStage(controls, RISKS_STAGE, async () => {
    const { results, failures } = await withRunner(riskUnits, { threads, signal }, (runner) =>
      runAll(runner, 'risksUnit', [task], { signal }),
    );
    const [found] = results;
    if (!found) throw new InputError(`Three risks: ${failures[0]?.reason}`);
    tell(RISKS_STAGE, { done: 1, total: 1 });
    return found;
  });
}
