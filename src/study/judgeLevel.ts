/**
 * A level is judged risk by risk, by the ends of intervals: safe where the upper end is within the limit,
 * unsafe where the lower end is beyond it, unclear between. What was not measured is unclear, unless its
 * limit was lifted. The level is as safe as its worst figure.
 */

import { type Interval, within } from '../numerics/intervals.ts';
import type { JudgedFigure, JudgedLevel, Judgement, RiskName } from './decision.ts';
import { limitFor, type RiskLimits } from './limits.ts';
import type {
  AuditRisk,
  CategoryRisk,
  CopiesRisk,
  NumberRisk,
  RiskFigures,
} from './riskFigures.ts';

export function judgeLevel(risks: RiskFigures, limits: RiskLimits): JudgedLevel {
  const figures = [
    ...(limits.attribute.value === null
      ? []
      : risks.numbers.map((each) => judgeNumber(each, limits))),
    ...(limits.guess.value === null
      ? []
      : risks.categories.map((each) => judgeCategory(each, limits))),
    ...judgeMembership(risks.audit, limits),
    judgeCopies(risks.copies),
  ];
  return { judged: worstOf(figures.map(({ judged }) => judged)), figures };
}

export function judgeInterval({ low, high }: Interval, limit: number): Judgement {
  if (high <= limit) return 'safe';
  return low > limit ? 'unsafe' : 'unclear';
}

const ORDER: readonly Judgement[] = ['safe', 'unclear', 'unsafe'];

export function worstOf(judged: readonly Judgement[]): Judgement {
  return ORDER[Math.max(0, ...judged.map((each) => ORDER.indexOf(each)))];
}

export function isBetter(a: Judgement, b: Judgement): boolean {
  return ORDER.indexOf(a) < ORDER.indexOf(b);
}

/** By how much the worst figure is beyond its limit, on scales from 0 to about 1; below 0 if none is. */
export function missOf({ figures }: JudgedLevel): number {
  const misses = figures.map(({ figure: { estimate }, limit }) => estimate - limit);
  return Math.max(...misses.filter((miss) => !Number.isNaN(miss)), -1);
}

/** People in the table and people outside it: whoever is guessed better, at the upper end. */
export function largerOf(a: Interval, b: Interval): Interval {
  const end = ({ high }: Interval) => (Number.isNaN(high) ? Number.NEGATIVE_INFINITY : high);
  return end(b) > end(a) || Number.isNaN(a.estimate) ? b : a;
}

function judgeNumber({ name, inTable, heldOut, real }: NumberRisk, limits: RiskLimits) {
  const figure = share(largerOf(inTable, heldOut));
  const limit = limitFor(limits.attribute, real);
  const words = `An attacker explains ${percent(figure.estimate)} of the variance of ${name}${atMost(figure.high)}; the limit is ${percent(limit)}.`;
  return judged('attribute', name, figure, limit, words);
}

function judgeCategory(risk: CategoryRisk, limits: RiskLimits) {
  const { name, baseline, real } = risk;
  const rate = largerOf(risk.inTable, risk.heldOut);
  const avoided = (value: number) => avoidedErrors(value, baseline);
  const figure = share({
    ...rate,
    estimate: avoided(rate.estimate),
    low: avoided(rate.low),
    high: avoided(rate.high),
  });
  const limit = limitFor(limits.guess, real);
  const words = `An attacker guesses ${name} right for ${percent(rate.estimate)} of people, ${percent(baseline)} without the table: ${percent(figure.estimate)} of wrong guesses are avoided${atMost(figure.high)}; the limit is ${percent(limit)}.`;
  return judged('guess', name, figure, limit, words);
}

/** Goodman and Kruskal's lambda: what of the errors of always guessing the most frequent level is gone. */
export function avoidedErrors(rate: number, baseline: number): number {
  return baseline < 1 ? (rate - baseline) / (1 - baseline) : 0;
}

/** What the membership audit has to say of a level. */
export function judgeMembership(audit: AuditRisk | null, limits: RiskLimits): JudgedFigure[] {
  const { membership, membershipBeyondMargins, people } = limits;
  if (!audit) {
    if (membership.value === null) return [];
    const words =
      'Everybody in the table as a target: not measured, so who can be recognised is not known.';
    return [judged('membership', null, UNKNOWN, membership.value, words)];
  }
  const figures: JudgedFigure[] = [];
  if (membership.value !== null) {
    for (const { by, auc } of audit.attackers) {
      const words = `${BY[by]} is right ${percent(auc.estimate)} of the time about which of two people is in the table (a coin: 50 %)${atMost(auc.high)}; the limit is ${percent(membership.value)}.`;
      figures.push(judged('membership', by, auc, membership.value, words));
    }
  }
  if (membershipBeyondMargins.value !== null && audit.beyondMargins) {
    const { estimate, high } = audit.beyondMargins;
    const words = `Members are recognised ${oftener(estimate)} than from columns without any dependence${Number.isNaN(high) ? '' : ` (${atMostOftener(high)})`}; the limit is ${points(membershipBeyondMargins.value)}.`;
    figures.push(
      judged(
        'membershipBeyondMargins',
        null,
        audit.beyondMargins,
        membershipBeyondMargins.value,
        words,
      ),
    );
  }
  if (people.value !== null) {
    const words = audit.isAnybodyRecognised
      ? 'Single people are recognised nearly every time they are in the table.'
      : 'No single person is recognised nearly every time.';
    figures.push(judged('people', null, exactly(audit.isAnybodyRecognised ? 1 : 0), 0, words));
  }
  return figures;
}

const BY: Readonly<Record<AuditRisk['attackers'][number]['by'], string>> = {
  density: 'A well-informed attacker who compares densities',
  'nearest row': 'A well-informed attacker who looks for the nearest synthetic row',
};

function judgeCopies({ found, allowed, rows }: CopiesRisk): JudgedFigure {
  const most = `unseen rows explain at most ${allowed}`;
  const words = `${found} of ${rows} synthetic rows are exact copies of real ones; ${most}.`;
  const per = Math.max(1, rows);
  return judged('copies', null, exactly(found / per), allowed / per, words);
}

function judged(
  risk: RiskName,
  of: string | null,
  figure: Interval,
  limit: number,
  words: string,
): JudgedFigure {
  return { risk, of, figure, limit, judged: judgeInterval(figure, limit), words };
}

/** Variance explained, or errors avoided, is none where guesses are worse than without the table. */
function share(interval: Interval): Interval {
  const { estimate, ...ends } = within(interval, 0, 1);
  return { ...ends, estimate: Math.min(1, Math.max(0, estimate)) };
}

/** A count of the release itself: nothing is estimated. */
function exactly(value: number): Interval {
  return { estimate: value, low: value, high: value, level: 1 };
}

const UNKNOWN: Interval = { estimate: Number.NaN, low: Number.NaN, high: Number.NaN, level: 0.95 };

export function percent(value: number): string {
  return Number.isFinite(value) ? `${Math.round(100 * value)} %` : 'an unknown share';
}

/** '2.7 points more often', or less often. */
function oftener(value: number): string {
  return value < 0 ? `${points(-value)} less often` : `${points(value)} more often`;
}

function atMostOftener(value: number): string {
  return value < 0 ? `at least ${oftener(value)}` : `at most ${points(value)} more`;
}

function points(value: number): string {
  return `${(100 * value).toFixed(1).replace(/^-(0\.0)$/, '$1')} points`;
}

function atMost(high: number): string {
  return Number.isFinite(high) ? `, at most ${percent(high)}` : '';
}
