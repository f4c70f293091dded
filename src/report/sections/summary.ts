/** The first screen: what was asked, the answer, how sure it is, and what it does not say. */

import { limitInWords, type Verdict } from '../../study/constraints.ts';
import type { MeasuredResult, MiaAttacker } from '../../study/results.ts';
import {
  ATTACKERS,
  INTERVALS,
  isCategoryFinding,
  isNumberFinding,
  levelName,
  meanOf,
  number,
  type ReportContext,
} from '../context.ts';
import { figure, scrolling } from '../figure.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { privacyUtility, privacyUtilityTable } from '../plots/privacyUtility.ts';
import { decimals } from '../plots/text.ts';
import { type Html, html, NOTHING } from '../template.ts';

export function summary(context: ReportContext): Html {
  const { results } = context;
  const { data, recommended, checks } = results;
  const failed = checks.filter(({ passed }) => !passed);
  return html`<header>
<h1>Synthetic data for ${data.response}: privacy and utility</h1>
<p>The question: how many trees of a vine copula may a synthetic copy of this table keep, so that it still teaches about <b>${data.response}</b> and does not give away ${sensitiveWords(data.sensitive)}? ${data.rows} rows, ${data.columns} columns, levels ${results.levels.map(({ truncation }) => truncation).join(', ')} of ${data.trees}.</p>
</header>
<div class="first"><div>
<div class="answer">
<p><strong>${recommended.satisfied ? 'Recommended' : 'Nearest to the limits, but no level keeps them all'}: truncation ${recommended.truncation}</strong></p>
<p>${recommended.why}</p>
<p>${recommended.uncertainty}</p>
${
  failed.length === 0
    ? html`<p>All ${checks.length} checks on the released table passed.</p>`
    : html`<p class="bad">Do not release yet: ${failed.length} of ${checks.length} checks on the table failed (${failed.map(({ name }) => name).join(', ')}).</p>`
}
</div>
<div class="limits"><h3>What this does not say</h3>
<ul>
<li>This is <b>no differential privacy</b>: there is no proof that holds against every attacker.</li>
<li>Attacks show <b>lower bounds</b> on the risk: these attackers found no more than this, others may find more.</li>
<li>Figures are of this table, these targets and this seed; intervals cover the repetitions, not other tables of other people.</li>
</ul></div></div>
${overview(context)}</div>
<div class="three">${[guessing(context), recognising(context), usefulness(context)]}</div>
${
  recommended.against.length === 0
    ? NOTHING
    : html`<h3>What speaks against it</h3><ul>${recommended.against.map((text) => html`<li>${text}</li>`)}</ul>`
}
${levelsTable(context)}
${limitsTable(context)}`;
}

function sensitiveWords(names: readonly string[]): Html {
  if (names.length === 0) return html`who is in it`;
  return html`<b>${names.join(', ')}</b> or who is in it`;
}

function card(name: string, value: string, meaning: string): Html {
  return html`<div><p class="quiet">${name}</p><p class="value">${value}</p><p>${meaning}</p></div>`;
}

/** The sensitive column that is guessed best. */
function guessing({ results, chosen }: ReportContext): Html {
  const numbers = Object.entries(chosen.aia).flatMap(([name, found]) =>
    isNumberFinding(found) ? [{ name, mr2: number(found.mr2) }] : [],
  );
  if (numbers.length > 0) {
    const worst = numbers.reduce((most, each) => (each.mr2 > most.mr2 ? each : most));
    const real = results.real.aia[worst.name];
    const realWords = isNumberFinding(real) ? ` With the real table: ${percent(real.mr2)}.` : '';
    return card(
      `Guessing ${worst.name}`,
      percent(worst.mr2),
      `of its variance is explained to an attacker who knows a person's other columns and the synthetic table (MR2, adjusted R²; 0\u00a0% is best).${realWords}`,
    );
  }
  const categories = Object.entries(chosen.aia).flatMap(([name, found]) =>
    isCategoryFinding(found) ? [{ name, found }] : [],
  );
  if (categories.length > 0) {
    const { name, found } = categories.reduce((most, each) =>
      each.found.rate.estimate - each.found.baseline.estimate >
      most.found.rate.estimate - most.found.baseline.estimate
        ? each
        : most,
    );
    return card(
      `Guessing ${name}`,
      percent(found.rate.estimate),
      `of an attacker's guesses are right; always guessing the most frequent level is right in ${percent(found.baseline.estimate)}.`,
    );
  }
  return card('Guessing sensitive columns', '–', 'No column was named as sensitive.');
}

function recognising({ results, chosen }: ReportContext): Html {
  const { attacked } = results.membership;
  const at = attacked.includes(chosen.truncation)
    ? chosen
    : results.levels.find(({ truncation }) => truncation === attacked.at(-1));
  if (!at?.mia) {
    return card('Recognising members', '–', 'Membership was not attacked: nothing is known of it.');
  }
  const where = at === chosen ? '' : ` Measured at ${levelName(at)}.`;
  const worst = worstGain(at.mia.attackers);
  return card(
    'Recognising members',
    decimals(number(worst?.gain)),
    `is the median privacy gain furthest from 1${worst ? `, of ${worst.who}` : ''}. 1 is tossing a coin, 0 always right; above 1 is as far from safe as below. ${at.mia.attackers.some(({ recognised }) => recognised) ? 'At least one of the people attacked was recognised beyond doubt.' : 'Nobody of the people attacked was recognised beyond doubt.'}${where}`,
  );
}

