/** The inverse of the Rosenblatt transform: from uniforms to data. */

import { scoped } from '../numerics/kernel.ts';
import { checkLength, checkRange } from './checkColumns.ts';
import { checkCount } from './columnsFor.ts';
import { checkResponseSampling, type ResponseSampling } from './responseSampling.ts';
import { overRows } from './rows.ts';
import { truncateVine } from './truncate.ts';
import type { Atoms, Vine } from './vine.ts';
import { type Descent, levelInverses, walkDown } from './walk.ts';

/**
 * The inverse of the Rosenblatt transform: from uniforms, a column per variable, to data on the copula
 * scale. 'latent' (the default) treats every variable as continuous and undoes `rosenblatt`; 'exact'
 * gives discrete variables the upper limits of their levels and draws the others given the level.
 */
export function inverseRosenblatt(
  vine: Vine,
  uniforms: readonly Float64Array[],
  { responseSampling = 'latent' }: { readonly responseSampling?: ResponseSampling } = {},
): Float64Array[] {
  checkCount(vine, uniforms);
  checkResponseSampling(responseSampling);
  uniforms.forEach((column, j) => {
    checkLength(column, uniforms[0].length, `Column ${j}`);
    checkRange(column, `Column ${j}`, false);
  });
  return inverseRosenblattOf(vine, uniforms, responseSampling === 'exact');
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
