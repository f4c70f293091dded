import { kernel } from '../../numerics/kernel.ts';
import type { Family } from '../family.ts';
import { Columns } from '../preparedColumns.ts';
import type { SearchSpace } from '../searchSpace.ts';
import { type KnownFit, pointOf, type Starts } from '../starts.ts';
import { upperTail } from '../tailPowers.ts';

/** Joe and Frank's copula: Joe's at delta = 1. */
export const bb8: Family = {
  name: 'bb8',
  code: 10,
  parameters: ['theta', 'delta'],
  lower: [1, 1e-4],
  upper: [8, 1],
  rotates: true,
  columns: 0,
  probabilityColumns: Columns.log,
  hasCorners: true,
  nested: ['joe', 'frank'],
  weakly: 1.5,
  starts,
  searchSpace: ridge,
  tailDependence: (theta, delta) => ({ lower: 0, upper: delta === 1 ? upperTail(theta) : 0 }),
};

/** The theta of a start that is to be near Frank's copula: strong, but not at the bound. */
const NEAR_FRANK = 7;

function starts(_: number, known: KnownFit): Starts {
  const joe = known('joe');
  const [theta] = joe.parameters;
  // Frank's copula is the limit along (1 - delta)^theta = e^-frank, cut off by the bound of theta
  const frank = Math.abs(known('frank').parameters[0]);
  const nearJoe = (power: number, delta: number) => [1 + (power - 1) * (3 - 2 * delta), delta];
  return {
    begin: [[NEAR_FRANK, 1 - kernel().exp(-frank / NEAR_FRANK)], nearJoe(theta, 0.97)],
    // at delta = 1 the log-likelihood often has a small peak of its own, a cusp (1 - delta)^theta
    // away from a higher one
    behind: ([power, delta]) => (delta === 1 ? nearJoe(power, 0.995) : undefined),
    nested: [pointOf(joe, theta, 1)],
  };
}

/** Where T(delta) = delta / (BEND - delta) has its pole; T then grows like tau / (theta - 1). */
const BEND = 1.3;

/**
 * The search goes by shape T(delta) and strength (theta - 1) T(delta). For weak dependence Kendall's
 * tau is about (theta - 1) T(delta) / 7, so that the long ridge of equal dependence, from Frank's
 * copula at small delta to Joe's at delta = 1, runs along one coordinate. The bounds of theta become
 * lines through the origin.
 */
function ridge(lower: readonly number[], upper: readonly number[]): SearchSpace {
  const shape = (delta: number) => delta / (BEND - delta);
  const [least, most] = [shape(lower[1]), shape(upper[1])];
  const [weakest, strongest] = [lower[0] - 1, upper[0] - 1];
  return {
    lower: [least, weakest * least],
    upper: [most, strongest * most],
    constraints: [
      [1, 0, most],
      [-1, 0, -least],
      [weakest, -1, 0],
      [-strongest, 1, 0],
    ],
    placeOf: ([theta, delta]) => [shape(delta), (theta - 1) * shape(delta)],
    parametersAt: ([x, y]) => [1 + y / x, (BEND * x) / (1 + x)],
    slopes([theta, delta]) {
      const x = shape(delta);
      return [(1 - theta) / x, 1 / x, BEND / ((1 + x) * (1 + x)), 0];
    },
  };
}
