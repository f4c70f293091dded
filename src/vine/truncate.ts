import { InputError } from '../numerics/inputError.ts';
import { truncateStructure } from './structure/truncateStructure.ts';
import { makeVine, type Vine } from './vine.ts';

/**
 * The vine without its trees above level `truncation`. Trees are fitted from the first upwards, so
 * this is exactly the vine that a fit truncated there would have given.
 */
export function truncateVine(vine: Vine, truncation: number): Vine {
  checkTruncation(vine, truncation);
  const structure = truncateStructure(vine.structure, truncation);
  return makeVine({ ...vine, structure, copulas: vine.copulas.slice(0, truncation) });
}

export function checkTruncation({ truncation: trees }: Vine, truncation: number): void {
  if (Number.isInteger(truncation) && truncation >= 0 && truncation <= trees) return;
  throw new InputError(
    `Truncation: found ${truncation}, but this vine has ${trees} trees. Give a whole number from 0 to ${trees}.`,
  );
}
