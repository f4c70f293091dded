/** The models by name: each learns from one table and predicts the rows of another. */

import type { Features } from '../features/features.ts';
import type { Target } from '../features/target.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Rng } from '../random/rng.ts';
import { type BoostingSettings, fitBoosting, predictBoosting } from './boosting.ts';
import type { PenaltySettings } from './choosePenalty.ts';
import { forestCount, growTrees, type Voting } from './forest.ts';
import type { ForestSettings } from './forestSettings.ts';
import { checkFeatures, checkSameFeatures, type Prediction, responseOf } from './learner.ts';
import { fitLinear, predictLinear } from './linear.ts';
import { fitLogistic, predictLogistic } from './logistic.ts';
import { MOST_PAPER_TREES, PAPER_SIZES, paperTrees } from './paperTrees.ts';

/** Ridge and lasso are logistic or linear as the response demands. */
export type ModelName = 'forest' | 'logistic' | 'ridge' | 'lasso' | 'boosting' | 'linear';

export interface ModelSettings {
  readonly forest?: Omit<ForestSettings, 'trees'> & {
    /** 500 unless given; 'paper': chosen from 100 .. 2000 as the paper does (paperTrees.ts). */
    readonly trees?: number | 'paper';
    /** Votes of trees, as the paper has it, unless given. */
    readonly voting?: Voting;
  };
  /** For ridge and lasso: the strength is chosen by cross-validation unless given. */
  readonly penalty?: Omit<PenaltySettings, 'mix'>;
  readonly boosting?: BoostingSettings;
}

export interface Learned {
  readonly prediction: Prediction;
  readonly notes: readonly string[];
}

/** Learns from `train` and predicts the rows of `features`. */
export function learnAndPredict(
  model: ModelName,
  train: { readonly features: Features; readonly target: Target },
  features: Features,
  settings: ModelSettings,
  rng: Rng,
): Learned {
  const { target } = train;
  switch (model) {
    case 'forest':
      return byForest(train, features, settings.forest ?? {}, rng);
    case 'boosting': {
      const fitted = fitBoosting(train.features, target, settings.boosting ?? {}, rng);
      return { prediction: predictBoosting(fitted, features), notes: [] };
    }
    case 'ridge':
    case 'lasso': {
      const penalty = { ...settings.penalty, mix: model === 'lasso' ? 1 : 0 };
      return byColumns(train.features, target, features, penalty, rng);
    }
    case 'logistic':
    case 'linear':
      if ((target.kind === 'classes') !== (model === 'logistic')) {
        throw new InputError(
          `Model '${model}': found a response of ${target.kind === 'classes' ? 'classes' : 'numbers'}. Choose '${model === 'linear' ? 'logistic' : 'linear'}', or another model.`,
        );
      }
      return byColumns(train.features, target, features, undefined, rng);
  }
}

function byColumns(
  trainFeatures: Features,
  target: Target,
  features: Features,
  penalty: PenaltySettings | undefined,
  rng: Rng,
): Learned {
  if (target.kind === 'classes') {
    const fitted = fitLogistic(trainFeatures, target, penalty, rng);
    return { prediction: predictLogistic(fitted, features), notes: fitted.notes };
  }
  const fitted = fitLinear(trainFeatures, target.values, penalty, rng);
  const values = predictLinear(fitted, features);
  return { prediction: { kind: 'numeric', values }, notes: fitted.notes };
}

/** No tree is kept: each adds what it says about the rows and is gone. */
function byForest(
  train: { readonly features: Features; readonly target: Target },
  features: Features,
  { trees = 500, voting = 'votes', ...settings }: NonNullable<ModelSettings['forest']>,
  rng: Rng,
): Learned {
  checkSameFeatures(train.features.names, features);
  const rows = features.columns[0].length;
  checkFeatures(features, rows);
  const count = forestCount(responseOf(train.target), features.columns, rows, voting);
  const predictions = new Map<number, Prediction>();
  const sizes = trees === 'paper' ? PAPER_SIZES : [trees];
  const all = {
    ...settings,
    trees: trees === 'paper' ? MOST_PAPER_TREES : trees,
    outOfBag: trees === 'paper',
  };
  let grown = 0;
  const { outOfBag } = growTrees(train.features, train.target, all, rng, (tree) => {
    count.add(tree);
    grown++;
    if (sizes.includes(grown)) predictions.set(grown, count.finish());
  });
  if (trees === 'paper' && !outOfBag) {
    throw new InputError(
      "Forest, trees: 'paper' needs rows that trees did not see. Set bootstrap, or a smaller sampleSize.",
    );
  }
  const size = trees === 'paper' && outOfBag ? paperTrees(outOfBag.errorPath) : grown;
  const prediction = predictions.get(size);
  if (!prediction) throw new Error(`forest: no prediction of ${size} trees`);
  return {
    prediction,
    notes: trees === 'paper' ? [`The forest has ${size} trees, chosen as the paper does.`] : [],
  };
}
