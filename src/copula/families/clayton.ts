import type { Family } from '../family.ts';
import { Columns } from '../preparedColumns.ts';
import { logarithm, scaled } from '../searchSpace.ts';
import { startAt } from '../starts.ts';
import { lowerTail } from '../tailPowers.ts';
import { BRINK } from './brink.ts';

const thetaOfTau = (tau: number): number => (2 * tau) / (1 - tau);

export const clayton: Family = {
  name: 'clayton',
  code: 3,
  parameters: ['theta'],
  lower: [BRINK],
  upper: [28],
  rotates: true,
  columns: Columns.log,
  probabilityColumns: Columns.log,
  hasCorners: true,
  regular: (theta) => Math.max(theta, BRINK),
  nested: [],
  starts: (tau) => startAt([thetaOfTau(tau)]),
  searchSpace: scaled(logarithm(2)),
  thetaOfTau,
  tailDependence: (theta) => ({ lower: lowerTail(theta), upper: 0 }),
};
