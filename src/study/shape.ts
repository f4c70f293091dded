/** From what attacks and measures give to the figures of the choice and the fields of `results.json`. */

import type { AttributeLevel } from '../attacks/attribute/findings.ts';
import type { MembershipOutcome } from '../attacks/membership/outcome.ts';
import type { AttackTarget } from '../attacks/targets.ts';
import type { TableFidelity } from '../fidelity/tableFidelity.ts';
import type { Interval } from '../numerics/intervals.ts';
import type { UtilityLevel } from '../utility/utility.ts';
import { judgedGains } from './judgedGains.ts';
import type { Measures } from './measure.ts';
import type { Figures, MembershipFigures } from './normalise.ts';
import type { FidelityResult, MeasuredResult, MiaAttacker, MiaResult } from './results.ts';

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
      ...{ name, rate: rate.estimate, baseline: baseline.estimate, margin: marginOf(rate) },
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
    judgedGains(outcome).map(({ who, gain }) => ({
      who: `${who}, by an attacker who sees ${SEEN[outcome.features]}`,
      gain,
      margin: outcome.privacyGain ? marginOf(outcome.privacyGain) : null,
    })),
  );
  return { medians };
}

const SEEN: Readonly<Record<MembershipOutcome['features'], string>> = {
  naive: 'means and variances',
  histogram: 'histograms',
  correlation: 'correlations',
  all: 'summaries of columns and correlations',
  nearness: 'the rows nearest to a person',
};

/** Half the width of an interval; null if nothing is known. */
function marginOf({ low, high }: Interval): number | null {
  return Number.isFinite(high - low) ? (high - low) / 2 : null;
}

/** All that is measured; it is scored elsewhere. `rowOf`: the number of a training row in the whole table. */
export function measuredOf(
  measures: Measures,
  place: number,
  rowOf: (row: number) => number,
): Pick<MeasuredResult, 'aia' | 'mia' | 'utility' | 'fidelity'> {
  const outcomes = measures.membership.outcomes[place];
  return {
    aia: attributesOf(measures.attribute?.levels[place]),
    mia: outcomes && miaOf(outcomes, rowOf),
    utility: scoresOf(measures.utility.levels[place]),
    fidelity: likenessOf(measures.fidelity[place]),
  };
}

export function attributesOf(found: AttributeLevel | undefined): MeasuredResult['aia'] {
  return { ...found?.sensitive, ...found?.categories };
}

function scoresOf({ models }: UtilityLevel): MeasuredResult['utility'] {
  return models.forest;
}

function miaOf(outcomes: readonly MembershipOutcome[], rowOf: (row: number) => number): MiaResult {
  const attackers = outcomes.map((outcome) => attackerOf(outcome, rowOf));
  const distance = (outcome: MembershipOutcome) =>
    Math.max(0, ...judgedGains(outcome).map(({ gain }) => Math.abs(1 - gain)));
  const worst = outcomes.reduce((far, each) => (distance(each) > distance(far) ? each : far));
  return { ...attackers[outcomes.indexOf(worst)], attackers };
}

function attackerOf(outcome: MembershipOutcome, rowOf: (row: number) => number): MiaAttacker {
  const { features, outlying, random, median, advantage, auc, worst, limit } = outcome;
  const renumbered = <Each extends { readonly target: AttackTarget }>(each: Each): Each => ({
    ...each,
    target: { ...each.target, row: rowOf(each.target.row) },
  });
  const confirmed = worst?.confirmed && renumbered(worst.confirmed);
  return {
    features,
    privacyGain: { median: median.all ?? Number.NaN, outlying, random },
    placebo: { median: median.placebo ?? null },
    ...(advantage && { advantage }),
    ...(auc !== undefined && { auc }),
    ...(worst && { worst: { ...renumbered(worst), ...(confirmed && { confirmed }) } }),
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
    copies,
  };
}
