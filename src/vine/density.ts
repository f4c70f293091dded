/** Log-density and log-likelihood of data under a vine. */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { logPdf } from '../copula/evaluate.ts';
import { sum } from '../numerics/sum.ts';
import { overRows } from './rows.ts';
import type { Vine } from './vine.ts';
import { walkUp } from './walk.ts';

/** The log-density of each row; discrete variables count as in the pair copulas (see `logPdf`). */
export function vineLogPdf(vine: Vine, columns: readonly CopulaColumn[]): Float64Array {
  const { order } = vine.structure;
  const result = new Float64Array(columns[0].u.length);
  overRows(columns, (piece, start) => {
    const total = result.subarray(start, start + piece[0].u.length);
    const byPosition = order.map((variable) => piece[variable]);
    walkUp(vine, byPosition, (copula, first, second) => {
      if (copula.family === 'independence') return;
      const terms = logPdf(copula, first, second);
      for (let r = 0; r < total.length; r++) total[r] += terms[r];
    });
  });
  return result;
}

export function logLikelihood(vine: Vine, columns: readonly CopulaColumn[]): number {
  return sum(vineLogPdf(vine, columns));
}
