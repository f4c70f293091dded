/** What each column was taken for and why, with its values in bins of at least five rows. */

import { planFeatures } from '../../features/plan.ts';
import { cellsOf } from '../../measures/fidelity/tableFidelity.ts';
import { findRelations } from '../../model/findRelations.ts';
import { resolveSchema } from '../../model/settings.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import { binsOf } from '../../report/bins.ts';
import { applySchema } from '../../table/applySchema.ts';
import { describeTable } from '../../table/describeTable.ts';
import { detectSchema } from '../../table/detectSchema.ts';
import { leaveOut, leaveOutOfSchema } from '../../table/leaveOut.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/takeRows.ts';
import type { ColumnInfo, ColumnsInfo, DeclaredSchema } from './protocol.ts';

/** Relations are looked for in so many rows. */
const MOST_ROWS = 20_000;

/** All columns, those that are left out too; what holds between the others. */
export function columnsInfo(
  table: Table,
  declared: DeclaredSchema,
  left: readonly string[],
): ColumnsInfo {
  const schema = resolveSchema(declared);
  const { data } = describeTable(detectSchema(table, { schema }), { table, schema });
  const bins = binsByName(table, declared);
  return {
    columns: data.columns.map(
      (column): ColumnInfo => ({ ...column, bins: bins.get(column.name) ?? [] }),
    ),
    warnings: data.warnings,
    relations: findRelations(some(leaveOut(table, left)), leaveOutOfSchema(schema, left)),
  };
}

function binsByName(table: Table, declared: DeclaredSchema): Map<string, (number | null)[]> {
  const plan = planFeatures(applySchema(table, resolveSchema(declared)));
  return new Map(
    plan.columns.map((planned) => {
      const cells = cellsOf(planned, table);
      return [planned.name, binsOf(planned, cells, cells).map(({ real }) => shownCount(real))];
    }),
  );
}

/** In multiples of five; nothing of a bin with fewer rows. */
function shownCount(count: number): number | null {
  return count < FEWEST_PEOPLE ? null : Math.round(count / FEWEST_PEOPLE) * FEWEST_PEOPLE;
}

/** Evenly from the whole table. */
function some(table: Table): Table {
  if (table.rows <= MOST_ROWS) return table;
  return takeRows(
    table,
    Uint32Array.from({ length: MOST_ROWS }, (_, i) => Math.floor((i * table.rows) / MOST_ROWS)),
  );
}
