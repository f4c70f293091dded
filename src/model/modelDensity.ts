/**
 * How likely a model makes the rows of a table: the probability of each row's cells, as the model draws
 * them. That is what somebody has who is given the model itself and knows a person.
 *
 * A cell is an interval of its variable on the copula scale (margins/cellProbability.ts). Discrete variables
 * go into the vine with their cells. Continuous ones have narrow cells, and the vine's density in the middle
 * of them; where a cell is wide, as of a value that many rows share or of one that is missing, the density
 * is averaged over places in it, the same for every model (a Latin hypercube of 16, or of 64 in a model with trees). A number or level that is missing
 * counts in a tree as of the second node.
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { type Cell, cellFunction, logHalfRow } from '../margins/cellProbability.ts';
import { firstNotBelow } from '../margins/discrete.ts';
import type { ColumnMargin } from '../margins/margin.ts';
import { distributionFunction } from '../margins/quantileCurve.ts';
import { kernel } from '../numerics/kernel.ts';
import { rngFromSeed } from '../random/rng.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { leafOf, leafPlace, type Tree } from '../rules/tree.ts';
import { applySchema, type TypedColumn } from '../table/applySchema.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { vineLogPdf } from '../vine/density.ts';
import type { Vine } from '../vine/vine.ts';
import { levelsOfContent, type Model, type ModelColumn, schemaOfModel } from './model.ts';

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
  const known = new Map(
    model.columns.map((column) => {
      const own = typed.get(column.name);
      const values = own ? numbersOf(column, own) : new Float64Array(rows).fill(Number.NaN);
      return [column.name, { values }];
    }),
  );
  for (const column of model.columns) {
    if (typed.has(column.name)) addColumn(model, column, known, cells, margins);
  }
  const hasTrees = model.columns.some(
    ({ content }) =>
      content.kind === 'modelled' && (content.given?.kind === 'tree' || content.missing?.given),
  );
  const places = hasTrees ? PLACES_IN_LEAVES : PLACES;
  const whole = Array.from(cells, (own) => own ?? new Array<Cell>(rows).fill(ANYWHERE));
  return vines.map((vine) => {
    const copulas = copulaLogDensity(vine, whole, rows, places);
    return margins.map((sum, r) => sum + copulas[r]);
  });
}

const ANYWHERE: Cell = { low: 0, high: 1, logProbability: 0 };

/** What the cells of a column say, by row, and where they lie. */
function addColumn(
  { rows }: Model,
  { content, name }: ModelColumn,
  known: ReadonlyMap<string, Pick<RuleColumn, 'values'>>,
  cells: (readonly Cell[])[],
  margins: Float64Array,
): void {
  if (content.kind !== 'modelled') return;
  const { margin, variable, missing, given } = content;
  const { values } = known.get(name) as Pick<RuleColumn, 'values'>;
  const ownCell = cellFunction(given?.kind === 'tree' ? given.margin : margin, rows);
  const inLeaf = given?.kind === 'tree' ? leafCells(given, margin, known, rows) : undefined;
  const there = Array.from(values, (value, row) => {
    if (Number.isNaN(value)) return ANYWHERE;
    const cell = ownCell(value);
    return inLeaf ? inLeaf(cell, row) : cell;
  });
  there.forEach(({ logProbability }, r) => {
    margins[r] += logProbability;
  });
  if (variable !== null) cells[variable] = there;
  if (missing) {
    const stateOf = cellFunction(missing.margin, rows);
    const inStateLeaf = missing.given && leafCells(missing.given, missing.margin, known, rows);
    const states = Array.from(values, (value, row) => {
      const cell = stateOf(Number.isNaN(value) ? 1 : 0);
      return inStateLeaf ? inStateLeaf(cell, row) : cell;
    });
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

/** From a cell in the whole table's distribution to the one in the row's leaf, whose places have a margin of their own. */
function leafCells(
  tree: Tree,
  margin: ColumnMargin,
  known: ReadonlyMap<string, Pick<RuleColumn, 'values'>>,
  rows: number,
): (cell: Cell, row: number) => Cell {
  const { log } = kernel();
  const { cuts, leaves } = tree;
  const of = leafOf(tree, known);
  const scale = margin.kind === 'smooth' ? distributionFunction(margin) : (place: number) => place;
  return ({ low, high, logProbability }, row) => {
    const below = leaves[of(row)];
    const placeOf = (u: number) => scale(leafPlace(cuts, below, u), 'upTo');
    // of a value without a width, what its surroundings have
    const cell = firstNotBelow(cuts, high);
    const [from, to] = high > low ? [low, high] : [cell > 0 ? cuts[cell - 1] : 0, cuts[cell]];
    const ratio = (placeOf(to) - placeOf(from)) / (to - from);
    return {
      low: placeOf(low),
      high: placeOf(high),
      logProbability: ratio > 0 ? logProbability + log(ratio) : logHalfRow(rows),
    };
  };
}

/** NaN where missing; of categories, places among the levels of the model, -1 for one that it has not. */
function numbersOf({ content }: ModelColumn, column: TypedColumn): Float64Array {
  if ('values' in column) return column.values;
  if (!('codes' in column) || content.kind !== 'modelled') return new Float64Array(0);
  const known = levelsOfContent(content) ?? [];
  const places = column.levels.map((level) => known.indexOf(level));
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : places[code]));
}

/** Continuous cells with more mass are averaged over. */
const WIDE = 0.02;
const PLACES = 16;
/** Where categories are places in leaves, all of which are wide. */
const PLACES_IN_LEAVES = 64;

/** The logarithm of the vine's density over the cells, less that of independent variables. */
function copulaLogDensity(
  vine: Vine,
  cells: readonly (readonly Cell[])[],
  rows: number,
  most: number,
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
  const places = hypercube(cells.length, most);
  const found = Array.from({ length: most }, (_, k) =>
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

/** By variable, the middles of so many equal parts in random order. */
function hypercube(variables: number, parts: number): Float64Array[] {
  const rng = rngFromSeed(1).split('places');
  return Array.from({ length: variables }, (_, variable) =>
    Float64Array.from(rng.split('variable', variable).permutation(parts), (k) => (k + 0.5) / parts),
  );
}

function logMean(values: readonly number[]): number {
  const { exp, log } = kernel();
  const largest = Math.max(...values);
  return largest + log(values.reduce((sum, x) => sum + exp(x - largest), 0) / values.length);
}
