import type { Family } from '../family.ts';
import { scaled } from '../searchSpace.ts';
import { NO_TAILS } from '../tailPowers.ts';

export const independence: Family = {
  name: 'independence',
  code: 0,
  parameters: [],
  lower: [],
  upper: [],
  rotates: false,
  columns: 0,
  probabilityColumns: 0,
  nested: [],
  starts: () => ({ begin: [], nested: [] }),
  searchSpace: scaled(),
  tailDependence: () => NO_TAILS,
};
