/**
 * All measures at the candidate levels, and the choice among them. Where no level keeps the limits on
 * membership although only protected columns are cut, the trees of all other columns are what is left to
 * cut: fewer of them are tried, until a level keeps the limits. Cutting can give away no less than columns
 * without any dependence do, so where these are no better nothing is tried.
 */

import type { Model } from '../model/model.ts';
import { truncate } from '../model/truncate.ts';
import type { StageControls } from '../work/stages.ts';
import { within } from '../work/store.ts';
import { auditMembership, isAudited, type MembershipAuditMeasures } from './auditMembership.ts';
import type { Choice } from './choose.ts';
import type { Judgement, RiskName } from './decision.ts';
import { isBetter, judgeInterval, judgeMembership, worstOf } from './judgeLevel.ts';
import { candidateLevels } from './levels.ts';
import { limitsOf } from './limits.ts';
import { type Measures, measure } from './measure.ts';
import { auditRisk } from './riskFigures.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { chooseLevel, subjectOf } from './subject.ts';

export interface PlayedLevels {
  readonly model: Model;
  /** What the fits of the games were told. */
  readonly fit: ResolvedStudy['fit'];
  readonly measures: Measures;
  readonly choice: Choice;
  /** What became of the trees of the other columns, in words; nothing if none had to go. */
  readonly fewerTrees: string | undefined;
}

/** How the levels of a fit stand to the limits on membership: as the best of them does. */
interface Played extends Omit<PlayedLevels, 'fewerTrees'> {
  readonly membership: Judgement;
}

export async function playLevels(
  study: ResolvedStudy,
  fit: ResolvedStudy['fit'],
  model: Model,
  truncations: readonly number[],
  controls: StageControls,
): Promise<PlayedLevels> {
  const first = await play(study, fit, model, truncations, controls);
  const reachable = withoutDependence(study, first.measures);
  const mayCutRest = study.fewerTrees && model.protected && fit.truncateRest === undefined;
  if (!mayCutRest || !isBetter(reachable, first.membership))
    return { ...first, fewerTrees: undefined };
  let best: { readonly played: Played; readonly rest: number } | undefined;
  for (const rest of candidateLevels(model.vine.truncation).reverse().slice(1)) {
    const told = { ...fit, truncateRest: rest };
    const cut = truncate(model, truncations[truncations.length - 1], rest);
    const own: StageControls = {
      ...controls,
      tell: (stage, counts) => controls.tell(`${rest} trees of other columns: ${stage}`, counts),
      store: within(controls.store, `rest ${rest}`),
    };
    const least = best?.played.membership ?? first.membership;
    const audited = await auditAlone(study, told, cut, truncations, first.measures, own);
    if (audited && !isBetter(auditedAt(study, audited), least)) continue;
    const played = await play(study, told, cut, truncations, own, audited);
    if (isBetter(played.membership, least)) best = { played, rest };
    if (!isBetter(reachable, best?.played.membership ?? first.membership)) break;
  }
  if (best === undefined) return { ...first, fewerTrees: UNHELPFUL };
  const { played, rest } = best;
  return { ...played, fewerTrees: helpful(rest, played.membership) };
}

async function play(
  study: ResolvedStudy,
  fit: ResolvedStudy['fit'],
  model: Model,
  truncations: readonly number[],
  controls: StageControls,
  audited?: MembershipAuditMeasures,
): Promise<Played> {
  const subject = subjectOf(study, fit, model, truncations);
  const measures = await measure(study, subject, controls, audited);
  const choice = chooseLevel(study, measures, truncations);
  return { model, fit, measures, choice, membership: membershipIn(choice) };
}

/** What limits on membership are judged by first, since it may spare all other measures. */
async function auditAlone(
  study: ResolvedStudy,
  fit: ResolvedStudy['fit'],
  model: Model,
  truncations: readonly number[],
  { audit }: Measures,
  controls: StageControls,
): Promise<MembershipAuditMeasures | undefined> {
  if (!isAudited(study) || !audit) return undefined;
  const sizes = { ...study.sizes, audit: { ...study.sizes.audit, controls: false } };
  const subject = subjectOf(study, fit, model, truncations);
  const found = await auditMembership({ ...study, sizes }, subject, controls);
  // generators of known leakage do not depend on how the vine is cut
  return { ...found, controls: audit.controls };
}

function auditedAt(
  { constraints }: ResolvedStudy,
  { levels, controls }: MembershipAuditMeasures,
): Judgement {
  const limits = limitsOf(constraints);
  return bestOf(
    levels.map((level) =>
      worstOf(judgeMembership(auditRisk(level, controls), limits).map(({ judged }) => judged)),
    ),
  );
}

const MEMBERSHIP: readonly RiskName[] = ['membership', 'membershipBeyondMargins', 'people'];

/** By the audit, and by the paper's game where it has a limit. */
function membershipIn({ levels }: Choice): Judgement {
  return bestOf(
    levels.map(({ judged, verdicts }) => {
      const isMissed = verdicts.some(
        ({ constraint, excess }) => constraint === 'maxAdvantage' && excess > 0,
      );
      const audited = judged.figures.filter(
        // what was not measured is not to be had by cutting
        ({ risk, figure }) => MEMBERSHIP.includes(risk) && Number.isFinite(figure.estimate),
      );
      return worstOf([isMissed ? 'unsafe' : 'safe', ...audited.map(({ judged: own }) => own)]);
    }),
  );
}

/** The most that cutting can reach; without that control an interval that is unclear stays so. */
function withoutDependence({ constraints }: ResolvedStudy, { audit }: Measures): Judgement {
  const { membership } = limitsOf(constraints);
  if (!audit || membership.value === null) return 'safe';
  const margins = audit.controls.find(({ name }) => name === 'independent')?.scores.refit;
  return margins ? judgeInterval(margins.atRelease, membership.value) : 'unclear';
}

function bestOf(judged: readonly Judgement[]): Judgement {
  return judged.reduce((best, each) => (isBetter(each, best) ? each : best), 'unsafe');
}

function helpful(rest: number, membership: Judgement): string {
  const keeps = membership === 'safe' ? 'keeps' : 'may keep';
  return `With all trees of the columns that are not protected no level kept the limits on membership. They are cut after tree ${rest} (--truncate-rest ${rest}), where a level ${keeps} them.`;
}

const UNHELPFUL =
  'No level keeps the limits on membership, and fewer trees for the columns that are not protected do not help.';
