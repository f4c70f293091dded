/**
 * Cells of a table that are written as no cell of the real column is: another number of decimals, another form of a
 * date or a code, a text or a mark of missing values that does not occur there. Not counted is the name that rare
 * levels are pooled under, where the real column has levels of fewer than five rows.
 */

import type { Table } from '../src/table/table.ts';
import { writeTable } from '../src/table/writeTable.ts';

/** `isAsked`: columns that are compared; invented names are other texts than real ones. */
export async function formatDifferences(
  real: Table,
  made: Table,
  isAsked: (name: string) => boolean,
): Promise<number> {
  const [known, cells] = [await cellsOf(real), await cellsOf(made)];
  let found = 0;
  for (const [name, own] of cells) {
    if (!isAsked(name)) continue;
    const real = known.get(name) ?? [];
    const forms = new Set([...real.map(formOf), ...(hasRare(real) ? [POOLED] : [])]);
    for (const cell of own) if (!forms.has(formOf(cell))) found++;
  }
  return found;
}

const POOLED = 'other';

function hasRare(cells: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts.values()].some((count) => count < 5);
}

/** Numbers by sign and decimals; what else has digits, digit by digit; other texts as they are. */
function formOf(text: string): string {
  const number = /^(-?)\d+(?:\.(\d+))?$/.exec(text);
  if (number) return `${number[1]}0.${number[2]?.length ?? 0}`;
  return text.replace(/\d/g, '0');
}

/** The cells as they are written, by column. */
async function cellsOf(table: Table): Promise<Map<string, string[]>> {
  const { bytes } = await writeTable(table);
  const [header, ...rows] = [...recordsOf(new TextDecoder().decode(bytes), table.format.delimiter)];
  return new Map(header.map((name, column) => [name, rows.map((row) => row[column])]));
}

/** The records of a text whose cells may stand in quotes. */
function* recordsOf(text: string, delimiter: string): Generator<string[]> {
  let record: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      let end = at + 1;
      while (text[end] !== '"' || text[end + 1] === '"') end += text[end] === '"' ? 2 : 1;
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const start = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r')
        at++;
      cell = text.slice(start, at);
    }
    record.push(cell);
    if (text[at] === delimiter) {
      at++;
      continue;
    }
    while (text[at] === '\n' || text[at] === '\r') at++;
    yield record;
    record = [];
  }
}
