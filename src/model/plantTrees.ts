/**
 * Which columns are drawn given which, by trees (encodeTree.ts): one after the other, each given the response and
 * those before it, categories with few levels first, numbers last. The order of the levels that a vine needs cannot
 * follow the dependence of a category on several others, nor a pair copula that of a number which has another shape
 * at each level; a tree can, and the vine keeps the rest. So what a category and a number tell of each other is kept
 * in the tree of the number. Whether a column is missing has a tree too, before that of its values. A table without
 * nominal columns is left to the vine, which fits numbers better.
 */

import { snap, stepOf } from '../margins/grid.ts';
import { decode } from '../margins/margin.ts';
import { numericMargin } from '../margins/numericMargin.ts';
import type { StreamKey } from '../random/keyPath.ts';
import type { Rng } from '../random/rng.ts';
import { askedBy, type Tree } from '../rules/tree.ts';
import type { TypedNumbers } from '../table/applySchema.ts';
import { allOf } from '../work/allOf.ts';
import { mostAtATime, type Runner } from '../work/runner.ts';
import { type EncodedGiven, placedColumn } from './encodedColumn.ts';
import type { AskedColumn, TreeUnits } from './encodeTree.ts';
import { gridOf, STATES } from './fitMargins.ts';
import type { PreparedColumn, StateTree } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';
import { gapSources, type SharedStates } from './sharedStates.ts';

/** A category with more levels is not asked for. */
const MOST_LEVELS = 100;
/** Bounds that numbers are compared with, and the share of the rows from which on a value is asked for by itself. */
const BOUNDS = 9;
const COMMON = 0.05;

export interface Planted {
  /** By name, columns with a tree, in an order in which each asks for none after it. */
  readonly values: ReadonlyMap<string, EncodedGiven<Tree>>;
  /** The same of whether they are missing. */
  readonly states: ReadonlyMap<string, StateTree>;
}

/**
 * `gaps`: columns that are missing where others are, or where a condition holds; `tied`: of columns that others bound
 * or lie close to, what these leave open. They come last, in their order, and the tree is of that.
 */
export async function plantTrees(
  columns: readonly PreparedColumn[],
  response: PreparedColumn | undefined,
  gaps: SharedStates,
  settings: ResolvedFit,
  rng: Rng,
  runner: Runner<TreeUnits>,
  tied: ReadonlyMap<string, PreparedColumn> = new Map(),
): Promise<Planted> {
  const { k, margins, signal } = settings;
  const asked = response ? askedColumn(response, settings) : [];
  const known = new Set<string>();
  const size = ({ name, levels }: PreparedColumn) =>
    levels?.length ?? (tied.has(name) ? Number.POSITIVE_INFINITY : Number.MAX_VALUE);
  const inOrder = [...columns].sort((a, b) => (size(a) === size(b) ? 0 : size(a) - size(b)));
  const seeds: Seed[] = [];
  for (const column of inOrder) {
    const { name, missing, keepsMissing } = column;
    const upTo = asked.length;
    const hasState = missing !== undefined && keepsMissing && !gaps.decided.has(name);
    if (hasState) {
      const state = { column: stateColumn(column, missing), upTo, key: rng.split('state').key };
      seeds.push({ ...state, isState: true });
    }
    seeds.push({ column: tied.get(name) ?? column, upTo, key: rng.key, isState: false });
    // where a column is missing must be known before it is asked for
    const sources = gapSources(gaps.missingAs.get(name), gaps.missingIf.get(name));
    if (!sources.every((each) => known.has(each))) continue;
    asked.push(...askedColumn(column, settings));
    if (hasState)
      asked.push({
        name,
        codes: Int32Array.from(missing),
        size: 2,
        isOrdered: true,
        isState: true,
      });
    known.add(name);
  }
  const all = runner.share(asked);
  const grown = await allOf(seeds, mostAtATime(runner), ({ column, upTo, key }) => {
    const { original: _, ...own } = column;
    const task = { column: own, asked: all, upTo, settings: { k, margins }, key };
    return runner.run('encodeTree', task);
  });
  signal?.throwIfAborted();
  const values = new Map<string, EncodedGiven<Tree>>();
  const states = new Map<string, StateTree>();
  // what the response alone tells, the first tree of the vine has already
  const isTold = (tree: Tree) => askedBy(tree).some((name) => name !== response?.name);
  for (const [place, { column, isState }] of seeds.entries()) {
    const made = grown[place];
    if (!made || !isTold(made.given)) continue;
    const { given, places, cells } = made;
    if (isState) {
      const end = 0.5 / (places.length + 1);
      const inside = places.map((each) => Math.min(Math.max(each, end), 1 - end));
      states.set(column.name, { tree: given, places: inside });
    } else {
      const placed = placedColumn(column, places);
      values.set(column.name, { given, column: placed, ...(cells && { cells }) });
    }
  }
  return { values, states };
}

/** A tree to be grown. */
interface Seed {
  readonly column: PreparedColumn;
  /** How many of the columns that are asked for come before it. */
  readonly upTo: number;
  readonly key: StreamKey;
  /** Whether it is of which cells are missing. */
  readonly isState: boolean;
}

/** Whether there is a nominal column among them: without one there are no trees. */
export function wantTrees(columns: readonly PreparedColumn[]): boolean {
  return columns.some(isNominal);
}

function isNominal({ typed, levels = [] }: PreparedColumn): boolean {
  return typed.type === 'nominal' && levels.length > 2;
}

function stateColumn(column: PreparedColumn, missing: Uint8Array): PreparedColumn {
  const { keepsMissing: _, ...rest } = column;
  return {
    ...rest,
    values: Float64Array.from(missing),
    levels: STATES,
    missing: undefined,
    keepsMissing: false,
  };
}

function askedColumn(column: PreparedColumn, settings: ResolvedFit): AskedColumn[] {
  const { name, values, levels, typed } = column;
  const codesFrom = (codeOf: (value: number) => number) =>
    Int32Array.from(values, (value) => (Number.isNaN(value) ? -1 : codeOf(value)));
  if (levels) {
    if (levels.length < 2 || levels.length > MOST_LEVELS) return [];
    const isOrdered = typed.type !== 'nominal';
    return [{ name, codes: codesFrom((code) => code), size: levels.length, isOrdered }];
  }
  const bounds = boundsOf(column, settings);
  const codeOf = (value: number) => bounds.filter((bound) => value >= bound).length;
  return bounds.length === 0
    ? []
    : [{ name, codes: codesFrom(codeOf), size: bounds.length + 1, isOrdered: true, bounds }];
}

/** Values of the margin, which are of no single record; of one that many rows share, both its sides. */
function boundsOf({ values, typed }: PreparedColumn, { k, margins }: ResolvedFit): number[] {
  const numbers = typed as TypedNumbers;
  const { min, max } = numbers;
  const grid = gridOf(numbers);
  const { margin } = numericMargin(values, { k, margins, grid, min, max });
  const places = Float64Array.from({ length: BOUNDS }, (_, i) => (i + 1) / (BOUNDS + 1));
  const found = decode(margin, places, () => places.map(() => 0.5));
  const shared = margin.kind === 'smooth' ? margin.atoms : [];
  const sides = shared
    .filter(({ from, to }) => to - from >= COMMON)
    .flatMap(({ value }) => [value, snap(value + stepOf(grid), grid)]);
  return [...new Set([...found, ...sides])].sort((a, b) => a - b);
}
