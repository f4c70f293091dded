/**
 * How much work a study is, from its sizes alone: for the time left, and for an estimate beforehand.
 * The costs of single operations were measured on one core; whoever knows a clock scales them. Trees
 * are counted as if all were fitted, since the order of the columns is not known yet.
 */

import { numbersOfColumn } from '../features/plan.ts';
import type { GeneratorName } from '../generators/catalogue.ts';
import { drawnRows } from '../measures/attribute/attributeAttack.ts';
import { resolveSizes } from '../measures/membership/settings.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { playedOn } from './compare.ts';
import { candidateLevels } from './levels.ts';
import { LOWER_LEVELS } from './measure.ts';
import type { ResolvedStudy } from './studySettings.ts';

export interface StageWork {
  /** As progress names it. */
  readonly stage: string;
  /** Not, if it depends on what is found. */
  readonly certain: boolean;
  /** Fits, in observations of pairs (`fitSize`). */
  readonly fitted: number;
  /** Seconds of one core for drawing, and for all else, at usual costs. */
  readonly drawn: number;
  readonly other: number;
  /** Seconds of one core for everything at usual costs. */
  readonly work: number;
  /** Whether threads share it. */
  readonly shared: boolean;
}

/** Seconds of one core: an observation of a pair with all families tried. */
export const FIT = 4.5e-6;
/** What a pair costs besides, in observations. */
const PAIR_START = 150;
/** A value given another variable, where both are continuous, and where one is discrete. */
const DRAW = 1.2e-7;
const CELL = 8e-7;
/** A product in a regression or a correlation. */
const PRODUCT = 2e-9;
/** A row, on one level of a tree, with one feature tried. */
const SPLIT = 3.5e-8;
/** A column of a pair of rows whose distance is computed. */
const DISTANCE = 6e-9;
/** A row of a pair of columns whose ranks are compared. */
const RANKS = 2e-7;

/** Rows that distances, and rank correlations, are computed from at most (src/fidelity). */
const MOST_DISTANT = 5000;
const MOST_RANKED = 20_000;

/** The stages in their order. */
export function workOf(study: ResolvedStudy): StageWork[] {
  const { compare, train } = study;
  const shape = shapeOf(study);
  const { variables, trees, pairs } = shape;
  const fit = stage('fit', { fitted: fitSize(train.rows, pairs) });
  return [
    stage('order', { other: RANKS * train.rows * variables * 2, shared: false }),
    fit,
    ...measuring(study, shape, levelsOf(study, trees)),
    ...compare.flatMap((name) => {
      const played = playedOn(name, study);
      return [fit, ...measuring(played, shape, [trees])].map((each) => {
        const own = otherwise(name, shape, each);
        return { ...own, stage: `${name}: ${each.stage}` };
      });
    }),
  ];
}

/** Seconds of one core for a fit to about 500 rows and 27 columns. */
const OTHER_FITS: Readonly<Partial<Record<GeneratorName, number>>> = {
  privpgd: 3.6,
  ctgan: 24,
  tvae: 6,
};

/** Other generators than vines fit and draw in their own time; most at no cost beside a vine. */
function otherwise(name: GeneratorName, { variables, pairs }: Shape, each: StageWork): StageWork {
  if (['cvine', 'rvine', 'star', 'dvine', 'gaussian'].includes(name)) return each;
  const fits = each.fitted / fitSize(500, pairs);
  const time = (OTHER_FITS[name] ?? 0) * fits * (variables / 27);
  const other = each.other + time;
  // one fit is the work of one thread
  const shared = each.stage !== 'fit' && each.shared;
  return { ...each, fitted: 0, drawn: 0, other, work: other, shared };
}

