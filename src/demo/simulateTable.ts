/** Draws tables from the distribution of the paper's simulated data. */

import { cholesky } from '../numerics/cholesky.ts';
import { type NormalBlock, PAPER_CLASSES } from './paperParameters.ts';

export interface SimulationSettings {
  /** Gives the next `n` independent standard normal numbers of its stream. */
  readonly normals: (n: number) => Float64Array;
  /** Rows of each class; 500 as in the paper's table unless given (125 in its test table). */
  readonly rowsPerClass?: number;
}

/** A table on its original scale, one array a column: X1 to X20, then the response Y, 0 or 1. */
export interface SimulatedTable {
  readonly names: readonly string[];
  readonly columns: readonly Float64Array[];
}

/**
 * The same number of rows for Y = 0 and then for Y = 1, as the paper's table has it: the classes are
 * balanced by design, not drawn. Each row takes as many normals as there are covariates, in their
 * order.
 */
export function simulateTable({ normals, rowsPerClass = 500 }: SimulationSettings): SimulatedTable {
  const samplers = PAPER_CLASSES.map((blocks) => blocks.map(blockSampler));
  const d = samplers[0].reduce((sum, sampler) => sum + sampler.size, 0);
  const columns = Array.from({ length: d + 1 }, () => new Float64Array(2 * rowsPerClass));
  samplers.forEach((sampler, label) => {
    const z = normals(rowsPerClass * d);
    if (z.length !== rowsPerClass * d) {
      throw new RangeError(`simulateTable: asked for ${rowsPerClass * d} normals, got ${z.length}`);
    }
    for (let i = 0; i < rowsPerClass; i++) {
      const row = label * rowsPerClass + i;
      let first = 0;
      for (const { size, draw } of sampler) {
        const zRow = z.subarray(i * d + first, i * d + first + size);
        for (let j = 0; j < size; j++) columns[first + j][row] = draw(j, zRow);
        first += size;
      }
      columns[d][row] = label;
    }
  });
  const names = columns.map((_, j) => (j < d ? `X${j + 1}` : 'Y'));
  return { names, columns };
}

/** For one block: coordinate j of mean + L z, where L L' is the covariance. */
function blockSampler({ mean, covariance }: NormalBlock) {
  const size = mean.length;
  const factor = cholesky(Float64Array.from(covariance.flat()), size);
  function draw(j: number, z: Float64Array): number {
    let value = mean[j];
    for (let k = 0; k <= j; k++) value += factor[j * size + k] * z[k];
    return value;
  }
  return { size, draw };
}
