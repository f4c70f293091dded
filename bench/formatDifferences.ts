/**
 * Cells of a table that are written as no cell of the real column is: another number of decimals, another form of a
 * date or a code, a text or a mark of missing values that does not occur there.
 */

import type { Table } from '../src/table/table.ts';
import { writeTable } from '../src/table/writeTable.ts';

export async function formatDifferences(real: Table, made: Table): Promise<number> {
  const [known, cells] = [await cellsOf(real), await cellsOf(made)];
  let found = 0;
  for (const [name, own] of cells) {
    const forms = new Set((known.get(name) ?? []).map(formOf));
    for (const cell of own) if (!forms.has(formOf(cell))) found++;
  }
  return found;
}

/** Numbers by sign and decimals; what else has digits, digit by digit; other texts as they are. */
function formOf(text: string): string {
  const number = /^(-?)\d+(?:\.(\d+))?$/.exec(text);
  if (number) return `${number[1]}0.${number[2]?.length ?? 0}`;
  return text.replace(/\d/g, '0');
}

/** The cells as they are written, by column; of tables without quotes and separators within cells. */
async function cellsOf(table: Table): Promise<Map<string, string[]>> {
  const { bytes } = await writeTable(table);
  const [header, ...rows] = new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return new Map(header.map((name, column) => [name, rows.map((row) => row[column])]));
}
