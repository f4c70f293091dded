/** Refuses a response or sensitive columns that nothing could be measured of. */

import { InputError } from '../numerics/inputError.ts';

export function checkColumnTypes(
  columns: readonly { readonly name: string; readonly type: string; readonly constant: boolean }[],
  names: readonly string[],
  what: string,
): void {
  for (const name of names) {
    const column = columns.find((each) => each.name === name);
    const type = column?.type;
    if (type === 'identifier' || type === 'text') {
      throw new InputError(
        `${what}: '${name}' is ${type === 'text' ? 'free text' : 'an identifier'}, which is not modelled. Name another column, or declare its type in the schema.`,
      );
    }
    if (column?.constant) {
      throw new InputError(
        `${what}: '${name}' has the same value in all rows. Name another column.`,
      );
    }
  }
}

/** Behind the gate, where rare levels are pooled. */
export function checkVaried(
  columns: readonly { readonly name: string; readonly constant: boolean }[],
  names: readonly string[],
  what: string,
  k: number,
): void {
  for (const name of names) {
    if (!columns.some((each) => each.name === name && each.constant)) continue;
    throw new InputError(
      `${what}: '${name}' has the same value in all but fewer than ${k} rows, which a synthetic table cannot show. Name another column.`,
    );
  }
}
