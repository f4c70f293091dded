/** What is known of the candidate levels while measures are still under way. */

import { judgeOf } from '../../study/figures.ts';
import { largerOf } from '../../study/judgeLevel.ts';
import type { Measures } from '../../study/measure.ts';
import type { MeasuredLevel } from './protocol.ts';

export function measuredLevels(
  found: Partial<Measures>,
  truncations: readonly number[],
  score: 'auc' | 'r2',
): MeasuredLevel[] {
  return truncations.map((truncation, place): MeasuredLevel => {
    const attacked = found.attribute?.levels[place];
    const audited = judgeOf(found.audit?.levels[place])?.atRelease;
    const scored = found.utility?.levels[place].models.forest[score];
    return {
      truncation,
      ...(attacked && { attribute: attributesAt(attacked) }),
      ...(audited && { membership: { estimate: audited.estimate, high: audited.high } }),
      ...(scored && { utility: scored.median }),
    };
  });
}

/** Variance explained, or right guesses, of whoever is easier to guess: members or others. */
function attributesAt({
  sensitive,
  categories,
}: NonNullable<Measures['attribute']>['levels'][number]): NonNullable<MeasuredLevel['attribute']> {
  return Object.entries({ ...sensitive, ...categories }).map(([name, { inTable, heldOut }]) => {
    const { estimate, high } = largerOf(inTable, heldOut);
    return { name, estimate, high };
  });
}
