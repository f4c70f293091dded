import { InputError } from '../../numerics/inputError.ts';
import type { VineStructure } from './vineStructure.ts';

/** The first `truncation` trees of a vine. The rows are shared, not copied. */
export function truncateStructure(structure: VineStructure, truncation: number): VineStructure {
  if (!Number.isInteger(truncation) || truncation < 0 || truncation > structure.truncation) {
    throw new InputError(
      `Truncation level: found ${truncation}, but this vine has ${structure.truncation} trees. Give a whole number from 0 to ${structure.truncation}.`,
    );
  }
  return { order: structure.order, truncation, partners: structure.partners.slice(0, truncation) };
}
