/**
 * How likely a model makes the rows of a table: the probability of each row's cells, as the model draws
 * them. That is what somebody has who is given the model itself and knows a person.
 *
 * A cell is an interval of its variable on the copula scale (margins/cellProbability.ts). Discrete variables
 * go into the vine with their cells. Continuous ones have narrow cells, and the vine's density in the middle
 * of them; where a cell is wide, as of a value that many rows share or of one that is missing, the density
 * is averaged over places in it, the same for every model (a Latin hypercube of 16).
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { type Cell, cellFunction, logHalfRow } from '../margins/cellProbability.ts';
import { kernel } from '../numerics/kernel.ts';
import { rngFromSeed } from '../random/rng.ts';
import { applySchema, type TypedColumn } from '../table/applySchema.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { vineLogPdf } from '../vine/density.ts';
import type { Vine } from '../vine/vine.ts';
import { type Model, type ModelColumn, schemaOfModel } from './model.ts';

/** The logarithm of the probability of each row, for vines that are the model's, cut in different ways. */
export function modelLogDensities(
  model: Model,
  vines: readonly Vine[],
  table: Table,
  schema: TableSchema = schemaOfModel(model),
): Float64Array[] {
  const { rows } = table;
  const margins = new Float64Array(rows);
  const cells: (readonly Cell[])[] = new Array(model.vine.structure.order.length);
  const typed = new Map(applySchema(table, schema).columns.map((each) => [each.name, each]));
  for (const column of model.columns) {
    const own = typed.get(column.name);
    if (own) addColumn(model, column, numbersOf(column, own), cells, margins);
  }
  const whole = Array.from(cells, (own) => own ?? new Array<Cell>(rows).fill(ANYWHERE));
  return vines.map((vine) => {
    const copulas = copulaLogDensity(vine, whole, rows);
    return margins.map((sum, r) => sum + copulas[r]);
  });
}

const ANYWHERE: Cell = { low: 0, high: 1, logProbability: 0 };

/** What the cells of a column say, by row, and where they lie. */
function addColumn(
  { rows }: Model,
  { content }: ModelColumn,
  values: Float64Array,
  cells: (readonly Cell[])[],
  margins: Float64Array,
): void {
  if (content.kind !== 'modelled') return;
  const { margin, variable, missing } = content;
  const cellOf = cellFunction(margin, rows);
  const there = Array.from(values, (value) => (Number.isNaN(value) ? ANYWHERE : cellOf(value)));
  there.forEach(({ logProbability }, r) => {
    margins[r] += logProbability;
  });
  if (variable !== null) cells[variable] = there;
  if (missing) {
    const stateOf = cellFunction(missing.margin, rows);
    const states = Array.from(values, (value) => stateOf(Number.isNaN(value) ? 1 : 0));
    states.forEach(({ logProbability }, r) => {
      margins[r] += logProbability;
    });
    cells[missing.variable] = states;
    return;
  }
  // a model without gaps in this column makes none
  const never = logHalfRow(rows);
  values.forEach((value, r) => {
    if (Number.isNaN(value)) margins[r] += never;
  });
}

/** NaN where missing; of categories, places among the levels of the model, -1 for one that it has not. */
function numbersOf({ content }: ModelColumn, column: TypedColumn): Float64Array {
  if ('values' in column) return column.values;
  if (!('codes' in column) || content.kind !== 'modelled') return new Float64Array(0);
  const { margin } = content;
  const known = margin.kind === 'levels' ? margin.levels : [];
  const places = column.levels.map((level) => known.indexOf(level));
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : places[code]));
}

/** Continuous cells with more mass are averaged over. */
const WIDE = 0.02;
const PLACES = 16;

/** The logarithm of the vine's density over the cells, less that of independent variables. */
function copulaLogDensity(
  vine: Vine,
  cells: readonly (readonly Cell[])[],
  rows: number,
): Float64Array {
  const isWide = (r: number) =>
    cells.some((own, v) => !vine.atoms[v] && own[r].high - own[r].low > WIDE);
  const all = Array.from({ length: rows }, (_, r) => r);
  const [narrow, wide] = [all.filter((r) => !isWide(r)), all.filter(isWide)];
  const result = new Float64Array(rows);
  vineAt(vine, cells, narrow, () => 0.5).forEach((value, at) => {
    result[narrow[at]] = value;
  });
  if (wide.length === 0) return result;
  const places = hypercube(cells.length);
  const found = Array.from({ length: PLACES }, (_, k) =>
    vineAt(vine, cells, wide, (variable) => places[variable][k]),
  );
  wide.forEach((r, at) => {
    result[r] = logMean(found.map((values) => values[at]));
  });
  return result;
}

/** `placeIn`: where in its cell a continuous variable is looked at, from 0 to 1. */
function vineAt(
  vine: Vine,
  cells: readonly (readonly Cell[])[],
  rows: readonly number[],
  placeIn: (variable: number) => number,
): Float64Array {
  const columns = cells.map((own, variable): CopulaColumn => {
    if (vine.atoms[variable]) {
      return {
        u: Float64Array.from(rows, (r) => own[r].high),
        left: Float64Array.from(rows, (r) => own[r].low),
      };
    }
    const place = placeIn(variable);
    return { u: Float64Array.from(rows, (r) => own[r].low + place * (own[r].high - own[r].low)) };
  });
  return rows.length === 0 ? new Float64Array(0) : vineLogPdf(vine, columns);
}

/** By variable, the middles of 16 equal parts in random order. */
function hypercube(variables: number): Float64Array[] {
  const rng = rngFromSeed(1).split('places');
  return Array.from({ length: variables }, (_, variable) =>
    Float64Array.from(
      rng.split('variable', variable).permutation(PLACES),
      (k) => (k + 0.5) / PLACES,
    ),
  );
}

function logMean(values: readonly number[]): number {
  const { exp, log } = kernel();
  const largest = Math.max(...values);
  return largest + log(values.reduce((sum, x) => sum + exp(x - largest), 0) / values.length);
}
