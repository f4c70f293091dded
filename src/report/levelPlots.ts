/** Box plots over repetitions, for every level and competitor: what several sections share. */

import type { GroupFigures } from '../measures/groups.ts';
import type { ReportContext } from './context.ts';
import { figure } from './figure.ts';
import { type LevelBoxes, levelBoxes, levelBoxesTable } from './plots/levelBoxes.ts';
import type { Html } from './template.ts';

const TARGETS = [
  { label: 'outlying people', colour: 'orange' },
  { label: 'random people', colour: 'blue' },
] as const;
const EVERYONE = [{ label: 'all people', colour: 'blue' }] as const;
/** Levels and generators that half of the page has room for. */
const MOST_IN_HALF = 16;

export const ONE_GROUP = [{ label: 'all', colour: 'sky' }] as const;
export const LEVEL_LABEL = 'truncation level or generator';

/** Outlying and random people where both are many enough everywhere, else all together. */
export function byGroup(
  found: readonly { readonly label: string; readonly figures: GroupFigures }[],
): Pick<LevelBoxes, 'groups' | 'levels'> {
  const isSplit = found.every(
    ({ figures: { outlying, random } }) => outlying.length > 0 && random.length > 0,
  );
  return {
    groups: isSplit ? TARGETS : EVERYONE,
    levels: found.map(({ label, figures: { outlying, random, all } }) => ({
      label,
      values: isSplit ? [finite(outlying), finite(random)] : [finite(all)],
    })),
  };
}

export function boxes({ document }: ReportContext, data: LevelBoxes): Html {
  const width = data.levels.length > MOST_IN_HALF ? 'full' : 'half';
  return figure(document, levelBoxes, levelBoxesTable, data, width);
}

export function finite(values: readonly (number | null)[]): number[] {
  return values.filter((value): value is number => Number.isFinite(value));
}
