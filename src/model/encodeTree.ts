/** A column as its place in the distribution that it has in a leaf of a tree over others (rules/tree.ts). */

import { firstNotBelow } from '../margins/discrete.ts';
import { levelsMargin } from '../margins/levels.ts';
import type { ColumnMargin, Encoded } from '../margins/margin.ts';
import { numericMargin } from '../margins/numericMargin.ts';
import { levelScale } from '../margins/roundedCounts.ts';
import type { StreamKey } from '../random/keyPath.ts';
import { type Rng, rngFromKey } from '../random/rng.ts';
import { leafPlace, type Tree } from '../rules/tree.ts';
import type { TypedNumbers } from '../table/applySchema.ts';
import type { EncodedGiven } from './encodedColumn.ts';
import { gridOf } from './fitMargins.ts';
import { type Asked, growTree } from './growTree.ts';
import { leafShares } from './leafShares.ts';
import type { PreparedColumn } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';

/** Rows of a leaf: at least so many times k, and not so few of a long table's. */
const LEAST_LEAF = 3;
const MOST_LEAVES = 400;
/**
 * What a parameter costs in units of log-likelihood, besides what it costs to choose a question (growTree.ts). The
 * AIC's price is 1; what a leaf has no rows for it takes from the node above, so that it has fewer parameters than
 * cells.
 */
const PRICE = 0.7;
/** Cells of a number's distribution, besides those of values that many share; and of what questions are chosen by. */
const FINE_CELLS = 80;
const COARSE_CELLS = 12;
/** Shares are written with so many parts. */
const PARTS = 1e7;

export interface AskedColumn extends Asked {
  /** Of a number: what it is compared with. */
  readonly bounds?: readonly number[];
  /** Whether the code says if the cell is missing: 1 where it is. */
  readonly isState?: true;
}

/** What the tree of a column depends on: plain data, so that it can be grown on another thread. */
export interface TreeTask {
  readonly column: PreparedColumn;
  /** Of these the first `upTo` may be asked for. */
  readonly asked: readonly AskedColumn[];
  readonly upTo: number;
  readonly settings: Pick<ResolvedFit, 'k' | 'margins'>;
  readonly key: StreamKey;
}

export interface GrownTree {
  readonly given: Tree;
  /** By row, the place in the distribution of its leaf, and of columns with jumps the cell that it may lie in. */
  readonly places: Float64Array;
  readonly cells?: EncodedGiven<Tree>['cells'];
}

/** The units of work, by the names that threads know them by. */
export const treeUnits = { encodeTree };

export type TreeUnits = typeof treeUnits;

/** Nothing where no question about the others tells anything of the column. */
export function encodeTree({
  column,
  asked: all,
  upTo,
  settings,
  key,
}: TreeTask): GrownTree | undefined {
  const { k } = settings;
  const rng = rngFromKey(key);
  const asked = all.slice(0, upTo);
  const rows = column.values.length;
  const present = Int32Array.from(column.values.keys()).filter(
    (row) => !Number.isNaN(column.values[row]),
  );
  const values = Float64Array.from(present, (row) => column.values[row]);
  const { margin, encoded } = wholeMargin(column, values, settings, rng);
  const cuts = cutsOf(margin, values.length, k);
  const cellOf = new Int32Array(rows).fill(-1);
  present.forEach((row, i) => {
    cellOf[row] = firstNotBelow(cuts, encoded.u[i]);
  });
  const coarse = coarseOf(margin, cuts);
  const nodes = growTree(
    cellOf.map((cell) => (cell < 0 ? -1 : coarse[cell])),
    coarse[coarse.length - 1] + 1,
    asked,
    {
      least: Math.max(LEAST_LEAF * k, Math.ceil(values.length / MOST_LEAVES)),
      price: PRICE,
      isOrdered: column.levels === undefined,
    },
  );
  if (nodes.length === 1) return undefined;
  const shares: Float64Array[] = [];
  const leaves: (readonly number[])[] = [];
  const belowOf = new Int32Array(rows).fill(-1);
  const written = nodes.map(({ rows: own, above, question }, at): Tree['nodes'][number] => {
    const counts = new Float64Array(cuts.length);
    for (const row of own) counts[cellOf[row]]++;
    const wide = above < 0 ? widthsOf(cuts) : shares[above];
    shares[at] = leafShares({ counts, above: wide, isOrdered: !column.levels }, k);
    if (!question) {
      for (const row of own) belowOf[row] = leaves.length;
      return { leaf: leaves.push(belowFrom(shares[at])) - 1 };
    }
    const { name: from, bounds, isState } = asked[question.asked];
    const codes = Array.from(question.first.keys()).filter((code) => question.first[code] === 1);
    const [first, second] = question.nodes;
    if (isState) {
      const [gone, there] = codes[0] === 1 ? [first, second] : [second, first];
      return { from, missing: true, first: gone, second: there };
    }
    return bounds
      ? { from, below: bounds[codes[codes.length - 1]], first, second }
      : { from, levels: codes, first, second };
  });
  const [low, high] = [0, 1].map(() => new Float64Array(rows).fill(Number.NaN));
  present.forEach((row, i) => {
    const below = leaves[belowOf[row]];
    high[row] = leafPlace(cuts, below, encoded.u[i]);
    low[row] = encoded.left ? leafPlace(cuts, below, encoded.left[i]) : high[row];
  });
  const { levels } = column;
  const given: Tree = {
    kind: 'tree',
    nodes: written,
    margin,
    cuts,
    leaves,
    ...(levels && { levels }),
  };
  const spread = rng.split('tree', column.name).uniforms(rows);
  const places = low.map((from, row) => from + spread[row] * (high[row] - from));
  return {
    given,
    places,
    ...(encoded.left && { cells: { low, high } }),
  };
}

