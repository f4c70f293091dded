import { InputError } from '../numerics/inputError.ts';
import type { Atoms } from './vine.ts';

/**
 * The left limits of a column that holds levels of a discrete variable, by their upper limits.
 * Nothing if none of its values is a level: then it holds latent uniforms. A column that holds both
 * is refused; `j` is what the message calls it.
 */
export function limitsOfLevels(
  column: Float64Array,
  { u, left }: Atoms,
  j: number,
): Float64Array | undefined {
  const below = new Map(Array.from(u, (upper, level) => [upper, left[level]]));
  const limits = column.map((value) => below.get(value) ?? Number.NaN);
  const strange = limits.findIndex(Number.isNaN);
  if (strange < 0) return limits;
  // what is no number at all is for others to refuse
  if (Number.isNaN(column[strange]) || limits.every(Number.isNaN)) return undefined;
  throw new InputError(
    `Column ${j}, row ${strange}: not a level of this discrete variable, but other rows are. Give the left limits of the column in \`left\`.`,
  );
}
