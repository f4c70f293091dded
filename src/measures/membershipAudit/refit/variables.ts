/**
 * The variables that the judge sees of a table, in the order in which they become centres of a C-vine:
 * the response first, and with each column that has gaps, whether a cell is missing. Numbers are seen on a
 * scale that everybody knows (rankScale.ts); categories, and numbers with few values, by their cells. All
 * of it is settled once, on the real table, and does not depend on the coins.
 */

import { columnOf } from '../../../features/columnOf.ts';
import { type FeaturePlan, numbersOfColumn, type PlannedColumn } from '../../../features/plan.ts';
import { orderByMean } from '../../../margins/nominalOrder.ts';
import { MOST_LEVELS } from '../../../margins/numericMargin.ts';
import { FEWEST_PEOPLE } from '../../../numerics/publish.ts';
import { ranks } from '../../../numerics/ranks.ts';
import type { Table } from '../../../table/table.ts';
import { type Reference, referenceOf, scoreOf } from '../rankScale.ts';

export type JudgeVariable =
  | { readonly kind: 'smooth'; readonly column: PlannedColumn; readonly reference: Reference }
  | {
      readonly kind: 'cells';
      readonly column: PlannedColumn;
      readonly cells: number;
      /** By level, its cell; of numbers nothing. */
      readonly places?: readonly number[];
      /** Of numbers: the value of each cell, ascending. */
      readonly values?: Float64Array;
    }
  | { readonly kind: 'missing'; readonly column: PlannedColumn; readonly cells: 2 };

/** `order`: names of columns with the response last, as vines have them; columns not named are not seen. */
export function judgeVariables(
  plan: FeaturePlan,
  table: Table,
  order: readonly string[],
): JudgeVariable[] {
  const byName = new Map(plan.columns.map((column) => [column.name, column]));
  const response = byName.get(order[order.length - 1]);
  const score =
    response && ranks(numbersOfColumn(response, columnOf(table, response.name)), 'average');
  return order
    .flatMap((name): JudgeVariable[] => {
      const column = byName.get(name);
      if (!column) return [];
      const values = numbersOfColumn(column, columnOf(table, name));
      const isNominal = column.as === 'levels' && column !== response;
      const own = valueVariable(column, values, isNominal ? score : undefined);
      return [
        ...own,
        ...(column.hasGaps ? [{ kind: 'missing' as const, column, cells: 2 as const }] : []),
      ];
    })
    .reverse();
}

function valueVariable(
  column: PlannedColumn,
  values: Float64Array,
  score: Float64Array | undefined,
): JudgeVariable[] {
  const reference = referenceOf(values);
  const distinct = reference.filter((value, i) => i === 0 || value !== reference[i - 1]);
  if (distinct.length < 2) return [];
  const { levels } = column;
  if (levels.length > 0) {
    const order = score
      ? orderByMean(values, levels.length, score)
      : levels.map((_, level) => level);
    const places = new Array<number>(levels.length);
    order.forEach((level, place) => {
      places[level] = place;
    });
    return [{ kind: 'cells', column, cells: levels.length, places }];
  }
  const isTied =
    distinct.length <= MOST_LEVELS && distinct.length * FEWEST_PEOPLE <= reference.length;
  return isTied
    ? [{ kind: 'cells', column, cells: distinct.length, values: distinct }]
    : [{ kind: 'smooth', column, reference }];
}

/** By variable: scores, or numbers of cells; NaN where missing, or of a level that is not known. */
export function encode(variables: readonly JudgeVariable[], table: Table): Float64Array[] {
  return variables.map((variable) => {
    const { column } = variable;
    const values = numbersOfColumn(column, columnOf(table, column.name));
    if (variable.kind === 'smooth') {
      return values.map((value) => scoreOf(variable.reference, value));
    }
    if (variable.kind === 'missing') {
      return values.map((value) => (Number.isNaN(value) ? 1 : 0));
    }
    const { places, values: known } = variable;
    return values.map((value) => {
      if (!(value >= 0) && places) return Number.NaN;
      return places ? places[value] : nearestCell(known as Float64Array, value);
    });
  });
}

/** The cell whose value is nearest, the lower of two. */
function nearestCell(known: Float64Array, value: number): number {
  if (Number.isNaN(value)) return value;
  let [low, high] = [0, known.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (known[middle] <= value) low = middle;
    else high = middle;
  }
  return value - known[low] <= known[high] - value ? low : high;
}
