import type { Family } from '../family.ts';
import { Columns } from '../preparedColumns.ts';
import { logarithm, scaled } from '../searchSpace.ts';
import { pointOf, sharedStrength, startAt } from '../starts.ts';
import { upperTail } from '../tailPowers.ts';

/** An outer power delta of Joe's copula: Joe's at delta = 1, Gumbel's at theta = 1. */
export const bb6: Family = {
  name: 'bb6',
  code: 8,
  parameters: ['theta', 'delta'],
  lower: [1, 1],
  upper: [6, 8],
  rotates: true,
  columns: Columns.complementLog,
  probabilityColumns: Columns.log,
  nested: ['joe', 'gumbel'],
  weakly: 1.2,
  starts(_, known) {
    const [joe, gumbel] = [known('joe'), known('gumbel')];
    const [theta] = joe.parameters;
    const [delta] = gumbel.parameters;
    const each = sharedStrength((theta + 1) / 2, delta);
    return startAt([2 * each - 1, each], pointOf(joe, theta, 1), pointOf(gumbel, 1, delta));
  },
  searchSpace: scaled(logarithm(0), logarithm(0)),
  tailDependence: (theta, delta) => ({ lower: 0, upper: upperTail(theta * delta) }),
};
