/** Figures with their 95 % intervals, one below the other, beside lines to compare them with. */

import * as Plot from '@observablehq/plot';
import { type Drawing, drawFigure, type Figure } from '../../src/report/plots/drawFigure.ts';
import { INK, type PlotColour, paint } from '../../src/report/plots/palette.ts';
import type { AuditFigure } from './figures.ts';

interface IntervalRow extends AuditFigure {
  readonly colour: PlotColour;
  /** Behind the interval. */
  readonly words?: string;
}

interface Intervals extends Figure {
  readonly rows: readonly IntervalRow[];
  readonly domain: readonly [number, number];
  readonly marks: readonly {
    readonly at: number;
    readonly label: string;
    readonly dashes: string;
  }[];
  readonly acrossLabel: string;
  readonly key: readonly { readonly label: string; readonly colour: PlotColour }[];
}

export function drawIntervals(drawing: Drawing, plan: Intervals): string {
  const { id, title, rows, domain, marks, acrossLabel, key } = plan;
  const [least, largest] = domain;
  const inside = (value: number) => Math.min(Math.max(value, least), largest);
  return drawFigure(drawing, {
    id,
    title,
    description: rows
      .map(
        ({ name, figure: { estimate, low, high } }) => `${name}: ${estimate} (${low} to ${high})`,
      )
      .join('; '),
    key: key.map(({ label, colour }) => ({ label, fill: paint(colour), shape: 'dot' })),
    acrossLabel,
    height: 30 * rows.length + 54,
    plot: {
      marginTop: 22,
      marginLeft: 150,
      marginRight: 60,
      x: { domain: [...domain], ticks: 6, grid: true, label: null },
      y: { domain: rows.map(({ name }) => name), label: null, type: 'band' },
      marks: [
        ...marks.flatMap(({ at, label, dashes }) => [
          Plot.ruleX([at], { stroke: INK, strokeDasharray: dashes }),
          Plot.text([label], { x: at, frameAnchor: 'top', dy: -14, fill: INK }),
        ]),
        ...rows.flatMap(({ name, figure: { estimate, low, high }, colour, words }) => [
          Plot.ruleY([name], {
            y: [name],
            x1: inside(low),
            x2: inside(high),
            stroke: paint(colour),
            strokeWidth: 3,
          }),
          Plot.dot([name], { y: [name], x: [inside(estimate)], fill: paint(colour), r: 5.5 }),
          ...(words === undefined
            ? []
            : [
                Plot.text([words], {
                  y: [name],
                  x: [inside(high)],
                  dx: 8,
                  textAnchor: 'start',
                  fill: INK,
                }),
              ]),
        ]),
      ],
    },
  });
}
