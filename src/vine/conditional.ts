/** The conditional distributions that an edge gives, in the rows of one group. */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { hfunc1, hfunc2 } from '../copula/evaluate.ts';
import { sharesBelow } from './shares.ts';
import type { GroupEdge } from './vine.ts';

/** F(first | second). */
export function firstGivenSecond(
  edge: GroupEdge,
  first: CopulaColumn,
  second: CopulaColumn,
): CopulaColumn {
  if ('cuts' in edge) return conditional((u) => sharesBelow(edge, u), first);
  if (edge.family === 'independence') return first;
  return conditional((u) => hfunc2(edge, u, second), first);
}

/** F(second | first). */
export function secondGivenFirst(
  edge: GroupEdge,
  first: CopulaColumn,
  second: CopulaColumn,
): CopulaColumn {
  if ('cuts' in edge) throw new Error('no tree conditions a class on a variable');
  if (edge.family === 'independence') return second;
  return conditional((u) => hfunc1(edge, first, u), second);
}

/** A conditional distribution function at a variable's values, and at its left limits if discrete. */
function conditional(h: (u: Float64Array) => Float64Array, variable: CopulaColumn): CopulaColumn {
  return variable.left ? { u: h(variable.u), left: h(variable.left) } : { u: h(variable.u) };
}
