import { InputError } from '../numerics/inputError.ts';
import { truncateStructure } from './structure/truncateStructure.ts';
import { type AnyEdge, CUT, isIndependence, makeVine, type Vine } from './vine.ts';

/**
 * The vine with its variables cut at different trees: an edge beyond the tree `trees[variable]` of the
 * variable that it is drawn for (the one that comes later in the order of sampling) is independence, and
 * trees without any other edge are gone. By default a variable keeps all its trees.
 *
 * If the variables that are cut come last in the order of sampling, the others are as before: no edge of
 * theirs depends on one that was cut.
 */
export function truncateColumns(vine: Vine, trees: readonly (number | undefined)[]): Vine {
  const { structure, copulas } = vine;
  const { order } = structure;
  checkTrees(trees, order.length);
  const limits = order.map((variable) => trees[variable] ?? structure.truncation);
  const truncation = Math.min(structure.truncation, Math.max(...limits));
  const cut = copulas
    .slice(0, truncation)
    .map((row, k) => row.map((edge, i) => edge && (k < limits[i] ? edge : cutEdge(edge))));
  return makeVine({ ...vine, structure: truncateStructure(structure, truncation), copulas: cut });
}

function cutEdge(edge: AnyEdge): AnyEdge {
  return isIndependence(edge) ? edge : CUT;
}

export function checkTrees(trees: readonly (number | undefined)[] | undefined, d: number): void {
  if (!trees) return;
  if (trees.length !== d) {
    throw new InputError(
      `Trees by column: found ${trees.length} for ${d} columns. Give one for each.`,
    );
  }
  const wrong = trees.findIndex((t) => t !== undefined && !(Number.isInteger(t) && t >= 0));
  if (wrong < 0) return;
  throw new InputError(
    `Trees by column: found ${trees[wrong]} for column ${wrong}. Give a whole number of at least 0.`,
  );
}
