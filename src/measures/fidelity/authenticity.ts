/**
 * Authenticity: the share of synthetic rows that are no near copies of a real row. A row is authentic
 * if it is further from its nearest real row than that one is from its own nearest other real row.
 * Alaa et al. (ICML 2022).
 */

import { InputError } from '../../numerics/inputError.ts';
import { type Interval, wilson } from '../../numerics/intervals.ts';
import type { Neighbours } from './nearest.ts';

/** The interval treats synthetic rows as independent; those near the same real row are not quite. */
export function authenticity(realToReal: Neighbours, syntheticToReal: Neighbours): Interval {
  const { row, distance } = syntheticToReal;
  let authentic = 0;
  for (let j = 0; j < row.length; j++) if (distance[j] > realToReal.distance[row[j]]) authentic++;
  return wilson(authentic, row.length);
}

/**
 * What the public code of the measure computes, for comparison with published numbers: over real rows
 * i, whether the distance to the nearest synthetic row a(i) exceeds the distance of *real* row number
 * a(i) to its nearest other. The index belongs to the synthetic rows, so for a generator without
 * copies the comparison is with a random real row, and needs as many synthetic rows as real ones.
 */
export function legacyAuthenticity(
  realToReal: Neighbours,
  realToSynthetic: Neighbours,
  syntheticRows: number,
): Interval {
  const { row, distance } = realToSynthetic;
  if (syntheticRows !== row.length) {
    throw new InputError(
      `authenticity, legacy definition: found ${row.length} real and ${syntheticRows} synthetic rows. It is defined for equal numbers of rows: take as many synthetic rows, or the intended definition.`,
    );
  }
  let authentic = 0;
  for (let i = 0; i < row.length; i++) if (distance[i] > realToReal.distance[row[i]]) authentic++;
  return wilson(authentic, row.length);
}
