/** The AUC of the membership audit, with intervals: levels of the vine between two controls. */

import type { Drawing } from '../../src/report/plots/drawFigure.ts';
import { drawIntervals } from './drawIntervals.ts';
import type { Figures } from './figures.ts';

const CONTROLS: Readonly<Record<string, string>> = {
  independent: 'independent columns',
  copy: 'copies of the real rows',
};

export function drawAudit({ levels, controls }: Figures['study'], drawing: Drawing): string {
  const control = (name: string) =>
    controls
      .filter((each) => each.name === name)
      .map(({ figure }) => ({ name: CONTROLS[name], figure, colour: 'orange' as const }));
  return drawIntervals(drawing, {
    id: 'audit',
    title:
      'Members are recognised a little more often than by a coin; copies are recognised always',
    rows: [
      ...control('independent'),
      ...levels.map(({ truncation, membership }) => ({
        name: `truncation ${truncation}`,
        figure: membership.figure,
        colour: 'blue' as const,
      })),
      ...control('copy'),
    ],
    domain: [0.48, 1.02],
    marks: [
      { at: 0.5, label: 'a coin', dashes: '2,3' },
      { at: levels[0].membership.limit, label: 'limit', dashes: '5,4' },
    ],
    acrossLabel: 'AUC of the membership audit at the release',
    key: [
      { label: 'vine', colour: 'blue' },
      { label: 'control', colour: 'orange' },
    ],
  });
}
