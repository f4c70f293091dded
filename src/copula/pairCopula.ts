/** A pair copula that can be evaluated: the public face of evaluate.ts. */

import { kernel } from '../numerics/kernel.ts';
import { checkColumns, checkedCopula, type PairCopulaOptions } from './checkPair.ts';
import { cdf, hfunc1, hfunc2, hinv1, hinv2, logPdf, type PairCopula } from './evaluate.ts';
import { type TailDependence, tailDependence } from './tailDependence.ts';
import { tauOf } from './tau.ts';

/** A function of two columns of equal length with values in [0, 1]. */
export type OfPairs = (u1: Float64Array, u2: Float64Array) => Float64Array;

/**
 * A pair copula with its functions. The density is not asked for closer than 1e-10 to 0 and 1;
 * nearer arguments are taken as 1e-10 away.
 */
export interface EvaluablePairCopula extends PairCopula {
  readonly pdf: OfPairs;
  readonly logPdf: OfPairs;
  /** C(u1, u2) = P(U1 <= u1, U2 <= u2). */
  readonly cdf: OfPairs;
  /** P(U2 <= u2 | U1 = u1). */
  readonly hfunc1: OfPairs;
  /** P(U1 <= u1 | U2 = u2). */
  readonly hfunc2: OfPairs;
  /** hinv1(u1, p): the u2 with hfunc1(u1, u2) = p. */
  readonly hinv1: OfPairs;
  /** hinv2(p, u2): the u1 with hfunc2(u1, u2) = p. */
  readonly hinv2: OfPairs;
  /** Kendall's tau. */
  readonly tau: number;
  readonly tailDependence: TailDependence;
}

/**
 * The pair copula of a family with a rotation and parameters.
 *
 * pairCopula({ family: 'clayton', parameters: [2] }).tau // 0.5
 */
export function pairCopula(options: PairCopulaOptions): EvaluablePairCopula {
  const copula = checkedCopula(options);
  const ofPairs =
    (work: OfPairs): OfPairs =>
    (u1, u2) => {
      checkColumns(u1, u2);
      return work(u1, u2);
    };
  const logDensity: OfPairs = (u1, u2) => logPdf(copula, { u: u1 }, { u: u2 });
  return Object.freeze({
    ...copula,
    pdf: ofPairs((u1, u2) => logDensity(u1, u2).map((value) => kernel().exp(value))),
    logPdf: ofPairs(logDensity),
    cdf: ofPairs((u1, u2) => cdf(copula, u1, u2)),
    hfunc1: ofPairs((u1, u2) => hfunc1(copula, { u: u1 }, u2)),
    hfunc2: ofPairs((u1, u2) => hfunc2(copula, u1, { u: u2 })),
    hinv1: ofPairs((u1, p) => hinv1(copula, { u: u1 }, p)),
    hinv2: ofPairs((p, u2) => hinv2(copula, p, { u: u2 })),
    tau: tauOf(copula),
    tailDependence: Object.freeze(tailDependence(copula)),
  });
}
