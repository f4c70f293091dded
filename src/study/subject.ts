/** The vine of a study as its measures see it, and the level that they lead to. */

import { fittedVine } from '../generators/vine.ts';
import type { Model } from '../model/model.ts';
import { type ModelTruncation, truncationOf } from '../model/truncate.ts';
import { type Choice, choose } from './choose.ts';
import { generatorSettings } from './compareGenerator.ts';
import { levelFigures } from './figures.ts';
import type { Measures, Subject } from './measure.ts';
import type { ResolvedStudy } from './studySettings.ts';

/** What fits are told; protected columns may have levels of their own. */
export type ToldFit = Omit<ResolvedStudy['fit'], 'truncation'> & {
  readonly truncation?: ModelTruncation;
};

/** The vine as the measures see it. */
export function subjectOf(
  study: ResolvedStudy,
  told: ToldFit,
  model: Model,
  truncations: Subject['levels'],
): Subject {
  const { structure, responseSampling, seed, train } = study;
  return {
    generator: structure,
    fitted: fittedVine(model, responseSampling),
    settings: generatorSettings(told, study),
    levels: truncations,
    isStudied: true,
    drawable: { model, responseSampling },
    draw: (level) => ({
      model,
      responseSampling,
      truncation: level === 'full' ? truncationOf(model) : level,
      seed,
      first: 0,
      rows: train.rows,
    }),
    repeatsCells: repeatsCells(study),
  };
}

/** Whether a model holds values of the real table. */
export function repeatsCells({ fit }: ResolvedStudy): boolean {
  return fit.margins === 'empirical';
}

/** What models reach that learn from real rows. */
export function realScore(measures: Measures, { score }: ResolvedStudy): number {
  return measures.utility.real.forest[score];
}

export function chooseLevel(
  study: ResolvedStudy,
  measures: Measures,
  truncations: readonly number[],
): Choice {
  const { alpha, constraints } = study;
  const figures = levelFigures(measures, truncations, study);
  return choose(figures, realScore(measures, study), { alpha, constraints });
}
