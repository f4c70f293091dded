/**
 * The privacy-utility plot: what each truncation level reveals and how useful it is, joined along the
 * truncation, beside other generators and the real data.
 */

import * as Plot from '@observablehq/plot';
import {
  DEFAULT_WIDTH,
  type Drawing,
  drawFigure,
  type Figure,
  FONT_SIZE,
  type KeyEntry,
} from './drawFigure.ts';
import { type Estimate, estimateText, roomyDomain } from './estimate.ts';
import { htmlTable } from './htmlTable.ts';
import { BACKGROUND, INK, paint } from './palette.ts';
import { type Box, boxesAlong, edgeToward, gatherLabels, placeLabels } from './placeLabels.ts';
import { shortName, shortNumber, textWidth } from './text.ts';

export interface PrivacyUtilityPoint {
  /** As in 't = 5' or 'CTGAN'. */
  readonly label: string;
  readonly privacy: Estimate;
  readonly utility: Estimate;
}

export interface PlotAxis {
  /** What is measured, with its unit, as in 'MAB of crea (coefficient per standard deviation)'. */
  readonly label: string;
  /** 'nearer': to the line that it is compared with. */
  readonly better: 'lower' | 'higher' | 'nearer';
  /** A line to compare with: the noise floor of MAB, the utility of the real data. */
  readonly reference?: { readonly value: number; readonly label: string };
  /** The axis is at least so long. Default: as long as the values reach. */
  readonly span?: number;
  /** Values that are possible: the axis does not go beyond them. */
  readonly range?: readonly [number, number];
}

export interface PrivacyUtility extends Figure {
  readonly privacy: PlotAxis;
  readonly utility: PlotAxis;
  /** By truncation, lowest first; they are joined. */
  readonly levels: readonly PrivacyUtilityPoint[];
  readonly competitors?: readonly PrivacyUtilityPoint[];
  /** The label of the level that stands out, and what it is: 'recommended', if nothing else is said. */
  readonly chosen?: string;
  readonly chosenAs?: string;
  /** What the intervals are, as in '95 % intervals'. */
  readonly intervals?: string;
}

const HEIGHT = 340;
const MARGIN = { top: 12, right: 18, bottom: 24, left: 52 };

export function privacyUtility(data: PrivacyUtility, drawing: Drawing): string {
  const { privacy, utility } = data;
  const levels = data.levels.filter(isDrawn);
  const competitors = (data.competitors ?? []).filter(isDrawn);
  const points = [...levels, ...competitors];
  const x = domainOf(
    privacy,
    points.map((point) => point.privacy),
  );
  const y = domainOf(
    utility,
    points.map((point) => point.utility),
  );
  const labels = placed(levels, competitors, data, drawing.width ?? DEFAULT_WIDTH, x, y);
  return drawFigure(drawing, {
    ...data,
    description: describe(data),
    key: keyOf(data),
    upLabel: axisText(utility, 'useful'),
    acrossLabel: axisText(privacy, 'private'),
    height: HEIGHT,
    plot: {
      marginTop: MARGIN.top,
      marginRight: MARGIN.right,
      marginBottom: MARGIN.bottom,
      marginLeft: MARGIN.left,
      x: { domain: x },
      y: { domain: y },
      marks: [
        Plot.gridX({ ticks: 6, strokeOpacity: 0.12 }),
        Plot.gridY({ ticks: 6, strokeOpacity: 0.12 }),
        Plot.axisX({ ticks: 6, label: null }),
        Plot.axisY({ ticks: 6, label: null }),
        ...referenceMarks(data),
        ...pointMarks(levels, competitors, data.chosen),
        ...labelMarks(labels),
      ],
    },
  });
}

function domainOf(axis: PlotAxis, estimates: readonly Estimate[]): [number, number] {
  const { reference, span, range } = axis;
  return roomyDomain([...estimates.flatMap(ends), reference?.value], undefined, span, range);
}

function referenceMarks({ privacy, utility }: PrivacyUtility): Plot.Markish[] {
  return [
    Plot.ruleX(privacy.reference ? [privacy.reference.value] : [], {
      stroke: paint('vermillion'),
      strokeWidth: 1.5,
      strokeDasharray: '2,3',
    }),
    Plot.ruleY(utility.reference ? [utility.reference.value] : [], {
      stroke: INK,
      strokeWidth: 1.5,
      strokeDasharray: '6,4',
    }),
  ];
}

