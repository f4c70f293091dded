/**
 * One column of the real and of the synthetic table as overlaid histograms. The real counts are
 * protected here, before anything is drawn or written: bins with fewer than `SMALLEST_COUNT` rows show
 * only that they are below it, and other counts are rounded to its multiples, so that a small bin does
 * not follow from the rest. The edges of the bins are shown as they are: the caller takes round
 * numbers, never the least and the greatest real value.
 */

import * as Plot from '@observablehq/plot';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import { bandLabels } from './bandLabels.ts';
import { DEFAULT_WIDTH, type Drawing, drawFigure, type Figure, FONT_SIZE } from './drawFigure.ts';
import { htmlTable } from './htmlTable.ts';
import { BACKGROUND, INK, paint } from './palette.ts';
import { shortNumber, textWidth } from './text.ts';

/** Counts of rows in one bin of numbers or in one category. */
export interface MarginBin {
  /** Of a category or the missing values; bins of numbers have edges instead. */
  readonly label?: string;
  readonly from?: number;
  readonly to?: number;
  readonly real: number;
  readonly synthetic: number;
}

export interface MarginHistogram extends Figure {
  /** The column, with its unit. */
  readonly columnLabel: string;
  /** In order; either all with edges or all with labels. */
  readonly bins: readonly MarginBin[];
  /** Rows of the real and of the synthetic table. */
  readonly realRows: number;
  readonly syntheticRows: number;
}

/** The least number of real rows that is shown. */
export const SMALLEST_COUNT = FEWEST_PEOPLE;

interface ShownBin {
  readonly name: string;
  /** On the axis: edges, or places for categories. */
  readonly x1: number;
  readonly x2: number;
  /** In percent of the rows; a suppressed bin is drawn as high as the smallest count. */
  readonly real: number;
  readonly suppressed: boolean;
  readonly synthetic: number;
}

const REAL_STRENGTH = 0.7;
const NARROWEST_WRITTEN_BIN = 18;
const MARGIN = { right: 12, left: 44 };

export function marginHistogram(data: MarginHistogram, drawing: Drawing): string {
  const bins = shownBins(data);
  const categories = data.bins.some(({ label }) => label !== undefined);
  const { names, left, below, axis } = bandLabels(
    categories ? bins.map(({ name }) => name) : [],
    drawing.width ?? DEFAULT_WIDTH,
    MARGIN.left,
    MARGIN.right,
  );
  const widest = categories ? 0 : widestEdge(bins);
  const right = Math.max(MARGIN.right, widest / 2);
  const room = (drawing.width ?? DEFAULT_WIDTH) - left - right;
  const isSuppressed = bins.some((bin) => bin.suppressed);
  const highest = Math.max(...bins.map(({ real, synthetic }) => Math.max(real, synthetic)), 1);
  return drawFigure(drawing, {
    ...data,
    description: describe(data, bins),
    key: [
      { label: 'real', fill: paint('blue'), opacity: REAL_STRENGTH, shape: 'box' },
      { label: 'synthetic', fill: paint('vermillion'), shape: 'line' },
      ...(isSuppressed ? [{ label: BELOW, fill: 'none', shape: 'dashedBox' } as const] : []),
    ],
    upLabel: 'share of rows (%)',
    acrossLabel: data.columnLabel,
    height: 190 + below,
    plot: {
      marginRight: right,
      marginLeft: left,
      marginBottom: below,
      x: { domain: [bins[0]?.x1 ?? 0, bins.at(-1)?.x2 ?? 1] },
      y: { domain: [0, highest * 1.05] },
      marks: [
        Plot.gridY({ ticks: 4, strokeOpacity: 0.12 }),
        Plot.axisY({ ticks: 4, label: null }),
        Plot.axisX({
          label: null,
          ...(categories
            ? { ticks: bins.map((_, i) => i + 0.5), tickFormat: (_: number, i: number) => names[i] }
            : { ticks: ticksFor(room, widest) }),
          ...axis,
        }),
        ...barsOf(bins, categories, room),
      ],
    },
  });
}

