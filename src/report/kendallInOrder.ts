/** Kendall's tau between the variables of a vine, in its order, from a table. */

import type { PlannedColumn } from '../features/plan.ts';
import { cellsOf } from '../measures/fidelity/tableFidelity.ts';
import type { Model } from '../model/model.ts';
import { kendallTau } from '../numerics/kendallTau.ts';
import type { Table } from '../table/table.ts';
import { takeRows } from '../table/takeRows.ts';

/** Rows that are enough for a standard error of 0.015. */
const MOST_ROWS = 2000;

/** Pairs are compared in rows where both are there; NaN where one of them does not vary. */
export function kendallInOrder(
  model: Model,
  planned: readonly PlannedColumn[],
  table: Table,
): number[][] {
  return tauOf(variablesOf(model, planned, spread(table)));
}

/** The same of whole columns in an order of their own: of a vine that has no model to show. */
export function kendallOfColumns(
  names: readonly string[],
  planned: readonly PlannedColumn[],
  table: Table,
): number[][] {
  const some = spread(table);
  return tauOf(
    names.map((name) => {
      const plan = planned.find((each) => each.name === name);
      return plan ? cellsOf(plan, some) : new Float64Array(some.rows).fill(Number.NaN);
    }),
  );
}

function tauOf(columns: readonly Float64Array[]): number[][] {
  const tau = columns.map(() => new Array<number>(columns.length).fill(1));
  for (let i = 1; i < columns.length; i++) {
    for (let j = 0; j < i; j++) {
      tau[i][j] = tau[j][i] = tauOfPair(columns[i], columns[j]);
    }
  }
  return tau;
}

/** The variables as numbers: values, places of levels in the order of the model, states. */
function variablesOf(
  { columns, order }: Model,
  planned: readonly PlannedColumn[],
  table: Table,
): Float64Array[] {
  const variables: Float64Array[] = order.map(() => new Float64Array(table.rows).fill(Number.NaN));
  for (const { name, content } of columns) {
    const plan = planned.find((each) => each.name === name);
    if ((content.kind !== 'modelled' && content.kind !== 'derived') || !plan) continue;
    const { missing } = content;
    const cells = cellsOf(plan, table);
    if (missing) variables[missing.variable] = cells.map((cell) => (Number.isNaN(cell) ? 1 : 0));
    if (content.kind === 'derived' || content.variable === null) continue;
    const { variable, given } = content;
    // a column that is drawn given others is shown by its own values
    const margin =
      given && given.kind !== 'bounded' && given.kind !== 'near'
        ? ({ kind: 'levels', levels: given.levels ?? [] } as const)
        : content.margin;
    if (margin.kind !== 'levels' || (given && margin.levels.length === 0)) {
      variables[variable] = cells;
    } else {
      const places = plan.levels.map((level) => margin.levels.indexOf(level));
      // a pooled level has no place of its own
      variables[variable] = cells.map((cell) => {
        const place = cell >= 0 ? places[cell] : -1;
        return place < 0 ? Number.NaN : place;
      });
    }
  }
  return variables;
}

function tauOfPair(x: Float64Array, y: Float64Array): number {
  const both = (_: number, i: number) => !Number.isNaN(x[i]) && !Number.isNaN(y[i]);
  const [a, b] = [x.filter(both), y.filter(both)];
  const varies = (values: Float64Array) => values.some((value) => value !== values[0]);
  return varies(a) && varies(b) ? kendallTau(a, b) : Number.NaN;
}

/** At most so many rows, evenly from the whole table. */
function spread(table: Table): Table {
  if (table.rows <= MOST_ROWS) return table;
  return takeRows(
    table,
    Array.from({ length: MOST_ROWS }, (_, i) => Math.floor((i * table.rows) / MOST_ROWS)),
  );
}
