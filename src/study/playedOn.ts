/**
 * The study as it is played on a generator. Those that take seconds or minutes to fit are attacked on
 * fewer people, and guessed from less often: games fit hundreds of times. Members are looked for as often
 * as elsewhere, since two fits of a network differ so much that a few trials show chance alone. The
 * paper's preset stays as it is.
 */

import { type GeneratorName, slowGenerators } from '../generators/catalogue.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { presets } from './presets.ts';
import type { ResolvedStudy } from './studySettings.ts';

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

/** What a reader of the figures must know of it. */
export function playedLess({ targets, sizes }: ResolvedStudy, study: ResolvedStudy): string[] {
  if (sizes === study.sizes) return [];
  return [
    `It is slow to fit, so ${targets.length} of ${study.targets.length} people were attacked, with ${sizes.attribute.iterations} iterations of the attribute attack. Its figures are less certain than those of the vine.`,
  ];
}
