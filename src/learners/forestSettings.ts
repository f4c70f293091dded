/** The settings of a random forest, and what they become once the data are known. */

import type { Target } from '../features/target.ts';
import { InputError } from '../numerics/inputError.ts';

export interface ForestSettings {
  /** Number of trees; 500 unless given. */
  readonly trees?: number;
  /**
   * Features that a node chooses from; floor(sqrt(p)) of p features for classes and floor(p / 3)
   * for numbers unless given, at least 1. Features that do not vary in the node are not counted.
   */
  readonly mtry?: number;
  /** A node of at most this many rows is not split; 1 for classes, 5 for numbers unless given. */
  readonly nodeSize?: number;
  /** Splits above a leaf at most; no limit unless given. */
  readonly maxDepth?: number;
  /** Draw each tree's rows with replacement; yes unless given. */
  readonly bootstrap?: boolean;
  /** Rows drawn for each tree; as many as there are unless given. */
  readonly sampleSize?: number;
  /**
   * Between any two values ('exact'), or between bins of neighbouring values ('histogram', less
   * memory and time for many rows); exact up to 50,000 rows unless given.
   */
  readonly splits?: 'exact' | 'histogram';
  /** Bins of a column with histogram splits; 256 unless given. */
  readonly bins?: number;
  /** Keep track of the rows that trees did not see; yes unless given, if there are any. */
  readonly outOfBag?: boolean;
  /** Importance of features by permutation too; no unless given. */
  readonly permutationImportance?: boolean;
}

/** Complete settings for n rows and p features. */
export type ForestPlan = Required<ForestSettings>;

const MOST_EXACT_ROWS = 50_000;

export function planForest(
  settings: ForestSettings,
  target: Target,
  n: number,
  p: number,
): ForestPlan {
  const classes = target.kind === 'classes';
  const mtry = Math.max(1, Math.floor(classes ? Math.sqrt(p) : p / 3));
  const bootstrap = settings.bootstrap ?? true;
  const plan: ForestPlan = {
    trees: whole('trees', settings.trees ?? 500, 1, 1_000_000),
    mtry: whole('mtry', settings.mtry ?? mtry, 1, Math.max(1, p)),
    nodeSize: whole('nodeSize', settings.nodeSize ?? (classes ? 1 : 5), 1, Infinity),
    maxDepth: whole('maxDepth', settings.maxDepth ?? Infinity, 0, Infinity),
    bootstrap,
    sampleSize: whole('sampleSize', settings.sampleSize ?? n, 1, bootstrap ? 0x7fffffff : n),
    splits: settings.splits ?? (n <= MOST_EXACT_ROWS ? 'exact' : 'histogram'),
    bins: whole('bins', settings.bins ?? 256, 2, 65_536),
    outOfBag: settings.outOfBag ?? true,
    permutationImportance: settings.permutationImportance ?? false,
  };
  const seesAll = !bootstrap && plan.sampleSize === n;
  if (plan.permutationImportance && (seesAll || !plan.outOfBag)) {
    throw new InputError(
      'Forest, permutationImportance: needs rows that trees did not see. Set bootstrap and outOfBag, or a smaller sampleSize.',
    );
  }
  return { ...plan, outOfBag: plan.outOfBag && !seesAll };
}

function whole(name: string, value: number, least: number, most: number): number {
  const fits = (Number.isInteger(value) || value === Infinity) && value >= least && value <= most;
  if (fits) return value;
  const range = most === Infinity ? `from ${least} up` : `from ${least} to ${most}`;
  throw new InputError(`Forest, ${name}: found ${value}. Give a whole number ${range}.`);
}
