/**
 * Random forests (Breiman 2001) for two and more classes and for numbers: fully grown trees on
 * bootstrap samples, each node choosing from a few features drawn at random. Tree b is a function of
 * the data, the settings and the stream at ('tree', b) alone. It is our own, as the other learners are:
 * nothing on npm is correct, seeded and configurable in Node and browser (`npm run bench:forest` shows it
 * beside scikit-learn's).
 */

import type { Features } from '../features/features.ts';
import type { Target } from '../features/target.ts';
import type { Rng } from '../random/rng.ts';
import { drawCounts } from './bootstrap.ts';
import { codeColumn } from './codedColumns.ts';
import { codeSorter } from './distinctCodes.ts';
import { type ForestPlan, type ForestSettings, planForest } from './forestSettings.ts';
import { treeGrower } from './growTree.ts';
import {
  checkFeatures,
  checkSameFeatures,
  checkTarget,
  type Prediction,
  type Response,
  responseOf,
  rowsOf,
} from './learner.ts';
import { type OutOfBag, outOfBagCount } from './outOfBag.ts';
import { type PermutationImportance, permutationCount } from './permutationImportance.ts';
import { classSearch, numericSearch } from './splitSearch.ts';
import { leafOf, majorityOf, type Tree } from './tree.ts';

export interface Forest {
  readonly names: readonly string[];
  readonly response: Response;
  /** Leaves hold the number of drawn rows of each level, or the mean of the response. */
  readonly trees: readonly Tree[];
  readonly report: ForestReport;
}

/** What growing a forest shows beside its trees. */
export interface ForestReport {
  /**
   * For each feature the decrease of the Gini index (of the residual sum of squares) over all nodes
   * that ask for it, weighted by the rows of the node; the mean over trees.
   */
  readonly giniDecrease: Float64Array;
  /** When asked for. */
  readonly permutation?: PermutationImportance;
  /** Unless every tree saw every row, or it was not asked for. */
  readonly outOfBag?: OutOfBag;
}

/** How trees are put together: the share of trees for a class, or the mean of their leaves' shares. */
export type Voting = 'votes' | 'probabilities';

export function growForest(
  features: Features,
  target: Target,
  settings: ForestSettings,
  rng: Rng,
): Forest {
  const trees: Tree[] = [];
  const report = growTrees(features, target, settings, rng, (tree) => trees.push(tree));
  return { names: features.names, response: responseOf(target), trees, report };
}

/** Grows the trees of a forest one after another and hands each over, so that none need be kept. */
export function growTrees(
  features: Features,
  target: Target,
  settings: ForestSettings,
  rng: Rng,
  take: (tree: Tree) => void,
): ForestReport {
  checkTarget(target);
  const n = rowsOf(target);
  checkFeatures(features, n);
  const { columns } = features;
  const plan = planForest(settings, target, n, columns.length);
  const weights = new Float64Array(n);
  const { grower, finishTree, gainFactor } = prepareTrees(columns, target, plan, weights);
  const outOfBag = plan.outOfBag ? outOfBagCount(target, columns, plan.trees) : undefined;
  const permutation = plan.permutationImportance ? permutationCount(target, columns) : undefined;
  const gains = new Float64Array(columns.length);
  const rows = new Int32Array(n);
  const out = new Int32Array(n);

  for (let b = 0; b < plan.trees; b++) {
    const stream = rng.split('tree', b);
    const counts = drawCounts(n, plan.sampleSize, plan.bootstrap, stream.split('rows'));
    let drawn = 0;
    let left = 0;
    for (let row = 0; row < n; row++) {
      weights[row] = counts[row];
      if (counts[row] > 0) rows[drawn++] = row;
      else out[left++] = row;
    }
    const tree = finishTree(grower.grow(rows, drawn, stream.split('features'), gains));
    outOfBag?.add(tree, out.subarray(0, left));
    permutation?.add(tree, out.subarray(0, left), stream.split('shuffle'));
    take(tree);
  }
  return {
    giniDecrease: gains.map((gain) => (gainFactor * gain) / plan.trees),
    ...(permutation && { permutation: permutation.finish() }),
    ...(outOfBag && { outOfBag: outOfBag.finish() }),
  };
}

/** Predicts rows: by the mean of leaf shares unless given otherwise; numbers by the mean over trees. */
export function predictForest(
  forest: Forest,
  features: Features,
  voting: Voting = 'probabilities',
): Prediction {
  checkSameFeatures(forest.names, features);
  const rows = features.columns.length === 0 ? 0 : features.columns[0].length;
  checkFeatures(features, rows);
  const count = forestCount(forest.response, features.columns, rows, voting);
  for (const tree of forest.trees) count.add(tree);
  return count.finish();
}

