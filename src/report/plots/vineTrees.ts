/**
 * A vine of any kind as one matrix: every pair of columns is joined in exactly one tree. Above the
 * diagonal stands the number of that tree; below it the pair copula's family, by colour and in letters,
 * or the sign of a pair that differs between classes. Pairs that the recommended level cuts are crossed
 * out.
 */

import * as Plot from '@observablehq/plot';
import {
  DEFAULT_WIDTH,
  type Drawing,
  drawFigure,
  type Figure,
  type KeyEntry,
} from './drawFigure.ts';
import { htmlTable } from './htmlTable.ts';
import { INK, type PlotColour, paint } from './palette.ts';
import { squares } from './squares.ts';
import { everyNth, shortName, shortNumber, textWidth } from './text.ts';

export interface TreePair {
  /** 1 for the first tree. */
  readonly tree: number;
  /** Indices of variables. */
  readonly a: number;
  readonly b: number;
  readonly given: readonly number[];
  /** Of its copula; 'by class' or 'shares by class' where it differs between classes. */
  readonly family: string;
  /** In degrees. */
  readonly rotation?: number;
  readonly parameters?: readonly number[];
  readonly tau?: number;
  /** What it is in each class, where it differs. */
  readonly classes?: readonly TreePairOfClass[];
  /** Whether the recommended level cuts it. */
  readonly cut?: boolean;
}

export interface TreePairOfClass {
  readonly name: string;
  readonly family: string;
  readonly tau?: number;
}

export interface VineTrees extends Figure {
  /** Names in the order of the vine. */
  readonly variables: readonly string[];
  /** Pairs that are not there are independent given others: cut at the fit's own truncation. */
  readonly pairs: readonly TreePair[];
  /** What a level keeps and cuts, in a sentence. */
  readonly rule: string;
  /** What is said of pairs that are cut, as in 'cut at t = 5'. */
  readonly cutLabel: string;
}

interface FamilySign {
  readonly code: string;
  /** Ink where a pair has no single family. */
  readonly colour: PlotColour | 'ink';
}

const FAMILIES: Readonly<Record<string, FamilySign>> = {
  independence: { code: '·', colour: 'grey' },
  gaussian: { code: 'N', colour: 'blue' },
  student: { code: 't', colour: 'sky' },
  clayton: { code: 'C', colour: 'orange' },
  gumbel: { code: 'G', colour: 'vermillion' },
  frank: { code: 'F', colour: 'green' },
  joe: { code: 'J', colour: 'purple' },
  bb1: { code: 'B1', colour: 'yellow' },
  bb6: { code: 'B6', colour: 'yellow' },
  bb7: { code: 'B7', colour: 'yellow' },
  bb8: { code: 'B8', colour: 'yellow' },
  'by class': { code: '≠', colour: 'ink' },
  'shares by class': { code: '%', colour: 'ink' },
};
const UNHEARD_OF: FamilySign = { code: '?', colour: 'grey' };

const FAMILY_STRENGTH = 0.6;
const CLASSES_STRENGTH = 0.22;
const CUT_STRENGTH = 0.25;
/** Pairs in the table, and names that a pair is given; the model file has them all. */
const MOST_PAIRS = 1000;
const MOST_GIVEN = 12;
const LARGEST_CELL = 30;
/** In smaller cells colours and shades stand alone; the table has it all. */
const SMALLEST_WRITTEN_CELL = 12;

export function vineTrees(data: VineTrees, drawing: Drawing): string {
  const { variables, pairs } = data;
  const width = drawing.width ?? DEFAULT_WIDTH;
  const layout = layMatrix(variables, width);
  const height = layout.top + variables.length * layout.cell + 4;
  const used = Object.keys(FAMILIES).filter((name) => pairs.some(({ family }) => family === name));
  return drawFigure(drawing, {
    ...data,
    description: describe(data),
    upLabel: 'above the diagonal: the tree of the pair; below: the family of its copula',
    key: [
      ...used.map(
        (name): KeyEntry => ({
          label: `${FAMILIES[name].code} ${name}`,
          fill: fillOf(FAMILIES[name]),
          opacity: opacityOf(name),
          shape: 'box',
        }),
      ),
      ...(pairs.some(({ cut }) => cut)
        ? [{ label: data.cutLabel, fill: 'none', shape: 'crossedBox' } as const]
        : []),
    ],
    height,
    plot: {
      marginTop: 0,
      marginRight: 0,
      marginBottom: 0,
      marginLeft: 0,
      x: { domain: [0, width], axis: null },
      y: { domain: [0, height], axis: null, reverse: true },
      marks: [...pairMarks(pairs, layout), ...nameMarks(layout)],
    },
  });
}

/** Where the cells stand, in pixels. */
function layMatrix(variables: readonly string[], width: number) {
  const names = variables.map((name) => shortName(name, 14));
  const longest = Math.max(...names.map((name) => textWidth(name, 11)), 0);
  // names above the columns are turned by 60 degrees
  const [left, right, top] = [longest + 8, longest * 0.5, longest * 0.87 + 12];
  const cell = Math.min(LARGEST_CELL, (width - left - right) / variables.length);
  const spot = (row: number, column: number) => {
    const [x1, y1] = [left + column * cell, top + row * cell];
    return { x1, x2: x1 + cell, y1, y2: y1 + cell, x: x1 + cell / 2, y: y1 + cell / 2 };
  };
  return { names, left, top, cell, spot };
}

type Layout = ReturnType<typeof layMatrix>;

