/**
 * Kendall's tau between all pairs of columns as heat maps in the order of the vine: the real data
 * first, then the synthetic data of each level, with the blocks of columns outlined. The strength of
 * a colour is |tau|, so no association has the colour of the page, light or dark.
 */

import * as Plot from '@observablehq/plot';
import { DEFAULT_WIDTH, type Drawing, drawFigure, type Figure } from './drawFigure.ts';
import { htmlTable } from './htmlTable.ts';
import { INK, paint } from './palette.ts';
import { squares } from './squares.ts';
import { everyNth, shortName, shortNumber, textWidth } from './text.ts';

export interface TauPanel {
  /** As in 'real data' or 't = 5'. */
  readonly label: string;
  /** Symmetric, row by row, in the order of the variables. */
  readonly tau: readonly (readonly number[])[];
}

export interface CorrelationHeatmap extends Figure {
  /** What the numbers are. Default: Kendall's tau. */
  readonly measure?: string;
  /** Names in the order of the vine. */
  readonly variables: readonly string[];
  readonly panels: readonly TauPanel[];
  /** Runs of variables from one index to another, both included, that belong together. */
  readonly blocks?: readonly {
    readonly from: number;
    readonly to: number;
    readonly label: string;
  }[];
}

const KENDALL = "Kendall's tau";
/** Below it a cell is not told from the page, and not drawn. */
const FAINT = 0.01;
const MOST_NAMED_BLOCKS = 4;
/** Pairs in the table; a longer one would not be read. */
const MOST_PAIRS = 500;
const SMALLEST_CELL = 9;
const LARGEST_CELL = 22;
/** Between panels, and above each for its label, in pixels. */
const GAP = 14;
const HEAD = 26;
const KEY_HEIGHT = 46;

export function correlationHeatmap(data: CorrelationHeatmap, drawing: Drawing): string {
  const width = drawing.width ?? DEFAULT_WIDTH;
  const layout = layPanels(data, width);
  const { height } = layout;
  const steps = keySteps(width, height);
  return drawFigure(drawing, {
    ...data,
    description: describe(data),
    upLabel: `${data.measure ?? KENDALL} of all pairs of columns${framed(data.blocks ?? [])}`,
    height,
    plot: {
      marginTop: 0,
      marginRight: 0,
      marginBottom: 0,
      marginLeft: 0,
      x: { domain: [0, width], axis: null },
      y: { domain: [0, height], axis: null, reverse: true },
      marks: [...panelMarks(data, layout, steps), ...keyMarks(steps)],
    },
  });
}

/** Where the panels stand, and how large their cells are. */
function layPanels({ variables, panels }: CorrelationHeatmap, width: number) {
  const d = variables.length;
  for (const { label, tau } of panels) {
    if (tau.length !== d || tau.some((row) => row.length !== d)) {
      throw new Error(`the matrix of ${label} is not ${d} by ${d}`);
    }
  }
  const names = variables.map((name) => shortName(name, 14));
  const left = 8 + Math.max(...names.map((name) => textWidth(name, 11)), 0);
  const columns = Math.max(
    1,
    Math.min(panels.length, Math.floor((width - left) / (d * SMALLEST_CELL + GAP))),
  );
  const cell = Math.min(LARGEST_CELL, (width - left - columns * GAP) / (columns * d));
  const rows = Math.ceil(panels.length / columns);
  const side = d * cell;
  const height = rows * (side + HEAD + GAP) + KEY_HEIGHT;
  const corner = (panel: number) => ({
    x: left + (panel % columns) * (side + GAP),
    y: Math.floor(panel / columns) * (side + HEAD + GAP) + HEAD,
  });
  return { names, columns, cell, side, height, corner };
}

function panelMarks(
  { panels, blocks = [] }: CorrelationHeatmap,
  { names, columns, cell, side, corner }: ReturnType<typeof layPanels>,
  steps: ReturnType<typeof keySteps>,
): Plot.Markish[] {
  const cells = panels.flatMap(({ tau }, panel) => {
    const { x, y } = corner(panel);
    return tau.flatMap((row, i) =>
      row.map((value, j) => ({ value, ...square(x + j * cell, y + i * cell, cell) })),
    );
  });
  const unknown = cells.filter(({ value }) => !Number.isFinite(value));
  const outlines = panels.flatMap((_, panel) => {
    const { x, y } = corner(panel);
    return blocks.map(({ from, to }) =>
      square(x + from * cell, y + from * cell, (to - from + 1) * cell),
    );
  });
  const firstColumn = panels.flatMap((_, panel) => (panel % columns === 0 ? [corner(panel)] : []));
  const fontSize = Math.max(7, Math.min(11, cell - 1));
  return [
    squares([...cells, ...steps].filter(isSeen).map(coloured)),
    Plot.text(unknown, {
      x: (c) => (c.x1 + c.x2) / 2,
      y: (c) => (c.y1 + c.y2) / 2,
      text: () => '×',
      fontSize,
    }),
    Plot.rect(
      panels.map((_, panel) => square(corner(panel).x, corner(panel).y, side)),
      { ...SIDES, stroke: INK, strokeOpacity: 0.4 },
    ),
    Plot.rect(outlines, { ...SIDES, stroke: INK, strokeWidth: 1.5 }),
    Plot.text(
      panels.map(({ label }, panel) => ({ ...corner(panel), label: shortName(label, 30) })),
      { x: 'x', y: 'y', text: 'label', textAnchor: 'start', dy: -8, fontWeight: 600 },
    ),
    Plot.text(
      firstColumn.flatMap(({ x, y }) =>
        everyNth(names, cell).map(([name, i]) => ({ name, x: x - 4, y: y + (i + 0.5) * cell })),
      ),
      { x: 'x', y: 'y', text: 'name', textAnchor: 'end', fontSize },
    ),
  ];
}

