/** Selection of a pair copula among families and rotations by AIC, BIC or log-likelihood. */

import { kendallTau } from '../numerics/kendallTau.ts';
import { kernel, type Scope, scoped } from '../numerics/kernel.ts';
import { scoresOf } from './condense.ts';
import type { CopulaColumn } from './copulaColumn.ts';
import type { PairCopula } from './evaluate.ts';
import { families, familyNames } from './families/index.ts';
import type { FamilyName } from './family.ts';
import { EXACT, type FamilyFit, fitFamily, type Hopeless, ROUGH } from './fitFamily.ts';
import { COARSE, FINAL, FINAL_FROM_NEAR, FINE, FINER, outlined, refined } from './outline.ts';
import { type PairLikelihood, pairLikelihood } from './pairLikelihood.ts';
import type { Rotation } from './rotation.ts';

export type Criterion = 'aic' | 'bic' | 'loglik';

export interface PairFit extends PairCopula {
  readonly logLik: number;
  readonly aic: number;
  readonly bic: number;
}

export interface SelectSettings {
  readonly families: readonly FamilyName[];
  readonly criterion: Criterion;
  /** Whether families that can no longer win are given up before their search has ended. */
  readonly giveUp: boolean;
}

/** The best pair copula for two columns. A constant column has no dependence to choose by. */
export function selectPair(
  first: CopulaColumn,
  second: CopulaColumn,
  settings: SelectSettings,
): PairFit {
  return selectInGroups(first, second, settings, [0, first.u.length]).fit;
}

export interface FitInGroups {
  readonly fit: PairFit;
  /**
   * By group of the rows, what a copula of its own would cost at least, on the scale of -2 log-likelihood with
   * parameters: as the local parabolas of all families promise. Empty if there is but one group.
   */
  readonly promised: readonly number[];
}

/** The same, and what is to be expected within groups of the rows (`pairLikelihood` tells them apart). */
export function selectInGroups(
  first: CopulaColumn,
  second: CopulaColumn,
  settings: SelectSettings,
  bounds: readonly number[],
): FitInGroups {
  const n = first.u.length;
  const promised = bounds.slice(2).length > 0 ? bounds.slice(1).map(() => 0) : [];
  if (settings.families.includes('independence') && (isConstant(first.u) || isConstant(second.u))) {
    return { fit: described(INDEPENDENT, n), promised };
  }
  const tau = kendallTau(first.u, second.u);
  const price = pricePerParameter(settings.criterion, n);
  return scoped((scope) => {
    // where parameters cost nothing, a family ties with those that it nests: no outline tells them apart
    const isOutlined = settings.giveUp && price > 0;
    const scores = isOutlined && n >= COARSE.fewest ? scoresOf(first, second) : undefined;
    const outline = scores && outlined(COARSE, first, second, bounds, tau, scores);
    const likelihood = outline
      ? {
          ...pairLikelihood(scope, outline.first, outline.second, outline.bounds, outline.counts),
          n,
        }
      : pairLikelihood(scope, first, second, bounds);
    const allowance = outline ? COARSE.allowance : () => (isOutlined ? 25 * ROUGH.rise : 0);
    const precision = isOutlined ? ROUGH : EXACT;
    let winner: FamilyFit | undefined;
    let cost = Number.POSITIVE_INFINITY;
    const fits: FamilyFit[] = [];
    const costToBeat = () => cost + allowance(cost);
    for (const fit of candidates(likelihood, tau, settings, price, costToBeat, precision)) {
      const own = costOf(fit, price);
      if (own < cost) {
        cost = own;
        winner = fit;
      }
      fits.push(fit);
      fit.byGroup.forEach((most, group) => {
        promised[group] = Math.min(promised[group], price * fit.parameters.length - 2 * most);
      });
    }
    if (isOutlined) {
      // what independence costs is known
      const isClose = (fit: FamilyFit) =>
        fit.parameters.length === 0 || (fit.complete && costOf(fit, price) <= costToBeat());
      const close = fits.filter(isClose);
      winner = outline
        ? bestOf(close, first, second, { scope, tau, price, scores })
        : refined(close, likelihood, price, FINAL_FROM_NEAR)[0];
    }
    return { fit: described(winner as FamilyFit, n), promised };
  });
}

function costOf({ parameters, logLik }: FamilyFit, price: number): number {
  return price * parameters.length - 2 * logLik;
}

interface Search {
  readonly scope: Scope;
  readonly tau: number;
  readonly price: number;
  readonly scores: readonly Float64Array[] | undefined;
}

