/**
 * Groups of classes: the levels of a discrete root, each by itself if it has enough rows, and all others
 * together. For the rows of one group a vine by class is a plain vine, so walks, densities and samples go
 * group by group.
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import type { VineStructure } from './structure/vineStructure.ts';
import type { Atoms, GroupEdge, Vine } from './vine.ts';

/** What a walk needs of a vine, for rows of one group. */
export interface PlainVine {
  readonly structure: VineStructure;
  readonly truncation: number;
  readonly copulas: readonly (readonly (GroupEdge | undefined)[])[];
}

/** The vine that the rows of a group follow. */
export function vineOfGroup({ structure, truncation, copulas }: Vine, group: number): PlainVine {
  return {
    structure,
    truncation,
    copulas: copulas.map((row) =>
      row.map((edge) => (edge && 'classes' in edge ? edge.classes[group] : edge)),
    ),
  };
}

export function groupCount({ groups }: Pick<Vine, 'groups'>): number {
  return groups ? Math.max(...groups) + 1 : 1;
}

/** Rows of each group, ascending. `root` is on the copula scale: levels' upper limits or latent uniforms. */
export function rowsOfGroups(
  vine: Pick<Vine, 'groups' | 'structure' | 'atoms'>,
  root: Float64Array,
) {
  const groups = vine.groups as readonly number[];
  const { u: upper } = vine.atoms[vine.structure.order[0]] as Atoms;
  const rows: number[][] = Array.from({ length: groupCount(vine) }, () => []);
  for (let r = 0; r < root.length; r++) rows[groups[levelOf(root[r], upper)]].push(r);
  return rows.map((each) => Uint32Array.from(each));
}

/** Works on the rows of each group with the vine they follow; `rows` are their numbers, nothing if all. */
export function overGroups(
  vine: Vine,
  columns: readonly CopulaColumn[],
  work: (
    plain: PlainVine,
    columns: readonly CopulaColumn[],
    rows: Uint32Array | undefined,
    group: number,
  ) => void,
): void {
  if (!vine.groups) {
    work(vineOfGroup(vine, 0), columns, undefined, 0);
    return;
  }
  const root = columns[vine.structure.order[0]];
  for (const [group, rows] of rowsOfGroups(vine, root.u).entries()) {
    if (rows.length === 0) continue;
    const own = columns.map(({ u, left }) => ({
      u: take(u, rows),
      ...(left && { left: take(left, rows) }),
    }));
    work(vineOfGroup(vine, group), own, rows, group);
  }
}

/** The entries of a column in these rows. */
export function take(column: Float64Array, rows: Uint32Array): Float64Array {
  const taken = new Float64Array(rows.length);
  for (let r = 0; r < rows.length; r++) taken[r] = column[rows[r]];
  return taken;
}

/** Writes entries to rows from `start` on in the list of `rows`, or in order if there is none. */
export function put(
  column: Float64Array,
  rows: Uint32Array | undefined,
  start: number,
  entries: Float64Array,
): void {
  if (!rows) column.set(entries, start);
  else for (let r = 0; r < entries.length; r++) column[rows[start + r]] = entries[r];
}

/** The number of a value's level: the first whose upper limit is not below it, or the last. */
export function levelOf(value: number, upper: Float64Array): number {
  let low = 0;
  let high = upper.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (upper[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
