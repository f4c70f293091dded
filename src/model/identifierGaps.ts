/** An identifier that is missing where another column is, such as the number of a case that there was not. */

import { isExact } from '../rules/finding.ts';
import type { TypedColumn } from '../table/applySchema.ts';
import type { Column } from '../table/table.ts';

/** The first of the columns that are missing in the same rows; nothing where it is missing in few, or alone. */
export function identifierGaps(
  column: Column,
  others: readonly TypedColumn[],
  k: number,
): string[] | undefined {
  const own = gapsOf(column);
  const rows = own.length;
  const missing = own.reduce((sum, is) => sum + is, 0);
  if (missing < k || rows - missing < k) return undefined;
  const found = others.find((other) => {
    if ('column' in other) return false;
    let differing = 0;
    for (let row = 0; row < rows; row++) {
      const isMissing = 'codes' in other ? other.codes[row] < 0 : Number.isNaN(other.values[row]);
      if (isMissing !== (own[row] === 1)) differing++;
    }
    return isExact(differing, Math.min(missing, rows - missing));
  });
  return found && [found.name];
}

function gapsOf(column: Column): Uint8Array {
  if (column.kind === 'text') return Uint8Array.from(column.codes, (code) => (code < 0 ? 1 : 0));
  return Uint8Array.from(column.values, (value) => (Number.isNaN(value) ? 1 : 0));
}
