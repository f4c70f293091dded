/** How far Kendall's rank correlations of the synthetic columns are from those of the real ones. */

import { kendallMatrix } from '../../numerics/kendallTau.ts';

export interface KendallDifference {
  /** Over all pairs of columns; 0 if there is none. */
  readonly meanAbsolute: number;
  readonly largest: {
    /** The two columns, or none if there is no pair. */
    readonly names: readonly string[];
    readonly real: number;
    readonly synthetic: number;
    /** Absolute. */
    readonly difference: number;
  };
  /** The matrices by rows, for plots. */
  readonly real: readonly (readonly number[])[];
  readonly synthetic: readonly (readonly number[])[];
}

export function kendallDifference(
  names: readonly string[],
  realColumns: readonly Float64Array[],
  syntheticColumns: readonly Float64Array[],
): KendallDifference {
  const [real, synthetic] = [realColumns, syntheticColumns].map((columns) =>
    kendallMatrix(columns).map((line) => Array.from(line)),
  );
  let total = 0;
  let pairs = 0;
  let largest: KendallDifference['largest'] = { names: [], real: 0, synthetic: 0, difference: 0 };
  for (let k = 1; k < names.length; k++) {
    for (let j = 0; j < k; j++) {
      const difference = Math.abs(real[j][k] - synthetic[j][k]);
      total += difference;
      pairs++;
      if (pairs > 1 && difference <= largest.difference) continue;
      const pair = [names[j], names[k]];
      largest = { names: pair, real: real[j][k], synthetic: synthetic[j][k], difference };
    }
  }
  return { meanAbsolute: pairs === 0 ? 0 : total / pairs, largest, real, synthetic };
}
