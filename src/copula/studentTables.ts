/**
 * Room for the tables of Student's distribution function and its derivatives (kernels/copula/studentCdf.ts), which
 * depend on the degrees of freedom alone. Every search begins with the same ones: their table is made once.
 */

import { kernel, type Pointer, type Scope } from '../numerics/kernel.ts';
import { SOME } from './families/student.ts';

let kept: Float64Array | undefined;

/** The space for a pair, and work in it that needs the table for `nu`. */
export type StudentTables = (nu: number, work: (space: Pointer) => void) => void;

export function studentTables(scope: Scope): StudentTables {
  const space = scope.column(kernel().studentCdfBytes() / 8);
  scope.view(space, 1)[0] = 0;
  return (nu, work) => {
    if (nu === SOME && kept) scope.view(space, kept.length).set(kept);
    work(space);
    if (nu === SOME && !kept) kept = scope.get(space, kernel().studentCdfUsed(space) / 8);
  };
}
