/** Privacy gains on their scale from 0 to 2, by generator. */

import * as Plot from '@observablehq/plot';
import { type Drawing, drawFigure } from '../../src/report/plots/drawFigure.ts';
import { INK, paint } from '../../src/report/plots/palette.ts';
import type { Figures } from './figures.ts';

export function drawGain(gains: Figures['gains'], drawing: Drawing): string {
  const dots = gains.flatMap(({ generator, values }) =>
    values.map((value, i) => ({ generator, value, i })),
  );
  return drawFigure(drawing, {
    id: 'gain',
    title: 'Privacy gain: 1 is best, 0 means that members are always recognised',
    description: gains
      .map(({ generator, values }) => `${generator}: ${values.join(', ')}`)
      .join('; '),
    key: [
      { label: 'one person in one iteration', fill: paint('blue'), shape: 'dot' },
      { label: 'a coin', fill: INK, shape: 'dashes' },
    ],
    acrossLabel: 'privacy gain of the attack that looks for near rows',
    height: 54 * gains.length + 40,
    plot: {
      marginLeft: 150,
      x: { domain: [-0.05, 2.05], ticks: 5, grid: true, label: null },
      y: {
        domain: gains.map(({ generator }) => generator),
        label: null,
        type: 'band',
        padding: 0.2,
      },
      marks: [
        Plot.ruleX([1], { stroke: INK, strokeDasharray: '5,4' }),
        // side by side where they are the same
        ...[-12, -6, 0, 6, 12].map((dy, lane) =>
          Plot.dot(
            dots.filter(({ i }) => i % 5 === lane),
            { x: 'value', y: 'generator', dy, fill: paint('blue'), fillOpacity: 0.6, r: 3.5 },
          ),
        ),
      ],
    },
  });
}
