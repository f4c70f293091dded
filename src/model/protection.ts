/**
 * Which columns a truncation cuts. The paper cuts the whole table: after tree t every column that is not
 * yet a centre is independent of the others. But an attack on a column works through its own edges alone.
 * In a C-vine whose order begins with the columns to be protected, their edges beyond tree t can be cut
 * and all others kept: no other edge depends on them (docs/theory.md).
 */

import { InputError } from '../numerics/inputError.ts';
import type { CovariateOrder } from '../order/covariateOrder.ts';
import type { ResolvedFit } from './settings.ts';

/** A column that a truncation cuts. */
export interface ProtectedColumn {
  readonly name: string;
  /** The last tree in which it is joined with a centre. */
  readonly truncation: number;
}

/** What fits are told so that they cut the same columns. */
export function protectedIn({ protected: cut }: CovariateOrder): 'table' | readonly string[] {
  return cut.length > 0 ? cut : 'table';
}

/** Why the whole table is cut though some columns alone were to be; refused if a user asked for these. */
export function whyUncut(
  { sensitive, protected: cut }: CovariateOrder,
  { protect, isProtectGiven, structure }: ResolvedFit,
): string | undefined {
  if (protect === 'table' || cut.length > 0) return undefined;
  if (structure !== 'cvine') {
    if (sensitive.length === 0) return undefined;
    return 'Only a C-vine can be cut column by column: truncation cuts the whole table.';
  }
  const why =
    sensitive.length === 0 ? 'no column is sensitive' : 'the order does not begin with them';
  if (isProtectGiven) {
    throw new InputError(
      `Protect: columns cannot be cut by themselves, because ${why}. ${sensitive.length === 0 ? 'Name sensitive columns, or give' : 'Leave out the order, or give'} --protect table (in the library, protect: 'table').`,
    );
  }
  if (sensitive.length === 0) return undefined;
  return 'The order does not begin with the sensitive and related columns: truncation cuts the whole table.';
}
