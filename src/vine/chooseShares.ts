/**
 * In the first tree: the pair copula of a variable and the root, or the variable's distribution within
 * each class (shares.ts). What decides is the likelihood of rows that were not in the fit: of shares
 * exactly, every row left out once; of the copula by the correction of AIC, one for each parameter, which
 * is the same up to smaller terms (Stone 1977).
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { logPdf } from '../copula/evaluate.ts';
import type { PairFit } from '../copula/selectPair.ts';
import { sum } from '../numerics/sum.ts';
import { countCells, leaveOneOut, sharesLogPdf, sharesOf } from './shares.ts';
import { partsOf, type Split } from './split.ts';
import { type AnyEdge, edgeCopula, type GroupEdge } from './vine.ts';

/** Numbers of cells that are tried, and of a discrete variable also one for each of its levels. */
const CELLS = [2, 3, 4, 6, 8, 12, 16, 24, 32];
/** With more levels than this they are not told apart. */
const MOST_LEVELS = 64;
/** By how much shares must be likelier, for the number of cells was chosen as well. */
const LEAD = 2;

export function chooseShares(
  shared: PairFit,
  first: CopulaColumn,
  second: CopulaColumn,
  split: Split,
): AnyEdge {
  const parts = partsOf(first, split);
  const own = split.hasRest ? parts.slice(0, -1) : parts;
  const { cuts, heldOut } = bestCuts(first, own);
  // one cell: no shares are likelier than none
  if (cuts.length === 1) return edgeCopula(shared);
  const rest = split.hasRest ? restOf(shared, first, second, split) : undefined;
  const sharedHeldOut = shared.logLik - shared.parameters.length;
  const apart = heldOut + (rest ? rest.logLik - shared.parameters.length : 0);
  if (split.choice === 'auto' && !(apart > sharedHeldOut + LEAD)) return edgeCopula(shared);
  const all = countCells(cuts, first.u);
  const classes: GroupEdge[] = own.map((part) => {
    const shares = sharesOf(cuts, countCells(cuts, part.u), all);
    return { ...shares, logLik: sum(sharesLogPdf(shares, part)) };
  });
  if (rest) classes.push(rest);
  const logLik = classes.reduce((total, each) => total + each.logLik, 0);
  return { classes, logLik, sharedLogLik: shared.logLik };
}

/** Small classes keep the copula. */
function restOf(shared: PairFit, first: CopulaColumn, second: CopulaColumn, split: Split) {
  const [x, y] = [first, second].map((column) => partsOf(column, split).at(-1) as CopulaColumn);
  const logLik = shared.family === 'independence' ? 0 : sum(logPdf(shared, x, y));
  return { ...edgeCopula(shared), logLik };
}

/** The cells under which rows that are left out are likeliest, over all groups. */
function bestCuts(first: CopulaColumn, own: readonly CopulaColumn[]) {
  const smallest = Math.min(...own.map(({ u }) => u.length));
  let best = { cuts: [1] as readonly number[], heldOut: 0 };
  for (const cuts of candidates(first, smallest)) {
    const all = countCells(cuts, first.u);
    const heldOut = own.reduce((total, { u }) => total + leaveOneOut(countCells(cuts, u), all), 0);
    if (heldOut > best.heldOut) best = { cuts, heldOut };
  }
  return best;
}

function candidates({ u, left }: CopulaColumn, rows: number): readonly (readonly number[])[] {
  const grids = CELLS.filter((cells) => cells * 5 <= rows).map((cells) =>
    Array.from({ length: cells }, (_, c) => (c + 1) / cells),
  );
  if (!left) return grids;
  const upper = [...new Set(u)].sort((a, b) => a - b);
  const ends = [...upper.slice(0, -1), 1];
  const snapped = grids.map((grid) => [...new Set(grid.map((cut) => nearest(ends, cut)))]);
  return ends.length <= MOST_LEVELS ? [...snapped, ends] : snapped;
}

function nearest(ends: readonly number[], cut: number): number {
  return ends.reduce((best, end) => (Math.abs(end - cut) < Math.abs(best - cut) ? end : best));
}
