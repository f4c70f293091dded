/**
 * Gradient-boosted trees (Friedman 2001) with Newton steps and histogram splits (Chen and Guestrin
 * 2016): squared loss for numbers, logistic loss for two classes, one against the rest for more. Each
 * round fits a small tree to gradient / curvature with the curvature as weight, so the forest's search
 * for splits serves here too.
 */

import type { Features } from '../features/features.ts';
import type { Target } from '../features/target.ts';
import { InputError } from '../numerics/inputError.ts';
import { kernel } from '../numerics/kernel.ts';
import { sum } from '../numerics/sum.ts';
import type { Rng } from '../random/rng.ts';
import { codeColumn } from './codedColumns.ts';
import { codeSorter } from './distinctCodes.ts';
import { treeGrower } from './growTree.ts';
import {
  checkFeatures,
  checkSameFeatures,
  checkTarget,
  type Prediction,
  rowsOf,
} from './learner.ts';
import { logisticLoss, logisticProbabilities } from './logisticLoss.ts';
import { fitOneVsRest, type OneVsRest, predictOneVsRest } from './oneVsRest.ts';
import { numericSearch } from './splitSearch.ts';
import { leafOf, type Tree } from './tree.ts';

export interface BoostingSettings {
  /** Trees, for each class modelled; 200 unless given. */
  readonly rounds?: number;
  /** The share of each tree's step that is taken; 0.1 unless given. */
  readonly shrinkage?: number;
  /** Splits above a leaf at most; 3 unless given. */
  readonly depth?: number;
  /** The share of rows that each tree sees, drawn without replacement; 1 unless given. */
  readonly subsample?: number;
  /** Rows (logistic loss: their summed curvature) that a leaf must hold; 1 unless given. */
  readonly leafWeight?: number;
  /** Added to a leaf's weight, which pulls its value to 0; 1 unless given. */
  readonly ridge?: number;
  /** Bins of a column; 256 unless given. */
  readonly bins?: number;
  /** Hold out a share of the rows, and stop after this many rounds without gain on them. */
  readonly stopping?: { readonly share: number; readonly patience: number };
}

/** A sum of trees. */
export interface BoostedTrees {
  /** What is predicted before the first tree: a number, or log odds. */
  readonly base: number;
  /** Leaves hold what is added. */
  readonly trees: readonly Tree[];
  /** The mean loss on the training rows before the first and after each tree. */
  readonly lossPath: Float64Array;
}

export type BoostingModel = { readonly names: readonly string[] } & (
  | { readonly kind: 'numeric'; readonly model: BoostedTrees }
  | { readonly kind: 'classes'; readonly model: OneVsRest<BoostedTrees> }
);

export function fitBoosting(
  features: Features,
  target: Target,
  settings: BoostingSettings,
  rng: Rng,
): BoostingModel {
  checkTarget(target);
  checkFeatures(features, rowsOf(target));
  const plan = planBoosting(settings);
  const { names, columns } = features;
  if (target.kind === 'numeric') {
    const model = boost(columns, squaredLoss(target.values), plan, rng);
    return { names, kind: 'numeric', model };
  }
  const model = fitOneVsRest(target, (isClass, code) =>
    boost(columns, binaryLoss(isClass), plan, rng.split('class', code)),
  );
  return { names, kind: 'classes', model };
}

export function predictBoosting(fitted: BoostingModel, features: Features): Prediction {
  checkSameFeatures(fitted.names, features);
  const { columns } = features;
  const rows = columns.length === 0 ? 0 : columns[0].length;
  checkFeatures(features, rows);
  if (fitted.kind === 'numeric') {
    return { kind: 'numeric', values: addTrees(fitted.model, columns, rows) };
  }
  return predictOneVsRest(fitted.model, rows, (model) =>
    logisticProbabilities(addTrees(model, columns, rows)),
  );
}

/** A loss as boosting sees it. */
interface Loss {
  readonly rows: number;
  readonly base: number;
  /** The mean loss over some rows. */
  mean(predictor: Float64Array, rows: Int32Array): number;
  /** Writes the curvature of each row, and minus the gradient divided by it. */
  differentiate(predictor: Float64Array, curvature: Float64Array, response: Float64Array): void;
}

/** Half the squared error. */
function squaredLoss(values: Float64Array): Loss {
  return {
    rows: values.length,
    base: sum(values) / values.length,
    mean(predictor, rows) {
      let total = 0;
      for (const row of rows) {
        const miss = values[row] - predictor[row];
        total += (miss * miss) / 2;
      }
      return total / rows.length;
    },
    differentiate(predictor, curvature, response) {
      curvature.fill(1);
      for (let i = 0; i < values.length; i++) response[i] = values[i] - predictor[i];
    },
  };
}

/** A curvature is at least this, so that a row that is sure of its class divides nothing by 0. */
const LEAST_CURVATURE = 1e-12;

