/** A competitor: another generator on the same rows, under the same attacks and measures. */

import { type GeneratorName, generatorOf } from '../generators/catalogue.ts';
import type { FittedGenerator, GeneratorSettings } from '../generators/generator.ts';
import { withNoiseKey } from '../generators/private/noise.ts';
import type { ControlAudit } from '../measures/membershipAudit/controls.ts';
import type { TableOrder } from '../model/orderTable.ts';
import { wholeOrder } from '../order/wholeOrder.ts';
import { rngFromSeed } from '../random/rng.ts';
import type { StageControls } from '../work/stages.ts';
import { within } from '../work/store.ts';
import { withCommonNoise } from './commonNoise.ts';
import { judge } from './constraints.ts';
import { figuresOf } from './figures.ts';
import { fitKept } from './fitKept.ts';
import { judgeLevel } from './judgeLevel.ts';
import { limitsOf } from './limits.ts';
import { measure } from './measure.ts';
import { measuredOf, scoreFields } from './measuredResult.ts';
import { playedLess, playedOn } from './playedOn.ts';
import type { ComparedResult } from './results.ts';
import { riskFigures } from './riskFigures.ts';
import { scoreOf } from './score.ts';
import type { ResolvedStudy } from './studySettings.ts';
import type { ToldFit } from './subject.ts';

export interface Compared {
  readonly result: ComparedResult;
  readonly notes: readonly string[];
}

/** What of the study's own vine a competitor is compared with. */
export interface Beside {
  /** What models reach that learn from real rows. */
  readonly real: number;
  readonly recommended: number;
  /** The controls of the membership audit. */
  readonly controls: readonly ControlAudit[];
}

export async function compareGenerator(
  generator: GeneratorName,
  study: ResolvedStudy,
  order: TableOrder,
  { real, recommended, controls: audited }: Beside,
  controls: StageControls,
): Promise<Compared> {
  const played = playedOn(generator, study);
  const { train, score, alpha, constraints, seed } = played;
  const own: StageControls = {
    ...controls,
    tell: (stage, counts) => controls.tell(`${generator}: ${stage}`, counts),
    store: within(controls.store, keptAs(generator, recommended)),
  };
  const settings = await withCommonNoise(
    competitorSettings(generator, played, order, recommended),
    own,
  );
  const rng = rngFromSeed(seed).split('study').split('compare', generator);
  const fitted = await fitKept(generatorOf(generator), train, settings, rng.split('fit'), own);
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
      judged: judgeLevel(riskFigures(measures, 0, audited), limitsOf(constraints)),
    },
    notes: [
      ...(generator === 'cvine-paper' ? [atLevel(recommended)] : []),
      ...(fitted.notes ?? []),
      ...playedLess(played, study),
      ...measures.notes,
    ],
  };
}

/** The paper's generator is another one at each level. */
function keptAs(generator: GeneratorName, recommended: number): string {
  return generator === 'cvine-paper' ? `${generator} at ${recommended}` : generator;
}

function atLevel(truncation: number): string {
  return `The paper's generator is measured at truncation ${truncation}, the recommended level.`;
}

function competitorSettings(
  generator: GeneratorName,
  study: ResolvedStudy,
  { order }: TableOrder,
  recommended: number,
): GeneratorSettings {
  const truncation = truncationOf(generator, study, order.tMax, recommended);
  // what concerns the columns that are not protected is no business of a vine that cuts all
  const { truncateRest: _, ...common } = study.fit;
  const fit = {
    ...common,
    order: wholeOrder(order, study.train.columns),
    ...(truncation !== undefined && { truncation }),
  };
  // the noise of all private fits of this generator, in the games as well, follows from one secret
  return withNoiseKey({
    ...generatorSettings(fit, study),
    ...study.generators,
    declared: study.declared,
  });
}

/** The paper's generator is shown where this one is recommended, and a Gaussian C-vine at t_max. */
function truncationOf(
  generator: GeneratorName,
  { fit: { truncation } }: ResolvedStudy,
  tMax: number,
  recommended: number,
): number | undefined {
  if (generator === 'cvine-paper') return recommended;
  // in other vines the sensitive columns have no such place
  return truncation ?? (generator === 'gaussian' ? tMax : undefined);
}

/** What is no vine and cannot be saved without rows of the real table may release some. */
function mayRepeatCells({ levels, save }: FittedGenerator, { margins }: GeneratorSettings) {
  return margins === 'empirical' || (!levels && !save);
}

export function generatorSettings(
  { seed: _, ...fit }: ToldFit,
  { responseSampling }: ResolvedStudy,
): GeneratorSettings {
  return { ...fit, responseSampling };
}
