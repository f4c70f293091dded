/** Tables for tests of models. */

import { readTable } from '../../src/table/readTable.ts';
import type { Column, Table } from '../../src/table/table.ts';
import { writeTable } from '../../src/table/writeTable.ts';
import { Draw } from '../support/draw.ts';

export function tableFrom(lines: readonly (readonly (string | number)[])[]): Promise<Table> {
  return readTable(new TextEncoder().encode(`${lines.map((line) => line.join(',')).join('\n')}\n`));
}

export async function textOf(table: Table): Promise<string> {
  return new TextDecoder().decode((await writeTable(table)).bytes);
}

export function normal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw.uniform())) * Math.cos(2 * Math.PI * draw.uniform());
}

/**
 * A small hospital: an id, numbers, whole numbers, a category that depends on the response, ordered
 * levels, a date, gaps that depend on the response, notes in free text.
 */
export function hospital(rows: number, seed = 1): Promise<Table> {
  const draw = new Draw(seed);
  const header = [
    'id',
    'age',
    'visits',
    'ward',
    'stage',
    'admitted',
    'cost',
    'lab',
    'note',
    'died',
  ];
  const wards = ['surgery', 'medicine', 'children'];
  const lines = Array.from({ length: rows }, (_, i) => {
    const z = normal(draw);
    const died = z + normal(draw) > 0.8 ? 1 : 0;
    const age = (55 + 15 * z + 5 * normal(draw)).toFixed(1);
    const ward = died && draw.uniform() < 0.6 ? wards[0] : wards[draw.integer(3)];
    const stage = ['I', 'II', 'III'][Math.min(2, Math.max(0, Math.round(z + 1)))];
    const day = 1 + draw.integer(28);
    const month = 1 + draw.integer(12);
    const admitted = `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.2021`;
    const cost = draw.uniform() < 0.2 ? '0.00' : Math.exp(7 + z + 0.3 * normal(draw)).toFixed(2);
    const lab = draw.uniform() < (died ? 0.5 : 0.1) ? '' : (4 + z + normal(draw)).toFixed(3);
    const note = `note number ${draw.integer(1e9)} on row ${i}`;
    return [
      `P-${10_000 + i * 7}`,
      age,
      draw.integer(6),
      ward,
      stage,
      admitted,
      cost,
      lab,
      note,
      died,
    ];
  });
  return tableFrom([header, ...lines]);
}

export function column(table: Table, name: string): Column {
  const found = table.columns.find((each) => each.name === name);
  if (!found) throw new Error(`no column ${name}`);
  return found;
}

/** The numbers of a column; texts by their place in the dictionary. NaN where missing. */
export function numbers(table: Table, name: string): Float64Array {
  const found = column(table, name);
  return found.kind === 'numeric'
    ? found.values
    : Float64Array.from(found.codes, (code) => (code < 0 ? Number.NaN : code));
}

export function texts(table: Table, name: string): (string | undefined)[] {
  const found = column(table, name);
  if (found.kind !== 'text') throw new Error(`${name} holds no text`);
  return Array.from(found.codes, (code) => (code < 0 ? undefined : found.dictionary[code]));
}

/** The first rows of a table. */
export function head(table: Table, rows: number): Table {
  const columns = table.columns.map((each): Column => {
    if (each.kind === 'text') return { ...each, codes: each.codes.slice(0, rows) };
    return { ...each, values: each.values.slice(0, rows), missing: each.missing?.slice(0, rows) };
  });
  return { ...table, rows, columns };
}

/** Some columns of a table. */
export function select(table: Table, names: readonly string[]): Table {
  return { ...table, columns: table.columns.filter(({ name }) => names.includes(name)) };
}
