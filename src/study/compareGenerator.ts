/** A competitor: another generator on the same rows, under the same attacks and measures. */

import { type GeneratorName, generatorOf } from '../generators/catalogue.ts';
import type { FittedGenerator, GeneratorSettings } from '../generators/generator.ts';
import { withNoiseKey } from '../generators/private/noise.ts';
import type { TableOrder } from '../model/orderTable.ts';
import { type Rng, rngFromSeed } from '../random/rng.ts';
import type { Table } from '../table/table.ts';
import type { Counts, StageControls } from '../work/stages.ts';
import { within } from '../work/store.ts';
import { judge } from './constraints.ts';
import { figuresOf } from './figures.ts';
import { measure } from './measure.ts';
import { measuredOf, scoreFields } from './measuredResult.ts';
import { playedLess, playedOn } from './playedOn.ts';
import type { ComparedResult } from './results.ts';
import { scoreOf } from './score.ts';
import type { ResolvedStudy } from './studySettings.ts';

export interface Compared {
  readonly result: ComparedResult;
  readonly notes: readonly string[];
}

export async function compareGenerator(
  generator: GeneratorName,
  study: ResolvedStudy,
  order: TableOrder,
  real: number,
  controls: StageControls,
): Promise<Compared> {
  const played = playedOn(generator, study);
  const { train, score, alpha, constraints, seed } = played;
  const own: StageControls = {
    ...controls,
    tell: (stage, counts) => controls.tell(`${generator}: ${stage}`, counts),
    store: within(controls.store, generator),
  };
  const settings = competitorSettings(generator, played, order);
  const rng = rngFromSeed(seed).split('study').split('compare', generator);
  const fitted = await fitCompetitor(generator, train, settings, rng.split('fit'), own);
  const measures = await measure(
    played,
    {
      generator,
      fitted,
      settings,
      levels: ['full'],
      draw: () => fitted.sample(train.rows, rng.split('sample')),
      repeatsCells: mayRepeatCells(fitted, settings),
    },
    own,
  );
  const figures = figuresOf(measures, 0, score);
  return {
    result: {
      generator,
      ...measuredOf(measures, 0),
      ...scoreFields(scoreOf(figures, real, alpha)),
      verdicts: judge(figures, real, constraints),
    },
    notes: [...(fitted.notes ?? []), ...playedLess(played, study), ...measures.notes],
  };
}

function competitorSettings(
  generator: GeneratorName,
  study: ResolvedStudy,
  { order }: TableOrder,
): GeneratorSettings {
  // a Gaussian C-vine has the same t_max; in other vines the sensitive columns have no such place
  const truncation = study.fit.truncation ?? (generator === 'gaussian' ? order.tMax : undefined);
  const fit = {
    ...study.fit,
    order: order.order,
    ...(truncation !== undefined && { truncation }),
  };
  // the noise of all private fits of this generator, in the games as well, follows from one secret
  return withNoiseKey({
    ...generatorSettings(fit, study),
    ...study.generators,
    declared: study.declared,
  });
}

/** What is no vine and cannot be saved without rows of the real table may release some. */
function mayRepeatCells({ levels, save }: FittedGenerator, { margins }: GeneratorSettings) {
  return margins === 'empirical' || (!levels && !save);
}

/** The fit is kept where it can be saved, and restored. */
async function fitCompetitor(
  name: GeneratorName,
  train: Table,
  settings: GeneratorSettings,
  rng: Rng,
  { signal, tell, store }: StageControls,
): Promise<FittedGenerator> {
  const generator = generatorOf(name);
  tell('fit', { done: 0, total: 1 });
  const saved = generator.restore && (await store?.get('fit'));
  if (generator.restore && saved !== undefined) {
    tell('fit', { done: 1, total: 1, kept: 1 });
    return generator.restore(saved);
  }
  const onProgress = (counts: Counts) => tell('fit', counts);
  const fitted = await generator.fit(train, settings, rng, { signal, onProgress });
  if (generator.restore && fitted.save && settings.margins !== 'empirical') {
    await store?.put('fit', fitted.save());
  }
  tell('fit', { done: 1, total: 1 });
  return fitted;
}

export function generatorSettings(
  { seed: _, ...fit }: ResolvedStudy['fit'],
  { responseSampling }: ResolvedStudy,
): GeneratorSettings {
  return { ...fit, responseSampling };
}
