/**
 * Box plots of a measure over its repetitions, for each truncation level (or generator) and one or
 * more groups, such as outlying and random targets. Boxes hold the middle half (quartiles of R's type
 * 7), whiskers reach the outermost values within 1.5 box lengths, others are dots. Of few values all
 * are dots; of fewer than five there is no box, since two values have no quartiles.
 */

import * as Plot from '@observablehq/plot';
import { bandLabels } from './bandLabels.ts';
import {
  DEFAULT_WIDTH,
  type Drawing,
  drawFigure,
  type Figure,
  type KeyEntry,
} from './drawFigure.ts';
import { roomyDomain } from './estimate.ts';
import { htmlTable } from './htmlTable.ts';
import { INK, type PlotColour, paint } from './palette.ts';
import { shortNumber } from './text.ts';

export interface BoxGroup {
  readonly label: string;
  readonly colour: PlotColour;
}

export interface LevelBoxes extends Figure {
  /** What the levels are, as in 'truncation level'. */
  readonly levelLabel: string;
  /** What is measured, with its unit. */
  readonly valueLabel: string;
  readonly groups: readonly BoxGroup[];
  /** By level, in order: the label, and for each group its values (none where it was not measured). */
  readonly levels: readonly {
    readonly label: string;
    readonly values: readonly (readonly number[])[];
  }[];
  /** Lines to compare with, as the value of the real data or a noise floor. */
  readonly lines?: readonly { readonly value: number; readonly label: string }[];
}

interface Value {
  readonly level: number;
  readonly group: number;
  readonly value: number;
}

const MARGIN = { right: 8, left: 52 };
const FEW = 12;
const FEWEST_IN_BOX = 5;

export function levelBoxes(data: LevelBoxes, drawing: Drawing): string {
  const { levels, groups, lines = [] } = data;
  const values = levels.flatMap((level, l) =>
    level.values.flatMap((list, group) =>
      list.filter(Number.isFinite).map((value): Value => ({ level: l, group, value })),
    ),
  );
  const { names, left, below, axis } = bandLabels(
    levels.map(({ label }) => label),
    drawing.width ?? DEFAULT_WIDTH,
    MARGIN.left,
    MARGIN.right,
  );
  const room = (drawing.width ?? DEFAULT_WIDTH) - left - MARGIN.right;
  return drawFigure(drawing, {
    ...data,
    description: describe(data),
    key: keyOf(data),
    upLabel: data.valueLabel,
    acrossLabel: data.levelLabel,
    height: 250 + below,
    plot: {
      marginRight: MARGIN.right,
      marginLeft: left,
      marginBottom: below,
      fx: { domain: levels.map((_, l) => l), padding: 0, axis: null },
      x: { domain: groups.map((_, g) => g), axis: null, paddingInner: 0.2, paddingOuter: 0.5 },
      y: { domain: roomyDomain([...values.map((v) => v.value), ...lines.map((l) => l.value)]) },
      marks: [
        Plot.gridY({ ticks: 6, strokeOpacity: 0.12 }),
        Plot.axisY({ ticks: 6, label: null }),
        Plot.axisFx({
          anchor: 'bottom',
          label: null,
          tickFormat: (level: number) => names[level],
          ...axis,
        }),
        ...marksOf(data, values, room),
      ],
    },
  });
}

function keyOf({ groups, lines = [] }: LevelBoxes): KeyEntry[] {
  return [
    ...(groups.length > 1 ? groups : []).map(
      ({ label, colour }) => ({ label, fill: paint(colour), opacity: 0.75, shape: 'box' }) as const,
    ),
    ...lines.map(
      ({ label }, i) =>
        ({
          label,
          fill: LINE_STROKES[i % 2].stroke,
          shape: i % 2 === 0 ? 'dashes' : 'dots',
        }) as const,
    ),
  ];
}

