/** The unit of work of fidelity in a study: a synthetic table, drawn on the spot or given, beside the real one. */

import { tableCopies } from '../measures/exactCopies.ts';
import { comparable } from '../measures/fidelity/comparable.ts';
import { type TableFidelity, tableFidelity } from '../measures/fidelity/tableFidelity.ts';
import { copiesCheck } from '../measures/release/copiesCheck.ts';
import type { ReleaseCheck } from '../measures/release/releaseChecks.ts';
import { type Drawable, type DrawTask, drawTask } from '../model/drawTask.ts';
import { guardTable, type TableGuard } from '../model/guardTable.ts';
import { applySchema } from '../table/applySchema.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';

export interface FidelityTask {
  readonly real: Table;
  readonly synthetic: Table | Omit<DrawTask, keyof Drawable>;
  /** For a table that is yet to be drawn. */
  readonly source?: Drawable | undefined;
  /** The gate that the real table has passed and the synthetic one has not. Default: it needs none. */
  readonly guard?: TableGuard;
  readonly holdout: Table;
  readonly schema: TableSchema;
  readonly response: string;
  readonly seed: number;
  /** The rows as they were given: a copy is one of these, not of what the gate makes of them. */
  readonly raw: { readonly train: Table; readonly test: Table; readonly schema: TableSchema };
}

export interface StudiedFidelity extends TableFidelity {
  /** The table drawn here under the check that the released one has to pass. */
  readonly copiesCheck: ReleaseCheck;
}

export function fidelityUnit({ real, raw, guard, ...task }: FidelityTask): StudiedFidelity {
  const { synthetic, source, ...settings } = task;
  const made = tableOf(synthetic, source);
  const { train, test: holdout, schema } = raw;
  const names = new Set(holdout.columns.map(({ name }) => name));
  const isWhole = made.columns.every(({ name }) => names.has(name));
  return {
    ...tableFidelity(real, guard ? guardTable(made, guard) : made, settings),
    copies: tableCopies(comparable(train, made, { schema, holdout })),
    copiesCheck: copiesCheck(
      train,
      made,
      applySchema(train, schema).columns,
      isWhole ? holdout : undefined,
    ),
  };
}

function tableOf(synthetic: FidelityTask['synthetic'], source: Drawable | undefined): Table {
  if ('columns' in synthetic) return synthetic;
  if (!source) throw new Error('a table is to be drawn, but not said of what model');
  return drawTask({ ...source, ...synthetic });
}

export const studyUnits = { fidelityUnit };
