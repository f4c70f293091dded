/** Columns as a caller gives them to a verb on a fitted vine. */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { InputError } from '../numerics/inputError.ts';
import { checkColumns } from './checkColumns.ts';
import { limitsOfLevels } from './levels.ts';
import type { Vine } from './vine.ts';

export interface LimitSettings {
  /**
   * For each column the left limits F(y-) if it is to count as discrete. Default: those of the vine's
   * own discrete variables where the columns hold their levels, as exact samples and the data of the
   * fit do; columns of latent uniforms count as continuous.
   */
  readonly left?: readonly (Float64Array | undefined)[];
}

/** The columns with their left limits, checked against the vine. */
export function columnsFor(
  vine: Vine,
  columns: readonly Float64Array[],
  left: LimitSettings['left'],
): CopulaColumn[] {
  checkCount(vine, columns);
  return checkColumns(
    columns,
    left ?? vine.atoms.map((atoms, j) => atoms && limitsOfLevels(columns[j], atoms, j)),
  );
}

/** One column for each variable. */
export function checkCount(vine: Vine, columns: readonly Float64Array[]): void {
  const d = vine.structure.order.length;
  if (columns.length === d) return;
  throw new InputError(`Columns: found ${columns.length}, but this vine has ${d} variables.`);
}