/** The sum of what trees say about rows. */
export interface ForestCount {
  add(tree: Tree): void;
  finish(): Prediction;
}

export function forestCount(
  response: Response,
  columns: readonly Float64Array[],
  rows: number,
  voting: Voting,
): ForestCount {
  const width = response.kind === 'classes' ? response.levels.length : 1;
  const sums = Array.from({ length: width }, () => new Float64Array(rows));
  const isVote = response.kind === 'classes' && voting === 'votes';
  let trees = 0;

  function addShares(tree: Tree): void {
    const shares = response.kind === 'classes' ? leafShares(tree) : tree.leaves;
    for (let row = 0; row < rows; row++) {
      const at = leafOf(tree, columns, row) * width;
      for (let c = 0; c < width; c++) sums[c][row] += shares[at + c];
    }
  }

  function addVotes(tree: Tree): void {
    for (let row = 0; row < rows; row++) sums[majorityOf(tree, leafOf(tree, columns, row))][row]++;
  }

  return {
    add(tree) {
      trees++;
      if (isVote) addVotes(tree);
      else addShares(tree);
    },
    finish() {
      const means = sums.map((sum) => sum.map((value) => value / trees));
      return response.kind === 'classes'
        ? { kind: 'classes', levels: response.levels, probabilities: means }
        : { kind: 'numeric', values: means[0] };
    },
  };
}

function leafShares({ leaves, width }: Tree): Float64Array {
  const shares = leaves.slice();
  for (let at = 0; at < shares.length; at += width) {
    let total = 0;
    for (let c = 0; c < width; c++) total += leaves[at + c];
    for (let c = 0; c < width; c++) shares[at + c] /= total;
  }
  return shares;
}

/** The grower for a target, what makes its leaves those of a forest, and the unit of its gains. */
function prepareTrees(
  columns: readonly Float64Array[],
  target: Target,
  plan: ForestPlan,
  weights: Float64Array,
) {
  const bins = plan.splits === 'histogram' ? plan.bins : Infinity;
  const coded = columns.map((column) => codeColumn(column, bins));
  const n = weights.length;
  const maxCodes = coded.reduce((most, { lowest }) => Math.max(most, lowest.length), 1);
  const sorter = codeSorter(n, maxCodes);
  const limits = { leastWeight: 0, ridge: 0 };
  const many = target.kind === 'classes' && target.levels.length > 2;
  const { values, shift } = numbersOf(target);
  const search = many
    ? classSearch(weights, target.codes, target.levels.length, sorter, maxCodes, limits)
    : numericSearch(weights, values, sorter, maxCodes, limits);
  const grower = treeGrower(coded, search, plan, Math.min(n, plan.sampleSize));
  if (many) return { grower, gainFactor: 1, finishTree: (tree: Tree) => tree };
  if (target.kind === 'classes') {
    const classes = target.levels.length;
    // two squares, of both classes, where the search took one
    return { grower, gainFactor: 2, finishTree: (tree: Tree) => twoClassLeaves(tree, classes) };
  }
  return { grower, gainFactor: 1, finishTree: (tree: Tree) => meanLeaves(tree, shift) };
}

/** The response as numbers around 0, where squares lose no digits; of two classes the second. */
function numbersOf(target: Target): { values: Float64Array; shift: number } {
  if (target.kind === 'classes') return { values: Float64Array.from(target.codes), shift: 0 };
  const shift = target.values.reduce((sum, value) => sum + value, 0) / target.values.length;
  return { values: target.values.map((value) => value - shift), shift };
}

/** From weight and sum of an indicator to the weight of each class. */
function twoClassLeaves(tree: Tree, classes: number): Tree {
  const leaves = new Float64Array((tree.leaves.length / 2) * classes);
  for (let leaf = 0; 2 * leaf < tree.leaves.length; leaf++) {
    const [weight, sum] = [tree.leaves[2 * leaf], tree.leaves[2 * leaf + 1]];
    leaves[leaf * classes] = weight - sum;
    if (classes === 2) leaves[leaf * classes + 1] = sum;
  }
  return { ...tree, leaves, width: classes };
}

function meanLeaves(tree: Tree, shift: number): Tree {
  const leaves = new Float64Array(tree.leaves.length / 2).map(
    (_, leaf) => shift + tree.leaves[2 * leaf + 1] / tree.leaves[2 * leaf],
  );
  return { ...tree, leaves, width: 1 };
}
