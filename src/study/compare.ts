/** Other generators on the same rows, under the same attacks and measures. */

import { type GeneratorName, generatorOf, slowGenerators } from '../generators/catalogue.ts';
import type { FittedGenerator, GeneratorSettings } from '../generators/generator.ts';
import { withNoiseKey } from '../generators/private/noise.ts';
import type { TableOrder } from '../model/orderTable.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { type Rng, rngFromSeed } from '../random/rng.ts';
import type { Table } from '../table/table.ts';
import type { Counts, StageControls } from '../work/stages.ts';
import { within } from '../work/store.ts';
import { judge } from './constraints.ts';
import { measure } from './measure.ts';
import { presets } from './presets.ts';
import type { ComparedResult } from './results.ts';
import { type Score, scoreOf } from './score.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { figuresOf, measuredOf } from './toResults.ts';

export interface Compared {
  readonly result: ComparedResult;
  readonly notes: readonly string[];
}

/** What the others have to say beyond what was `said` of the vine, once where several say it. */
export function notesOfOthers(compared: readonly Compared[], said: ReadonlySet<string>): string[] {
  const speakers = new Map<string, string[]>();
  for (const { result, notes } of compared) {
    for (const note of new Set(notes)) {
      if (!said.has(note)) speakers.set(note, [...(speakers.get(note) ?? []), result.generator]);
    }
  }
  return [...speakers].map(([note, names]) => `${names.join(', ')}: ${note}`);
}

/** Another generator on the same rows, under the same attacks. */
export async function compareWith(
  generator: GeneratorName,
  study: ResolvedStudy,
  { order }: TableOrder,
  real: number,
  controls: StageControls,
): Promise<Compared> {
  const resolved = playedOn(generator, study);
  const { train, fit: own, score, alpha, constraints, seed } = resolved;
  const tell: StageControls['tell'] = (stage, counts) =>
    controls.tell(`${generator}: ${stage}`, counts);
  const store = within(controls.store, generator);
  // a Gaussian C-vine has the same t_max; in other vines the sensitive columns have no such place
  const truncation = own.truncation ?? (generator === 'gaussian' ? order.tMax : undefined);
  // the noise of all private fits of this generator, in the games as well, follows from one secret
  const settings = withNoiseKey({
    ...generatorSettings(
      { ...own, order: order.order, ...(truncation !== undefined && { truncation }) },
      resolved,
    ),
    ...resolved.generators,
    declared: resolved.declared,
  });
  const rng = rngFromSeed(seed).split('study').split('compare', generator);
  const fitted = await fitOther(generator, train, settings, rng.split('fit'), {
    ...{ ...controls, tell, store },
  });
  const measures = await measure(
    resolved,
    {
      ...{ generator, fitted, settings, levels: ['full'] },
      draw: () => fitted.sample(train.rows, rng.split('sample')),
      repeatsCells: mayRepeatCells(fitted, settings),
    },
    { ...controls, tell, store },
  );
  const figures = figuresOf(measures, 0, score);
  return {
    result: {
      generator,
      ...measuredOf(measures, 0),
      ...scoreFields(scoreOf(figures, real, alpha)),
      verdicts: judge(figures, real, constraints),
    },
    notes: [...(fitted.notes ?? []), ...fewerSaid(resolved, study), ...measures.notes],
  };
}

/** What is no vine and cannot be saved without rows of the real table may release some. */
function mayRepeatCells({ levels, save }: FittedGenerator, { margins }: GeneratorSettings) {
  return margins === 'empirical' || (!levels && !save);
}

/** The fit is kept where it can be saved, and restored. */
async function fitOther(
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

export function scoreFields({ privacy, utility, score, margin }: Score) {
  return { privacy, usefulness: utility, score, scoreMargin: margin };
}

/**
 * The study as it is played on a generator. Those that take seconds or minutes to fit are attacked on
 * fewer people, and guessed from less often: games fit hundreds of times. Members are looked for as often
 * as elsewhere, since two fits of a network differ so much that a few trials show chance alone. The
 * paper's preset stays as it is.
 */
export function playedOn(generator: GeneratorName, study: ResolvedStudy): ResolvedStudy {
  if (!slowGenerators.has(generator) || study.preset === 'paper') return study;
  const { attribute } = study.sizes;
  const { iterations } = presets.quick.attribute;
  return {
    ...study,
    targets: fewest(study.targets),
    sizes: {
      ...study.sizes,
      attribute: {
        ...attribute,
        iterations: Math.min(attribute.iterations ?? iterations, iterations),
      },
    },
  };
}

/**
 * One outlying person of each sensitive column, and so many at random that every column is guessed for
 * enough people to be told of; more outlying ones where there are not as many.
 */
function fewest(targets: ResolvedStudy['targets']): ResolvedStudy['targets'] {
  const isOutlying = targets.some(({ kind }) => kind === 'outlying');
  const there = targets.filter(({ kind }) => kind === 'random').length;
  const random = Math.min(there, FEWEST_PEOPLE - (isOutlying ? 1 : 0));
  const most = { random, outlying: FEWEST_PEOPLE - random };
  const taken = new Map<string, number>();
  return targets.filter(({ kind, sensitive }) => {
    const key = `${kind} ${sensitive}`;
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    return before < most[kind];
  });
}

function fewerSaid({ targets, sizes }: ResolvedStudy, study: ResolvedStudy): string[] {
  if (sizes === study.sizes) return [];
  return [
    `slow to fit, so that ${targets.length} of ${study.targets.length} people were attacked, with ${sizes.attribute.iterations} iterations of the attribute attack. These figures are less certain than those of the vine.`,
  ];
}
