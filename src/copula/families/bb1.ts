import type { Family } from '../family.ts';
import { Columns } from '../preparedColumns.ts';
import { logarithm, scaled } from '../searchSpace.ts';
import { pointOf, sharedStrength, startAt } from '../starts.ts';
import { lowerTail, upperTail } from '../tailPowers.ts';
import { BRINK } from './brink.ts';

/** An outer power delta of Clayton's copula: Clayton's at delta = 1, Gumbel's at theta = 0. */
export const bb1: Family = {
  name: 'bb1',
  code: 7,
  parameters: ['theta', 'delta'],
  lower: [0, 1],
  upper: [7, 7],
  rotates: true,
  columns: Columns.log,
  probabilityColumns: Columns.log,
  regular: (theta) => Math.max(theta, BRINK),
  nested: ['clayton', 'gumbel'],
  weakly: 1.35,
  starts(_, known) {
    const [clayton, gumbel] = [known('clayton'), known('gumbel')];
    const [theta] = clayton.parameters;
    const [delta] = gumbel.parameters;
    const each = sharedStrength((theta + 2) / 2, delta);
    return startAt([2 * each - 2, each], pointOf(clayton, theta, 1), pointOf(gumbel, 0, delta));
  },
  searchSpace: scaled(logarithm(2), logarithm(0)),
  tailDependence: (theta, delta) => ({
    lower: lowerTail(theta * delta),
    upper: upperTail(delta),
  }),
};
