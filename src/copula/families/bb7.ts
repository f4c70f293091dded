import type { Family } from '../family.ts';
import { Columns } from '../preparedColumns.ts';
import { logarithm, scaled } from '../searchSpace.ts';
import { pointOf, startAt } from '../starts.ts';
import { lowerTail, upperTail } from '../tailPowers.ts';

/** Joe and Clayton's copula: Clayton's at theta = 1, Joe's in the limit of delta = 0. */
export const bb7: Family = {
  name: 'bb7',
  code: 9,
  parameters: ['theta', 'delta'],
  lower: [1, 0.01],
  upper: [6, 25],
  rotates: true,
  columns: Columns.complementLog,
  probabilityColumns: Columns.log,
  nested: ['joe', 'clayton'],
  weakly: 1.45,
  starts(_, known) {
    const [theta] = known('joe').parameters;
    const clayton = known('clayton');
    const [delta] = clayton.parameters;
    return startAt([0.3 + 0.7 * theta, 0.7 * delta], pointOf(clayton, 1, delta));
  },
  searchSpace: scaled(logarithm(0), logarithm(2)),
  tailDependence: (theta, delta) => ({ lower: lowerTail(delta), upper: upperTail(theta) }),
};
