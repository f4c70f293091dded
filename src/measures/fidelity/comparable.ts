/**
 * A real and a synthetic table side by side, though another program may have written the latter: in
 * another order of columns, with other formats of dates, other spellings of levels, cells that cannot
 * be read. All tables come out with the real table's kinds of columns, so that equal cells are equal
 * to every measure. Whatever is passed over is noted, by names of columns and counts alone.
 */

import { type FeaturePlan, planFeatures } from '../../features/plan.ts';
import { resolveSchema } from '../../model/settings.ts';
import { InputError } from '../../numerics/inputError.ts';
import { hasMissing } from '../../numerics/missing.ts';
import { nearestName } from '../../numerics/nearestName.ts';
import { applySchema, type TypedColumn } from '../../table/applySchema.ts';
import { countedPeople } from '../../table/counted.ts';
import { declareMissing } from '../../table/declareMissing.ts';
import { schemaOf } from '../../table/detectSchema.ts';
import { completeSchema, missingCodesOf, type TableSchema } from '../../table/schema.ts';
import type { Column, Table } from '../../table/table.ts';
import { type Conformed, conform } from './conform.ts';

export interface Comparable {
  /** Of the real columns that are modelled and that the synthetic table has. */
  readonly plan: FeaturePlan;
  /** The real table's columns by their types; all of them. */
  readonly typed: readonly TypedColumn[];
  /** With the types of all real columns declared. */
  readonly schema: TableSchema;
  readonly real: Table;
  readonly synthetic: Table;
  /** Real rows that the generator did not see. */
  readonly heldOut: Table | undefined;
  readonly columns: {
    readonly compared: readonly string[];
    /** In the real table only, or not readable in the synthetic one. */
    readonly missing: readonly string[];
    /** In the synthetic table only. */
    readonly extra: readonly string[];
    /** Identifiers and free text. */
    readonly notModelled: readonly string[];
  };
  readonly notes: readonly string[];
}

export interface ComparableSettings {
  /** Column types, as in schema.json, of the real table; what is not declared is detected. */
  readonly schema?: TableSchema | object | undefined;
  readonly holdout?: Table | undefined;
}

export function comparable(
  given: Table,
  made: Table,
  { schema: declared, holdout: others }: ComparableSettings = {},
): Comparable {
  const notes: string[] = [];
  const own = resolveSchema(declared);
  const codes = missingCodesOf(own);
  const finite = withoutInfinite(declareMissing(given, codes), notes);
  const { columns: typed, detection } = applySchema(finite, own);
  const reshape = (table: Table, what: string): Reshaped =>
    reshapeTable(declareMissing(table, codes), typed, what, notes);

  const real = reshapeTable(finite, typed, 'real', []);
  const synthetic = reshape(made, 'synthetic');
  const heldOut = others && reshape(others, 'test');
  const columns = sortColumns(typed, synthetic);
  checkTables(real, synthetic, heldOut, columns);
  notes.push(...columnNotes(columns, made));
  const plan = planFeatures({ columns: typed });
  return {
    plan: { columns: plan.columns.filter(({ name }) => columns.compared.includes(name)) },
    typed,
    schema: completeSchema(schemaOf(detection, own.missing), own),
    real: real.table,
    synthetic: synthetic.table,
    heldOut: heldOut?.table,
    columns,
    notes,
  };
}

function sortColumns(typed: readonly TypedColumn[], synthetic: Reshaped): Comparable['columns'] {
  const names = typed.map(({ name }) => name);
  const modelled = typed.filter((column) => !('column' in column)).map(({ name }) => name);
  const has = new Set(synthetic.readable);
  const made = synthetic.table.columns.map(({ name }) => name);
  return {
    compared: modelled.filter((name) => has.has(name)),
    missing: modelled.filter((name) => !has.has(name)),
    extra: made.filter((name) => !names.includes(name)),
    notModelled: names.filter((name) => !modelled.includes(name)),
  };
}