function measuring(
  { train, targets, sensitive, sizes, membership, responseSampling }: ResolvedStudy,
  shape: Shape,
  levels: readonly number[],
): StageWork[] {
  const { variables, pairs, features } = shape;
  const pool = train.rows - targets.length;
  const isExact = responseSampling === 'exact';
  const draws = (at: readonly number[]) =>
    at.reduce((sum, trees) => sum + drawTime(shape, trees, isExact), 0);
  const stages: StageWork[] = [];
  if (sensitive.length > 0) {
    const { iterations = 10, sets = 50, referenceSize = drawnRows(pool) } = sizes.attribute;
    const { setSize = referenceSize } = sizes.attribute;
    const plays = iterations * (targets.length + 2);
    const regressions = PRODUCT * features * features * sensitive.length * levels.length;
    stages.push(
      stage('attribute', {
        fitted: iterations * (targets.length + 1) * fitSize(referenceSize, pairs),
        drawn: plays * sets * setSize * draws(levels),
        other: plays * sets * setSize * regressions,
      }),
    );
  }
  if (membership !== 'none') {
    const game = resolveSizes(sizes.membership, train.rows, pool, true);
    const shadows = game.shadows * (1 + targets.length);
    const own = game.iterations * (2 + targets.length);
    const play = (name: string, at: readonly number[], certain: boolean) => {
      const rows = (shadows * game.setsPerShadow + own * game.sets) * game.setSize;
      const summaries = PRODUCT * features * (features + 10 * targets.length) * at.length;
      const learned = 2 * game.shadows * game.setsPerShadow;
      const forests = 2 * targets.length * at.length * game.trees;
      return stage(name, {
        certain,
        fitted: (shadows + own) * fitSize(game.trainSize, pairs),
        drawn: rows * draws(at),
        other: rows * summaries + forests * treeTime(learned, features * features),
      });
    };
    const [last, ...lower] = [...levels].reverse();
    const isAll = membership === 'all' || lower.length === 0;
    stages.push(play('membership', isAll ? levels : [last], true));
    if (!isAll) stages.push(play(LOWER_LEVELS, lower, false));
  }
  const { sets, trees } = sizes.utility;
  const grown = trees === 'paper' ? 500 : trees;
  stages.push(
    stage('utility', {
      drawn: sets * train.rows * draws(levels),
      other: levels.length * sets * grown * treeTime(train.rows, features),
    }),
    stage('fidelity', {
      drawn: train.rows * draws(levels),
      other: levels.length * likenessTime(train.rows, variables, features),
    }),
  );
  return stages;
}

/** A fit, in observations of pairs. */
export function fitSize(rows: number, pairs: number): number {
  return (rows + PAIR_START) * pairs;
}

/** A tree tries the square root of the features at each node. */
function treeTime(rows: number, features: number): number {
  const depth = Math.max(1, Math.floor(rows).toString(2).length - 1);
  return SPLIT * rows * depth * Math.sqrt(features);
}

function likenessTime(rows: number, variables: number, features: number): number {
  const [near, ranked] = [Math.min(rows, MOST_DISTANT), Math.min(rows, MOST_RANKED)];
  return DISTANCE * near * near * features + RANKS * ranked * variables * variables * 0.5;
}

/** Seconds for a row with so many trees. */
export function drawTime({ variables, discrete }: Shape, trees: number, isExact: boolean): number {
  const continuous = (variables - discrete) / variables;
  let time = 0;
  for (let tree = 1; tree <= trees; tree++) {
    const cells = isExact && tree > 1 ? 1 - continuous * continuous : 0;
    time += (variables - tree) * (DRAW + CELL * cells);
  }
  return time;
}

export interface Shape {
  /** Of the vine: columns, and states of being missing. */
  readonly variables: number;
  readonly discrete: number;
  readonly features: number;
  /** That are fitted, if no sensitive column sets a limit; and their pairs. */
  readonly trees: number;
  readonly pairs: number;
}

/** Numeric columns with so few values are discrete (src/margins). */
const MOST_LEVELS = 30;

export function shapeOf({ plan, train, fit }: ResolvedStudy): Shape {
  const { k = FEWEST_PEOPLE } = fit;
  let [variables, discrete, features] = [0, 0, 0];
  for (const planned of plan.columns) {
    const column = train.columns.find(({ name }) => name === planned.name);
    if (!column) continue;
    const values = numbersOfColumn(planned, column);
    const isDiscrete = planned.levels.length > 0 || hasFewValues(values);
    const missing = values.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0);
    const gaps = missing >= k ? 1 : 0;
    variables += 1 + gaps;
    discrete += (isDiscrete ? 1 : 0) + gaps;
    features += (planned.as === 'levels' ? planned.shown.length : 1) + gaps;
  }
  const trees = Math.min(fit.truncation ?? variables - 1, variables - 1);
  const pairs = trees * variables - (trees * (trees + 1)) / 2;
  return { variables, discrete, features, trees, pairs };
}

function hasFewValues(values: Float64Array): boolean {
  const seen = new Set<number>();
  for (const value of values) {
    if (!Number.isNaN(value)) seen.add(value);
    if (seen.size > MOST_LEVELS) return false;
  }
  return true;
}

export function levelsOf({ levels }: ResolvedStudy, trees: number): number[] {
  if (!Array.isArray(levels)) return candidateLevels(trees, levels);
  const known = levels.map((level) => (typeof level === 'number' ? Math.min(level, trees) : trees));
  return [...new Set(known)].sort((a, b) => a - b);
}

function stage(name: string, given: Partial<Omit<StageWork, 'stage' | 'work'>>): StageWork {
  const { certain = true, fitted = 0, drawn = 0, other = 0, shared = true } = given;
  return { stage: name, certain, fitted, drawn, other, work: FIT * fitted + drawn + other, shared };
}
