/**
 * From what the vine drew to the cells of each column: margins first, then columns that are drawn given others or
 * computed from them, each after those it needs, and last what is missing. Columns are computed from values that
 * are there even where a cell will be missing.
 */

import { decode } from '../margins/margin.ts';
import type { Rng } from '../random/rng.ts';
import { bindRule } from '../rules/bindRule.ts';
import { combinationKey, type Derivation, derive, sourcesOf } from '../rules/derivation.ts';
import { decodeBounded, decodeBranches, neededBy, treeOf } from '../rules/given.ts';
import { decodeNear } from '../rules/near.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { askedBy, decodeTree, type Tree } from '../rules/tree.ts';
import type { ColumnContent, Model, ModelColumn } from './model.ts';
import { modelRuleColumn } from './ruleColumns.ts';
import { gapSources } from './sharedStates.ts';
import type { RootInterval } from './where.ts';

/** What stays the same from piece to piece: the columns in an order in which each can be computed. */
export function drawingOrder({ columns }: Model): ModelColumn[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const done = new Set<string>();
  const order: ModelColumn[] = [];
  const visit = (column: ModelColumn) => {
    if (done.has(column.name)) return;
    done.add(column.name);
    for (const name of drawnBefore(column.content, byName)) {
      const other = byName.get(name);
      if (other) visit(other);
    }
    order.push(column);
  };
  for (const column of columns) visit(column);
  return order;
}

/** What must be drawn before a column: what it is computed from and, as a tree asks for it, why that is missing. */
export function drawnBefore(
  content: ColumnContent,
  byName: ReadonlyMap<string, ModelColumn>,
): ReadonlySet<string> {
  const before = new Set(neededFor(content));
  const gaps = new Set(askedFor(content));
  for (const name of gaps) {
    for (const source of gapSourcesOf(byName.get(name))) {
      before.add(source);
      gaps.add(source);
    }
  }
  return before;
}

/** The columns that one is computed from. */
export function neededFor(content: ColumnContent): readonly string[] {
  if (content.kind === 'derived') return sourcesOf(content.by);
  if (content.kind !== 'modelled') return [];
  const { given } = content;
  return [...(given ? neededBy(given) : []), ...askedFor(content)];
}

/** The columns that trees of a column, or of whether it is missing, ask for. */
function askedFor(content: ColumnContent): readonly string[] {
  if (content.kind !== 'modelled') return [];
  const { given, missing } = content;
  const tree = treeOf(given);
  return [...(tree ? askedBy(tree) : []), ...(missing?.given ? askedBy(missing.given) : [])];
}

function gapSourcesOf(column: ModelColumn | undefined): readonly string[] {
  if (!column) return [];
  const { content } = column;
  const missingIf = 'missingIf' in content ? content.missingIf : undefined;
  return gapSources('missingAs' in content ? content.missingAs : undefined, missingIf);
}

/**
 * Cells by column, NaN where missing, in the order of the model; nothing for identifiers but, where others say so,
 * which of them are missing.
 */
export function drawColumns(
  model: Model,
  order: readonly ModelColumn[],
  u: readonly Float64Array[],
  streamOf: (column: number, rows: number) => Float64Array,
  root: RootInterval | undefined,
): (RuleColumn | undefined)[] {
  const rows = u[0].length;
  const columns = new Map<string, RuleColumn>();
  const states = statesOf(model, u);
  const masksOf = openMasks(model, states, columns);
  // what trees ask for: with gaps
  const shown = new Map<string, RuleColumn>();
  const show = (tree: Tree) => {
    for (const name of askedBy(tree)) {
      if (shown.has(name)) continue;
      shown.set(name, withGaps(columns.get(name) as RuleColumn, masksOf(name)));
    }
    return shown;
  };
  const place = new Map(model.columns.map((column, j) => [column, j]));
  for (const column of order) {
    const { content, name } = column;
    if (content.kind === 'identifier') continue;
    const state = 'missing' in content ? content.missing : null;
    if (state?.given) {
      const none = () => new Float64Array(rows);
      const codes = decodeTree(u[state.variable], state.given, show(state.given), none);
      states.set(name, Uint8Array.from(codes));
    }
    const isRoot = name === model.response && root?.value !== undefined;
    const values = isRoot
      ? new Float64Array(rows).fill(root?.value ?? Number.NaN)
      : valuesOf(column, u, columns, show, () => streamOf(place.get(column) as number, rows));
    columns.set(name, modelRuleColumn(column, values));
  }
  return model.columns.map(({ name }) => {
    const masks = masksOf(name);
    const own = columns.get(name) ?? (masks.length > 0 ? identifierCells(name, rows) : undefined);
    return own && withGaps(own, masks);
  });
}

