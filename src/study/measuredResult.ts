/** What was measured of a level, or of another generator, as fields of `results.json`. */

import type { AttributeLevel } from '../measures/attribute/findings.ts';
import { publishedCopies } from '../measures/exactCopies.ts';
import type { TableFidelity } from '../measures/fidelity/tableFidelity.ts';
import { overGroups } from '../measures/groups.ts';
import { isAnybodyRecognised, type MembershipOutcome } from '../measures/membership/outcome.ts';
import type { LevelAudit } from '../measures/membershipAudit/levelAudit.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { judgedOf } from './figures.ts';
import type { Measures } from './measure.ts';
import type { Normalised } from './privacyScore.ts';
import type {
  FidelityResult,
  LikenessResult,
  MeasuredResult,
  MiaAttacker,
  MiaResult,
  NormalisedResult,
} from './results.ts';
import type { Score } from './score.ts';

/** All that is measured, without its score. */
export function measuredOf(
  measures: Measures,
  place: number,
): Pick<MeasuredResult, 'aia' | 'mia' | 'membershipAudit' | 'utility' | 'fidelity' | 'likeness'> {
  const outcomes = measures.membership.outcomes[place];
  return {
    aia: attributesOf(measures.attribute?.levels[place]),
    mia: outcomes && miaOf(outcomes),
    membershipAudit: auditOf(measures.audit?.levels[place]),
    utility: measures.utility.levels[place].models.forest,
    fidelity: fidelityOf(measures.fidelity[place]),
    likeness: likenessOf(measures.fidelity[place]),
  };
}

function auditOf(level: LevelAudit | undefined): MeasuredResult['membershipAudit'] {
  if (!level) return null;
  const { truncation: _, ...found } = level;
  return found;
}

export function likenessOf({ kendall, detectionAuc, margins }: TableFidelity): LikenessResult {
  const { meanAbsolute, largest } = kendall;
  return {
    kendallDifference: { meanAbsolute, largest },
    detectionAuc,
    marginOverlap: margins.meanOverlap,
  };
}

/** Files that are out in the world call half the width of an interval its margin. */
export function scoreFields({
  privacy,
  utility,
  score,
  halfWidth,
}: Score): Pick<MeasuredResult, 'privacy' | 'usefulness' | 'score' | 'scoreMargin'> {
  return {
    privacy: normalisedFields(privacy),
    usefulness: utility && normalisedFields(utility),
    score,
    scoreMargin: halfWidth,
  };
}

function normalisedFields({ value, halfWidth, from }: Normalised): NormalisedResult {
  return { value, margin: halfWidth, from };
}

export function attributesOf(found: AttributeLevel | undefined): MeasuredResult['aia'] {
  return { ...found?.sensitive, ...found?.categories };
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

function fidelityOf(found: TableFidelity): FidelityResult {
  const { alphaPrecision, betaRecall, authenticity, margins, kendall, closest, copies } = found;
  const { detectionAuc } = found;
  const { meanAbsolute, largest } = kendall;
  return {
    alphaPrecision,
    betaRecall,
    authenticity: authenticity.estimate,
    marginOverlap: Object.fromEntries(margins.columns.map(({ name, overlap }) => [name, overlap])),
    meanOverlap: margins.meanOverlap,
    detectionAuc,
    kendall: { meanAbsolute, largest },
    closest,
    copies: publishedCopies(copies),
  };
}
