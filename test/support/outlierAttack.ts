/**
 * How well an attacker tells the size of one outlier from all that a release holds: the text of the
 * model file and a synthetic table. The attackers know the fit's code and more than anybody would:
 *
 * - ends: k times where the column ends, less the next knot or less the k - 1 next real values, which
 *   they know exactly; the same with the largest synthetic value;
 * - bins: the outer knot times its bin's records, less all others in it, known exactly;
 * - sums: the synthetic mean times the rows, less all other real values, known exactly;
 * - learnt: a ridge regression of the size on the ends, the outer knots, synthetic mean and deviation,
 *   and the vine's parameters.
 *
 * What an attacker computes is set right by a line that was learnt on other tables of the same kind, so
 * that none fails for a wrong scale. A size is told on the scale of its logarithm to base 10.
 */

import { fit as fitTable } from '../../src/model/fit.ts';
import { modelToText } from '../../src/model/modelFile.ts';
import { sample } from '../../src/model/sample.ts';
import { normal, tableFrom, textOf } from '../model/tables.ts';
import { Draw } from './draw.ts';

export type OutlierKind = 'amount' | 'count' | 'date';

export interface AttackResult {
  readonly attacker: string;
  /** The mean error in decades: of releases with the outlier, and of those of the table without it. */
  readonly withOutlier: number;
  readonly without: number;
  /** The mean of (without - with) over its standard error: above 2 the release tells something. */
  readonly score: number;
}

const ROWS = 150;
const SYNTHETIC = 1000;
const K = 5;
const DAY = 86_400_000;
const EPOCH = Date.parse('2000-01-01');

interface Victim {
  /** The logarithm of the outlier. */
  readonly size: number;
  /** Attackers' numbers, with the outlier and without it. */
  readonly seen: readonly [Seen, Seen];
}

interface Seen {
  readonly guesses: Readonly<Record<string, number>>;
  readonly features: readonly number[];
}

/** All attackers on `tables` tables, each with one outlier of 10^3 to 10^6. */
export async function attackOutliers(kind: OutlierKind, tables: number): Promise<AttackResult[]> {
  const victims: Victim[] = [];
  for (let seed = 1; seed <= tables; seed++) victims.push(await victim(kind, seed));
  const names = [...Object.keys(victims[0].seen[0].guesses), 'learnt'];
  return names.map((attacker) => {
    const errors = victims.map(({ size, seen }, i) => {
      // learnt on every second table, used on the others
      const known = victims.filter((_, j) => j % 2 !== i % 2);
      const input = ({ guesses, features }: Seen) =>
        attacker === 'learnt' ? features : [guesses[attacker]];
      const predict = ridge(
        known.map((each) => input(each.seen[0])),
        known.map((each) => each.size),
      );
      return seen.map((each) => Math.abs(predict(input(each)) - size));
    });
    const mean = (x: readonly number[]) => x.reduce((sum, value) => sum + value, 0) / x.length;
    const gains = errors.map(([own, other]) => other - own);
    const gain = mean(gains);
    const variance = gains.reduce((sum, each) => sum + (each - gain) ** 2, 0) / (tables - 1);
    const error = Math.sqrt(variance / tables);
    return {
      attacker,
      withOutlier: mean(errors.map(([own]) => own)),
      without: mean(errors.map(([, other]) => other)),
      score: error > 0 ? gain / error : 0,
    };
  });
}

/** The attacker who comes nearest. */
export function best(results: readonly AttackResult[]): AttackResult {
  return results.reduce((a, b) => (b.withOutlier < a.withOutlier ? b : a));
}

async function victim(kind: OutlierKind, seed: number): Promise<Victim> {
  const draw = new Draw(seed);
  const others = Array.from({ length: ROWS }, () => ordinary(kind, draw));
  const groups = others.map((x) => (x + ordinary(kind, draw) > 2 * middle(kind) ? 1 : 0));
  const ages = others.map(() => (50 + 12 * normal(draw)).toFixed(1));
  const size = 3 + 3 * draw.uniform();
  const outlier = Math.round(10 ** size);
  const releaseOf = async (values: readonly number[]) => {
    const lines = values.map((x, i) => [written(kind, x), ages[i], groups[i]]);
    const table = await tableFrom([['x', 'age', 'group'], ...lines]);
    const model = await fitTable(table, {
      response: 'group',
      families: 'gaussian',
      schema: {
        columns: {
          x: { type: kind === 'date' ? 'date' : kind === 'count' ? 'count' : 'continuous' },
        },
      },
      seed,
    });
    return {
      file: modelToText(model),
      table: await textOf(sample(model, SYNTHETIC, { seed })),
    };
  };
  const rest = others.slice(1);
  const known = [...rest].sort((a, b) => b - a);
  return {
    size,
    seen: [
      attackersView(kind, await releaseOf([outlier, ...rest]), known),
      attackersView(kind, await releaseOf(others), known),
    ],
  };
}

function ordinary(kind: OutlierKind, draw: Draw): number {
  if (kind === 'count') return Math.floor(-2 * Math.log(1 - draw.uniform()));
  if (kind === 'date') return draw.integer(365);
  return Number(Math.exp(2 + 0.5 * normal(draw)).toFixed(2));
}

