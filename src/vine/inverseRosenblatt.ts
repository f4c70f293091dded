/** The inverse of the Rosenblatt transform: from uniforms to data. */

import { withPlacedTables } from '../copula/studentExcess.ts';
import { scoped } from '../numerics/kernel.ts';
import { checkLength, checkRange } from './checkColumns.ts';
import { checkCount } from './columnsFor.ts';
import { overGroups, put, vineOfGroup } from './groups.ts';
import { checkResponseSampling, type ResponseSampling } from './responseSampling.ts';
import { overRows } from './rows.ts';
import type { AnyEdge, Atoms, GroupEdge, Vine } from './vine.ts';
import { openWay, sharedPositions, walkDown } from './walkDown.ts';

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
  return inverseRosenblattEach([vine], uniforms, exact)[0];
}

/**
 * The same for vines that are one vine, cut in different ways, from the same uniforms. They share what
 * the cuts do not change: of six truncations of a C-vine with 27 variables three tenths of the work, and
 * nearly all of it where a few columns are cut.
 */
export function inverseRosenblattEach(
  vines: readonly Vine[],
  uniforms: readonly Float64Array[],
  exact: boolean,
): Float64Array[][] {
  const longest = vines.reduce((a, b) => (b.truncation > a.truncation ? b : a));
  const { order } = longest.structure;
  const atoms: (Atoms | undefined)[] = order.map((variable) =>
    exact ? longest.atoms[variable] : undefined,
  );
  const results = vines.map(() => uniforms.map((column) => new Float64Array(column.length)));
  const columns = uniforms.map((u) => ({ u }));
  const place = vines.indexOf(longest);
  // a cut may leave no edge by class in one of them
  const grouped = vines.find(({ groups }) => groups) ?? longest;
  const drawGroups = () =>
    overGroups(grouped, columns, (_, own, rows, group) => {
      const others = vines.map((vine) => vineOfGroup(vine, group));
      const plain = others[place];
      const shared = others.map((other) => sharedPositions(other, plain));
      scoped((scope) => {
        const ways = others.map((other) => openWay(scope, other, atoms));
        overRows(own, (piece, start) => {
          const byPosition = order.map((variable) => piece[variable].u);
          const descent = walkDown(ways[place], byPosition);
          for (const [v, way] of ways.entries()) {
            const { direct } =
              v === place ? descent : walkDown(way, byPosition, { descent, shared: shared[v] });
            for (const [position, variable] of order.entries()) {
              put(results[v][variable], rows, start, direct[0][position].u);
            }
          }
        });
      });
    });
  if (exact) withTablesOf([longest], drawGroups);
  else drawGroups();
  return results;
}

/**
 * Runs `work`, which draws from these vines given discrete variables, with the tables that Student's copulas need
 * in the kernel's memory: whoever draws in several pieces places them once.
 */
export function withTablesOf<T>(vines: readonly Vine[], work: () => T): T {
  if (!vines.some(({ atoms }) => atoms.some(Boolean))) return work();
  const freedoms = vines.flatMap(({ copulas }) =>
    copulas.flatMap((row) => row.flatMap((edge) => (edge ? freedomsOf(edge) : []))),
  );
  return scoped((scope) => withPlacedTables(scope, freedoms, work));
}

/** The degrees of freedom of Student's copulas on an edge. */
function freedomsOf(edge: AnyEdge | GroupEdge): number[] {
  if ('classes' in edge && edge.classes) return edge.classes.flatMap(freedomsOf);
  return 'family' in edge && edge.family === 'student' ? [edge.parameters[1]] : [];
}
