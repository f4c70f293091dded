/** MAB at each level, one dot for each iteration, over its floor. */

import * as Plot from '@observablehq/plot';
import { type Drawing, drawFigure } from '../../src/report/plots/drawFigure.ts';
import { INK, paint } from '../../src/report/plots/palette.ts';
import type { Figures } from './figures.ts';

export function drawFloor({ levels }: Figures['study'], drawing: Drawing): string {
  const dots = levels.flatMap(({ truncation, mab }) => mab.map((value) => ({ truncation, value })));
  return drawFigure(drawing, {
    id: 'floor',
    title: 'MAB lies on its floor while X1 is cut off',
    description: levels
      .map(
        ({ truncation, mab, mabFloor }) =>
          `level ${truncation}: ${mab.join(', ')}, floor ${mabFloor}`,
      )
      .join('; '),
    key: [
      { label: 'MAB, one dot for each iteration', fill: paint('blue'), shape: 'ring' },
      { label: 'floor: what chance alone gives', fill: INK, shape: 'dashes' },
    ],
    upLabel: 'mean absolute beta (MAB) of X1',
    acrossLabel: 'truncation level',
    height: 240,
    plot: {
      x: { domain: [0, 21], ticks: levels.map(({ truncation }) => truncation), label: null },
      y: { domain: [0, 0.1], ticks: 5, grid: true, label: null },
      marks: [
        Plot.lineY(levels, {
          x: 'truncation',
          y: 'mabFloor',
          stroke: INK,
          strokeDasharray: '5,4',
          strokeWidth: 1.5,
        }),
        Plot.dot(dots, {
          x: 'truncation',
          y: 'value',
          stroke: paint('blue'),
          strokeWidth: 1.5,
          r: 4,
        }),
      ],
    },
  });
}