/** The best of the fits to a coarse outline, brought to its maximum on all rows. */
function bestOf(
  fits: readonly FamilyFit[],
  first: CopulaColumn,
  second: CopulaColumn,
  { scope, tau, price, scores }: Search,
): FamilyFit {
  const all = [0, first.u.length];
  const fine = fits.length > 1 ? outlined(FINE, first, second, all, tau, scores) : undefined;
  if (!fine) return refined(fits, pairLikelihood(scope, first, second), price, FINAL)[0];
  const outline = pairLikelihood(scope, fine.first, fine.second, fine.bounds, fine.counts);
  const near = refined(fits, outline, price, FINER);
  return refined(near, pairLikelihood(scope, first, second), price, FINAL_FROM_NEAR)[0];
}

const INDEPENDENT: FamilyFit = {
  family: 'independence',
  rotation: 0,
  parameters: [],
  logLik: 0,
  complete: true,
  byGroup: [],
};

function isConstant(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}

/** Student's copula is the dearest to fit: it comes when the others have shown what it has to beat. */
const IN_TURN = [...familyNames.filter((name) => name !== 'student'), 'student'] as const;

/** All fits of the wanted families and of the rotations that suit the sign of tau. */
export function* candidates(
  likelihood: PairLikelihood,
  tau: number,
  settings: SelectSettings,
  price: number,
  costToBeat: () => number,
  precision = EXACT,
): Generator<FamilyFit> {
  const rotations: readonly Rotation[] = tau > 0 ? [0, 180] : [90, 270];
  const reserve = reserveOf(tau);
  const made = new Map<string, FamilyFit>();
  // the log-likelihood that a fit has, or could have had where it was given up
  const reached = new Map<FamilyFit, number>();
  const fitOf = (name: FamilyName, rotation: Rotation): FamilyFit => {
    const turned = families[name].rotates ? rotation : 0;
    const key = `${name} ${turned}`;
    const old = made.get(key);
    if (old) return old;
    for (const inner of families[name].nested) fitOf(inner, rotation);
    const parameters = families[name].parameters.length;
    let most = 0;
    const hopeless: Hopeless = (logLik, rise, slack = Math.min(1, LEAST_SLACK + 2 * rise)) => {
      most = logLik + reserve * rise + slack;
      return price * parameters - 2 * most > costToBeat();
    };
    const giveUp = settings.giveUp ? hopeless : undefined;
    const result = fitFamily(likelihood, name, turned, tau, fitOf, giveUp, precision);
    made.set(key, result);
    reached.set(result, result.complete ? result.logLik : most);
    return result;
  };
  const isBeyondReach = (name: FamilyName, rotation: Rotation): boolean => {
    const { weakly, nested, parameters } = families[name];
    const isWeak = Math.abs(tau) < WEAK && likelihood.n >= FEWEST_ROWS;
    if (!settings.giveUp || !weakly || !isWeak) return false;
    const inner = nested.map((each) => reached.get(fitOf(each, rotation)) as number);
    const most = weakly * Math.max(0, ...inner) + WEAK_SLACK;
    return price * parameters.length - 2 * most > costToBeat();
  };
  for (const name of IN_TURN) {
    if (!settings.families.includes(name)) continue;
    for (const rotation of families[name].rotates ? rotations : ([0] as const)) {
      if (!isBeyondReach(name, rotation)) yield fitOf(name, rotation);
    }
  }
}

/**
 * A family is given up when even this multiple of the rise that its local parabola promises, and a slack,
 * would not let it win. The parabola of the start says least for strongly dependent pairs with outliers:
 * there the rise was up to 140 times the promised one (tau = 0.9), up to 9 times at 0.6 and 3 times at 0.1.
 * test/copula/giveUp.test.ts shows that the choice is the same as without giving up.
 */
function reserveOf(tau: number): number {
  const rest = 1 - Math.min(Math.abs(tau), 0.999);
  return 4 / (rest * rest);
}

/**
 * The slack where hardly any rise is promised, in units of log-likelihood; it grows with the rise up to one
 * unit. In 23,500 searches on the pairs of a mixed table (SUPPORT2, 1,000 rows, 8 trees) the maximum lay
 * beyond twice the promised rise by up to 0.3 where that was below 0.1, and by more only where it was larger;
 * a slack of one unit everywhere costs half as many evaluations again, for the same choices.
 */
const LEAST_SLACK = 0.25;

/** Up to this Kendall's tau, and from so many rows on, a family's `weakly` holds, up to a slack. */
const WEAK = 0.2;
const FEWEST_ROWS = 200;
const WEAK_SLACK = 0.5;

/** What a parameter costs on the scale of -2 log-likelihood. */
export function pricePerParameter(criterion: Criterion, n: number): number {
  return criterion === 'aic' ? 2 : criterion === 'bic' ? kernel().log(n) : 0;
}

function described({ family, rotation, parameters, logLik }: FamilyFit, n: number): PairFit {
  const count = parameters.length;
  return {
    family,
    rotation,
    parameters,
    logLik,
    aic: 2 * count - 2 * logLik,
    bic: kernel().log(n) * count - 2 * logLik,
  };
}