/** What the colours stand for, in steps from -1 to 1 below the panels. */
function keySteps(width: number, height: number) {
  const values = Array.from({ length: 21 }, (_, i) => (i - 10) / 10);
  const stepWidth = Math.min(14, (width - 16) / values.length);
  const top = height - KEY_HEIGHT + 6;
  return values.map((value, i) => ({
    value,
    x1: 8 + i * stepWidth,
    x2: 8 + (i + 1) * stepWidth,
    y1: top,
    y2: top + 12,
  }));
}

function keyMarks(steps: ReturnType<typeof keySteps>): Plot.Markish[] {
  return [
    Plot.rect([{ ...steps[0], x2: steps[20].x2 }], {
      ...SIDES,
      stroke: INK,
      strokeOpacity: 0.4,
    }),
    Plot.text(
      [0, 5, 10, 15, 20].map((i) => steps[i]),
      {
        x: (s) => (s.x1 + s.x2) / 2,
        y: 'y2',
        dy: 9,
        text: ({ value }) => shortNumber(value),
      },
    ),
  ];
}

/** One row for each pair of columns (of very many, for the strongest), one column for each panel. */
export function correlationHeatmapTable({
  title,
  variables,
  panels,
  measure = KENDALL,
}: CorrelationHeatmap): string {
  const all = pairs(variables.length);
  const strength = ([i, j]: [number, number]) =>
    Math.max(0, ...panels.map(({ tau }) => Math.abs(tau[i][j]) || 0));
  const shown =
    all.length <= MOST_PAIRS
      ? all
      : [...all].sort((a, b) => strength(b) - strength(a)).slice(0, MOST_PAIRS);
  const which = shown === all ? '' : `, the ${MOST_PAIRS} strongest of ${all.length} pairs`;
  return htmlTable({
    caption: `${title} (${measure}${which})`,
    head: ['columns', ...panels.map(({ label }) => label)],
    rows: shown.map(([i, j]) => [
      `${variables[i]}, ${variables[j]}`,
      ...panels.map(({ tau }) => shortNumber(tau[i][j])),
    ]),
  });
}

const SIDES = { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2' } as const;

function isSeen({ value }: { readonly value: number }): boolean {
  return Number.isFinite(value) && Math.abs(value) >= FAINT;
}

function coloured<Square extends { readonly value: number }>(square: Square) {
  const fill = paint(square.value > 0 ? 'blue' : 'vermillion');
  return { ...square, fill, opacity: Math.min(1, Math.abs(square.value)) };
}

/** As 'framed: sensitive; other columns', each kind of block once. */
function framed(blocks: NonNullable<CorrelationHeatmap['blocks']>): string {
  const kinds = [...new Set(blocks.map(({ label }) => label))];
  if (kinds.length === 0) return '';
  return `; framed: ${kinds.length <= MOST_NAMED_BLOCKS ? kinds.join('; ') : 'blocks of columns'}`;
}

function square(x: number, y: number, size: number) {
  return { x1: x, x2: x + size, y1: y, y2: y + size };
}

function pairs(d: number): [number, number][] {
  return Array.from({ length: d }, (_, i) => i).flatMap((i) =>
    Array.from({ length: d - 1 - i }, (_, k): [number, number] => [i, i + 1 + k]),
  );
}

function describe({
  variables,
  panels,
  blocks = [],
  measure = KENDALL,
}: CorrelationHeatmap): string {
  const [real, ...others] = panels;
  const all = pairs(variables.length);
  const distances = others.map(({ label, tau }) => {
    const gaps = all.map(([i, j]) => Math.abs(tau[i][j] - real.tau[i][j])).filter(Number.isFinite);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    return `${label} ${shortNumber(mean)}`;
  });
  return [
    `${measure} of ${variables.length} columns in the order of the vine: ${variables.join(', ')}.`,
    ...blocks.map(({ label, from, to }) => `${label}: ${variables[from]} to ${variables[to]}.`),
    ...(others.length > 0
      ? [`Mean absolute difference from ${real.label}: ${distances.join('; ')}.`]
      : []),
  ].join(' ');
}
