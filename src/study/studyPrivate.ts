/**
 * A study of a private vine: one fit to the training rows as they are, on the declared domain, whose levels are
 * all measured. The fit sees nothing but the public domain and the rows: neither the gate that the measures
 * look through (its limits are read from the rows) nor a completed schema. The games fit it anew, each time
 * with noise of its own and with the released order, so that a level means the same in each.
 */

import type { FittedGenerator, GeneratorSettings } from '../generators/generator.ts';
import { withNoiseKey } from '../generators/private/noise.ts';
import { guardTable, type TableGuard } from '../model/guardTable.ts';
import type { TableOrder } from '../model/orderTable.ts';
import { rngFromSeed } from '../random/rng.ts';
import { checkpoint } from '../work/checkpoint.ts';
import type { StageControls } from '../work/stages.ts';
import { withCommonNoise } from './commonNoise.ts';
import { fitPrivate, PRIVATE_NAME } from './fitPrivate.ts';
import { measure, type Subject } from './measure.ts';
import { privateSettingsOf } from './privateSettings.ts';
import type { Studied } from './studied.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { chooseLevel } from './subject.ts';

export async function studyPrivate(
  study: ResolvedStudy,
  controls: StageControls,
): Promise<Studied> {
  const { sensitive, rows } = study;
  const own = await fitPrivate(study, controls);
  const { fitted, vine, promise, tMax, truncations } = own;
  const subject = subjectOf(study, fitted, truncations);
  const played = await withCommonNoise(subject.settings, controls);
  const measures = await measure(study, { ...subject, settings: played }, controls);
  const order: TableOrder = { order: vine.order, preview: null, notes: [] };
  return {
    order,
    tMax,
    truncations,
    measures,
    choice: chooseLevel(study, measures, truncations),
    byColumn: null,
    fewerTrees: undefined,
    described: { sensitive, order: vine.order.order, protected: null, byClass: null },
    notes: fitted.notes ?? [],
    promise,
    generator: { kind: 'private', fitted },
    draw: async (truncation) => {
      const level = truncation as number;
      controls.tell('sample', { done: 0, total: 1 });
      await checkpoint(controls.signal);
      const table = own.draw(level, rows);
      controls.tell('sample', { done: 1, total: 1 });
      return table;
    },
  };
}

function subjectOf(
  study: ResolvedStudy,
  fitted: FittedGenerator,
  levels: readonly number[],
): Subject {
  const { guard, train, seed, schema, declared } = study;
  const { dpvine, ...told } = privateSettingsOf(study);
  const settings: GeneratorSettings = withNoiseKey({
    ...told,
    schema,
    declared,
    dpvine: {
      ...dpvine,
      ...(fitted.vine && { order: fitted.vine.order.order }),
      // halves of the table have more noise; they are attacked, not released
      mostNoise: Infinity,
    },
  });
  const rng = rngFromSeed(seed).split('study', 'draw');
  return {
    generator: PRIVATE_NAME,
    fitted: behindGate(fitted, guard),
    settings,
    levels,
    isStudied: true,
    guard,
    draw: (level) => {
      const at = level === 'full' ? fitted : fitted.levels?.at(level);
      return (at ?? fitted).sample(train.rows, rng);
    },
    repeatsCells: false,
  };
}

/** Its tables as measures see the real one: the released ones may have levels that are rare there. */
function behindGate(fitted: FittedGenerator, guard: TableGuard): FittedGenerator {
  const { levels } = fitted;
  return {
    independentRows: fitted.independentRows ?? false,
    sample: (rows, rng) => guardTable(fitted.sample(rows, rng), guard),
    ...(levels && {
      levels: {
        highest: levels.highest,
        at: (truncation: number) => behindGate(levels.at(truncation), guard),
      },
    }),
  };
}
