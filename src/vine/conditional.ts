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
function conditional(
  h: (u: Float64Array) => Float64Array,
  { u, left }: CopulaColumn,
): CopulaColumn {
  if (!left) return { u: h(u) };
  const inner = innerLimits(u, left);
  if (!inner) return { u: h(u), left: h(left) };
  const own = h(inner);
  return {
    u: own.map((value, i) => (u[i] >= 1 ? 1 : value)),
    left: own.map((value, i) => (left[i] <= 0 ? 0 : value)),
  };
}

/** By row the one limit that is not an end of the distribution, as of binary variables; nothing if some row has two. */
function innerLimits(u: Float64Array, left: Float64Array): Float64Array | undefined {
  const inner = new Float64Array(u.length);
  for (let i = 0; i < inner.length; i++) {
    const isLast = u[i] >= 1;
    if (!isLast && left[i] > 0) return undefined;
    inner[i] = isLast ? left[i] : u[i];
  }
  return inner;
}
