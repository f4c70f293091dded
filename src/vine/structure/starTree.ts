import { InputError } from '../../numerics/inputError.ts';
import type { NodePair } from './acceptTree.ts';

/**
 * The first tree of the paper's "R-vine star1": every other variable joined with `root`, which is
 * the second argument of each pair. For `acceptTree`.
 */
export function starTree(d: number, root: number): NodePair[] {
  if (!Number.isInteger(root) || root < 0 || root >= d) {
    throw new InputError(
      `Star: its root is ${root}, but variables are counted from 0 to ${d - 1}. Give one of them.`,
    );
  }
  const edges: NodePair[] = [];
  for (let p = 0; p < d; p++) if (p !== root) edges.push({ p, q: root });
  return edges;
}
