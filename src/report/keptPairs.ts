/** Which pairs of a fitted vine still depend on each other at a truncation level. */

import type { Model } from '../model/model.ts';
import { truncate } from '../model/truncate.ts';
import { isIndependence } from '../vine/vine.ts';

/** By edge of the model's vine. Edges are listed tree by tree, so that those of fewer trees come first. */
export function keptPairs(model: Model, truncation: number): boolean[] {
  const { edges } = truncate(model, truncation).vine;
  return model.vine.edges.map((_, place) => {
    const edge = edges[place];
    return edge !== undefined && !isIndependence(edge);
  });
}