function binaryLoss(isClass: Int32Array): Loss {
  const n = isClass.length;
  const count = isClass.reduce((total, value) => total + value, 0);
  const probability = new Float64Array(n);
  return {
    rows: n,
    base: kernel().log(count / (n - count)),
    mean(predictor, rows) {
      const some = Float64Array.from(rows, (row) => predictor[row]);
      const classes = Int32Array.from(rows, (row) => isClass[row]);
      return logisticLoss(some, classes, new Float64Array(rows.length)) / rows.length;
    },
    differentiate(predictor, curvature, response) {
      logisticLoss(predictor, isClass, probability);
      for (let i = 0; i < n; i++) {
        const p = probability[i];
        curvature[i] = Math.max(LEAST_CURVATURE, p * (1 - p));
        response[i] = (isClass[i] - p) / curvature[i];
      }
    },
  };
}

function boost(
  columns: readonly Float64Array[],
  loss: Loss,
  plan: BoostingPlan,
  rng: Rng,
): BoostedTrees {
  const n = loss.rows;
  const coded = columns.map((column) => codeColumn(column, plan.bins));
  const maxCodes = coded.reduce((most, { lowest }) => Math.max(most, lowest.length), 1);
  const curvature = new Float64Array(n);
  const response = new Float64Array(n);
  const limits = { leastWeight: plan.leafWeight, ridge: plan.ridge };
  const search = numericSearch(curvature, response, codeSorter(n, maxCodes), maxCodes, limits);
  const tree = { mtry: Math.max(1, columns.length), nodeSize: 0, maxDepth: plan.depth };
  const grower = treeGrower(coded, search, tree, n);
  const { train, held } = holdOut(n, plan, rng.split('held'));
  const drawn = Math.max(1, Math.round(plan.subsample * train.length));
  const predictor = new Float64Array(n).fill(loss.base);
  const gains = new Float64Array(columns.length);
  const trees: Tree[] = [];
  const lossPath = [loss.mean(predictor, train)];
  let best = { loss: loss.mean(predictor, held), trees: 0 };

  for (let round = 0; round < plan.rounds; round++) {
    const stream = rng.split('round', round);
    const rows = drawn === train.length ? train.slice() : someOf(train, drawn, stream);
    loss.differentiate(predictor, curvature, response);
    const grown = stepLeaves(grower.grow(rows, drawn, stream.split('features'), gains), plan);
    for (let row = 0; row < n; row++) predictor[row] += grown.leaves[leafOf(grown, columns, row)];
    trees.push(grown);
    lossPath.push(loss.mean(predictor, train));
    if (held.length === 0) continue;
    const heldLoss = loss.mean(predictor, held);
    if (heldLoss < best.loss) best = { loss: heldLoss, trees: trees.length };
    else if (trees.length - best.trees >= plan.patience) break;
  }
  const kept = held.length === 0 ? trees.length : best.trees;
  return {
    base: loss.base,
    trees: trees.slice(0, kept),
    lossPath: Float64Array.from(lossPath.slice(0, kept + 1)),
  };
}

/** From weight and sum to the step that a leaf takes. */
function stepLeaves(tree: Tree, { shrinkage, ridge }: BoostingPlan): Tree {
  const leaves = new Float64Array(tree.leaves.length / 2).map(
    (_, leaf) => (shrinkage * tree.leaves[2 * leaf + 1]) / (tree.leaves[2 * leaf] + ridge),
  );
  return { ...tree, leaves, width: 1 };
}

function addTrees(
  { base, trees }: BoostedTrees,
  columns: readonly Float64Array[],
  rows: number,
): Float64Array {
  const result = new Float64Array(rows).fill(base);
  for (const tree of trees) {
    for (let row = 0; row < rows; row++) result[row] += tree.leaves[leafOf(tree, columns, row)];
  }
  return result;
}

/** The rows to learn from, and those to stop by: none unless asked for. */
function holdOut(n: number, { share }: BoostingPlan, rng: Rng) {
  const held = share > 0 ? Math.min(n - 1, Math.round(share * n)) : 0;
  const order = Int32Array.from(held > 0 ? rng.permutation(n) : new Int32Array(n).keys());
  return { held: order.slice(0, held).sort(), train: order.slice(held).sort() };
}

function someOf(rows: Int32Array, count: number, rng: Rng): Int32Array {
  return Int32Array.from(rng.permutation(rows.length).subarray(0, count), (i) => rows[i]).sort();
}

interface BoostingPlan extends Required<Omit<BoostingSettings, 'stopping'>> {
  readonly share: number;
  readonly patience: number;
}

function planBoosting(settings: BoostingSettings): BoostingPlan {
  const within = (name: string, value: number, least: number, most: number) => {
    if (value >= least && value <= most) return value;
    throw new InputError(
      `Boosting, ${name}: found ${value}. Give a number from ${least} to ${most}.`,
    );
  };
  const { stopping } = settings;
  return {
    rounds: within('rounds', settings.rounds ?? 200, 1, 1e6),
    shrinkage: within('shrinkage', settings.shrinkage ?? 0.1, 1e-6, 1),
    depth: within('depth', settings.depth ?? 3, 1, 64),
    subsample: within('subsample', settings.subsample ?? 1, 1e-6, 1),
    leafWeight: within('leafWeight', settings.leafWeight ?? 1, 0, 1e9),
    ridge: within('ridge', settings.ridge ?? 1, 0, 1e9),
    bins: within('bins', settings.bins ?? 256, 2, 65_536),
    share: within('stopping, share', stopping?.share ?? 0, 0, 0.9),
    patience: within('stopping, patience', stopping?.patience ?? 1, 1, 1e6),
  };
}
