/** The Rosenblatt transform of data under a vine, and its inverse. */

import type { Margin } from '../copula/evaluate.ts';
import { scoped } from '../numerics/kernel.ts';
import { overRows } from './rows.ts';
import type { Atoms, Vine } from './vine.ts';
import { levelInverses, walkDown, walkUp } from './walk.ts';

/**
 * For each variable its conditional distribution function given those before it in the order of
 * sampling. A discrete variable has an interval there; `spread` (a column of uniforms for each
 * variable) says where in it, and without it the upper end is given.
 */
export function rosenblattOf(
  vine: Vine,
  margins: readonly Margin[],
  spread?: readonly Float64Array[],
): Float64Array[] {
  const { order } = vine.structure;
  const result = margins.map(({ u }) => new Float64Array(u.length));
  overRows(margins, (piece, start) => {
    const top = walkUp(
      vine,
      order.map((variable) => piece[variable]),
    );
    order.forEach((variable, position) => {
      const { u, left = u } = top[position];
      const share = spread?.[variable];
      const out = result[variable].subarray(start, start + u.length);
      for (let r = 0; r < out.length; r++) {
        out[r] = inside(share ? left[r] + share[start + r] * (u[r] - left[r]) : u[r]);
      }
    });
  });
  return result;
}

/** The doubles next to 0 and 1: a distribution function that rounds to these is still between them. */
const LEAST = Number.MIN_VALUE;
const MOST = 1 - Number.EPSILON / 2;

function inside(value: number): number {
  return Math.min(Math.max(value, LEAST), MOST);
}

/**
 * Data from uniforms, both by variable. With `exact`, discrete variables take their levels (given by
 * the upper limits of the atoms) and what follows is drawn given the level; else every variable is
 * treated as continuous.
 */
export function inverseRosenblattOf(
  vine: Vine,
  uniforms: readonly Float64Array[],
  exact: boolean,
): Float64Array[] {
  const { order } = vine.structure;
  const atoms: (Atoms | undefined)[] = order.map((variable) =>
    exact ? vine.atoms[variable] : undefined,
  );
  const result = uniforms.map((column) => new Float64Array(column.length));
  scoped((scope) => {
    const inverses = levelInverses(scope, vine, atoms);
    overRows(
      uniforms.map((u) => ({ u })),
      (piece, start) => {
        const drawn = walkDown(
          vine,
          order.map((variable) => piece[variable].u),
          atoms,
          inverses,
        );
        for (const [position, variable] of order.entries()) {
          result[variable].set(drawn[position].u, start);
        }
      },
    );
  });
  return result;
}
