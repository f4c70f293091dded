/**
 * What an attacker's regression for a sensitive column finds at each level: the mean coefficient of
 * every other column and its spread, one panel a level. A filled dot has a spread without zero.
 */

import * as Plot from '@observablehq/plot';
import { DEFAULT_WIDTH, type Drawing, drawFigure, type Figure } from './drawFigure.ts';
import { type Estimate, estimateText, roomyDomain } from './estimate.ts';
import { htmlTable } from './htmlTable.ts';
import { INK, paint } from './palette.ts';
import { shortName, shortNumber, textWidth } from './text.ts';

export interface Coefficients extends Figure {
  /** What a coefficient is, with its unit. */
  readonly valueLabel: string;
  /** What `low` and `high` are, as in '5th to 95th percentile'. */
  readonly spreadLabel: string;
  /** The other columns, in the order of the vine. */
  readonly variables: readonly string[];
  /** By level: for each variable the mean coefficient, and its spread. */
  readonly levels: readonly {
    readonly label: string;
    readonly coefficients: readonly Estimate[];
  }[];
}

const NARROWEST_PANEL = 92;
const ROW = 15;

export function coefficients(data: Coefficients, drawing: Drawing): string {
  const { variables } = data;
  const layout = layPanels(data, drawing.width ?? DEFAULT_WIDTH);
  const { left, columns, rows, domain } = layout;
  return drawFigure(drawing, {
    ...data,
    description: describe(data),
    key: [
      { label: 'mean, spread without zero', fill: paint('blue'), shape: 'dot' },
      { label: 'mean, spread with zero', fill: INK, shape: 'ring' },
      { label: data.spreadLabel, fill: paint('grey'), shape: 'line' },
    ],
    acrossLabel: data.valueLabel,
    height: rows * (variables.length * ROW + 24) + 34,
    plot: {
      marginTop: 24,
      marginRight: 8,
      marginBottom: 24,
      marginLeft: left,
      fx: { axis: null, padding: 0.08, domain: Array.from({ length: columns }, (_, i) => i) },
      fy: {
        axis: null,
        padding: rows > 1 ? 0.12 : 0,
        domain: Array.from({ length: rows }, (_, i) => i),
      },
      x: { domain },
      y: { domain: variables.map((_, i) => i), type: 'point', padding: 0.6 },
      marks: marksOf(layout),
    },
  });
}

/** Where panels, names and points stand. */
function layPanels({ variables, levels }: Coefficients, width: number) {
  const names = variables.map((name) => shortName(name, 16));
  const left = 14 + Math.max(...names.map((name) => textWidth(name, 11)), 0);
  const columns = Math.max(
    1,
    Math.min(levels.length, Math.floor((width - left) / NARROWEST_PANEL)),
  );
  const rows = Math.ceil(levels.length / columns);
  const places = levels.map((_, l) => ({ fx: l % columns, fy: Math.floor(l / columns) }));
  const points = levels.flatMap(({ label, coefficients }, l) => {
    if (coefficients.length !== variables.length) {
      throw new Error(
        `${label} has ${coefficients.length} coefficients for ${variables.length} names`,
      );
    }
    return coefficients
      .map((estimate, variable) => ({ ...estimate, ...places[l], variable }))
      .filter(({ value }) => Number.isFinite(value));
  });
  const domain = roomyDomain([0, ...points.flatMap((p) => [p.value, p.low, p.high])]);
  const labels = levels.map(({ label }, l) => ({ ...places[l], label: shortName(label, 16) }));
  return { names, left, columns, rows, points, domain, labels };
}

const FACET = { fx: 'fx', fy: 'fy' } as const;

function marksOf({ names, points, labels }: ReturnType<typeof layPanels>): Plot.Markish[] {
  const spreads = points.filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high));
  return [
    Plot.gridY({ strokeOpacity: 0.1 }),
    Plot.axisY({ tickFormat: (i: number) => names[i], label: null, tickSize: 0, fontSize: 11 }),
    Plot.axisX({
      ticks: 3,
      fontSize: 11,
      label: null,
    }),
    Plot.frame({ stroke: INK, strokeOpacity: 0.25 }),
    Plot.ruleX([0], { stroke: INK, strokeOpacity: 0.6 }),
    Plot.link(spreads, {
      ...FACET,
      x1: 'low',
      x2: 'high',
      y1: 'variable',
      y2: 'variable',
      stroke: paint('grey'),
      strokeWidth: 2,
    }),
    Plot.dot(points.filter(hasSign), { ...FACET, x: 'value', y: 'variable', ...FILLED }),
    Plot.dot(
      points.filter((point) => !hasSign(point)),
      { ...FACET, x: 'value', y: 'variable', r: 3, stroke: INK, strokeWidth: 1.2 },
    ),
    Plot.text(labels, {
      ...FACET,
      text: 'label',
      frameAnchor: 'top',
      dy: -16,
      lineAnchor: 'top',
      fontWeight: 600,
    }),
  ];
}

export function coefficientsTable({ title, valueLabel, ...data }: Coefficients): string {
  return htmlTable({
    caption: `${title} (${valueLabel}; in brackets: ${data.spreadLabel})`,
    head: ['column', ...data.levels.map(({ label }) => label)],
    rows: data.variables.map((name, i) => [
      name,
      ...data.levels.map(({ coefficients }) => estimateText(coefficients[i])),
    ]),
  });
}

const FILLED = { r: 3.5, fill: paint('blue'), stroke: INK, strokeWidth: 0.6 } as const;

function hasSign({ low, high }: Estimate): boolean {
  return low !== undefined && high !== undefined && (low > 0 || high < 0);
}

function describe({ valueLabel, spreadLabel, variables, levels }: Coefficients): string {
  const lines = levels.map(({ label, coefficients }) => {
    const found = coefficients.flatMap((estimate, i) =>
      hasSign(estimate) ? [`${variables[i]} ${shortNumber(estimate.value)}`] : [],
    );
    return `${label}: ${found.length === 0 ? 'none' : found.join(', ')}.`;
  });
  return `${valueLabel} by level. Columns whose spread (${spreadLabel}) is without zero: ${lines.join(' ')}`;
}