function pointMarks(
  levels: readonly PrivacyUtilityPoint[],
  competitors: readonly PrivacyUtilityPoint[],
  recommended: string | undefined,
): Plot.Markish[] {
  const points = [...levels, ...competitors];
  const chosen = levels.filter(({ label }) => label === recommended);
  return [
    Plot.link(points.flatMap(errorBars), { ...ENDS, stroke: INK, strokeOpacity: 0.45 }),
    Plot.line(levels, { ...AT, stroke: paint('blue'), strokeWidth: 1.8 }),
    Plot.dot(chosen, { ...AT, r: 9, stroke: INK, strokeWidth: 1.5 }),
    Plot.dot(levels, { ...AT, r: 4.5, fill: paint('blue'), stroke: INK, strokeWidth: 0.8 }),
    Plot.dot(competitors, {
      ...AT,
      r: 4.5,
      symbol: 'diamond',
      fill: paint('orange'),
      stroke: INK,
      strokeWidth: 0.8,
    }),
  ];
}

function labelMarks(labels: ReturnType<typeof placed>): Plot.Markish[] {
  return [
    Plot.link(
      labels.flatMap(({ leader }) => leader ?? []),
      { ...ENDS, stroke: INK, strokeOpacity: 0.5 },
    ),
    Plot.text(labels, {
      x: 'x',
      y: 'y',
      text: 'text',
      fill: INK,
      stroke: BACKGROUND,
      strokeWidth: 3,
      fontWeight: 500,
    }),
  ];
}

export function privacyUtilityTable(data: PrivacyUtility): string {
  const { privacy, utility, levels, competitors = [] } = data;
  const reference = ({ reference }: PlotAxis) => (reference ? shortNumber(reference.value) : '–');
  return htmlTable({
    caption: `${data.title}${data.intervals ? ` (${data.intervals} in brackets)` : ''}`,
    head: ['generator', axisText(privacy, 'private'), axisText(utility, 'useful')],
    rows: [
      ...[...levels, ...competitors].map((point) => [
        point.label + (point.label === data.chosen ? ` (${chosenAs(data)})` : ''),
        estimateText(point.privacy),
        estimateText(point.utility),
      ]),
      ...(privacy.reference ? [[privacy.reference.label, reference(privacy), '–']] : []),
      ...(utility.reference ? [[utility.reference.label, '–', reference(utility)]] : []),
    ],
  });
}

