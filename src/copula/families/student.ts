import { kernel } from '../../numerics/kernel.ts';
import type { Family } from '../family.ts';
import { Columns } from '../preparedColumns.ts';
import { fisher, reciprocal, scaled } from '../searchSpace.ts';
import { startAt } from '../starts.ts';
import { correlation } from './correlation.ts';

/** The degrees of freedom, up to where the copula is nearly the Gaussian. */
const FEWEST = 2;
const MOST = 50;
/** Those that every search begins with. */
export const SOME = 8;

export const student: Family = {
  name: 'student',
  code: 2,
  parameters: ['rho', 'nu'],
  lower: [correlation.lower, FEWEST],
  upper: [correlation.upper, MOST],
  rotates: false,
  columns: Columns.score,
  probabilityColumns: Columns.score,
  regular: correlation.regular,
  nested: ['gaussian'],
  starts: (_, known) => startAt([known('gaussian').parameters[0], SOME]),
  searchBounds: {
    lower: [correlation.leastSearched, FEWEST],
    upper: [correlation.mostSearched, MOST],
  },
  searchSpace: scaled(fisher, reciprocal),
  thetaOfTau: correlation.ofTau,
  tailDependence(rho, nu) {
    const both = eitherTail(rho, nu);
    return { lower: both, upper: both };
  },
};

/** 2 T_(nu+1)(-sqrt((nu+1)(1-rho)/(1+rho))) (Embrechts, McNeil & Straumann 2002). */
function eitherTail(rho: number, nu: number): number {
  if (rho === -1) return 0;
  return 2 * kernel().studentCdf(-Math.sqrt(((nu + 1) * (1 - rho)) / (1 + rho)), nu + 1);
}
