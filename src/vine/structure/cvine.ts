import { checkOrder, checkTruncation } from './checkOrder.ts';
import type { VineStructure } from './vineStructure.ts';

/**
 * The C-vine of the paper: every tree is a star. `order` lists the column indices with the root of
 * tree 1 last, so tree 2 has the last but one at its centre, and so on; the first two variables
 * meet only in the last tree.
 *
 * `cvine([0, 1, 2])` joins (0, 2), (1, 2) in tree 1 and (0, 1 | 2) in tree 2.
 */
export function cvine(
  order: readonly number[],
  truncation: number = order.length - 1,
): VineStructure {
  checkOrder(order);
  checkTruncation(truncation, order.length);
  const partners: Int32Array[] = [];
  for (let k = 0; k < truncation; k++) {
    // the centre of tree k+1 sits at position k
    partners.push(new Int32Array(order.length).fill(-1, 0, k + 1).fill(k, k + 1));
  }
  return { order: [...order].reverse(), truncation, partners };
}
