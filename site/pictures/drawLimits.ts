/** Each level's attribute risk as an interval beside its limit, coloured by what it is judged to be. */

import type { Drawing } from '../../src/report/plots/drawFigure.ts';
import { drawIntervals } from './drawIntervals.ts';
import type { Figures } from './figures.ts';

const COLOURS = { safe: 'green', unclear: 'orange', unsafe: 'vermillion' } as const;

export function drawLimits({ levels }: Figures['study'], drawing: Drawing): string {
  const rows = levels.map(({ truncation, attribute: { figure, judged } }) => ({
    name: `truncation ${truncation}`,
    figure,
    colour: COLOURS[judged as keyof typeof COLOURS],
    words: judged,
  }));
  return drawIntervals(drawing, {
    id: 'limits',
    title: 'A figure is judged by its whole interval, not by its middle',
    rows,
    domain: [-0.01, 0.5],
    marks: [{ at: levels[0].attribute.limit, label: 'limit', dashes: '5,4' }],
    acrossLabel: 'share of the variance of X1 that an attacker explains about real people',
    key: Object.entries(COLOURS).map(([label, colour]) => ({ label, colour })),
  });
}
