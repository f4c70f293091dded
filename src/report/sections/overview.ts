/** The plot of the first screen: what each level trades. */

import type { MeasuredResult } from '../../study/results.ts';
import {
  INTERVALS,
  levelName,
  meanOf,
  number,
  type ReportContext,
  UTILITY_SPAN,
} from '../context.ts';
import { figure } from '../figure.ts';
import { privacyUtility, privacyUtilityTable } from '../plots/privacyUtility.ts';
import { decimals } from '../plots/text.ts';
import type { Html } from '../template.ts';

export function overview(context: ReportContext): Html {
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
    privacy: { label: 'privacy (0 to 1, its weakest part)', better: 'higher', range: [0, 1] },
    utility: {
      label: `${score.name}, trained on synthetic rows`,
      better: 'higher',
      reference: { value: score.real, label: 'trained on real rows' },
      span: UTILITY_SPAN,
      range: score.range,
    },
    levels: results.levels.map((level) => point(levelName(level), level)),
    competitors: results.compare.map((other) => point(other.generator, other)),
    chosen: levelName(chosen),
    chosenAs: choiceWords(results).short,
    intervals: INTERVALS,
  });
}

/** As the verdict has it: of the level in a sentence, and in a plot's key. */
export function choiceWords({ verdict: { word }, recommended }: ReportContext['results']): {
  readonly sentence: string;
  readonly short: string;
} {
  if (word === 'first-look') return { sentence: 'is the most promising', short: 'most promising' };
  if (word !== 'do-not-release') return { sentence: 'is recommended', short: 'recommended' };
  return recommended.satisfied
    ? {
        sentence: 'is the most useful that keeps the limits',
        short: 'most useful within the limits',
      }
    : { sentence: 'comes closest to the limits', short: 'closest to the limits' };
}

/** What the levels trade, in figures of the plot: from the lowest to the highest. */
function overviewTitle({ results, chosen, score }: ReportContext): string {
  const choice = `${levelName(chosen)} ${choiceWords(results).sentence}`;
  const [first, last] = [results.levels[0], results.levels[results.levels.length - 1]];
  if (first === last) return choice;
  const utilityOf = (level: MeasuredResult) =>
    decimals(meanOf(level.utility[score.key]?.values ?? [], score.range).value);
  const privacyOf = ({ privacy }: MeasuredResult) => decimals(number(privacy.value), 2);
  const privacy = course('goes', privacyOf(first), privacyOf(last));
  const utility = course('', utilityOf(first), utilityOf(last));
  return `From ${levelName(first)} to ${levelName(last)} privacy ${privacy} and mean ${score.name} ${utility}; ${choice}`;
}

/** 'goes from 0.82 to 0.33', or 'stays at 0.82' where both are written alike. */
function course(verb: string, from: string, to: string): string {
  return from === to ? `stays at ${from}` : `${verb} from ${from} to ${to}`.trim();
}