function middle(kind: OutlierKind): number {
  return kind === 'count' ? 1.4 : kind === 'date' ? 182 : Math.exp(2);
}

function written(kind: OutlierKind, x: number): string {
  return kind === 'date' ? new Date(EPOCH + x * DAY).toISOString().slice(0, 10) : String(x);
}

function read(kind: OutlierKind, text: string): number {
  return kind === 'date' ? (Date.parse(text) - EPOCH) / DAY : Number(text);
}

interface Release {
  readonly file: string;
  readonly table: string;
}

/** What the attackers compute of a release; `known`: all other real values, descending. */
function attackersView(kind: OutlierKind, release: Release, known: readonly number[]): Seen {
  const { columns, vine } = JSON.parse(release.file);
  const { margin } = columns.find((each: { name: string }) => each.name === 'x').content;
  // a date counts seconds, or days where it has no time
  const unit =
    kind === 'date' ? (Math.abs(margin.x?.[0] ?? margin.values[0][0]) > 1e6 ? 1 : 86_400) : 1;
  const plain = (x: number) => (kind === 'date' ? (x * unit * 1000 - EPOCH) / DAY : x);
  const knots: number[] = (margin.x ?? margin.values.flat()).map(plain);
  const end = plain(margin.largest ?? knots[knots.length - 1]);
  const [last, next] = [knots[knots.length - 1], knots[knots.length - 2] ?? 0];
  const synthetic = release.table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => read(kind, line.split(',')[0]));
  const largest = Math.max(...synthetic);
  const mean = synthetic.reduce((sum, x) => sum + x, 0) / SYNTHETIC;
  const deviation = Math.sqrt(synthetic.reduce((sum, x) => sum + (x - mean) ** 2, 0) / SYNTHETIC);
  const sumOf = (count: number) => known.slice(0, count).reduce((sum, x) => sum + x, 0);
  const bin = Math.round(ROWS / Math.round(Math.sqrt(ROWS)));
  const guesses = {
    'ends less the next knot': log(K * end - (K - 1) * next),
    'ends less known values': log(K * end - sumOf(K - 1)),
    'largest less known values': log(K * largest - sumOf(K - 1)),
    'outer bin less known values': log(bin * last - sumOf(bin - 1)),
    'mean less all known values': log(ROWS * mean - sumOf(ROWS - 1)),
  };
  const parameters = vine.copulas.flat().flatMap(numbersOfEdge);
  return {
    guesses,
    features: [
      ...Object.values(guesses),
      ...[end, last, next, largest, mean, deviation].map(log),
      ...parameters,
    ],
  };
}

/** Where the distribution within a class is looked at. */
const PLACES = [0.25, 0.5, 0.75, 0.95];

/**
 * What an edge of the file says of each of two classes, in as many numbers whatever it is: the first
 * parameter, or how much of the class lies below some places.
 */
function numbersOfEdge(edge: EdgeJSON): number[] {
  const classes = 'classes' in edge ? edge.classes : [edge, edge];
  return classes.flatMap(([kind, cuts, own]) => {
    if (kind !== 'shares') return [own[0] ?? 0, ...PLACES.map(() => 0)];
    const cell = (place: number) => (cuts as readonly number[]).findIndex((cut) => cut >= place);
    return [0, ...PLACES.map((place) => own[cell(place)])];
  });
}

/** A copula (family, rotation, parameters), shares (cells, shares below), or one of them for each class. */
type GroupJSON = readonly [string, number | readonly number[], readonly number[]];
type EdgeJSON = GroupJSON | { readonly classes: readonly GroupJSON[] };

function log(x: number): number {
  return Math.log10(Math.max(x, 0.01));
}

/** Ridge regression on standardised inputs, with a constant. */
function ridge(inputs: readonly (readonly number[])[], y: readonly number[]) {
  const n = inputs.length;
  const d = inputs[0].length;
  const columnMean = (of: (row: number) => number) =>
    inputs.reduce((sum, _, row) => sum + of(row), 0) / n;
  const centre = inputs[0].map((_, j) => columnMean((row) => inputs[row][j]));
  const scale = centre.map((c, j) => Math.sqrt(columnMean((row) => (inputs[row][j] - c) ** 2)));
  const standard = (input: readonly number[]) =>
    input.map((x, j) => (scale[j] > 1e-9 ? (x - centre[j]) / scale[j] : 0));
  const z = inputs.map(standard);
  const height = columnMean((row) => y[row]);
  const system = Array.from({ length: d }, (_, j) => [
    ...Array.from({ length: d }, (_, l) =>
      z.reduce((sum, row) => sum + row[j] * row[l], j === l ? 1 : 0),
    ),
    z.reduce((sum, row, i) => sum + row[j] * (y[i] - height), 0),
  ]);
  const weights = solved(system);
  return (input: readonly number[]) =>
    standard(input).reduce((sum, x, j) => sum + x * weights[j], height);
}

/** Gauss and Jordan, for a positive definite system with its right side as last column. */
function solved(system: number[][]): number[] {
  const d = system.length;
  for (let j = 0; j < d; j++) {
    for (let row = 0; row < d; row++) {
      if (row === j) continue;
      const factor = system[row][j] / system[j][j];
      for (let l = j; l <= d; l++) system[row][l] -= factor * system[j][l];
    }
  }
  return system.map((row, j) => row[d] / row[j]);
}
