/**
 * One pair copula for all classes, or one for each group of them: whichever the criterion prefers, if it
 * does by enough. The search over families flatters whoever searches more often, so that plain AIC takes
 * two copulas for one too often; further searches have to pay besides their parameters. What chance gains
 * by several of them grows with their number as a standard deviation does, and so does the price.
 *
 * It is the smallest, in steps of a half, that splits at most 5 % of the pairs of tables drawn from a shared
 * vine (test/slow/splitting.test.ts). Splits without a difference at 4, 4.5, 5 and 6: 6.9, 5.3, 4.0 and 2.4 %
 * (simulated data, 1,000 rows), 6.7, 5.4, 4.5 and 2.9 % (300 rows), 5.2, 4.0, 3.0 and 1.7 % (SUPPORT2, 884
 * rows). One pair in twenty gains more than 4.2, 6.0, 8.3, 11.9 and 14.6 by chance with 2, 3, 5, 7 and 10
 * classes; asked for are 5.0, 7.1, 10.0, 12.2 and 15.0.
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { logPdf } from '../copula/evaluate.ts';
import {
  type PairFit,
  pricePerParameter,
  type SelectSettings,
  selectInGroups,
  selectPair,
} from '../copula/selectPair.ts';
import { sum } from '../numerics/sum.ts';
import { partsOf, type Split } from './split.ts';
import { type AnyEdge, type EdgeCopula, edgeCopula } from './vine.ts';

/** Of one further search, on the scale of -2 log-likelihood. */
const PRICE = 5;

/**
 * Classes are not searched where their copulas would have to be cheaper than foreseen by more than this. What is
 * foreseen comes with the shared search, from families and rotations that suit all rows: on SUPPORT2 (1,000
 * rows, 8 trees) it leaves 30 % of the pairs to be searched, and misses one split in 56, by a rotation that
 * suits one class alone.
 */
const MARGIN = 3;

export function chooseByClass(
  first: CopulaColumn,
  second: CopulaColumn,
  settings: SelectSettings,
  split: Split,
): AnyEdge {
  const { hasRest, choice, bounds } = split;
  const { fit: shared, promised } = selectInGroups(first, second, settings, bounds);
  const price = pricePerParameter(settings.criterion, first.u.length);
  const cost = ({ parameters, logLik }: Pick<EdgeCopula, 'parameters' | 'logLik'>) =>
    price * parameters.length - 2 * logLik;
  const further = PRICE * Math.sqrt(bounds.length - 2);
  const [firsts, seconds] = [partsOf(first, split), partsOf(second, split)];
  const own: EdgeCopula[] = [];
  // what is foreseen of a class, until its own search has told
  let apart = promised.reduce((total, each) => total + each, further);
  for (const [group, part] of firsts.entries()) {
    if (choice === 'auto' && apart > cost(shared) + MARGIN) return edgeCopula(shared);
    const isRest = hasRest && group === firsts.length - 1;
    const found = isRest
      ? { ...edgeCopula(shared), logLik: logLikOf(shared, part, seconds[group]) }
      : edgeCopula(selectPair(part, seconds[group], settings));
    apart += cost(found) - promised[group];
    own.push(found);
  }
  const isSame = own.every(({ family }) => family === 'independence');
  if (isSame && shared.family === 'independence') return edgeCopula(shared);
  if (choice === 'auto' && !(apart < cost(shared))) return edgeCopula(shared);
  const logLik = own.reduce((total, each) => total + each.logLik, 0);
  return { classes: own, logLik, sharedLogLik: shared.logLik };
}

function logLikOf(copula: PairFit, first: CopulaColumn, second: CopulaColumn): number {
  return copula.family === 'independence' ? 0 : sum(logPdf(copula, first, second));
}
