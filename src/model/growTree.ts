/**
 * A tree that tells where the distribution of a column differs: at each node the question, of all columns that may be
 * asked for, whose two answers have the likeliest distributions of their own (Breiman, Friedman, Olshen and Stone
 * 1984, with the deviance for impurity), as long as they are likelier than their parameters would make them by
 * chance. The levels of a category are put in the order in which the column's distributions differ most between
 * them, and cut in two at the best place: exact for a column of two cells, near it for more (Coppersmith, Hong and
 * Hosking 1999).
 */

import { kernel } from '../numerics/kernel.ts';

/** What may be asked for. */
export interface Asked {
  readonly name: string;
  /** Below 0 where it is missing. */
  readonly codes: Int32Array;
  readonly size: number;
  /** Whether only neighbours in the order of the code go together. */
  readonly isOrdered: boolean;
}

export interface Question {
  /** The place of what is asked for. */
  readonly asked: number;
  /** 1 for codes that go to the first of the two nodes; rows without one go to the second. */
  readonly first: Uint8Array;
}

export interface Node {
  readonly rows: Int32Array;
  readonly above: number;
  question?: Question & { readonly nodes: readonly [number, number] };
}

export interface GrowSettings {
  /** Rows that a node must have. */
  readonly least: number;
  /** What a parameter costs in units of log-likelihood. */
  readonly price: number;
  /** Whether cells are numbers in their order: what goes along with them is left to the vine. Default: no. */
  readonly isOrdered?: boolean;
}

/**
 * By how much two distributions must be likelier than one, besides the price of their parameters and that of choosing
 * among so many ways to ask: the likeliest of many is likely by chance.
 */
const LEAD = 5;
const LOG_2 = Math.LN2;

/** `codes`: the cell of each row, below 0 where it is missing; nodes from the root on. */
export function growTree(
  codes: Int32Array,
  cells: number,
  asked: readonly Asked[],
  settings: GrowSettings,
): Node[] {
  const rows = Int32Array.from(codes.keys()).filter((row) => codes[row] >= 0);
  const entropy = openEntropy(rows.length);
  const nodes: Node[] = [{ rows, above: -1 }];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    const found = bestQuestion(node.rows, { codes, cells, asked, entropy }, settings);
    if (!found) continue;
    const { codes: own } = asked[found.asked];
    const isFirst = (row: number) => own[row] >= 0 && found.first[own[row]] === 1;
    node.question = { ...found, nodes: [nodes.length, nodes.length + 1] };
    nodes.push({ rows: node.rows.filter(isFirst), above: at });
    nodes.push({ rows: node.rows.filter((row) => !isFirst(row)), above: at });
  }
  return nodes;
}

interface Grown {
  readonly codes: Int32Array;
  readonly cells: number;
  readonly asked: readonly Asked[];
  readonly entropy: Float64Array;
}

/** c log c for whole counts. */
function openEntropy(most: number): Float64Array {
  const { log } = kernel();
  return Float64Array.from({ length: most + 1 }, (_, c) => (c > 0 ? c * log(c) : 0));
}

