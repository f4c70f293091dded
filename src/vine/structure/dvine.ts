import { InputError } from '../../numerics/inputError.ts';
import { checkOrder, checkTruncation } from './checkOrder.ts';
import type { VineStructure } from './vineStructure.ts';

/**
 * The D-vine along `order`: tree 1 is the path that joins neighbours, tree k+1 joins variables k+1
 * steps apart given those between them.
 *
 * `first` is the variable at position 0, by default the last of `order` (as in `cvine`). Any
 * variable of the path can be first: those before it are then taken off the left end of the path,
 * and those after it off the right end.
 *
 * `dvine([0, 1, 2])` joins (0, 1), (1, 2) in tree 1 and (0, 2 | 1) in tree 2.
 */
export function dvine(
  order: readonly number[],
  truncation: number = order.length - 1,
  first: number = order[order.length - 1],
): VineStructure {
  checkOrder(order);
  const d = order.length;
  checkTruncation(truncation, d);
  const root = order.indexOf(first);
  if (root < 0) {
    throw new InputError(
      `D-vine: the variable to come first is ${first}, which the order does not contain. Give one of the ${d} column indices.`,
    );
  }

  // from place on the path to position: 0 at the root, then its right side, then its left side
  const positionOf = (place: number): number => (place >= root ? place - root : d - 1 - place);
  const variables = new Array<number>(d);
  for (let place = 0; place < d; place++) variables[positionOf(place)] = order[place];

  const partners: Int32Array[] = [];
  for (let k = 0; k < truncation; k++) {
    const row = new Int32Array(d).fill(-1);
    for (let place = 0; place < d; place++) {
      const i = positionOf(place);
      if (i > k) row[i] = positionOf(place > root ? place - 1 - k : place + 1 + k);
    }
    partners.push(row);
  }
  return { order: variables, truncation, partners };
}
