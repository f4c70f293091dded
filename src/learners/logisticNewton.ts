/**
 * Logistic regression of standardised columns: Newton's method on the mean loss, with a penalty by
 * proximal Newton steps (Lee, Sun and Saunders 2014), each step halved until the objective falls.
 */

import { crossProducts } from '../numerics/crossProducts.ts';
import { logisticLoss } from './logisticLoss.ts';
import { type Penalty, solveElasticNet, solveRidge } from './penalisedSquares.ts';

export interface LogisticFit {
  readonly intercept: number;
  readonly slopes: Float64Array;
  /** Columns that are sums of multiples of others; their slopes are 0. Only without a lasso part. */
  readonly dependent: readonly number[];
  /** The classes can be told apart by the columns: the likelihood has no maximum. */
  readonly separated: boolean;
  readonly converged: boolean;
}

const MOST_STEPS = 100;
/** Slopes of standardised columns are settled once no step is larger. */
const STEP_TOLERANCE = 1e-9;
/** A mean loss below this means that every row is sure of its class. */
const NO_LOSS = 1e-8;

/**
 * Both classes must occur. `penalty` undefined is maximum likelihood; `start` saves steps; the search
 * ends once no slope moves by more than `tolerance`.
 */
export function fitLogisticColumns(
  columns: readonly Float64Array[],
  isClass: Int32Array,
  penalty: Penalty | undefined,
  start?: LogisticFit,
  tolerance = STEP_TOLERANCE,
): LogisticFit {
  const n = isClass.length;
  const d = columns.length;
  let intercept = start?.intercept ?? 0;
  let slopes: Float64Array = start?.slopes.slice() ?? new Float64Array(d);
  let eta = predictorOf(columns, n, intercept, slopes);
  let probability = new Float64Array(n);
  let objective = logisticLoss(eta, isClass, probability) / n + penaltyOf(slopes, penalty);
  let dependent: readonly number[] = [];

  for (let step = 0; step < MOST_STEPS; step++) {
    const model = quadraticModel(columns, isClass, probability);
    if (!(model.weight > 0)) return fit(true, false);
    const move = bestMove(model, slopes, penalty, tolerance / 100);
    if (step === 0) dependent = move.dependent;
    // a column that no longer tells rows apart: those it did tell apart are sure of their class
    if (move.dependent.length > dependent.length) return fit(true, false);
    const change = predictorOf(columns, n, move.intercept, move.slopes);

    let share = 1;
    let next = tryShare(share);
    while (!(next.objective <= objective) && share > 1e-10) {
      share /= 2;
      next = tryShare(share);
    }
    const size = share * Math.max(Math.abs(move.intercept), largestSize(move.slopes));
    if (!(next.objective <= objective)) return fit(false, size < 1e-6);
    const gain = objective - next.objective;
    intercept += share * move.intercept;
    slopes = next.slopes;
    eta = next.eta;
    probability = next.probability;
    objective = next.objective;
    if (size <= tolerance) return fit(false, true);
    if (hasStrength(penalty)) continue;
    const stuck = gain <= 1e-7 * objective && size > 1e-3 && helpsAll(change, isClass);
    if (objective < NO_LOSS || stuck) return fit(true, false);

    function tryShare(part: number) {
      const triedSlopes = slopes.map((slope, k) => slope + part * move.slopes[k]);
      const triedEta = eta.map((value, i) => value + part * change[i]);
      const triedProbability = new Float64Array(n);
      const loss = logisticLoss(triedEta, isClass, triedProbability) / n;
      return {
        slopes: triedSlopes,
        eta: triedEta,
        probability: triedProbability,
        objective: loss + penaltyOf(triedSlopes, penalty),
      };
    }
  }
  return fit(false, false);

  function fit(separated: boolean, converged: boolean): LogisticFit {
    return { intercept, slopes, dependent, separated, converged };
  }
}

/** The loss near the present point as a quadratic of a move, with the intercept solved for. */
function quadraticModel(
  columns: readonly Float64Array[],
  isClass: Int32Array,
  probability: Float64Array,
) {
  const n = isClass.length;
  const d = columns.length;
  const roots = probability.map((p) => Math.sqrt(p * (1 - p)));
  const weighted = columns.map((column) => column.map((x, i) => x * roots[i]));
  const products = crossProducts([roots, ...weighted]).map((product) => product / n);
  const weight = products[0];
  const withIntercept = products.slice(1, d + 1);
  const gram = new Float64Array(d * d);
  for (let j = 0; j < d; j++) {
    for (let k = 0; k < d; k++) {
      gram[j * d + k] =
        products[(j + 1) * (d + 1) + k + 1] - (withIntercept[j] * withIntercept[k]) / weight;
    }
  }
  const residual = probability.map((p, i) => isClass[i] - p);
  const interceptPull = residual.reduce((sum, r) => sum + r, 0) / n;
  const pull = Float64Array.from(columns, (column, j) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += column[i] * residual[i];
    return sum / n - (withIntercept[j] * interceptPull) / weight;
  });
  return { gram, pull, weight, withIntercept, interceptPull };
}

/** The move to the least value of the quadratic with the penalty. */
function bestMove(
  { gram, pull, weight, withIntercept, interceptPull }: ReturnType<typeof quadraticModel>,
  slopes: Float64Array,
  penalty: Penalty | undefined,
  tolerance: number,
) {
  const d = slopes.length;
  let move: Float64Array;
  let dependent: readonly number[] = [];
  if (penalty && penalty.mix > 0) {
    const linear = pull.map((value, j) => {
      let sum = value;
      for (let k = 0; k < d; k++) sum += gram[j * d + k] * slopes[k];
      return sum;
    });
    const target = solveElasticNet(gram, linear, penalty, slopes, tolerance);
    move = target.map((value, k) => value - slopes[k]);
  } else {
    const ridge = penalty?.strength ?? 0;
    const linear = pull.map((value, k) => value - ridge * slopes[k]);
    ({ solution: move, dependent } = solveRidge(gram, linear, ridge));
  }
  const along = move.reduce((sum, value, k) => sum + withIntercept[k] * value, 0);
  return { slopes: move, intercept: (interceptPull - along) / weight, dependent };
}

function predictorOf(
  columns: readonly Float64Array[],
  n: number,
  intercept: number,
  slopes: Float64Array,
): Float64Array {
  const eta = new Float64Array(n).fill(intercept);
  columns.forEach((column, k) => {
    const slope = slopes[k];
    if (slope !== 0) for (let i = 0; i < n; i++) eta[i] += slope * column[i];
  });
  return eta;
}

function penaltyOf(slopes: Float64Array, penalty: Penalty | undefined): number {
  if (!penalty) return 0;
  const { mix, strength } = penalty;
  const size = (slope: number) => mix * Math.abs(slope) + ((1 - mix) / 2) * slope * slope;
  return strength * slopes.reduce((sum, slope) => sum + size(slope), 0);
}

/** A move that takes rows towards their class and none away from it can go on for ever. */
function helpsAll(change: Float64Array, isClass: Int32Array): boolean {
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < change.length; i++) {
    const margin = isClass[i] === 1 ? change[i] : -change[i];
    least = Math.min(least, margin);
    most = Math.max(most, margin);
  }
  return least >= -1e-6 * most;
}

function hasStrength(penalty: Penalty | undefined): boolean {
  return penalty !== undefined && penalty.strength > 0;
}

function largestSize(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
