/** All levels side by side: one table of what counts for all, and one for each sensitive column. */

import type { MeasuredResult } from '../../study/results.ts';
import {
  isCategoryFinding,
  isNumberFinding,
  levelsAndCompetitors,
  number,
  type ReportContext,
} from '../context.ts';
import { scrolling } from '../figure.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { decimals } from '../plots/text.ts';
import { type Html, html } from '../template.ts';

export function levels(context: ReportContext): Html {
  const { results } = context;
  return html`<p>${results.recommended.why} ${results.recommended.uncertainty}</p>
${levelsTable(context)}`;
}

function levelsTable({ results, chosen, score }: ReportContext): Html {
  const all = levelsAndCompetitors(results);
  const marked = results.levels.indexOf(chosen);
  const sensitive = Object.keys(chosen.aia);
  const whole = htmlTable({
    caption:
      'Medians over the repetitions. Privacy, utility and score range from 0 to 1; the score weighs the first two.',
    head: ['generator', 'judged', score.name, 'detection AUC', 'privacy', 'utility', 'score'],
    rows: all.map((each) => [
      each.label,
      each.judged.judged,
      decimals(number(each.utility[score.key]?.median)),
      decimals(number(each.likeness.detectionAuc?.estimate)),
      decimals(number(each.privacy.value)),
      decimals(number(each.usefulness?.value)),
      decimals(number(each.score)),
    ]),
    marked,
  });
  return html`${scrolling(whole)}
${sensitive.map((name) => scrolling(columnTable(name, all, marked)))}`;
}

function columnTable(
  name: string,
  all: readonly (MeasuredResult & { readonly label: string })[],
  marked: number,
): string {
  const rows = all.map(({ label, aia }) => {
    const found = aia[name];
    if (isNumberFinding(found)) {
      return [label, decimals(number(found.mab.median)), decimals(number(found.strongest.mr2))];
    }
    if (isCategoryFinding(found)) {
      return [label, share(found.strongest.rate), share(found.baseline.estimate)];
    }
    return [label, '–', '–'];
  });
  const head = isNumberFinding(all[0]?.aia[name])
    ? ['mean absolute coefficient (MAB)', 'variance explained by the strongest attacker (MR2)']
    : ['right guesses of the strongest attacker', 'right with the most frequent category'];
  return htmlTable({ caption: name, head: ['generator', ...head], rows, marked });
}

function share(value: number | null): string {
  return Number.isFinite(number(value)) ? `${decimals(100 * number(value), 1)} %` : '–';
}
