/**
 * The inverse h-function given a discrete variable with few levels: a table for each level (kernels/
 * copula/levelInverse.ts), in which every row looks up its own. Tables depend on the copula and the
 * level alone, so that a row's value does not depend on the other rows.
 */

import { kernel, type Pointer, type Scope, scoped } from '../numerics/kernel.ts';
import type { DiscreteColumn } from './copulaColumn.ts';
import { hinv2, type PairCopula } from './evaluate.ts';
import { families } from './families/index.ts';
import { plainColumn, strideOf } from './kernelBlocks.ts';
import { callOf } from './kernelCall.ts';
import { turnedColumns } from './preparedColumns.ts';

/** With more levels than this tables would take more time and memory than they save. */
export const MOST_LEVELS = 64;

/** Nodes for a unit of score: more are tried where the inverse bends sharply. */
const DENSITIES = [16, 32, 64, 128];

/**
 * The u1 with P(U1 <= u1 | level) = p; rows are given by the numbers of their levels. The scores of p in the
 * kernel's memory are computed where they are not given.
 */
export type LevelInverse = (
  p: Float64Array,
  levels: Float64Array,
  scores?: Pointer,
) => Float64Array;

/**
 * The inverse of P(U1 <= u1 | second variable) for a second variable with these levels, each once.
 * Valid as long as the scope is.
 */
export function levelInverse(
  scope: Scope,
  copula: PairCopula,
  atoms: DiscreteColumn,
): LevelInverse {
  const tables = tablesOf(copula, atoms).map((table) => scope.put(table));
  return (p, levels, scores) => {
    const n = p.length;
    const result = scoped((inner) => {
      const stride = strideOf(n);
      const addresses = inner.column(tables.length);
      new Uint32Array(kernel().memory.buffer, addresses, tables.length).set(tables);
      const rows = inner.put(levels);
      const out = inner.column(stride / 8);
      const z = scores ?? plainColumn(inner, p, stride, 0.5);
      if (scores === undefined) kernel().scoresOf(z, stride, z);
      kernel().inverseByLevel(z, rows, addresses, n, out);
      return inner.get(out, n);
    });
    solveUnknown(copula, atoms, p, levels, result);
    return result;
  };
}

/** Solves the equation where the table does not know. */
function solveUnknown(
  copula: PairCopula,
  { u, left }: DiscreteColumn,
  p: Float64Array,
  levels: Float64Array,
  result: Float64Array,
): void {
  const rows: number[] = [];
  for (let i = 0; i < result.length; i++) if (Number.isNaN(result[i])) rows.push(i);
  if (rows.length === 0) return;
  const pick = (from: Float64Array, index: (i: number) => number) =>
    Float64Array.from(rows, (i) => from[index(i)]);
  const solved = hinv2(
    copula,
    pick(p, (i) => i),
    { u: pick(u, (i) => levels[i]), left: pick(left, (i) => levels[i]) },
  );
  rows.forEach((i, place) => {
    result[i] = solved[place];
  });
}

/** Tables already made, by copula: samples of one model at several truncations share its first tree. */
const made = new WeakMap<PairCopula, { atoms: DiscreteColumn; tables: Float64Array[] }>();

function tablesOf(copula: PairCopula, atoms: DiscreteColumn): Float64Array[] {
  const old = made.get(copula);
  if (old?.atoms === atoms) return old.tables;
  const tables = Array.from(atoms.u, (high, level) => tableOf(copula, atoms.left[level], high));
  made.set(copula, { atoms, tables });
  return tables;
}

function tableOf(copula: PairCopula, low: number, high: number): Float64Array {
  const family = families[copula.family];
  const { code, flips, theta, delta } = callOf(family, copula.rotation, copula.parameters);
  const columns1 = turnedColumns(family.columns, (flips & 1) !== 0);
  const columns2 = turnedColumns(family.columns, (flips & 2) !== 0);
  const last = DENSITIES[DENSITIES.length - 1];
  for (const density of DENSITIES) {
    const found = scoped((scope) => {
      const table = scope.column(kernel().levelTableBytes(density) / 8);
      const scratch = scope.column(kernel().levelScratchBytes(density) / 8);
      const bytes = kernel().fillLevelTable(
        code,
        low,
        high,
        density,
        columns1,
        columns2,
        flips,
        theta,
        delta,
        density === last ? 1 : 0,
        table,
        scratch,
      );
      return bytes > 0 ? scope.get(table, bytes / 8) : undefined;
    });
    if (found) return found;
  }
  throw new Error('a table of the highest density is always filled');
}
