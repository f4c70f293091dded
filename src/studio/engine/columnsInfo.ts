/** What each column was taken for and why, with its values in bins of at least five rows. */

import { planFeatures } from '../../features/plan.ts';
import { cellsOf } from '../../measures/fidelity/tableFidelity.ts';
import { findRelations } from '../../model/findRelations.ts';
import { resolveSchema } from '../../model/settings.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import { binsOf } from '../../report/bins.ts';
import { applySchema } from '../../table/applySchema.ts';
import { describeTable } from '../../table/describeTable.ts';
import { leaveOut, leaveOutOfSchema } from '../../table/leaveOut.ts';
import type { Table } from '../../table/table.ts';
import { checkpoint } from '../../work/checkpoint.ts';
import { declaredRules } from './declaredRules.ts';
import type { ColumnInfo, ColumnsInfo, DeclaredSchema } from './protocol.ts';
import { evenly, WHOLE_ROWS } from './screenRows.ts';

/** What holds between columns is looked for among so many: it takes the square of their number, here some 2 s. */
const MOST_COLUMNS = 500;

/** All columns, those that are left out too; what holds between the others. */
export async function columnsInfo(
  table: Table,
  declared: DeclaredSchema,
  left: readonly string[],
  signal: AbortSignal,
): Promise<ColumnsInfo> {
  const schema = resolveSchema(declared);
  const typed = applySchema(table, schema);
  await checkpoint(signal);
  const { data } = describeTable(typed.detection, { table, schema });
  const kept = leaveOutOfSchema(schema, left);
  const stays = typed.columns.filter(({ name }) => !left.includes(name));
  const ruleNotes = declaredRules({ columns: stays, rows: table.rows }, kept);
  await checkpoint(signal);
  const bins = new Map(
    planFeatures(typed).columns.map((planned) => {
      const cells = cellsOf(planned, table);
      return [planned.name, binsOf(planned, cells, cells).map(({ real }) => shownCount(real))];
    }),
  );
  await checkpoint(signal);
  const searched = evenly(leaveOut(table, left), WHOLE_ROWS);
  return {
    columns: data.columns.map(
      (column): ColumnInfo => ({ ...column, bins: bins.get(column.name) ?? [] }),
    ),
    warnings: data.warnings,
    ruleNotes,
    relations: searched.columns.length > MOST_COLUMNS ? null : findRelations(searched, kept),
    rows: { used: searched.rows, all: table.rows },
  };
}

/** In multiples of five; nothing of a bin with fewer rows. */
function shownCount(count: number): number | null {
  return count < FEWEST_PEOPLE ? null : Math.round(count / FEWEST_PEOPLE) * FEWEST_PEOPLE;
}
