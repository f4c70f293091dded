/** The Rosenblatt transform of data under a vine, and its inverse. */

import type { CopulaColumn } from '../copula/evaluate.ts';
import { scoped } from '../numerics/kernel.ts';
import { overRows } from './rows.ts';
import { truncateVine } from './truncate.ts';
import type { Atoms, Vine } from './vine.ts';
import { type Descent, levelInverses, walkDown, walkUp } from './walk.ts';

/**
 * For each variable its conditional distribution function given those before it in the order of
 * sampling. A discrete variable has an interval there; `spread` (a column of uniforms for each
 * variable) says where in it, and without it the upper end is given.
 */
export function rosenblattOf(
  vine: Vine,
  columns: readonly CopulaColumn[],
  spread?: readonly Float64Array[],
): Float64Array[] {
  const { order } = vine.structure;
  const result = columns.map(({ u }) => new Float64Array(u.length));
  overRows(columns, (piece, start) => {
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
  return inverseRosenblattAt(vine, [vine.truncation], uniforms, exact)[0];
}

/**
 * The same at several truncations from the same uniforms. They share what trees above them cannot
 * change: of six levels of a C-vine with 27 variables, three tenths of the work.
 */
export function inverseRosenblattAt(
  vine: Vine,
  truncations: readonly number[],
  uniforms: readonly Float64Array[],
  exact: boolean,
): Float64Array[][] {
  const { order } = vine.structure;
  const atoms: (Atoms | undefined)[] = order.map((variable) =>
    exact ? vine.atoms[variable] : undefined,
  );
  const vines = truncations.map((truncation) =>
    truncation === vine.truncation ? vine : truncateVine(vine, truncation),
  );
  const longestFirst = [...truncations.keys()].sort((a, b) => truncations[b] - truncations[a]);
  const results = vines.map(() => uniforms.map((column) => new Float64Array(column.length)));
  scoped((scope) => {
    const inverses = vines.map((each) => levelInverses(scope, each, atoms));
    overRows(
      uniforms.map((u) => ({ u })),
      (piece, start) => {
        const byPosition = order.map((variable) => piece[variable].u);
        let longer: Descent | undefined;
        for (const place of longestFirst) {
          const descent = walkDown(vines[place], byPosition, atoms, inverses[place], longer);
          for (const [position, variable] of order.entries()) {
            results[place][variable].set(descent.direct[0][position].u, start);
          }
          longer ??= descent;
        }
      },
    );
  });
  return results;
}
