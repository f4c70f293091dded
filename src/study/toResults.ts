/** From what attacks and measures give to the figures of the choice and the fields of `results.json`. */

import type { AttributeLevel } from '../measures/attribute/findings.ts';
import { publishedCopies } from '../measures/exactCopies.ts';
import type { TableFidelity } from '../measures/fidelity/tableFidelity.ts';
import { overGroups } from '../measures/groups.ts';
import { isAnybodyRecognised, type MembershipOutcome } from '../measures/membership/outcome.ts';
import type { AttackTarget } from '../measures/targets.ts';
import type { UtilityLevel } from '../measures/utility/utility.ts';
import type { Interval } from '../numerics/intervals.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { type JudgedGain, judgedGains } from './judgedGains.ts';
import type { Measures } from './measure.ts';
import type { Figures, MembershipFigures } from './privacyScore.ts';
import type {
  FidelityResult,
  MeasuredResult,
  MiaAttacker,
  MiaResult,
  StudyResults,
} from './results.ts';

/** The figures at the level in a place. */
export function figuresOf(measures: Measures, place: number, score: 'auc' | 'r2'): Figures {
  const { attribute, membership, utility } = measures;
  const found = attribute?.levels[place];
  return {
    numbers: Object.entries(found?.sensitive ?? {}).map(
      ([name, { mab, mabFloor, mr2, mr2Values, coefficients }]) => ({
        regressors: coefficients.names.length,
        ...{ name, mab: mab.median, mabFloor, mr2, mabValues: mab.values, mr2Values },
      }),
    ),
    categories: Object.entries(found?.categories ?? {}).map(([name, { rate, baseline }]) => ({
      ...{ name, rate: rate.estimate, baseline: baseline.estimate, margin: marginOf(rate, 1) },
    })),
    membership: membershipFigures(membership.outcomes[place]),
    utility: { score, ...utility.levels[place].models.forest[score] },
  };
}

function membershipFigures(
  outcomes: readonly MembershipOutcome[] | null,
): MembershipFigures | null {
  if (!outcomes) return null;
  const medians = outcomes.flatMap((outcome) =>
    judgedOf(outcome).map(({ who, gain }) => ({
      who: `${who}, by an attacker who sees ${SEEN[outcome.features]}`,
      gain,
      margin: outcome.privacyGain ? marginOf(outcome.privacyGain, 2) : null,
    })),
  );
  return medians.length > 0 ? { medians } : null;
}

function judgedOf({ targets }: MembershipOutcome): JudgedGain[] {
  return judgedGains(
    targets.map(({ target, trials }) => ({
      kind: target.kind,
      gains: trials.map(({ privacyGain }) => privacyGain),
    })),
  );
}

const SEEN: Readonly<Record<MembershipOutcome['features'], string>> = {
  naive: 'means and variances',
  histogram: 'histograms',
  correlation: 'correlations',
  all: 'summaries of columns and correlations',
  nearness: 'the rows nearest to a person',
};

/** Half the width of an interval; null if nothing is known, which leaves all from 0 to `most`. */
function marginOf({ low, high }: Interval, most: number): number | null {
  const width = high - low;
  return Number.isFinite(width) && width < most ? width / 2 : null;
}

/** All that is measured; it is scored elsewhere. */
export function measuredOf(
  measures: Measures,
  place: number,
): Pick<MeasuredResult, 'aia' | 'mia' | 'utility' | 'fidelity'> {
  const outcomes = measures.membership.outcomes[place];
  return {
    aia: attributesOf(measures.attribute?.levels[place]),
    mia: outcomes && miaOf(outcomes),
    utility: scoresOf(measures.utility.levels[place]),
    fidelity: likenessOf(measures.fidelity[place]),
  };
}

export function attributesOf(found: AttributeLevel | undefined): MeasuredResult['aia'] {
  return { ...found?.sensitive, ...found?.categories };
}

/**
 * Without the largest of all coefficients: of bootstrap samples of the real rows it is that of very few
 * of them.
 */
export function realAttributes(found: MeasuredResult['aia']): MeasuredResult['aia'] {
  return Object.fromEntries(
    Object.entries(found).map(([name, each]) => [
      name,
      'wcab' in each ? { ...each, wcab: Number.NaN } : each,
    ]),
  );
}

export function countKinds(targets: readonly AttackTarget[]): StudyResults['people'] {
  const outlying = targets.filter(({ kind }) => kind === 'outlying').length;
  return { outlying, random: targets.length - outlying };
}

function scoresOf({ models }: UtilityLevel): MeasuredResult['utility'] {
  return models.forest;
}

function miaOf(outcomes: readonly MembershipOutcome[]): MiaResult {
  const attackers = outcomes.map((outcome) => attackerOf(outcome, outcomes.length));
  const distance = (outcome: MembershipOutcome) =>
    Math.max(0, ...judgedOf(outcome).map(({ gain }) => Math.abs(1 - gain)));
  const worst = outcomes.reduce((far, each) => (distance(each) > distance(far) ? each : far));
  return { ...attackers[outcomes.indexOf(worst)], attackers };
}

/** Of people together: whoever they are, no figure is one person's. */
function attackerOf(outcome: MembershipOutcome, attackers: number): MiaAttacker {
  const { features, targets, median, advantage, auc, limit } = outcome;
  const attacked = targets.filter(({ trials }) => trials.length > 0).length;
  const areEnough = attacked >= FEWEST_PEOPLE;
  const gains = overGroups(
    targets.flatMap(({ target: { kind }, trials }, person) =>
      trials.map(({ iteration, privacyGain }) => ({ person, kind, iteration, value: privacyGain })),
    ),
  );
  return {
    features,
    people: attacked,
    privacyGain: { median: (areEnough ? median.all : undefined) ?? Number.NaN, ...gains },
    judged: judgedOf(outcome),
    placebo: { median: (areEnough ? median.placebo : undefined) ?? null },
    ...(areEnough && advantage && { advantage }),
    ...(areEnough && auc !== undefined && { auc }),
    recognised: isAnybodyRecognised(outcome, attackers),
    limit,
  };
}

function likenessOf(found: TableFidelity): FidelityResult {
  const { alphaPrecision, betaRecall, authenticity, margins, kendall, closest, copies } = found;
  const { meanAbsolute, largest } = kendall;
  return {
    alphaPrecision,
    betaRecall,
    authenticity: authenticity.estimate,
    marginOverlap: Object.fromEntries(margins.columns.map(({ name, overlap }) => [name, overlap])),
    meanOverlap: margins.meanOverlap,
    kendall: { meanAbsolute, largest },
    closest,
    copies: publishedCopies(copies),
  };
}
