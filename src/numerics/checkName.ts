/** Refuses a name that is not known, with the one that was probably meant. */

import { InputError } from './inputError.ts';
import { nearestName } from './nearestName.ts';

/**
 * `where` is what asked for the column, `table` whose columns `names` are.
 *
 * checkColumnName('totcts', ['age', 'totcst'], 'Response')
 * // Response: there is no column 'totcts'. Did you mean 'totcst'?
 */
export function checkColumnName(
  name: string,
  names: readonly string[],
  where: string,
  table?: string,
): void {
  if (!names.includes(name)) throw unknownColumn(name, names, where, table);
}

/** The error alone, for those who have looked already. */
export function unknownColumn(
  name: string,
  names: readonly string[],
  where: string,
  table?: string,
): InputError {
  const found = table === undefined ? 'there is no column' : `${table} has no column`;
  const advice = didYouMean(name, names, `There are ${listed(names)}.`);
  return new InputError(`${where}: ${found} '${name}'. ${advice}`);
}

/** Advice for an unknown name: the nearest known one, or `otherwise`. */
export function didYouMean(name: string, names: readonly string[], otherwise: string): string {
  const nearest = nearestName(String(name), names);
  return nearest === undefined ? otherwise : `Did you mean '${nearest}'?`;
}

const MOST_LISTED = 12;

/** Names in quotes, the first of many. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTED).map((name) => `'${name}'`);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
