/**
 * Tables for the distribution function of Student's copula (kernels/copula/studentCdf.ts): one for each
 * number of degrees of freedom, made when it is first asked for, in a few milliseconds. A value by the table
 * takes a tenth of the time that its integral does, and whether a row gets it does not depend on other rows.
 */

import { kernel, type Pointer, type Scope, scoped } from '../numerics/kernel.ts';

/** Up to this correlation tables serve. */
export const STRONGEST = 0.925;

/**
 * Tables are kept up to this many bytes, in each thread; then the oldest go. A fit has its own degrees of freedom, so
 * that few are asked for again, and a table of a megabyte takes milliseconds to make.
 */
const MOST_BYTES = 8 * 1024 * 1024;

const kept = new Map<number, Float64Array>();
let bytes = 0;

/** Tables that stand in the kernel's memory already. */
const placed = new Map<number, Pointer>();
/** Bytes of tables that are placed at a time. */
const MOST_PLACED = 32 * 1024 * 1024;

/** Runs `work` with the tables for these degrees of freedom in the kernel's memory, as far as there is room. */
export function withPlacedTables<T>(scope: Scope, nus: Iterable<number>, work: () => T): T {
  if (placed.size > 0) return work();
  let room = MOST_PLACED;
  try {
    for (const nu of new Set(nus)) {
      const table = tableOf(nu);
      room -= table.byteLength;
      if (room < 0) break;
      placed.set(nu, scope.put(table));
    }
    return work();
  } finally {
    placed.clear();
  }
}

/** Runs `work` with the table for `nu` at hand, if `rho` is not too strong for it. */
export function withStudentExcess(scope: Scope, rho: number, nu: number, work: () => void): void {
  if (Math.abs(rho) > STRONGEST) {
    work();
    return;
  }
  kernel().useStudentExcess(placed.get(nu) ?? scope.put(tableOf(nu)));
  try {
    work();
  } finally {
    kernel().useStudentExcess(0);
  }
}

function tableOf(nu: number): Float64Array {
  const old = kept.get(nu);
  if (old) return old;
  const table = scoped((scope) => {
    const length = kernel().studentExcessBytes(nu) / 8;
    const space = scope.column(length);
    kernel().fillStudentExcess(nu, space);
    return scope.get(space, length);
  });
  kept.set(nu, table);
  bytes += table.byteLength;
  for (const [oldest, { byteLength }] of kept) {
    if (bytes <= MOST_BYTES) break;
    kept.delete(oldest);
    bytes -= byteLength;
  }
  return table;
}
