import type { Family } from '../family.ts';
import { Columns } from '../preparedColumns.ts';
import { fisher, scaled } from '../searchSpace.ts';
import { startAt } from '../starts.ts';
import { NO_TAILS } from '../tailPowers.ts';
import { correlation } from './correlation.ts';

export const gaussian: Family = {
  name: 'gaussian',
  code: 1,
  parameters: ['rho'],
  lower: [correlation.lower],
  upper: [correlation.upper],
  rotates: false,
  columns: Columns.score,
  probabilityColumns: Columns.score,
  regular: correlation.regular,
  nested: [],
  starts(tau) {
    // sin(pi tau / 2), by its first terms
    const square = tau * tau;
    return startAt([tau * (1.5708 - 0.6459 * square + 0.0751 * square * square)]);
  },
  searchBounds: { lower: [correlation.leastSearched], upper: [correlation.mostSearched] },
  searchSpace: scaled(fisher),
  thetaOfTau: correlation.ofTau,
  tailDependence: (rho) => (rho === 1 ? { lower: 1, upper: 1 } : NO_TAILS),
};
