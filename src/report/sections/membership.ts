/** Membership inference: whether an attacker can tell who is in the real table, level by level. */

import type { MiaResult } from '../../study/results.ts';
import {
  attackerWords,
  levelName,
  levelsAndCompetitors,
  number,
  type ReportContext,
} from '../context.ts';
import { gallery, scrolling } from '../figure.ts';
import { boxes, byGroup, finite, LEVEL_LABEL } from '../levelPlots.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import type { LevelBoxes } from '../plots/levelBoxes.ts';
import { decimals } from '../plots/text.ts';
import { type Html, html, NOTHING } from '../template.ts';

interface Attacked {
  readonly label: string;
  readonly mia: MiaResult;
}

export function membership(context: ReportContext): Html {
  const { results, chosen } = context;
  const attacked = levelsAndCompetitors(results).flatMap(({ label, mia }) =>
    mia ? [{ label, mia }] : [],
  );
  const said = results.membership.skipped ? html`<p>${results.membership.skipped}</p>` : NOTHING;
  if (attacked.length === 0) {
    const isAudited = results.levels.some(({ membershipAudit }) => membershipAudit);
    return isAudited
      ? html`<p>The paper's game was not played: membership was attacked by the audit alone. Play it too with --membership both.</p>${said}`
      : html`<p>Membership was not attacked, so the risk of membership inference is unknown.</p>${said}`;
  }
  const first = attacked.find(({ label }) => label === levelName(chosen)) ?? attacked[0];
  return html`<p>An attacker fits generators with and without a person and learns to tell their synthetic tables apart. The attacker then guesses, for new synthetic tables, whether that person was in the training data. A privacy gain of 1 means the guesses are no better than a coin toss. The placebo adds a different person instead. If the attack reacts to the placebo as strongly, it has recognised nobody. The plot shows the attacker with the largest advantage.</p>${said}
${gallery([boxes(context, gainPlot(attacked, first))])}${scrolling(attackersTable(attacked))}`;
}

function gainPlot(attacked: readonly Attacked[], first: Attacked): LevelBoxes {
  const { groups, levels } = byGroup(
    attacked.map(({ label, mia }) => ({ label, figures: mia.privacyGain })),
  );
  const medians = first.mia.judged.map(({ who, gain }) => `${decimals(gain, 2)} for ${who}`);
  return {
    id: 'privacy-gain',
    title: `At ${first.label} the median privacy gain is ${medians.join(' and ') || 'not reported, because too few people were attacked'}; 1 is a coin toss`,
    levelLabel: LEVEL_LABEL,
    valueLabel: 'privacy gain, mean over people, by iteration',
    groups: [...groups, { label: 'placebo (median)', colour: 'grey' }],
    levels: levels.map((level, place) => ({
      ...level,
      values: [...level.values, finite([attacked[place].mia.placebo.median])],
    })),
    lines: [{ value: 1, label: 'coin toss' }],
  };
}

function attackersTable(attacked: readonly Attacked[]): string {
  return htmlTable({
    caption:
      'All attackers: mean advantage with its 95 % interval, area under the ROC curve (0.5 is chance), and the largest advantage that this number of fits could have demonstrated',
    head: [
      'generator',
      'attacker',
      'privacy gain (median)',
      'placebo',
      'advantage',
      'AUC',
      'demonstrable',
    ],
    rows: attacked.flatMap(({ label, mia }) =>
      mia.attackers.map((each) => [
        label,
        attackerWords(each.features),
        decimals(number(each.privacyGain.median)),
        decimals(number(each.placebo.median)),
        each.advantage
          ? `${decimals(number(each.advantage.estimate))} (${decimals(number(each.advantage.low))} to ${decimals(number(each.advantage.high))})`
          : '–',
        decimals(number(each.auc)),
        decimals(number(each.limit.fits.advantage)),
      ]),
    ),
  });
}
