import type { Family } from '../family.ts';
import { plain, scaled } from '../searchSpace.ts';
import { startAt } from '../starts.ts';
import { NO_TAILS } from '../tailPowers.ts';
import { BRINK } from './brink.ts';

/** The strongest parameter that a search begins with: not at a bound. */
const STRONGEST_START = 30;

export const frank: Family = {
  name: 'frank',
  code: 5,
  parameters: ['theta'],
  lower: [-35],
  upper: [35],
  rotates: false,
  columns: 0,
  probabilityColumns: 0,
  hasCorners: true,
  regular: (theta) => (Math.abs(theta) < BRINK ? BRINK : theta),
  nested: [],
  starts(tau) {
    const size = Math.abs(tau);
    const theta = (9 * tau) / (1 - size * Math.sqrt(size));
    return startAt([Math.min(Math.max(theta, -STRONGEST_START), STRONGEST_START)]);
  },
  searchSpace: scaled(plain),
  tailDependence: () => NO_TAILS,
};