/** `room`: the width of the plot within its margins, in pixels. */
function marksOf(
  { levels, groups, lines = [] }: LevelBoxes,
  values: readonly Value[],
  room: number,
): Plot.Markish[] {
  const band = room / Math.max(1, levels.length) / (groups.length + 1);
  const isFew = levels.every((level) => level.values.every((list) => list.length <= FEW));
  const isBoxed = ({ level, group }: Value) =>
    levels[level].values[group].filter(Number.isFinite).length >= FEWEST_IN_BOX;
  return [
    // from the first level over all others: dashes of one for each would not meet
    ...lines.map(({ value }, i) =>
      Plot.ruleY(levels.length > 0 ? [{ level: 0, value }] : [], {
        fx: 'level',
        y: 'value',
        insetRight: (room / levels.length) * (1 - levels.length),
        ...LINE_STROKES[i % 2],
      }),
    ),
    ...groups.map(({ colour }, group) =>
      Plot.boxY(
        values.filter((v) => v.group === group && isBoxed(v)),
        {
          fx: 'level',
          x: 'group',
          y: 'value',
          fill: paint(colour),
          fillOpacity: 0.75,
          stroke: INK,
          r: isFew ? 0 : 2,
        },
      ),
    ),
    ...groups.map(({ colour }, group) =>
      Plot.dot(
        values.filter((v) => v.group === group && (isFew || !isBoxed(v))),
        {
          fx: 'level',
          x: 'group',
          y: 'value',
          r: Math.min(3, band / 3),
          fill: paint(colour),
          stroke: INK,
          strokeWidth: 0.8,
        },
      ),
    ),
  ];
}

export function levelBoxesTable(data: LevelBoxes): string {
  const { levels, groups, lines = [] } = data;
  const several = groups.length > 1;
  return htmlTable({
    caption: `${data.title} (${data.valueLabel})`,
    head: [
      data.levelLabel,
      ...(several ? ['group'] : []),
      ...'number,least,lower quartile,median,upper quartile,greatest'.split(','),
    ],
    rows: [
      ...levels.flatMap(({ label, values }) =>
        groups.map((group, g) => {
          const five = fiveNumbers(values[g] ?? []);
          return [
            label,
            ...(several ? [group.label] : []),
            String((values[g] ?? []).filter(Number.isFinite).length),
            ...five.map(shortNumber),
          ];
        }),
      ),
      ...lines.map(({ label, value }) => [
        label,
        ...(several ? ['–'] : []),
        ...['–', '–', '–', shortNumber(value), '–', '–'],
      ]),
    ],
  });
}

const LINE_STROKES = [
  { stroke: INK, strokeWidth: 1.5, strokeDasharray: '6,4' },
  { stroke: paint('vermillion'), strokeWidth: 1.5, strokeDasharray: '2,3' },
] as const;

/** Least, quartiles of R's type 7, greatest; of nothing, nothing. */
function fiveNumbers(values: readonly number[]): (number | undefined)[] {
  const sorted = Float64Array.from(values.filter(Number.isFinite)).sort();
  return [0, 1, 2, 3, 4].map((quarter) => {
    if (sorted.length === 0) return undefined;
    const place = ((sorted.length - 1) * quarter) / 4;
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  });
}

function describe(data: LevelBoxes): string {
  const medians = data.groups.map(({ label }, g) => {
    const list = data.levels.map((level) => {
      const median = fiveNumbers(level.values[g] ?? [])[2];
      return `${level.label}: ${median === undefined ? 'not measured' : shortNumber(median)}`;
    });
    return `Medians${data.groups.length > 1 ? ` of ${label}` : ''} by ${data.levelLabel}: ${list.join('; ')}.`;
  });
  const lines = (data.lines ?? []).map(({ label, value }) => `${label}: ${shortNumber(value)}.`);
  return [`Box plots, or dots of few values, of ${data.valueLabel}.`, ...medians, ...lines].join(
    ' ',
  );
}
