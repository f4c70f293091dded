/**
 * One pair copula for all classes, or one for each group of them: whichever the criterion prefers, if it
 * does by enough. The search over families flatters whoever searches more often, so that plain AIC takes
 * two copulas for one too often; each further search has to pay `PRICE` besides its parameters. Its size
 * is calibrated in test/slow/splitting.test.ts.
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { logPdf } from '../copula/evaluate.ts';
import {
  type PairFit,
  pricePerParameter,
  type SelectSettings,
  selectPair,
} from '../copula/selectPair.ts';
import { sum } from '../numerics/sum.ts';
import { partsOf, type Split } from './split.ts';
import { type AnyEdge, type EdgeCopula, edgeCopula } from './vine.ts';

/** On the scale of -2 log-likelihood. */
const PRICE = 6;

export function chooseByClass(
  shared: PairFit,
  first: CopulaColumn,
  second: CopulaColumn,
  settings: SelectSettings,
  split: Split,
): AnyEdge {
  const { hasRest, choice } = split;
  const [firsts, seconds] = [partsOf(first, split), partsOf(second, split)];
  const own = firsts.map((part, group): EdgeCopula => {
    const isRest = hasRest && group === firsts.length - 1;
    return isRest
      ? { ...edgeCopula(shared), logLik: logLikOf(shared, part, seconds[group]) }
      : edgeCopula(selectPair(part, seconds[group], settings));
  });
  const price = pricePerParameter(settings.criterion, first.u.length);
  const cost = ({ parameters, logLik }: EdgeCopula) => price * parameters.length - 2 * logLik;
  const apart = own.reduce((total, each) => total + cost(each), PRICE * (own.length - 1));
  const isSame = own.every(({ family }) => family === 'independence');
  if (isSame && shared.family === 'independence') return edgeCopula(shared);
  if (choice === 'auto' && !(apart < cost(shared))) return edgeCopula(shared);
  const logLik = own.reduce((total, each) => total + each.logLik, 0);
  return { classes: own, logLik, sharedLogLik: shared.logLik };
}

function logLikOf(copula: PairFit, first: CopulaColumn, second: CopulaColumn): number {
  return copula.family === 'independence' ? 0 : sum(logPdf(copula, first, second));
}
