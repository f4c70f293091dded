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

/** The columns to be cut, or nothing where the whole table is; why, if that was not asked for, is noted. */
export function protectedNames(
  settings: Pick<ResolvedFit, 'protect' | 'isProtectGiven' | 'structure'>,
  order: CovariateOrder,
  sensitive: readonly string[],
  notes: string[],
): readonly string[] | undefined {
  const { protect, isProtectGiven, structure } = settings;
  if (protect === 'table') return undefined;
  const why = reasonAgainst(settings, order, sensitive);
  if (why === undefined) return namesOf(protect, order, sensitive);
  if (isProtectGiven && structure === 'cvine') {
    throw new InputError(
      `Protect: ${why}. Give --protect table (in the library, protect: 'table').`,
    );
  }
  if (sensitive.length > 0 || isProtectGiven) {
    notes.push(`A truncation cuts the whole table, not the protected columns alone: ${why}.`);
  }
  return undefined;
}

function namesOf(
  protect: ResolvedFit['protect'],
  { K, order }: CovariateOrder,
  sensitive: readonly string[],
): readonly string[] {
  if (typeof protect !== 'string') return order.filter((name) => protect.includes(name));
  return protect === 'related' ? [...sensitive, ...K.map(({ name }) => name)] : sensitive;
}

/** Why columns cannot be cut by themselves; nothing if they can. */
function reasonAgainst(
  { protect, structure }: Pick<ResolvedFit, 'protect' | 'structure'>,
  order: CovariateOrder,
  sensitive: readonly string[],
): string | undefined {
  if (structure !== 'cvine') return `a '${structure}' has no order that puts them last`;
  const names = namesOf(protect, order, sensitive);
  if (names.length === 0) return 'no column is sensitive';
  const first = order.order.slice(0, names.length);
  const misplaced = names.find((name) => !first.includes(name));
  if (misplaced === undefined) return undefined;
  return `the order does not begin with '${misplaced}'`;
}
