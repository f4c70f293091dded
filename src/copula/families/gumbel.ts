import type { Family } from '../family.ts';
import { Columns } from '../preparedColumns.ts';
import { logarithm, scaled } from '../searchSpace.ts';
import { startAt } from '../starts.ts';
import { upperTail } from '../tailPowers.ts';

const thetaOfTau = (tau: number): number => 1 / (1 - tau);

export const gumbel: Family = {
  name: 'gumbel',
  code: 4,
  parameters: ['theta'],
  lower: [1],
  upper: [50],
  rotates: true,
  columns: Columns.log + Columns.logLog,
  probabilityColumns: Columns.log,
  hasCorners: true,
  nested: [],
  starts: (tau) => startAt([thetaOfTau(tau)]),
  searchSpace: scaled(logarithm(0)),
  thetaOfTau,
  tailDependence: (theta) => ({ lower: 0, upper: upperTail(theta) }),
};
