/** The first part of a study of the private vine: one fit to the training rows as they are, and its levels. */

import { generators } from '../generators/catalogue.ts';
import type { FittedGenerator } from '../generators/generator.ts';
import { type Rng, rngFromSeed } from '../random/rng.ts';
import type { Table } from '../table/table.ts';
import type { StageControls } from '../work/stages.ts';
import { fitKept } from './fitKept.ts';
import { candidateLevels } from './levels.ts';
import { privateSettingsOf } from './privateSettings.ts';
import type { ResolvedStudy } from './studySettings.ts';

export const PRIVATE_NAME = 'dpvine';

export interface FittedPrivate {
  readonly fitted: FittedGenerator;
  readonly levels: NonNullable<FittedGenerator['levels']>;
  readonly vine: NonNullable<FittedGenerator['vine']>;
  readonly promise: NonNullable<FittedGenerator['promise']>;
  readonly tMax: number;
  /** The levels that are compared, ascending; t_max is the last. */
  readonly truncations: readonly number[];
  /** The released table, or some of it, at a level. */
  draw(truncation: number, rows: number): Table;
}

export async function fitPrivate(
  study: ResolvedStudy,
  controls: StageControls,
): Promise<FittedPrivate> {
  const { raw, seed, fit } = study;
  const fitted = await fitKept(
    generators[PRIVATE_NAME],
    raw.train,
    privateSettingsOf(study),
    rngFromSeed(seed).split('study').split('fit'),
    controls,
  );
  const { levels, vine, promise } = fitted;
  if (!levels || !vine || !promise) throw new Error(`${PRIVATE_NAME} has no levels or no promise`);
  const tMax = Math.min(fit.truncation ?? vine.order.tMax, levels.highest);
  return {
    fitted,
    levels,
    vine,
    promise,
    tMax,
    truncations: candidateLevels(tMax, study.levels),
    draw: (truncation, rows) => levels.at(truncation).sample(rows, sampleStream(seed)),
  };
}

/** As `sample` draws from the file: whoever has it and the seed gets the released table. */
function sampleStream(seed: number): Rng {
  return rngFromSeed(seed).split('sample');
}
