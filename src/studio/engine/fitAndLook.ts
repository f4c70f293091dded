/** The fit of a study, of the vine or of the private one, and what is to be seen of it. */

import { fitPrivate } from '../../study/fitPrivate.ts';
import { fitStudy } from '../../study/fitStudy.ts';
import { cutWords, restWords } from '../../study/levelWords.ts';
import type { ResolvedStudy } from '../../study/studySettings.ts';
import type { StageControls } from '../../work/stages.ts';
import { type Looks, lookedModel, lookedPrivate, openLooks } from './looks.ts';
import type { FitInfo } from './protocol.ts';

interface FitAndLooks {
  readonly truncations: readonly number[];
  readonly looks: Looks;
  readonly info: FitInfo;
}

const ALL_CUT = 'A level cuts the pairs of all columns after that tree.';

export async function fitAndLook(
  study: ResolvedStudy,
  controls: StageControls,
): Promise<FitAndLooks> {
  return study.generator === 'dpvine' ? ofPrivate(study, controls) : ofVine(study, controls);
}

async function ofVine(study: ResolvedStudy, controls: StageControls): Promise<FitAndLooks> {
  const fit = await fitStudy(study, controls);
  const { model, order, tMax, truncations } = fit;
  const looks = openLooks(study, lookedModel(study, fit));
  const cut = cutWords({
    protected: model.protected?.map((column) => column.name) ?? null,
    sensitive: model.sensitive,
    K: order.order.K.map((column) => column.name),
  });
  const own = {
    tMax,
    truncations,
    variables: model.order,
    cuts: cut === undefined ? ALL_CUT : `A level cuts ${cut}. ${restWords({ settings: {} })}`,
    notes: order.notes,
    order: { ...order, rows: { used: study.train.rows, all: study.train.rows } },
  };
  return { truncations, looks, info: infoOf(study, looks, own) };
}

async function ofPrivate(study: ResolvedStudy, controls: StageControls): Promise<FitAndLooks> {
  const fit = await fitPrivate(study, controls);
  const { fitted, vine, promise, tMax, truncations } = fit;
  const looks = openLooks(study, lookedPrivate(study, fit));
  const own = {
    tMax,
    truncations,
    variables: vine.order.order,
    cuts: ALL_CUT,
    notes: [promise.statement, ...(fitted.notes ?? [])],
    order: null,
  };
  return { truncations, looks, info: infoOf(study, looks, own) };
}

function infoOf(
  { train, test, notes }: ResolvedStudy,
  { levels, columns, rows, realTau }: Looks,
  own: Pick<FitInfo, 'tMax' | 'truncations' | 'variables' | 'cuts' | 'notes' | 'order'>,
): FitInfo {
  return {
    ...own,
    levels,
    columns,
    rows: { train: train.rows, test: test.rows, shown: rows },
    realTau,
    notes: [...notes, ...own.notes],
  };
}