function checkTables(
  real: Reshaped,
  synthetic: Reshaped,
  heldOut: Reshaped | undefined,
  { compared, missing }: Comparable['columns'],
): void {
  if (compared.length === 0) {
    throw new InputError(
      `The synthetic table has none of the ${missing.length} columns of the real table that can be compared. Check that the two belong together, and that the first line of both names the columns.`,
    );
  }
  for (const [what, side] of Object.entries({ real, synthetic, test: heldOut })) {
    if (side && side.table.rows < 2) {
      throw new InputError(`The ${what} table has ${side.table.rows} rows. At least 2 are needed.`);
    }
  }
  const lost = heldOut && compared.find((name) => !heldOut.readable.includes(name));
  if (lost !== undefined) {
    throw new InputError(
      `Test rows: there is no column '${lost}' that can be read as in the real table. Give the columns of the real table.`,
    );
  }
}

function columnNotes(
  { missing, extra, notModelled }: Comparable['columns'],
  { columns: made }: Table,
): string[] {
  const absent = missing.filter((name) => !made.some((column) => column.name === name));
  return [
    ...absent.map(
      (name) =>
        `Column '${name}' is not in the synthetic table${hint(name, extra)}: it is left out.`,
    ),
    ...(extra.length > 0
      ? [`Columns of the synthetic table alone are left out: ${extra.join(', ')}.`]
      : []),
    ...(notModelled.length > 0
      ? [
          `Identifiers and free text are checked for real values, and left out of all measures: ${notModelled.join(', ')}.`,
        ]
      : []),
  ];
}

/** A name of the synthetic table that may be meant: equal but for capitals and small slips. */
function hint(name: string, extra: readonly string[]): string {
  const near = nearestName(name, extra);
  return near === undefined ? '' : ` (which has '${near}')`;
}

interface Reshaped {
  readonly table: Table;
  /** Columns that can be read as the real table's. */
  readonly readable: readonly string[];
}

function reshapeTable(
  table: Table,
  typed: readonly TypedColumn[],
  what: string,
  notes: string[],
): Reshaped {
  const byName = new Map(typed.map((column) => [column.name, column]));
  const readable: string[] = [];
  const columns = table.columns.map((column): Column => {
    const real = byName.get(column.name);
    if (!real) return column;
    const found = conform(column, real);
    if (found.unreadable === 0 || found.unreadable < found.cells) readable.push(column.name);
    notes.push(...remarks(found, what));
    return found.column;
  });
  return { table: { ...table, columns }, readable };
}

function remarks(
  { column, unreadable, cells, expected, unknown, respelt }: Conformed,
  what: string,
): string[] {
  const name = `Column '${column.name}'`;
  // a synthetic cell that fits nothing may be a copy of a rare real one
  const count = (n: number) => countedPeople(n, 'cell');
  if (unreadable > 0 && unreadable === cells) {
    return [`${name}: no cell of the ${what} table can be read as ${expected}; it is left out.`];
  }
  return [
    ...(unreadable > 0
      ? [
          `${name}: ${count(unreadable)} of the ${what} table cannot be read as ${expected}; they count as missing.`,
        ]
      : []),
    ...(respelt
      ? [`${name}: the ${what} table writes it in another way (${respelt}); it was understood.`]
      : []),
    ...(unknown > 0
      ? [
          `${name}: the ${what} table has ${count(unknown)} with a level that the real table does not have.`,
        ]
      : []),
  ];
}

/** Infinite values of the real table count as missing, with a note. */
function withoutInfinite(table: Table, notes: string[]): Table {
  const columns = table.columns.map((column): Column => {
    if (column.kind === 'text') return column;
    const values = column.values.map((x) => (Number.isFinite(x) ? x : Number.NaN));
    const infinite = column.values.reduce(
      (count, x) => count + (Number.isFinite(x) || Number.isNaN(x) ? 0 : 1),
      0,
    );
    if (infinite === 0) return column;
    notes.push(
      `Column '${column.name}': ${infinite} infinite values of the real table count as missing.`,
    );
    const missing = hasMissing(values)
      ? Uint8Array.from(values, (x) => (Number.isNaN(x) ? 1 : 0))
      : undefined;
    return { ...column, values, missing };
  });
  return { ...table, columns };
}
