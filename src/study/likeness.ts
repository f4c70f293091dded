/** The unit of work of fidelity in a study: a synthetic table, drawn on the spot or given, beside the real one. */

import { type TableFidelity, tableFidelity } from '../fidelity/tableFidelity.ts';
import { type DrawTask, drawTask } from '../synth/drawTask.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';

export interface LikenessTask {
  readonly real: Table;
  readonly synthetic: Table | DrawTask;
  readonly holdout: Table;
  readonly schema: TableSchema;
  readonly response: string;
  readonly seed: number;
}

export function likeness({ real, synthetic, ...settings }: LikenessTask): TableFidelity {
  return tableFidelity(real, 'model' in synthetic ? drawTask(synthetic) : synthetic, settings);
}

export const studyUnits = { likeness };
