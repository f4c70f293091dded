import { InputError } from '../../numerics/inputError.ts';
import { orderFault } from './checkOrder.ts';
import { edgeInWords, type Label } from './edges.ts';
import type { VineStructure } from './vineStructure.ts';

/**
 * Refuses an array that is not a regular vine, with the reason: for structures that come from
 * outside, such as a model file.
 */
export function validateStructure(structure: VineStructure): void {
  const fault = structureFault(structure);
  if (fault === undefined) return;
  throw new InputError(
    `Vine structure: ${fault}. Variables are counted from 0; build the structure with cvine, dvine, structureFromTrees or fromMatrix.`,
  );
}

/** Why an array is not a regular vine, or nothing if it is one. */
export function structureFault(structure: VineStructure): string | undefined {
  return shapeFault(structure) ?? regularityFault(structure, String);
}

/** What is wrong with the order, the number of rows or the range of the entries. */
function shapeFault({ order, truncation, partners }: VineStructure): string | undefined {
  const fault = orderFault(order);
  if (fault !== undefined) return `in its order, ${fault}`;
  const d = order.length;
  if (!Number.isInteger(truncation) || truncation < 0 || truncation >= d) {
    return `its truncation level is ${truncation}, but ${d} variables allow 0 to ${d - 1}`;
  }
  if (partners.length !== truncation) {
    return `it has ${partners.length} rows of partners, but its truncation level is ${truncation}`;
  }
  for (let k = 0; k < truncation; k++) {
    const row = partners[k];
    if (row.length !== d)
      return `the row of tree ${k + 1} has ${row.length} entries instead of ${d}`;
    for (let i = 0; i < d; i++) {
      const outside = i <= k ? row[i] !== -1 : !(row[i] >= 0 && row[i] < i);
      if (!outside) continue;
      const expected =
        i <= k ? '-1, as this position has no partner there' : `a position from 0 to ${i - 1}`;
      return `in tree ${k + 1} the partner of position ${i} (variable ${order[i]}) is ${row[i]}; expected ${expected}`;
    }
  }
  return undefined;
}

/**
 * Why an array of the right shape is not a regular vine, or nothing if it is one: a variable met
 * twice, or an edge that breaks the proximity condition. Takes O(d t^2) steps.
 */
export function regularityFault(structure: VineStructure, label: Label): string | undefined {
  const { order, truncation, partners } = structure;
  const d = order.length;
  // column i marks its partners with i, so nothing has to be wiped between columns
  const mark = new Int32Array(d).fill(-1);
  for (let i = 1; i < d; i++) {
    let highest = -1;
    for (let k = 0; k < Math.min(i, truncation); k++) {
      const partner = partners[k][i];
      if (mark[partner] === i) {
        return `variable ${label(order[i])} is joined with variable ${label(order[partner])} in tree ${k + 1}, but has met it in a lower tree`;
      }
      mark[partner] = i;
      if (partner > highest) highest = partner;
      if (k > 0 && !isProximate(partners, mark, i, k, highest))
        return proximityFault(structure, i, k, label);
    }
  }
  return undefined;
}

/**
 * Whether edge (k, i) has a node to hang on: its partner and conditioning set must be the variables
 * of edge (k-1, m), where m is the highest of them. As the conditioning set is a node as well, by
 * the check in the tree before, it is an end of that edge; so the partner is m or m's partner there.
 */
function isProximate(
  partners: readonly Int32Array[],
  mark: Int32Array,
  i: number,
  k: number,
  m: number,
): boolean {
  for (let j = 0; j < k; j++) if (mark[partners[j][m]] !== i) return false;
  return true;
}

function proximityFault(
  { order, partners }: VineStructure,
  i: number,
  k: number,
  label: Label,
): string {
  const given: number[] = [];
  for (let j = 0; j < k; j++) given.push(order[partners[j][i]]);
  given.sort((x, y) => x - y);
  const b = order[partners[k][i]];
  const edge = edgeInWords({ a: order[i], b, given }, label);
  const others =
    k === 1
      ? `variable ${label(given[0])}`
      : `one of ${given.map(label).join(', ')} given the rest of them`;
  return `in tree ${k + 1} the ${edge} breaks the proximity condition: no edge of tree ${k} joins variable ${label(b)} with ${others}`;
}
