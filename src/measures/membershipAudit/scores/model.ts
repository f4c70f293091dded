/**
 * The density of the fitted model itself, for whoever is given the model: only generators that offer it
 * can be looked at so.
 */

import {
  type FittedGenerator,
  type Truncation,
  truncatedTo,
} from '../../../generators/generator.ts';
import type { Table } from '../../../table/table.ts';

/** Where a model gives a person no density at all. */
const LEAST = -700;

/** By truncation, and by row of `people`; nothing if the generator has no density. */
export function modelScores(
  fitted: FittedGenerator,
  truncations: readonly Truncation[],
  people: Table,
): Float64Array[] | undefined {
  return densities(fitted, truncations, people)?.map((byRow) =>
    byRow.map((value) => Math.max(value, LEAST)),
  );
}

function densities(
  fitted: FittedGenerator,
  truncations: readonly Truncation[],
  people: Table,
): readonly Float64Array[] | undefined {
  const { levels } = fitted;
  if (!fitted.logDensity) return undefined;
  if (levels?.logDensityEach) {
    const trees = truncations.map((each) => (each === 'full' ? levels.highest : each));
    return levels.logDensityEach(trees, people);
  }
  const found = truncations.map((each) => truncatedTo(fitted, each).logDensity?.(people));
  return found.every((each) => each !== undefined) ? found : undefined;
}