const AT = {
  x: (point: PrivacyUtilityPoint) => point.privacy.value,
  y: (point: PrivacyUtilityPoint) => point.utility.value,
};
const ENDS = { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2' } as const;

function axisText({ label, better, reference }: PlotAxis, word: string): string {
  const where = better === 'nearer' ? `nearer to ${shortNumber(reference?.value)}` : better;
  return `${label}: ${where} is more ${word}`;
}

function chosenAs({ chosenAs: words = 'recommended' }: PrivacyUtility): string {
  return words;
}

function isDrawn({ privacy, utility }: PrivacyUtilityPoint): boolean {
  return Number.isFinite(privacy.value) && Number.isFinite(utility.value);
}

function ends({ value, low, high }: Estimate): (number | undefined)[] {
  return [value, low, high];
}

function errorBars({ privacy, utility }: PrivacyUtilityPoint) {
  const bar = (x1?: number, x2?: number, y1?: number, y2?: number) =>
    [x1, x2, y1, y2].every(Number.isFinite)
      ? [{ x1: x1 as number, x2: x2 as number, y1: y1 as number, y2: y2 as number }]
      : [];
  return [
    ...bar(privacy.low, privacy.high, utility.value, utility.value),
    ...bar(privacy.value, privacy.value, utility.low, utility.high),
  ];
}

function keyOf(data: PrivacyUtility): KeyEntry[] {
  const { privacy, utility, competitors = [], chosen, intervals } = data;
  return [
    { label: 'truncation levels', fill: paint('blue'), shape: 'dot' },
    ...(competitors.length > 0
      ? [{ label: 'other generators', fill: paint('orange'), shape: 'diamond' } as const]
      : []),
    ...(chosen === undefined ? [] : [{ label: chosenAs(data), fill: INK, shape: 'ring' } as const]),
    ...(privacy.reference
      ? [{ label: privacy.reference.label, fill: paint('vermillion'), shape: 'dots' } as const]
      : []),
    ...(utility.reference
      ? [{ label: utility.reference.label, fill: INK, shape: 'dashes' } as const]
      : []),
    ...(intervals ? [{ label: intervals, fill: paint('grey'), shape: 'line' } as const] : []),
  ];
}

/** Labels in units of the axes, with lines that lead to their points. */
function placed(
  levels: readonly PrivacyUtilityPoint[],
  competitors: readonly PrivacyUtilityPoint[],
  { privacy, utility }: PrivacyUtility,
  width: number,
  x: readonly [number, number],
  y: readonly [number, number],
) {
  const [across, down] = [width - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom];
  const toX = (value: number) => ((value - x[0]) / (x[1] - x[0])) * across;
  const toY = (value: number) => ((y[1] - value) / (y[1] - y[0])) * down;
  const points = [...levels, ...competitors];
  const spots = points.map((point) => ({
    x: toX(point.privacy.value),
    y: toY(point.utility.value),
    label: shortName(point.label),
  }));
  // levels that cover each other have one label, and so have other generators
  const labels = [spots.slice(0, levels.length), spots.slice(levels.length)]
    .flatMap(gatherLabels)
    .map((label) => ({
      ...label,
      width: textWidth(label.text, FONT_SIZE) + 4,
      height: FONT_SIZE + 2,
    }));
  const line = (i: number) => boxesAlong(spots[i].x, spots[i].y, spots[i + 1].x, spots[i + 1].y);
  const bars = points
    .flatMap(errorBars)
    .flatMap(({ x1, x2, y1, y2 }) => boxesAlong(toX(x1), toY(y1), toX(x2), toY(y2), 2));
  const obstacles: Box[] = [
    ...spots.map(({ x, y }) => ({ x, y, width: 12, height: 12 })),
    ...levels.slice(1).flatMap((_, i) => line(i)),
    ...bars,
    ...(privacy.reference
      ? [{ x: toX(privacy.reference.value), y: down / 2, width: 3, height: down }]
      : []),
    ...(utility.reference
      ? [{ x: across / 2, y: toY(utility.reference.value), width: across, height: 3 }]
      : []),
  ];
  const area = { x: across / 2, y: down / 2, width: across, height: down };
  const backX = (pixel: number) => x[0] + (pixel / across) * (x[1] - x[0]);
  const backY = (pixel: number) => y[1] - (pixel / down) * (y[1] - y[0]);
  return placeLabels(labels, obstacles, area).map((place, i) => {
    const from = labels[i];
    const edge = edgeToward(place, from);
    return {
      text: from.text,
      x: backX(place.x),
      y: backY(place.y),
      leader: place.far
        ? { x1: backX(from.x), y1: backY(from.y), x2: backX(edge.x), y2: backY(edge.y) }
        : undefined,
    };
  });
}

function describe(data: PrivacyUtility): string {
  const { privacy, utility, levels, competitors = [], chosen } = data;
  const list = (points: readonly PrivacyUtilityPoint[]) =>
    points
      .map(
        (p) => `${p.label} at ${shortNumber(p.privacy.value)} and ${shortNumber(p.utility.value)}`,
      )
      .join('; ');
  const lines = [privacy.reference, utility.reference].flatMap((line) =>
    line ? [`${line.label}: ${shortNumber(line.value)}.`] : [],
  );
  return [
    `Across: ${axisText(privacy, 'private')}. Up: ${axisText(utility, 'useful')}.`,
    `Truncation levels: ${list(levels)}.`,
    ...(competitors.length > 0 ? [`Other generators: ${list(competitors)}.`] : []),
    ...lines,
    ...(chosen === undefined
      ? []
      : [`${chosenAs(data).replace(/^./, (first) => first.toUpperCase())}: ${chosen}.`]),
  ].join(' ');
}
