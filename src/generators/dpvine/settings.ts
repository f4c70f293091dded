/** What the private vine may be told, what it resolves to, and how its budget is divided. */

import { InputError } from '../../numerics/inputError.ts';
import { exactMultiplier } from '../private/accounting.ts';
import { checkChoice, checkPositive, checkShare, checkWhole } from '../private/check.ts';
import type { DomainSettings } from '../private/domain.ts';

export interface DpvineSettings extends DomainSettings {
  /** The privacy budget; a name such as dpvine-1 fixes it. Default: 1. */
  readonly epsilon?: number;
  /** The chance that the budget does not hold; well below 1 / rows. Default: 1e-5. */
  readonly delta?: number;
  /** Bins of a numeric column. Default: 12 up to epsilon 1, 16 up to 2.5, and 24 beyond. */
  readonly bins?: number;
  /** How the budget mu² is divided; parts of a sum. Default: 2, 33, 30 and 35 %, or 2, 48, 50 and 0 % if `largest` is 1. */
  readonly shares?: Partial<BudgetShares>;
  /**
   * Dependence for each class of the response: 'auto', where noise leaves enough of it; true; false.
   * Default: 'auto'.
   */
  readonly byClass?: 'auto' | boolean;
  /** The most trees that any level will have; with 1 no budget goes into pairs of columns. Default: all. */
  readonly largest?: number;
  /**
   * 'noisy': Algorithm 1 on the noisy correlations, which costs no budget; 'asis': as in the table; or all
   * modelled columns, the response last, as public knowledge. Default: 'noisy'.
   */
  readonly order?: 'noisy' | 'asis' | readonly string[];
  /** How noise is taken out of correlations: see denoise.ts. Default: 'sure'. */
  readonly shrink?: Shrink;
  /** Whether what clipping takes from correlations is given back. Default: true. */
  readonly clipCorrection?: boolean;
  /**
   * The most noise that a correlation with the response may have, as a standard deviation; beyond it the
   * fit is refused, since nothing of the table would be left. Default: 0.3.
   */
  readonly mostNoise?: number;
}

export type Shrink = 'sure' | 'soft' | 'linear' | 'none';

/** Parts of mu²: class counts, margins, sums by class, second moments. */
export interface BudgetShares {
  readonly classes: number;
  readonly margins: number;
  readonly response: number;
  readonly moments: number;
}

export interface ResolvedDpvine extends DomainSettings {
  readonly epsilon: number;
  readonly delta: number;
  readonly bins: number;
  readonly ranges: NonNullable<DomainSettings['ranges']>;
  readonly shares: BudgetShares;
  readonly byClass: 'auto' | boolean;
  readonly largest: number | null;
  readonly order: 'noisy' | 'asis' | readonly string[];
  readonly shrink: Shrink;
  readonly clipCorrection: boolean;
  readonly mostNoise: number;
}

const SHARES: BudgetShares = { classes: 0.02, margins: 0.33, response: 0.3, moments: 0.35 };
const SHARES_OF_ONE_TREE: BudgetShares = {
  classes: 0.02,
  margins: 0.48,
  response: 0.5,
  moments: 0,
};

/** A promise that holds with a smaller chance than this promises nothing: one row in ten. */
const MOST_DELTA = 0.1;

export function resolveDpvine(given: DpvineSettings, fixed?: number): ResolvedDpvine {
  const epsilon = fixed ?? given.epsilon ?? 1;
  const { delta = 1e-5, largest, byClass = 'auto', order = 'noisy', mostNoise = 0.3 } = given;
  const { shrink = 'sure', clipCorrection = true, ranges = 'declared' } = given;
  checkPositive('dpvine', { epsilon });
  checkShare('dpvine', { delta });
  if (delta > MOST_DELTA) {
    throw new InputError(
      `dpvine, delta: found ${delta}. Give a chance well below 1 / rows, such as 1e-5.`,
    );
  }
  const bins = given.bins ?? (epsilon <= 1 ? 12 : epsilon <= 2.5 ? 16 : 24);
  checkWhole('dpvine', 2, { bins });
  if (largest !== undefined) checkWhole('dpvine', 1, { largest });
  if (byClass !== 'auto' && typeof byClass !== 'boolean') {
    throw new InputError(`dpvine, byClass: found '${String(byClass)}'. Give auto, true or false.`);
  }
  if (typeof order === 'string') checkChoice('dpvine, order', order, ['noisy', 'asis']);
  checkChoice('dpvine, shrink', shrink, ['sure', 'soft', 'linear', 'none']);
  if (!(mostNoise > 0)) {
    throw new InputError(`dpvine, mostNoise: found ${mostNoise}. Give a number above 0.`);
  }
  return {
    epsilon,
    delta,
    bins,
    ranges,
    ...(given.gaps && { gaps: given.gaps }),
    shares: sharesOf(given.shares, largest),
    byClass,
    largest: largest ?? null,
    order,
    shrink,
    clipCorrection,
    mostNoise,
  };
}

/** Parts that sum to 1, whatever the sum of what is given. */
function sharesOf(given: Partial<BudgetShares> = {}, largest: number | undefined): BudgetShares {
  const shares = { ...(largest === 1 ? SHARES_OF_ONE_TREE : SHARES), ...given };
  const { classes, margins, response, moments } = shares;
  checkPositive('dpvine, shares', { classes, margins, response });
  if (!(moments >= 0 && moments < Infinity)) {
    throw new InputError(`dpvine, shares, moments: found ${moments}. Give a number of at least 0.`);
  }
  const sum = classes + margins + response + moments;
  return {
    classes: classes / sum,
    margins: margins / sum,
    response: response / sum,
    moments: moments / sum,
  };
}

/**
 * The privacy of one round of Gaussian measurements, exactly: each with noise of s times its sensitivity is
 * 1/s-Gaussian private, and all together sqrt(sum of mu_i²) (Dong, Roth and Su, "Gaussian differential
 * privacy", 2022, corollary 3.3). By zCDP the same promise needs 15 to 28 % more noise.
 */
export interface Budget {
  readonly mu: number;
  /** Of the four measurements. */
  readonly parts: BudgetShares;
}

export function budgetOf({
  epsilon,
  delta,
  shares,
}: Pick<ResolvedDpvine, 'epsilon' | 'delta' | 'shares'>): Budget {
  const mu = 1 / exactMultiplier(epsilon, delta);
  const part = (share: number) => mu * Math.sqrt(share);
  const { classes, margins, response, moments } = shares;
  return {
    mu,
    parts: {
      classes: part(classes),
      margins: part(margins),
      response: part(response),
      moments: part(moments),
    },
  };
}
