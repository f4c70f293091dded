/** The paper's simulated table, made on the spot from a seed. */

import { kernel } from '../numerics/kernel.ts';
import { rngFromSeed } from '../random/rng.ts';
import { type SimulatedTable, simulateTable } from './simulateTable.ts';

export interface SimulatedDataSettings {
  /** Rows of each class. Default: 500, as in the paper's training table. */
  readonly rowsPerClass?: number;
}

/** X1 to X20 and the response Y; the same seed gives the same table on any machine. */
export function simulatedData(seed: number, settings: SimulatedDataSettings = {}): SimulatedTable {
  const rng = rngFromSeed(seed).split('simulated data');
  let stream = 0;
  const normals = (n: number) =>
    rng
      .split(stream++)
      .uniforms(n)
      .map((u) => kernel().normalQuantile(u));
  return simulateTable({ normals, ...settings });
}
