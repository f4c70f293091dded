/** Log-density and log-likelihood of data under a vine. */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { logPdf } from '../copula/evaluate.ts';
import { sum } from '../numerics/sum.ts';
import { overGroups, put } from './groups.ts';
import { overRows } from './rows.ts';
import { sharesLogPdf } from './shares.ts';
import type { GroupEdge, Vine } from './vine.ts';
import { walkUp } from './walkUp.ts';

/** The log-density of each row; discrete variables count as in the pair copulas (see `logPdf`). */
export function vineLogPdf(vine: Vine, columns: readonly CopulaColumn[]): Float64Array {
  const { order } = vine.structure;
  const result = new Float64Array(columns[0].u.length);
  overGroups(vine, columns, (plain, own, rows) => {
    overRows(own, (piece, start) => {
      const total = new Float64Array(piece[0].u.length);
      const byPosition = order.map((variable) => piece[variable]);
      walkUp(plain, byPosition, (edge, first, second) => {
        if ('family' in edge && edge.family === 'independence') return;
        const terms = edgeLogPdf(edge, first, second);
        for (let r = 0; r < total.length; r++) total[r] += terms[r];
      });
      put(result, rows, start, total);
    });
  });
  return result;
}

/** The log-density of an edge, where it is no independence. */
export function edgeLogPdf(edge: GroupEdge, first: CopulaColumn, second: CopulaColumn) {
  return 'cuts' in edge ? sharesLogPdf(edge, first) : logPdf(edge, first, second);
}

export function logLikelihood(vine: Vine, columns: readonly CopulaColumn[]): number {
  return sum(vineLogPdf(vine, columns));
}