function pairMarks(pairs: readonly TreePair[], { cell, spot }: Layout): Plot.Markish[] {
  const trees = Math.max(...pairs.map(({ tree }) => tree), 1);
  const fontSize = Math.max(7, Math.min(12, cell * 0.55));
  const cells = pairs.map(({ tree, a, b, family, cut = false }) => {
    const [first, last] = [Math.min(a, b), Math.max(a, b)];
    const sign = FAMILIES[family] ?? UNHEARD_OF;
    return { tree, ...sign, family, cut, upper: spot(first, last), lower: spot(last, first) };
  });
  const written = cell >= SMALLEST_WRITTEN_CELL ? cells : [];
  return [
    squares(
      cells.flatMap(({ tree, family, cut, upper, lower, ...sign }) => [
        { ...lower, fill: fillOf(sign), opacity: opacityOf(family) * (cut ? CUT_STRENGTH : 1) },
        { ...upper, fill: INK, opacity: 0.32 * (1 - (tree - 1) / trees) },
      ]),
      0.5,
    ),
    Plot.link(
      cells.filter(({ cut }) => cut).flatMap(({ upper, lower }) => [upper, lower]),
      { x1: 'x1', y1: 'y2', x2: 'x2', y2: 'y1', stroke: INK, strokeOpacity: 0.55 },
    ),
    Plot.text(
      written.map(({ code, lower }) => ({ ...lower, code })),
      { x: 'x', y: 'y', text: 'code', fontSize },
    ),
    Plot.text(
      written.map(({ tree, upper }) => ({ ...upper, tree: String(tree) })),
      { x: 'x', y: 'y', text: 'tree', fontSize },
    ),
  ];
}

function nameMarks({ names, left, top, cell, spot }: Layout): Plot.Markish[] {
  const last = names.length - 1;
  const fontSize = Math.max(8, Math.min(11, cell));
  return [
    Plot.rect([{ ...spot(0, 0), x2: spot(0, last).x2, y2: spot(last, 0).y2 }], {
      ...SIDES,
      stroke: INK,
      strokeOpacity: 0.4,
    }),
    Plot.text(
      everyNth(names, cell).map(([name, i]) => ({ name, ...spot(i, 0) })),
      { x: () => left - 4, y: 'y', text: 'name', textAnchor: 'end', fontSize },
    ),
    Plot.text(
      everyNth(names, cell).map(([name, i]) => ({ name, ...spot(0, i) })),
      {
        x: 'x',
        y: () => top - 4,
        text: 'name',
        fontSize,
        rotate: -60,
        textAnchor: 'start',
      },
    ),
  ];
}

export function vineTreesTable({ title, variables, pairs, cutLabel }: VineTrees): string {
  const shown =
    pairs.length <= MOST_PAIRS
      ? pairs
      : [...pairs].sort((a, b) => strength(b) - strength(a)).slice(0, MOST_PAIRS);
  const given = (names: readonly string[]) =>
    names.length <= MOST_GIVEN
      ? names.join(', ')
      : `${names.slice(0, MOST_GIVEN).join(', ')} and ${names.length - MOST_GIVEN} others`;
  return htmlTable({
    caption:
      shown === pairs ? title : `${title} (the ${MOST_PAIRS} strongest of ${pairs.length} pairs)`,
    head: ['tree', 'pair', 'given', 'family', 'rotation', 'parameters', "Kendall's tau", cutLabel],
    rows: shown.map((pair) => [
      String(pair.tree),
      `${variables[pair.a]}, ${variables[pair.b]}`,
      given(pair.given.map((i) => variables[i])) || '–',
      ofClasses(pair, ({ family }) => family) ?? pair.family,
      pair.rotation ? `${pair.rotation}°` : '–',
      (pair.parameters ?? []).map(shortNumber).join(', ') || '–',
      ofClasses(pair, ({ tau }) => shortNumber(tau)) ?? shortNumber(pair.tau),
      pair.cut ? 'cut' : '–',
    ]),
  });
}

/** How strong the dependence is; that of shares, which have no tau, counts as full. */
function strength({ tau, classes }: TreePair): number {
  if (!classes) return Math.abs(tau ?? 0);
  return Math.max(...classes.map((own) => Math.abs(own.tau ?? 1)));
}

/** '0: gaussian; 1: frank' */
function ofClasses(
  { classes }: TreePair,
  text: (own: TreePairOfClass) => string,
): string | undefined {
  return classes?.map((own) => `${own.name}: ${text(own)}`).join('; ');
}

const SIDES = { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2' } as const;

function fillOf({ colour }: Pick<FamilySign, 'colour'>): string {
  return colour === 'ink' ? INK : paint(colour);
}

function opacityOf(family: string): number {
  if (family === 'independence') return 0.08;
  return FAMILIES[family]?.colour === 'ink' ? CLASSES_STRENGTH : FAMILY_STRENGTH;
}

function describe({ variables, pairs, rule, cutLabel }: VineTrees): string {
  const trees = Math.max(...pairs.map(({ tree }) => tree), 0);
  const lines = Array.from({ length: trees }, (_, k) => {
    const here = pairs.filter(({ tree }) => tree === k + 1);
    const centre = variables.findIndex((_, i) => here.every(({ a, b }) => a === i || b === i));
    const around = here.length > 1 && centre >= 0 ? ` around ${variables[centre]}` : '';
    return `tree ${k + 1}: ${here.length} ${here.length === 1 ? 'pair' : 'pairs'}${around}`;
  });
  const cut = pairs.filter((pair) => pair.cut).length;
  const own = pairs.filter(({ classes }) => classes).length;
  return `The vine of ${variables.length} columns (${variables.join(', ')}). ${rule} ${lines.join('; ')}. ${cutLabel}: ${cut} of ${pairs.length} pairs. Different between classes: ${own}.`;
}
