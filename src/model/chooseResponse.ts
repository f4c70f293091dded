/**
 * The column that the vine is built around where no response is named: the one that goes with the others most, by
 * the sum of the sizes of Kendall's tau. It is the centre of the first tree, so that most is kept at low truncation.
 */

import { InputError } from '../numerics/inputError.ts';
import { kendallMatrix } from '../numerics/kendallTau.ts';
import { screenRows } from '../rules/finding.ts';
import { applySchema, type TypedLevels, type TypedNumbers } from '../table/applySchema.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { type FitSettings, resolveSchema } from './settings.ts';

/** Rows that are compared. */
const MOST_ROWS = 1000;

interface ChosenResponse {
  readonly response: string;
  readonly note: string;
}

/** What a fit is told besides: a response, where neither its settings nor the schema name one. */
export function responseFor(
  table: Table,
  { response, sensitive, schema: given }: FitSettings,
): { readonly settings: { readonly response?: string }; readonly notes: readonly string[] } {
  if (response !== undefined) return { settings: {}, notes: [] };
  const schema = resolveSchema(given);
  const roles = [...schema.columns];
  if (roles.some(([, { role }]) => role === 'response')) return { settings: {}, notes: [] };
  const protectedColumns =
    sensitive ?? roles.flatMap(([name, { role }]) => (role === 'sensitive' ? [name] : []));
  const chosen = chooseResponse(table, schema, protectedColumns);
  return { settings: { response: chosen.response }, notes: [chosen.note] };
}

/** Sensitive columns are not chosen: the centre of the first tree is what the synthetic table tells most of. */
function chooseResponse(
  table: Table,
  schema: TableSchema,
  sensitive: readonly string[],
): ChosenResponse {
  const columns = applySchema(table, schema).columns.filter(
    (column): column is TypedNumbers | TypedLevels =>
      !('column' in column) && !column.constant && column.type !== 'date',
  );
  const rows = screenRows(table.rows, MOST_ROWS);
  const values = columns.map((column) =>
    Float64Array.from(rows, (row) => {
      if (!('codes' in column)) return column.values[row];
      return column.codes[row] < 0 ? Number.NaN : column.codes[row];
    }),
  );
  const gaps = values.map((own) => own.filter(Number.isNaN).length);
  const fewest = Math.min(...gaps.filter((_, j) => !sensitive.includes(columns[j].name)));
  const taus = kendallMatrix(values);
  let best = -1;
  let most = -1;
  columns.forEach(({ name }, j) => {
    if (sensitive.includes(name) || gaps[j] > fewest) return;
    const total = taus[j].reduce((sum, tau, l) => (l === j ? sum : sum + Math.abs(tau)), 0);
    if (total > most) [best, most] = [j, total];
  });
  if (best < 0) {
    throw new InputError(
      'Response: none given, and no column that is not sensitive can take its place. Name the column that the others are to predict.',
    );
  }
  const response = columns[best].name;
  return {
    response,
    note: `No response was named: '${response}', which goes with the others most, is the centre of the first tree. Name another one with --response (in the library, response).`,
  };
}
