/** The first screen: the question, the answer, its uncertainty, and what it does not show. */

import { ATTACKER_WORDS } from '../../measures/attribute/attackers.ts';
import { limitInWords, type Verdict } from '../../study/constraints.ts';
import { cutWords, restWords } from '../../study/levelWords.ts';
import type { MeasuredResult, MiaAttacker } from '../../study/results.ts';
import {
  attackerWords,
  INTERVALS,
  isCategoryFinding,
  isNumberFinding,
  levelName,
  meanOf,
  number,
  type ReportContext,
  UTILITY_SPAN,
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
<p>${question(context)} The table has ${data.rows} rows and ${data.columns} columns. The full vine has ${data.trees} trees; truncation levels ${results.levels.map(({ truncation }) => truncation).join(', ')} were compared.${data.protected ? ` ${restWords(results)}` : ''}</p>
</header>
<div class="first"><div>
<div class="answer">
<p><strong>${recommended.satisfied ? 'Recommended' : 'No level meets all limits. Closest'}: truncation ${recommended.truncation}</strong></p>
<p>${recommended.why}</p>
<p>${recommended.uncertainty}</p>
${
  failed.length === 0
    ? html`<p>All ${checks.length} checks on the released table passed.</p>`
    : html`<p class="bad">Do not release yet: ${failed.length} of ${checks.length} checks on the released table failed (${failed.map(({ name }) => name).join(', ')}).</p>`
}
</div>
<div class="limits"><h3>What these results do not show</h3>
<ul>
<li>This is <b>not differential privacy</b>. There is no proof of protection against every attacker.</li>
<li>Attacks give <b>lower bounds</b> on the risk. Other attackers may find more than these did.</li>
<li>The figures hold for this table, the people attacked and this seed. The intervals cover repetitions, not tables of other people.</li>
</ul></div></div>
${overview(context)}</div>
<div class="three">${[guessing(context), recognising(context), usefulness(context)]}</div>
${
  recommended.against.length === 0
    ? NOTHING
    : html`<h3>Arguments against this level</h3><ul>${recommended.against.map((text) => html`<li>${text}</li>`)}</ul>`
}
${levelsTable(context)}
${limitsTable(context)}`;
}

/** What the level decides on: how much of the whole table is kept, or of the protected columns. */
function question({ results: { data } }: ReportContext): Html {
  const cut = cutWords(data);
  const aim = html`so that models can still learn to predict <b>${data.response}</b> from it without revealing ${sensitiveWords(data.sensitive)}?`;
  return cut === undefined
    ? html`How many trees of the vine copula can a synthetic version of this table keep, ${aim}`
    : html`How many trees of the vine copula can ${cut} keep in a synthetic version of this table, ${aim}`;
}

function sensitiveWords(names: readonly string[]): Html {
  if (names.length === 0) return html`who is in the table`;
  return html`<b>${names.join(', ')}</b> or who is in the table`;
}

function card(name: string, value: string, meaning: string): Html {
  return html`<div><p class="quiet">${name}</p><p class="value">${value}</p><p>${meaning}</p></div>`;
}

/** The sensitive column that is guessed best. */
function guessing({ results, chosen }: ReportContext): Html {
  const numbers = Object.entries(chosen.aia).flatMap(([name, found]) =>
    isNumberFinding(found) ? [{ name, found, mr2: number(found.strongest.mr2) }] : [],
  );
  if (numbers.length > 0) {
    const worst = numbers.reduce((most, each) => (each.mr2 > most.mr2 ? each : most));
    const real = results.real.aia[worst.name];
    const realWords = isNumberFinding(real)
      ? ` The real table: ${percent(real.strongest.mr2)}.`
      : '';
    return card(
      `Attribute inference of ${worst.name}`,
      percent(worst.mr2),
      `An attacker who has the synthetic table and knows all other columns of a person can explain ${percent(worst.mr2)} of the variance of ${worst.name} (MR2; the strongest of three attackers, ${ATTACKER_WORDS[worst.found.strongest.attacker]}). 0\u00a0% is best.${realWords}`,
    );
  }
  const categories = Object.entries(chosen.aia).flatMap(([name, found]) =>
    isCategoryFinding(found) ? [{ name, found }] : [],
  );
  if (categories.length > 0) {
    const { name, found } = categories.reduce((most, each) =>
      each.found.strongest.rate - each.found.baseline.estimate >
      most.found.strongest.rate - most.found.baseline.estimate
        ? each
        : most,
    );
    return card(
      `Attribute inference of ${name}`,
      percent(found.strongest.rate),
      `An attacker guesses ${name} correctly for ${percent(found.strongest.rate)} of people. Always guessing the most frequent level is correct for ${percent(found.baseline.estimate)}.`,
    );
  }
  return card('Attribute inference', '–', 'No column was named as sensitive.');
}

function recognising({ results, chosen }: ReportContext): Html {
  const { attacked } = results.membership;
  const at = attacked.includes(chosen.truncation)
    ? chosen
    : results.levels.find(({ truncation }) => truncation === attacked.at(-1));
  if (!at?.mia) {
    return card(
      'Membership inference',
      '–',
      'Membership was not attacked, so this risk is unknown.',
    );
  }
  const where = at === chosen ? '' : ` This was measured at ${levelName(at)}.`;
  const isAnybody = at.mia.attackers.some(({ recognised }) => recognised);
  const worst = worstGain(at.mia.attackers);
  return card(
    'Membership inference',
    decimals(number(worst?.gain)),
    `This is the median privacy gain furthest from 1${worst ? ` (${worst.who})` : ''}. At 1 the attacker does no better than a coin toss; at 0 the attacker is always right. A gain above 1 is as bad as one below. ${isAnybody ? 'At least one of the people attacked was recognised at the 95\u00a0% level.' : 'None of the people attacked was recognised at the 95\u00a0% level.'}${where}`,
  );
}

/** As privacy is scored: of all people and attackers that are judged, the median furthest from 1. */
function worstGain(attackers: readonly MiaAttacker[]) {
  const gains = attackers.flatMap(({ features, judged }) =>
    judged.map(({ who, gain }) => ({
      gain,
      who: `${who}, by ${attackerWords(features)}`,
    })),
  );
  return gains.length === 0
    ? undefined
    : gains.reduce((far, each) => (Math.abs(1 - each.gain) > Math.abs(1 - far.gain) ? each : far));
}

function usefulness({ results, chosen, score }: ReportContext): Html {
  const found = chosen.utility[score.key];
  return card(
    `Utility for predicting ${results.data.response}`,
    `${score.name} ${decimals(number(found?.median))}`,
    `Models trained on the synthetic rows reach this ${score.name} on real rows that the generator did not see. Models trained on the real rows reach ${decimals(score.real)}. ${score.key === 'auc' ? '0.5' : '0'} is chance, 1 is best.`,
  );
}

function overview(context: ReportContext): Html {
  const { document, results, chosen, score } = context;
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
    title: overviewTitle(context),
    privacy: { label: 'privacy (0 to 1, its weakest part)', better: 'higher' },
    utility: {
      label: `${score.name}, trained on synthetic rows`,
      better: 'higher',
      reference: { value: score.real, label: 'trained on real rows' },
      span: UTILITY_SPAN,
    },
    levels: results.levels.map((level) => point(levelName(level), level)),
    competitors: results.compare.map((other) => point(other.generator, other)),
    chosen: levelName(chosen),
    intervals: INTERVALS,
  });
}

/** What the levels trade, in figures of the plot: from the lowest to the highest. */
function overviewTitle({ results, chosen, score }: ReportContext): string {
  const choice = `${levelName(chosen)} ${results.recommended.satisfied ? 'is recommended' : 'comes closest to the limits'}`;
  const [first, last] = [results.levels[0], results.levels[results.levels.length - 1]];
  if (first === last) return choice;
  const utilityOf = (level: MeasuredResult) =>
    decimals(meanOf(level.utility[score.key]?.values ?? [], score.range).value);
  const privacyOf = ({ privacy }: MeasuredResult) => decimals(number(privacy.value), 2);
  return `From ${levelName(first)} to ${levelName(last)} privacy goes from ${privacyOf(first)} to ${privacyOf(last)} and mean ${score.name} from ${utilityOf(first)} to ${utilityOf(last)}; ${choice}`;
}

function levelsTable({ results, score }: ReportContext): Html {
  const { levels, compare, recommended } = results;
  const sensitive = Object.entries(levels[0]?.aia ?? {});
  const row = (label: string, front: string, each: MeasuredResult) => [
    label,
    ...sensitive.flatMap(([name, first]) => {
      const found = each.aia[name];
      if (isNumberFinding(found)) {
        return [decimals(number(found.mab.median)), decimals(number(found.strongest.mr2))];
      }
      if (isCategoryFinding(found)) return [percent(found.strongest.rate)];
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
        'All levels: medians over the repetitions; MR2 and correct guesses of the strongest attacker. Privacy, utility and score range from 0 to 1. A level is Pareto optimal if no other level is at least as good in both privacy and utility and better in one.',
      head: [
        'generator',
        ...sensitive.flatMap(([name, found]) =>
          isNumberFinding(found)
            ? [`MAB of ${name}`, `MR2 of ${name}`]
            : [`correct guesses of ${name}`],
        ),
        'privacy gain, all people',
        score.name,
        'privacy',
        'utility',
        'score',
        'Pareto optimal',
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

/** Whether every level meets the limits that were set, if any were. */
function limitsTable({ results }: ReportContext): Html {
  const limits = results.levels[0]?.verdicts ?? [];
  if (limits.length === 0) return NOTHING;
  const row = (label: string, verdicts: readonly Verdict[]) => [
    label,
    ...limits.map((_, i) => {
      const verdict = verdicts[i];
      return verdict ? `${verdict.excess > 0 ? 'violated' : 'met'}: ${verdict.words}` : '–';
    }),
  ];
  return scrolling(
    htmlTable({
      caption: 'Limits',
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
