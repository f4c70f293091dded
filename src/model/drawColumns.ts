/**
 * From what the vine drew to the cells of each column: margins first, then columns that are drawn given others or
 * computed from them, each after those it needs, and last what is missing. Columns are computed from values that
 * are there even where a cell will be missing.
 */

import { decode } from '../margins/margin.ts';
import type { Rng } from '../random/rng.ts';
import { combinationKey, type Derivation, derive, sourcesOf } from '../rules/derivation.ts';
import { decodeBounded, decodeBranches, neededBy } from '../rules/given.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { ColumnContent, Model, ModelColumn } from './model.ts';
import { modelRuleColumn } from './ruleColumns.ts';
import type { RootInterval } from './where.ts';

/** What stays the same from piece to piece: the columns in an order in which each can be computed. */
export function drawingOrder({ columns }: Model): ModelColumn[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const done = new Set<string>();
  const order: ModelColumn[] = [];
  const visit = (column: ModelColumn) => {
    if (done.has(column.name)) return;
    done.add(column.name);
    for (const name of neededFor(column.content)) {
      const other = byName.get(name);
      if (other) visit(other);
    }
    order.push(column);
  };
  for (const column of columns) visit(column);
  return order;
}

/** The columns that one is computed from. */
export function neededFor(content: ColumnContent): readonly string[] {
  if (content.kind === 'derived') return sourcesOf(content.by);
  if (content.kind === 'modelled' && content.given) return neededBy(content.given);
  return [];
}

/** Cells by column, NaN where missing, in the order of the model; nothing for identifiers. */
export function drawColumns(
  model: Model,
  order: readonly ModelColumn[],
  u: readonly Float64Array[],
  streamOf: (column: number, rows: number) => Float64Array,
  root: RootInterval | undefined,
): (RuleColumn | undefined)[] {
  const rows = u[0].length;
  const columns = new Map<string, RuleColumn>();
  const place = new Map(model.columns.map((column, j) => [column, j]));
  for (const column of order) {
    const { content, name } = column;
    if (content.kind === 'identifier') continue;
    const isRoot = name === model.response && root?.value !== undefined;
    const values = isRoot
      ? new Float64Array(rows).fill(root?.value ?? Number.NaN)
      : valuesOf(column, u, columns, () => streamOf(place.get(column) as number, rows));
    columns.set(name, modelRuleColumn(column, values));
  }
  const states = statesOf(model, u);
  return model.columns.map(({ name }) => {
    const column = columns.get(name);
    const masks = states.get(name) ?? [];
    if (!column || masks.length === 0) return column;
    const values = column.values.map((value, row) =>
      masks.some((mask) => mask[row] === 1) ? Number.NaN : value,
    );
    return { ...column, values };
  });
}

function valuesOf(
  column: ModelColumn,
  u: readonly Float64Array[],
  columns: Map<string, RuleColumn>,
  spread: () => Float64Array,
): Float64Array {
  const { content, name } = column;
  const rows = u[0].length;
  if (content.kind === 'derived') return derived(column, content.by, columns);
  if (content.kind !== 'modelled') return new Float64Array(rows).fill(Number.NaN);
  const { margin, variable, given } = content;
  const own = variable === null ? new Float64Array(rows).fill(0.5) : u[variable];
  const drawn = decode(margin, own, spread);
  if (!given) return drawn;
  const { days = 1 } = modelRuleColumn(column, drawn);
  switch (given.kind) {
    case 'bounded':
      return decodeBounded(drawn, given, columns, days);
    case 'branches':
    case 'within':
      return decodeBranches(drawn, given, columns, spread);
    case 'joint': {
      const combination = { name, kind: 'category', values: drawn, grid: { decimals: 0 } } as const;
      columns.set(combinationKey(name), combination);
      return drawn.map((place) => given.results[place]);
    }
  }
}

/** The days of the years 1 to 9998, beyond which no date is written. */
const CALENDAR = [-719_162, 2_932_531];
const NO_ENDS = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

function derived(
  column: ModelColumn,
  by: Derivation,
  columns: ReadonlyMap<string, RuleColumn>,
): Float64Array {
  const { grid, days, kind } = modelRuleColumn(column, new Float64Array());
  const isCategory = kind === 'category';
  const values = derive(by, columns, { grid, ...(days !== undefined && { days }), isCategory });
  const ends = kind === 'date' ? CALENDAR.map((day) => day / (days ?? 1)) : NO_ENDS;
  const { min = ends[0], max = ends[1] } = column;
  return isCategory ? values : values.map((value) => Math.min(Math.max(value, min), max));
}

/** By column, the masks that make a cell missing: its own, and those of columns that it follows. */
function statesOf(model: Model, u: readonly Float64Array[]): Map<string, Uint8Array[]> {
  const own = new Map<string, Uint8Array>();
  for (const { name, content } of model.columns) {
    if ((content.kind !== 'modelled' && content.kind !== 'derived') || !content.missing) continue;
    const [present] = content.missing.margin.upper;
    own.set(
      name,
      Uint8Array.from(u[content.missing.variable], (state) => (state > present ? 1 : 0)),
    );
  }
  const as = new Map(
    model.columns.flatMap(({ name, content }) =>
      'missingAs' in content && content.missingAs ? [[name, content.missingAs] as const] : [],
    ),
  );
  const masksOf = (name: string, seen: ReadonlySet<string>): Uint8Array[] => {
    if (seen.has(name)) return [];
    const mask = own.get(name);
    const others = as.get(name) ?? [];
    const known = new Set([...seen, name]);
    return [...(mask ? [mask] : []), ...others.flatMap((other) => masksOf(other, known))];
  };
  return new Map(model.columns.map(({ name }) => [name, masksOf(name, new Set())]));
}

/** The uniforms of some rows of a stream: those that a level with several values is spread by. */
export function spreadOf(rng: Rng, from: number, length: number): Float64Array {
  return rng.split('spread').uniforms(length, from);
}
