/** A study of the vine: its order, one fit at t_max, and the measures at every candidate level. */

import type { Model } from '../model/model.ts';
import { sampleSteps } from '../model/sample.ts';
import type { ModelTruncation } from '../model/truncate.ts';
import type { Table } from '../table/table.ts';
import { runAsync } from '../work/runAsync.ts';
import type { StageControls } from '../work/stages.ts';
import { fitStudy } from './fitStudy.ts';
import { playColumnLevels } from './playColumnLevels.ts';
import { playLevels } from './playLevels.ts';
import type { StudyData } from './results.ts';
import type { Studied } from './studied.ts';
import type { ResolvedStudy } from './studySettings.ts';

export async function studyVine(study: ResolvedStudy, controls: StageControls): Promise<Studied> {
  const fitted = await fitStudy(study, controls);
  const { order, tMax, truncations } = fitted;
  const played = await playLevels(study, fitted.fit, fitted.model, truncations, controls);
  const byColumn = await playColumnLevels(study, order, played, truncations, controls);
  const { model, measures, choice, fewerTrees } = played;
  return {
    order,
    tMax,
    truncations,
    measures,
    choice,
    byColumn,
    fewerTrees,
    described: {
      sensitive: model.sensitive,
      order: model.order,
      protected: model.protected?.map(({ name }) => name) ?? null,
      byClass: pairsByClass(model),
    },
    notes: model.notes,
    promise: null,
    generator: { kind: 'vine', model },
    draw: (truncation) => drawTable(study, model, truncation, controls),
  };
}

/** How many pairs differ between classes. */
function pairsByClass({ vine }: Model): StudyData['byClass'] {
  if (!vine.groups) return null;
  const pairs = vine.edges.filter(({ classes }) => classes).length;
  return { pairs, of: vine.edges.length };
}

async function drawTable(
  { rows, seed, responseSampling }: ResolvedStudy,
  model: Model,
  truncation: ModelTruncation,
  { signal, tell }: StageControls,
): Promise<Table> {
  return runAsync(sampleSteps(model, rows, { seed, responseSampling, truncation }), {
    ...(signal && { signal }),
    onProgress: (progress) => tell('sample', progress),
  });
}
