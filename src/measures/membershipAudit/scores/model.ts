/**
 * The density of the fitted model itself, for whoever is given the model: only generators that offer it
 * can be looked at so.
 */

import type { FittedGenerator } from '../../../generators/generator.ts';
import type { Table } from '../../../table/table.ts';

/** Where a model gives a person no density at all. */
const LEAST = -700;

/** By row of `people`; nothing if the generator has no density. */
export function modelScores(fitted: FittedGenerator, people: Table): Float64Array | undefined {
  return fitted.logDensity?.(people).map((value) => Math.max(value, LEAST));
}
