/** The Rosenblatt transform of data under a vine. */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { rngFromSeed } from '../random/rng.ts';
import { columnsFor, type LimitSettings } from './columnsFor.ts';
import { overGroups, put } from './groups.ts';
import { overRows } from './rows.ts';
import type { Vine } from './vine.ts';
import { walkUp } from './walkUp.ts';

/**
 * The Rosenblatt transform: for each variable its conditional distribution function given those that
 * are sampled before it. Under the vine the result is independent and uniform, inside (0, 1). A
 * discrete variable is spread uniformly over its interval, driven by `seed` (default 1).
 */
export function rosenblatt(
  vine: Vine,
  columns: readonly Float64Array[],
  { left, seed = 1 }: LimitSettings & { readonly seed?: number } = {},
): Float64Array[] {
  const checked = columnsFor(vine, columns, left);
  const rng = rngFromSeed(seed);
  const spread = columns.map((u, j) => rng.split('rosenblatt', j).uniforms(u.length));
  return rosenblattOf(vine, checked, spread);
}

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
  overGroups(vine, columns, (plain, own, rows) => {
    overRows(own, (piece, start) => {
      const top = walkUp(
        plain,
        order.map((variable) => piece[variable]),
      );
      order.forEach((variable, position) => {
        const { u, left = u } = top[position];
        const share = spread?.[variable];
        const at = (r: number) => rows?.[start + r] ?? start + r;
        const values = u.map((high, r) =>
          inside(share ? left[r] + share[at(r)] * (high - left[r]) : high),
        );
        put(result[variable], rows, start, values);
      });
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