function bestQuestion(
  rows: Int32Array,
  { codes, cells, asked, entropy }: Grown,
  { least, price, isOrdered: hasOrder = false }: GrowSettings,
): Question | undefined {
  if (rows.length < 2 * least) return undefined;
  const { log } = kernel();
  let best: Question | undefined;
  let most = 0;
  asked.forEach(({ codes: own, size, isOrdered }, place) => {
    const table = new Float64Array(size * cells);
    const sizes = new Float64Array(size);
    for (const row of rows) {
      if (own[row] < 0) continue;
      table[own[row] * cells + codes[row]]++;
      sizes[own[row]]++;
    }
    const present = Array.from(sizes.keys()).filter((code) => sizes[code] > 0);
    if (present.length < 2) return;
    const order =
      isOrdered || present.length === 2 ? present : byAxis(table, sizes, present, cells);
    const all = new Float64Array(cells);
    let total = 0;
    for (const code of present) {
      total += sizes[code];
      for (let c = 0; c < cells; c++) all[c] += table[code * cells + c];
    }
    const free = all.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0) - 1;
    if (free < 1) return;
    // levels without an order can be put into two groups in 2^(levels - 1) - 1 ways
    const ways = isOrdered ? log(present.length - 1) : (present.length - 1) * LOG_2;
    const alone = all.reduce((sum, count) => sum + entropy[count], -entropy[total]);
    const along = hasOrder && isOrdered && size > 2 ? alongOrder(table, sizes, all, total) : 0;
    const first = new Float64Array(cells);
    let firstRows = 0;
    for (let cut = 0; cut + 1 < order.length; cut++) {
      const code = order[cut];
      firstRows += sizes[code];
      let likelihood = -entropy[firstRows] - entropy[total - firstRows];
      for (let c = 0; c < cells; c++) {
        first[c] += table[code * cells + c];
        likelihood += entropy[first[c]] + entropy[all[c] - first[c]];
      }
      if (firstRows < least || total - firstRows < least) continue;
      const gain = likelihood - alone - price * free - ways - along - LEAD;
      if (gain > most) {
        most = gain;
        const isFirst = new Uint8Array(size);
        for (const each of order.slice(0, cut + 1)) isFirst[each] = 1;
        best = { asked: place, first: isFirst };
      }
    }
  });
  return best;
}

/** The log-likelihood that one correlation of the ranks adds: so much the vine has without a tree. */
function alongOrder(
  table: Float64Array,
  rows: Float64Array,
  columns: Float64Array,
  total: number,
): number {
  const [a, b] = [midRanks(rows), midRanks(columns)];
  const cells = columns.length;
  let product = 0;
  table.forEach((count, place) => {
    if (count > 0) product += count * a[Math.floor(place / cells)] * b[place % cells];
  });
  const squares = (counts: Float64Array, ranks: Float64Array) =>
    counts.reduce((sum, count, i) => sum + count * ranks[i] * ranks[i], 0);
  const square = (product * product) / (squares(rows, a) * squares(columns, b));
  return square < 1 ? -(total / 2) * kernel().log(1 - square) : Number.POSITIVE_INFINITY;
}

/** The middle of each code's ranks, with mean 0. */
function midRanks(counts: Float64Array): Float64Array {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  return counts.map((count) => {
    const rank = before + count / 2 - total / 2;
    before += count;
    return rank;
  });
}

const ROUNDS = 30;

/** Codes along the first axis of their distributions over the cells (correspondence analysis). */
function byAxis(
  table: Float64Array,
  sizes: Float64Array,
  present: readonly number[],
  cells: number,
): number[] {
  const total = present.reduce((sum, code) => sum + sizes[code], 0);
  const share = new Float64Array(cells);
  for (const code of present) {
    for (let c = 0; c < cells; c++) share[c] += table[code * cells + c] / total;
  }
  const profile = present.map((code) => {
    const own = table.subarray(code * cells, (code + 1) * cells);
    return own.map((count, c) =>
      share[c] > 0 ? (count / sizes[code] - share[c]) / Math.sqrt(share[c]) : 0,
    );
  });
  // from the level that lies furthest from the others
  const distance = (own: Float64Array, code: number) =>
    sizes[code] * own.reduce((sum, x) => sum + x * x, 0);
  const furthest = profile.reduce(
    (far, own, p) => (distance(own, present[p]) > distance(profile[far], present[far]) ? p : far),
    0,
  );
  let axis = profile[furthest].slice();
  const project = (own: Float64Array) => own.reduce((sum, x, c) => sum + x * axis[c], 0);
  // distributions over two cells lie on a line
  for (let round = 0; round < (cells > 2 ? ROUNDS : 0); round++) {
    const next = new Float64Array(cells);
    profile.forEach((own, p) => {
      const weight = sizes[present[p]] * project(own);
      for (let c = 0; c < cells; c++) next[c] += weight * own[c];
    });
    const size = Math.sqrt(next.reduce((sum, x) => sum + x * x, 0));
    if (!(size > 0)) break;
    axis = next.map((x) => x / size);
  }
  const places = profile.map(project);
  return Array.from(present.keys())
    .sort((a, b) => places[a] - places[b] || a - b)
    .map((p) => present[p]);
}
