import type { Family } from '../family.ts';
import { Columns } from '../preparedColumns.ts';
import { logarithm, scaled } from '../searchSpace.ts';
import { startAt } from '../starts.ts';
import { upperTail } from '../tailPowers.ts';

export const joe: Family = {
  name: 'joe',
  code: 6,
  parameters: ['theta'],
  lower: [1],
  upper: [30],
  rotates: true,
  columns: Columns.complementLog,
  probabilityColumns: Columns.log,
  hasCorners: true,
  nested: [],
  starts: (tau) => startAt([(1 + tau) / (1 - tau)]),
  searchSpace: scaled(logarithm(0)),
  tailDependence: (theta) => ({ lower: 0, upper: upperTail(theta) }),
};
