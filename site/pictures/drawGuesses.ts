/** Real values of X1 against guesses, at a low and at the highest level. */

import * as Plot from '@observablehq/plot';
import { type Drawing, drawFigure } from '../../src/report/plots/drawFigure.ts';
import { INK, paint } from '../../src/report/plots/palette.ts';
import type { Figures } from './figures.ts';

export function drawGuesses(guesses: Figures['guesses'], drawing: Drawing): string {
  const nameOf = ({ truncation, r2 }: Figures['guesses'][number]) =>
    `truncation ${truncation}: R2 = ${r2.toFixed(2).replace('-', '−')}`;
  const points = guesses.flatMap((each) =>
    each.points.map(([real, guess]) => ({ panel: nameOf(each), real, guess })),
  );
  const values = points.flatMap(({ real, guess }) => [real, guess]);
  const [least, largest] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))];
  const domain = [least, largest];
  return drawFigure(drawing, {
    id: 'mr2',
    title: 'Guesses of X1 follow the real values only if the last trees are kept',
    description: guesses.map(nameOf).join('; '),
    key: [
      { label: 'a person who was in no fit', fill: paint('blue'), shape: 'dot' },
      { label: 'an exact guess', fill: INK, shape: 'dashes' },
    ],
    upLabel: "attacker's guess",
    acrossLabel: 'real value of X1',
    height: 320,
    plot: {
      marginTop: 28,
      fx: { domain: guesses.map(nameOf), label: null, padding: 0.08 },
      x: { domain, ticks: 5, label: null },
      y: { domain, ticks: 5, grid: true, label: null },
      marks: [
        Plot.link([0], {
          x1: least,
          y1: least,
          x2: largest,
          y2: largest,
          stroke: INK,
          strokeOpacity: 0.6,
          strokeDasharray: '5,4',
        }),
        Plot.dot(points, {
          fx: 'panel',
          x: 'real',
          y: 'guess',
          fill: paint('blue'),
          fillOpacity: 0.55,
          r: 3,
        }),
      ],
    },
  });
}