/** As privacy is scored: of all people and attackers that are judged, the median furthest from 1. */
function worstGain(attackers: readonly MiaAttacker[]) {
  const gains = attackers.flatMap(({ features, judged }) =>
    judged.map(({ who, gain }) => ({
      gain,
      who: `${who}, by ${ATTACKERS[features]}`,
    })),
  );
  return gains.length === 0
    ? undefined
    : gains.reduce((far, each) => (Math.abs(1 - each.gain) > Math.abs(1 - far.gain) ? each : far));
}

function usefulness({ results, chosen, score }: ReportContext): Html {
  const found = chosen.utility[score.key];
  return card(
    'Usefulness',
    `${score.name} ${decimals(number(found?.median))}`,
    `on real rows that the generator did not see, for models of ${results.data.response} that learned from synthetic rows; ${decimals(score.real)} for models that learned from the real ones. ${score.key === 'auc' ? '0.5 is guessing' : '0 is guessing'}, 1 is best.`,
  );
}

function overview({ document, results, chosen, score }: ReportContext): Html {
  const point = (label: string, each: MeasuredResult) => ({
    label,
    privacy: {
      value: number(each.privacy.value),
      ...(each.privacy.margin !== null && {
        low: Math.max(0, each.privacy.value - each.privacy.margin),
        high: Math.min(1, each.privacy.value + each.privacy.margin),
      }),
    },
    utility: meanOf(each.utility[score.key]?.values ?? [], score.range),
  });
  return figure(document, privacyUtility, privacyUtilityTable, {
    id: 'overview',
    title: `${levelName(chosen)} ${results.recommended.satisfied ? 'is recommended' : 'comes nearest'}: up and right is better`,
    privacy: { label: 'privacy of the weakest side (0 to 1)', better: 'higher' },
    utility: {
      label: `${score.name}, learning from synthetic rows`,
      better: 'higher',
      reference: { value: score.real, label: 'learning from real rows' },
    },
    levels: results.levels.map((level) => point(levelName(level), level)),
    competitors: results.compare.map((other) => point(other.generator, other)),
    chosen: levelName(chosen),
    intervals: INTERVALS,
  });
}

function levelsTable({ results, score }: ReportContext): Html {
  const { levels, compare, recommended } = results;
  const sensitive = Object.entries(levels[0]?.aia ?? {});
  const row = (label: string, front: string, each: MeasuredResult) => [
    label,
    ...sensitive.flatMap(([name, first]) => {
      const found = each.aia[name];
      if (isNumberFinding(found)) {
        return [decimals(number(found.mab.median)), decimals(number(found.mr2))];
      }
      if (isCategoryFinding(found)) return [percent(found.rate.estimate)];
      return isNumberFinding(first) ? ['–', '–'] : ['–'];
    }),
    each.mia ? decimals(number(each.mia.privacyGain.median)) : 'not attacked',
    decimals(number(each.utility[score.key]?.median)),
    decimals(number(each.privacy.value)),
    decimals(number(each.usefulness?.value)),
    decimals(number(each.score)),
    front,
  ];
  const marked = levels.findIndex(({ truncation }) => truncation === recommended.truncation);
  return scrolling(
    htmlTable({
      caption:
        'All levels: medians over the repetitions; privacy, utility and score from 0 to 1. On the front: no other level is better in privacy and utility.',
      head: [
        'generator',
        ...sensitive.flatMap(([name, found]) =>
          isNumberFinding(found)
            ? [`MAB of ${name}`, `MR2 of ${name}`]
            : [`right guesses of ${name}`],
        ),
        'privacy gain, all people',
        score.name,
        'privacy',
        'utility',
        'score',
        'on the front',
      ],
      rows: [
        ...levels.map((level, place) =>
          row(
            `${levelName(level)}${place === marked ? ' (recommended)' : ''}`,
            level.onFront ? 'yes' : 'no',
            level,
          ),
        ),
        ...compare.map((other) => row(other.generator, '–', other)),
      ],
      marked,
    }),
  );
}

/** How every level stands to the limits that were set, if any were. */
function limitsTable({ results }: ReportContext): Html {
  const limits = results.levels[0]?.verdicts ?? [];
  if (limits.length === 0) return NOTHING;
  const row = (label: string, verdicts: readonly Verdict[]) => [
    label,
    ...limits.map((_, i) => {
      const verdict = verdicts[i];
      return verdict ? `${verdict.excess > 0 ? 'missed' : 'kept'}: ${verdict.words}` : '–';
    }),
  ];
  return scrolling(
    htmlTable({
      caption: 'The limits that were set',
      head: ['generator', ...limits.map(limitInWords)],
      rows: [
        ...results.levels.map((level) => row(levelName(level), level.verdicts)),
        ...results.compare.map(({ generator, verdicts }) => row(generator, verdicts)),
      ],
    }),
  );
}

function percent(share: number | null): string {
  const value = number(share);
  return Number.isFinite(value) ? `${decimals(100 * value, 1)}\u00a0%` : '–';
}