/** `room`: the width of the plot within its margins, in pixels. */
function barsOf(bins: readonly ShownBin[], areCategories: boolean, room: number): Plot.Markish[] {
  const suppressed = bins.filter((bin) => bin.suppressed);
  const isWide = room / bins.length >= NARROWEST_WRITTEN_BIN;
  return [
    Plot.rect(
      bins.filter((bin) => !bin.suppressed),
      {
        x1: 'x1',
        x2: 'x2',
        y1: 0,
        y2: 'real',
        inset: 0.5,
        fill: paint('blue'),
        fillOpacity: REAL_STRENGTH,
      },
    ),
    Plot.rect(suppressed, {
      x1: 'x1',
      x2: 'x2',
      y1: 0,
      y2: 'real',
      inset: 1,
      stroke: INK,
      strokeDasharray: '3,2',
      strokeOpacity: 0.8,
    }),
    Plot.link(outline(bins, areCategories), {
      x1: 'x1',
      x2: 'x2',
      y1: 'y1',
      y2: 'y2',
      stroke: paint('vermillion'),
      strokeWidth: 2,
      strokeLinecap: 'square',
    }),
    Plot.text(isWide ? suppressed : [], {
      x: ({ x1, x2 }) => (x1 + x2) / 2,
      y: 'real',
      dy: -8,
      fontSize: 10,
      text: () => `<${SMALLEST_COUNT}`,
      stroke: BACKGROUND,
      fill: INK,
    }),
    Plot.ruleY([0], { stroke: INK }),
  ];
}

export function marginHistogramTable(data: MarginHistogram): string {
  return htmlTable({
    caption: `${data.title}: share of rows, the real counts rounded to multiples of ${SMALLEST_COUNT} rows`,
    head: [data.columnLabel, 'real', 'synthetic'],
    rows: shownBins(data).map((bin) => [
      bin.name,
      bin.suppressed ? BELOW : percent(bin.real),
      percent(bin.synthetic),
    ]),
  });
}

const BELOW = `real, below ${SMALLEST_COUNT} rows`;

/** What may be known of the bins. */
function shownBins({ bins, realRows, syntheticRows }: MarginHistogram): ShownBin[] {
  return bins.map((bin, i) => {
    const suppressed = !(bin.real >= SMALLEST_COUNT);
    const rows = suppressed
      ? SMALLEST_COUNT
      : SMALLEST_COUNT * Math.round(bin.real / SMALLEST_COUNT);
    const isNumber = bin.label === undefined;
    return {
      name: bin.label ?? `${shortNumber(bin.from)} to ${shortNumber(bin.to)}`,
      x1: isNumber ? (bin.from ?? i) : i + 0.1,
      x2: isNumber ? (bin.to ?? i + 1) : i + 0.9,
      real: (100 * rows) / Math.max(realRows, 1),
      suppressed,
      synthetic: (100 * bin.synthetic) / Math.max(syntheticRows, 1),
    };
  });
}

/** The synthetic histogram as an outline: tops, and the steps between bins that touch. */
function outline(bins: readonly ShownBin[], apart: boolean) {
  const line = (x1: number, y1: number, x2: number, y2: number) => ({ x1, y1, x2, y2 });
  return bins.flatMap((bin, i) => {
    const before = apart ? 0 : (bins[i - 1]?.synthetic ?? 0);
    const after = apart || i === bins.length - 1;
    return [
      line(bin.x1, before, bin.x1, bin.synthetic),
      line(bin.x1, bin.synthetic, bin.x2, bin.synthetic),
      ...(after ? [line(bin.x2, bin.synthetic, bin.x2, 0)] : []),
    ];
  });
}

/** Of the numbers at the ends of the axis, in pixels. */
function widestEdge(bins: readonly ShownBin[]): number {
  const ends = [bins[0]?.x1 ?? 0, bins[bins.length - 1]?.x2 ?? 0];
  return Math.max(...ends.map((end) => textWidth(end.toLocaleString('en'), FONT_SIZE)));
}

/** So many that their numbers do not touch; an axis may have half as many again as it is asked for. */
function ticksFor(room: number, widest: number): number {
  return Math.max(2, Math.min(8, Math.floor(room / (1.5 * (widest + 10)))));
}

function percent(value: number): string {
  return `${shortNumber(Math.round(value * 10) / 10)} %`;
}

function describe(data: MarginHistogram, bins: readonly ShownBin[]): string {
  const list = bins.map(
    (bin) =>
      `${bin.name}: ${bin.suppressed ? BELOW : `real ${percent(bin.real)}`}, synthetic ${percent(bin.synthetic)}`,
  );
  return `Shares of rows by ${data.columnLabel}; real counts are rounded to multiples of ${SMALLEST_COUNT} rows. ${list.join('; ')}.`;
}
