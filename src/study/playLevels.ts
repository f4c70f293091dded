/**
 * All measures at the candidate levels, and the choice among them. Where a limit on membership is missed
 * at every level although only protected columns are cut, the trees of all other columns are what is left
 * to cut: fewer of them are tried, until a level keeps the limits.
 */

import type { Model } from '../model/model.ts';
import { truncate } from '../model/truncate.ts';
import type { StageControls } from '../work/stages.ts';
import { within } from '../work/store.ts';
import type { Choice } from './choose.ts';
import { candidateLevels } from './levels.ts';
import { type Measures, measure } from './measure.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { chooseLevel, subjectOf } from './subject.ts';

export interface PlayedLevels {
  readonly model: Model;
  /** What the fits of the games were told. */
  readonly fit: ResolvedStudy['fit'];
  readonly measures: Measures;
  readonly choice: Choice;
  /** What became of the trees of the other columns, in words; nothing if none had to go. */
  readonly fewerTrees: string | undefined;
}

export async function playLevels(
  study: ResolvedStudy,
  fit: ResolvedStudy['fit'],
  model: Model,
  truncations: readonly number[],
  controls: StageControls,
): Promise<PlayedLevels> {
  const first = await play(study, fit, model, truncations, controls);
  if (!model.protected || fit.truncateRest !== undefined || !missesMembership(first.choice)) {
    return { ...first, fewerTrees: undefined };
  }
  const { maxAdvantage } = study.constraints;
  for (const rest of candidateLevels(model.vine.truncation).reverse().slice(1)) {
    const told = { ...fit, truncateRest: rest };
    const store = within(controls.store, `rest ${rest}`);
    const cut = truncate(model, truncations[truncations.length - 1], rest);
    const found = await play(study, told, cut, truncations, { ...controls, store });
    if (missesMembership(found.choice)) continue;
    const fewerTrees = `With all trees of the columns that are not protected the membership attack had an advantage above ${maxAdvantage} at every level. They are cut after tree ${rest} (--truncate-rest ${rest}).`;
    return { ...found, fewerTrees };
  }
  const fewerTrees = `The membership attack has an advantage above ${maxAdvantage} at every level, and still has one with a single tree for the columns that are not protected.`;
  return { ...first, fewerTrees };
}

async function play(
  study: ResolvedStudy,
  fit: ResolvedStudy['fit'],
  model: Model,
  truncations: readonly number[],
  controls: StageControls,
): Promise<Omit<PlayedLevels, 'fewerTrees'>> {
  const subject = subjectOf(study, fit, model, truncations);
  const measures = await measure(study, subject, controls);
  return { model, fit, measures, choice: chooseLevel(study, measures, truncations) };
}

/** Whether every level misses the limit on membership. */
function missesMembership({ levels }: Choice): boolean {
  return levels.every(({ verdicts }) =>
    verdicts.some(({ constraint, excess }) => constraint === 'maxAdvantage' && excess > 0),
  );
}
