/** Checks of settings that the private generators share. */

import { InputError } from '../../numerics/inputError.ts';

/** Cells that tables may have in all: 512 MiB of doubles. */
const MOST_CELLS = 0x4000000;

/** Refuses a number that is not above 0. */
export function checkPositive(where: string, values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number' && value > 0 && value < Infinity) continue;
    throw new InputError(`${where}, ${name}: found ${value}. Give a number above 0.`);
  }
}

/** Refuses a number that is not whole, or below the least. */
export function checkWhole(
  where: string,
  least: number,
  values: Readonly<Record<string, number>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    if (Number.isSafeInteger(value) && value >= least) continue;
    throw new InputError(
      `${where}, ${name}: found ${value}. Give a whole number of at least ${least}.`,
    );
  }
}

/** Refuses a number that is not between 0 and 1. */
export function checkShare(where: string, values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number' && value > 0 && value < 1) continue;
    throw new InputError(`${where}, ${name}: found ${value}. Give a number between 0 and 1.`);
  }
}

export function checkChoice(where: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw new InputError(`${where}: found '${String(value)}'. Give ${choices.join(' or ')}.`);
}

/** Refuses tables that memory cannot hold; the domain alone decides, not the data. */
export function checkCells(where: string, cells: number, remedy: string): void {
  if (cells <= MOST_CELLS) return;
  const mebibytes = Math.ceil((cells * 8) / 0x100000);
  throw new InputError(
    `${where}: its tables would have ${cells} cells, which need ${mebibytes} MiB; ${MOST_CELLS} cells are allowed. ${remedy}`,
  );
}

export function checkSampleRows(rows: number): void {
  if (Number.isSafeInteger(rows) && rows >= 0) return;
  throw new InputError(`Rows: found ${rows}. Give a whole number of at least 0.`);
}