/** The margin of all rows, and where each lies on its scale; with left limits where several share a value. */
function wholeMargin(
  { levels, typed, name }: PreparedColumn,
  values: Float64Array,
  { k, margins }: TreeTask['settings'],
  rng: Rng,
): { readonly margin: ColumnMargin; readonly encoded: Encoded } {
  if (levels) {
    const margin = levelsMargin(levels, values, k);
    return { margin, encoded: levelScale(margin.upper, values) };
  }
  const numbers = typed as TypedNumbers;
  const { min, max } = numbers;
  const { margin, encode } = numericMargin(values, {
    k,
    margins,
    grid: gridOf(numbers),
    min,
    max,
    isFine: true,
  });
  const encoded = encode(values, rng.split('tree margin', name));
  if (margin.kind !== 'smooth' || margin.atoms.length === 0) return { margin, encoded };
  const atoms = new Map(margin.atoms.map((atom) => [atom.value, atom]));
  const ends = (end: 'from' | 'to') => encoded.u.map((u, i) => atoms.get(values[i])?.[end] ?? u);
  return { margin, encoded: { u: ends('to'), left: ends('from') } };
}

/** Levels have a cell each, and values that many share; numbers between these lie in cells of about equal shares. */
function cutsOf(margin: ColumnMargin, rows: number, k: number): number[] {
  if ('upper' in margin) return [...margin.upper.slice(0, -1), 1];
  return cutsAround(atomsOf(margin), FINE_CELLS, (4 * k) / rows);
}

interface Piece {
  readonly from: number;
  readonly to: number;
}

function atomsOf(margin: ColumnMargin): readonly Piece[] {
  if (margin.kind === 'smooth') return margin.atoms;
  if (!('upper' in margin)) return [];
  return margin.upper.map((to, level) => ({ from: level > 0 ? margin.upper[level - 1] : 0, to }));
}

/** Pieces that are heavy have a cell each; what is left of the scale, so many cells, none much smaller than `least`. */
function cutsAround(pieces: readonly Piece[], cells: number, least: number): number[] {
  const width = ({ from, to }: Piece) => to - from;
  let left = 1;
  const size = () => Math.max(least, left / cells);
  const heavy: Piece[] = [];
  for (const piece of [...pieces].sort((a, b) => width(b) - width(a))) {
    if (width(piece) < size() / 2) break;
    heavy.push(piece);
    left -= width(piece);
  }
  heavy.sort((a, b) => a.from - b.from);
  const cuts: number[] = [];
  let at = 0;
  for (const { from, to } of [...heavy, { from: 1, to: 1 }]) {
    const parts = Math.max(1, Math.round((from - at) / size()));
    for (let part = 1; part <= parts; part++) {
      const cut = part === parts ? from : at + ((from - at) * part) / parts;
      if (cut > (cuts[cuts.length - 1] ?? 0)) cuts.push(cut);
    }
    if (to > (cuts[cuts.length - 1] ?? 0)) cuts.push(to);
    at = to;
  }
  cuts[cuts.length - 1] = 1;
  return cuts;
}

/** By cell, the group of neighbours that questions see. */
function coarseOf(margin: ColumnMargin, cuts: readonly number[]): number[] {
  if (margin.kind === 'levels') return cuts.map((_, cell) => cell);
  const coarse = cutsAround(atomsOf(margin), COARSE_CELLS, 0);
  return cuts.map((cut, cell) => firstNotBelow(coarse, (cut + (cuts[cell - 1] ?? 0)) / 2));
}

function widthsOf(cuts: readonly number[]): Float64Array {
  return Float64Array.from(cuts, (cut, cell) => cut - (cell > 0 ? cuts[cell - 1] : 0));
}

/** The sums of shares, the last 1. */
function belowFrom(shares: Float64Array): number[] {
  let sum = 0;
  const below = Array.from(shares, (share) => {
    sum += share;
    return Math.round(sum * PARTS) / PARTS;
  });
  const last = shares.reduce((place, share, cell) => (share > 0 ? cell : place), 0);
  return below.map((each, cell) => (cell >= last ? 1 : each));
}
