/** What an attacker explains of X1 at each level: foreseen from correlations, and measured. */

import * as Plot from '@observablehq/plot';
import { type Drawing, drawFigure } from '../../src/report/plots/drawFigure.ts';
import { INK, paint } from '../../src/report/plots/palette.ts';
import type { Figures } from './figures.ts';

export function drawLeak(
  { levels, realMr2 }: Figures['study'],
  preview: Figures['preview'],
  drawing: Drawing,
): string {
  return drawFigure(drawing, {
    id: 'leak',
    title: 'The last trees give X1 away',
    description: preview.map(({ truncation, r2 }) => `level ${truncation}: ${r2}`).join('; '),
    key: [
      { label: 'foreseen from correlations', fill: paint('blue'), shape: 'line' },
      { label: 'measured', fill: paint('vermillion'), shape: 'dot' },
      { label: 'real table', fill: INK, shape: 'dashes' },
    ],
    upLabel: 'share of the variance of X1 that an attacker explains (MR2)',
    acrossLabel: 'truncation level',
    height: 260,
    plot: {
      x: { domain: [0.5, 20.5], ticks: preview.map(({ truncation }) => truncation), label: null },
      y: { domain: [0, 0.4], ticks: 5, grid: true, label: null },
      marks: [
        Plot.ruleY([realMr2], { stroke: INK, strokeDasharray: '5,4' }),
        Plot.lineY(preview, { x: 'truncation', y: 'r2', stroke: paint('blue'), strokeWidth: 2 }),
        Plot.dot(levels, {
          x: 'truncation',
          y: ({ mr2 }: { mr2: number }) => Math.max(0, mr2),
          fill: paint('vermillion'),
          r: 4.5,
        }),
      ],
    },
  });
}
