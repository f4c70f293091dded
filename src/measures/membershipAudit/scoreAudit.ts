/** What one score shows at one level. */

import { holm } from '../../numerics/holm.ts';
import type { Interval } from '../../numerics/intervals.ts';
import { calibrate } from './calibrate.ts';
import type { Coins } from './coins.ts';
import { aucOverFits, FEWEST_FITS } from './fitAuc.ts';
import type { JudgedFit } from './judgedFit.ts';
import { epsilonLower, type PairFigures, pairFigures } from './pairGuesses.ts';
import { type RatesAt, ratesAt } from './ratesAt.ts';
import { aucAtRelease, effectiveNumbers, type FitDesign } from './release.ts';
import { isLogDensity, isRatio, type ScoreName, type Scores } from './scores/score.ts';

export interface ScoreAudit {
  /** Over people, mean over fits, of an attacker who compares with fits of their own; chance is .5. */
  readonly auc: Interval;
  /** The same scaled to the release. */
  readonly atRelease: Interval;
  /**
   * Of log-densities: scaled to a release of the model itself, from which whoever has it may draw rows without
   * end, so that no sampling blurs what the fit holds.
   */
  readonly atModelRelease?: Interval;
  /** Of log-densities: how many fitted numbers would give as much away. */
  readonly effectiveNumbers?: number;
  /** Of an attacker who compares people with each other, without any other fit. */
  readonly uncalibrated: Interval;
  readonly pairs: Omit<PairFigures, 'guesses'> & {
    /** p, after Holm for the judge alone or for all other scores. */
    readonly adjusted: number;
  };
  /** The share of members that is recognised at few false alarms. */
  readonly tprAt: RatesAt;
  /** An epsilon that is refuted at 95 %: a lower bound, not the epsilon. */
  readonly epsilonLower: number;
  readonly word: Recognisable;
}

export type ScoreAudits = { readonly [Name in ScoreName]?: ScoreAudit };

/** By the upper end of the interval at the release; the limits are proposals. */
export type Recognisable = 'hardly' | 'somewhat' | 'clearly' | 'unknown';

const LIMITS = [
  { word: 'hardly', most: 0.55 },
  { word: 'somewhat', most: 0.65 },
  { word: 'clearly', most: 1 },
] as const;

export function wordOf({ high }: Interval): Recognisable {
  return LIMITS.find(({ most }) => high <= most)?.word ?? 'unknown';
}

/** A fit that was done. */
export interface DoneFit {
  readonly coins: Coins;
  /** At one level. */
  readonly scores: Scores;
}

export interface AuditDesigns {
  readonly audited: FitDesign;
  readonly released: FitDesign;
  readonly delta: number;
}

/** The fits that can be judged by one score. */
export function judge(name: ScoreName, fits: readonly DoneFit[]): JudgedFit[] {
  const scores = fits.map((fit) => fit.scores[name] as Float64Array);
  const isIn = fits.map(({ coins }) => coins.isIn);
  if (isRatio(name)) {
    return scores.map((ratios, fit) => ({ fit, ratios, coins: fits[fit].coins }));
  }
  const kind = isLogDensity(name) ? 'log-density' : 'distance';
  return calibrate(scores, isIn, kind).flatMap((ratios, fit) =>
    ratios ? [{ fit, ratios, coins: fits[fit].coins }] : [],
  );
}

/** All scores that all fits have; the first named is the judge. */
export function auditScores(
  names: readonly ScoreName[],
  fits: readonly DoneFit[],
  designs: AuditDesigns,
): ScoreAudits {
  const known = names.filter((name) => fits.every(({ scores }) => scores[name]));
  const found = known.map((name) => auditScore(name, fits, designs));
  const others = holm(found.slice(1).map(({ pairs }) => pairs.p));
  return Object.fromEntries(
    known.map((name, at): [ScoreName, ScoreAudit] => {
      const { pairs, ...rest } = found[at];
      const adjusted = at === 0 ? pairs.p : others[at - 1];
      return [name, { ...rest, pairs: { ...pairs, adjusted } }];
    }),
  );
}

type Unadjusted = Omit<ScoreAudit, 'pairs'> & { readonly pairs: Omit<PairFigures, 'guesses'> };

function auditScore(
  name: ScoreName,
  fits: readonly DoneFit[],
  { audited, released, delta }: AuditDesigns,
): Unadjusted {
  const judged = judge(name, fits);
  const isSpreadKnown = fits.length >= FEWEST_FITS;
  const auc = aucOverFits(judged, isSpreadKnown);
  const plain = fits.map(({ coins, scores }) => ({ coins, ratios: scores[name] as Float64Array }));
  const [from, to] = [seenThrough(name, audited), seenThrough(name, released)];
  const atRelease = isLogDensity(name) ? scaled(auc, from, to) : auc;
  const { guesses: _, ...pairs } = pairFigures(judged);
  return {
    auc,
    atRelease,
    ...(isLogDensity(name) && {
      atModelRelease: scaled(auc, from, { ...to, drawn: Number.POSITIVE_INFINITY }),
      effectiveNumbers: effectiveNumbers(auc.estimate, from),
    }),
    uncalibrated: aucOverFits(plain, isSpreadKnown),
    pairs,
    tprAt: ratesAt(judged),
    epsilonLower: epsilonLower(judged, delta),
    word: wordOf(atRelease),
  };
}

/** Who sees the model does not see it through synthetic rows. */
function seenThrough(name: ScoreName, design: FitDesign): FitDesign {
  return name === 'model' ? { ...design, drawn: Number.POSITIVE_INFINITY } : design;
}

export function scaled(auc: Interval, from: FitDesign, to: FitDesign): Interval {
  const at = (value: number) => aucAtRelease(value, from, to);
  return { ...auc, estimate: at(auc.estimate), low: at(auc.low), high: at(auc.high) };
}
