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
  order: CovariateOrder,
  { protect, isProtectGiven, structure }: ResolvedFit,
): string | undefined {
  if (protect === 'table' || order.protected.length > 0) return undefined;
  const isCvine = structure === 'cvine';
  const why = isCvine
    ? misplaced(order, protect)
    : `a '${structure}' has no order that puts them last`;
  if (isProtectGiven && isCvine) {
    throw new InputError(
      `Protect: ${why}. Give --protect table (in the library, protect: 'table').`,
    );
  }
  if (order.sensitive.length === 0) return undefined;
  return `A truncation cuts the whole table, not the protected columns alone: ${why}.`;
}

function misplaced(
  { sensitive, K, order }: CovariateOrder,
  protect: Exclude<ResolvedFit['protect'], 'table'>,
): string {
  const related = protect === 'related' ? K.map(({ name }) => name) : [];
  const wanted = typeof protect === 'string' ? [...sensitive, ...related] : protect;
  if (wanted.length === 0) return 'no column is sensitive';
  const first = order.slice(0, wanted.length);
  return `the order does not begin with '${wanted.find((name) => !first.includes(name))}'`;
}