function identifierCells(name: string, rows: number): RuleColumn {
  return { name, kind: 'number', values: new Float64Array(rows), grid: { decimals: 0 } };
}

function withGaps(column: RuleColumn, masks: readonly Uint8Array[]): RuleColumn {
  if (masks.length === 0) return column;
  const values = column.values.slice();
  for (const mask of masks) {
    for (let row = 0; row < values.length; row++) if (mask[row] === 1) values[row] = Number.NaN;
  }
  return { ...column, values };
}

function valuesOf(
  column: ModelColumn,
  u: readonly Float64Array[],
  columns: Map<string, RuleColumn>,
  show: (tree: Tree) => ReadonlyMap<string, RuleColumn>,
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
  const tree = treeOf(given);
  const part = tree ? decodeTree(drawn, tree, show(tree), spread) : drawn;
  switch (given.kind) {
    case 'bounded':
      return decodeBounded(part, given, columns, days, spread);
    case 'branches':
    case 'within':
      return decodeBranches(drawn, given, columns, spread);
    case 'tree':
      return part;
    case 'near':
      return decodeNear(part, given, columns);
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

/** By column, where its own state says that it is missing, but for states that follow from other columns. */
function statesOf(model: Model, u: readonly Float64Array[]): Map<string, Uint8Array> {
  const own = new Map<string, Uint8Array>();
  for (const { name, content } of model.columns) {
    if ((content.kind !== 'modelled' && content.kind !== 'derived') || !content.missing) continue;
    const { margin, variable, given } = content.missing;
    if (given) continue;
    const [present] = margin.upper;
    const drawn = u[variable];
    const mask = new Uint8Array(drawn.length);
    for (let row = 0; row < mask.length; row++) if (drawn[row] > present) mask[row] = 1;
    own.set(name, mask);
  }
  return own;
}

/** By name, what makes a column's cells missing: its own state, conditions, and columns that it follows. */
function openMasks(
  { columns: all }: Model,
  states: ReadonlyMap<string, Uint8Array>,
  columns: ReadonlyMap<string, RuleColumn>,
): (name: string) => readonly Uint8Array[] {
  const byName = new Map(all.map((column) => [column.name, column.content]));
  const masksOf = (name: string, seen: ReadonlySet<string>): Uint8Array[] => {
    const content = byName.get(name);
    if (!content || seen.has(name)) return [];
    const state = states.get(name);
    const known = new Set([...seen, name]);
    const conditions = ('missingIf' in content && content.missingIf) || [];
    const others = ('missingAs' in content && content.missingAs) || [];
    return [
      ...(state ? [state] : []),
      ...conditions.map((condition) => {
        const holds = bindRule(condition, columns);
        const rows = columns.values().next().value?.values.length ?? 0;
        return Uint8Array.from({ length: rows }, (_, row) => (holds(row) === 1 ? 1 : 0));
      }),
      ...others.flatMap((other) => masksOf(other, known)),
    ];
  };
  return (name) => masksOf(name, new Set());
}

/** The stream of a column's uniforms, by row, that a level with several values is spread by. */
export function spreadOf(rng: Rng): Rng {
  return rng.split('spread');
}
