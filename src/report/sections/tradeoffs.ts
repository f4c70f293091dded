/** Privacy versus utility, one plot for each measure of privacy, as in the paper. */

import { valuesOf } from '../../measures/attribute/attackerFindings.ts';
import type { AttributeFindings, CategoryFindings } from '../../measures/attribute/findings.ts';
import type { MeasuredResult } from '../../study/results.ts';
import {
  INTERVALS,
  isCategoryFinding,
  isNumberFinding,
  levelName,
  meanOf,
  number,
  type ReportContext,
  UTILITY_SPAN,
} from '../context.ts';
import { figure, gallery } from '../figure.ts';
import type { Estimate } from '../plots/estimate.ts';
import { type PlotAxis, privacyUtility, privacyUtilityTable } from '../plots/privacyUtility.ts';
import { decimals } from '../plots/text.ts';
import { type Html, html } from '../template.ts';
import { choiceWords } from './overview.ts';

interface PrivacyMeasure {
  readonly id: string;
  /** What the title calls it. */
  readonly name: string;
  readonly axis: PlotAxis;
  readonly of: (measured: MeasuredResult) => Estimate;
}

export function tradeoffs(context: ReportContext): Html {
  const measures = measuresOf(context);
  return html`<p>Each point is a truncation level; lines join neighbouring levels. MAB is the mean absolute coefficient when an attacker regresses a sensitive column on all others. The dotted noise floor is the MAB expected by chance if the column were independent of all others. MR2 is the share of variance that the strongest of three attackers explains. A privacy gain of 1 means that the membership attack learns nothing.</p>
${gallery(measures.map((measure) => plot(measure, context)))}`;
}

function measuresOf({ results, chosen }: ReportContext): PrivacyMeasure[] {
  const { levels, compare } = results;
  const isAttacked = [...levels, ...compare].some(({ mia }) => mia);
  return [
    ...Object.entries(chosen.aia).flatMap(([name, found], i) => {
      if (isNumberFinding(found)) return numberMeasures(name, found, i);
      return isCategoryFinding(found) ? [guessesMeasure(name, found, i)] : [];
    }),
    ...(isAttacked ? [MEMBERSHIP] : []),
  ];
}

function numberMeasures(
  name: string,
  { mabFloor }: AttributeFindings,
  i: number,
): PrivacyMeasure[] {
  const of = (measured: MeasuredResult) => {
    const here = measured.aia[name];
    return isNumberFinding(here) ? here : undefined;
  };
  return [
    {
      id: `mab-tradeoff-${i}`,
      name: `The mean MAB of ${name}`,
      axis: {
        label: `MAB of ${name} (per standard deviation)`,
        better: 'lower',
        reference: { value: number(mabFloor), label: 'noise floor' },
      },
      of: (measured) => meanOf(of(measured)?.mab.values ?? [], [0, Infinity]),
    },
    {
      id: `mr2-tradeoff-${i}`,
      name: `The MR2 of ${name}`,
      axis: { label: `MR2 of ${name} (share of variance, strongest attacker)`, better: 'lower' },
      of: (measured) => {
        const found = of(measured);
        const values = found && valuesOf(found, found.strongest.attacker);
        return meanOf(values ?? [], [-Infinity, 1]);
      },
    },
  ];
}

function guessesMeasure(name: string, { baseline }: CategoryFindings, i: number): PrivacyMeasure {
  return {
    id: `rate-tradeoff-${i}`,
    name: `The share of correct guesses of ${name}`,
    axis: {
      label: `correct guesses of ${name} (share)`,
      better: 'lower',
      reference: { value: number(baseline.estimate), label: 'most frequent category' },
    },
    of: (measured) => {
      const here = measured.aia[name];
      if (!isCategoryFinding(here)) return { value: Number.NaN };
      return estimateOf(here.strongest.attacker === 'forest' ? here.rateForest : here.rate);
    },
  };
}

const MEMBERSHIP: PrivacyMeasure = {
  id: 'membership-tradeoff',
  name: 'The mean privacy gain',
  axis: {
    label: 'mean privacy gain of the membership attack',
    better: 'nearer',
    reference: { value: 1, label: 'coin toss' },
  },
  of: ({ mia }) => {
    if (!mia) return { value: Number.NaN };
    if (!mia.advantage) return { value: number(mia.privacyGain.median) };
    const { value, low, high } = estimateOf(mia.advantage);
    return low === undefined || high === undefined
      ? { value: 1 - value }
      : { value: 1 - value, low: 1 - high, high: 1 - low };
  },
};

function plot({ id, name, axis, of }: PrivacyMeasure, context: ReportContext): Html {
  const { document, results, chosen, score } = context;
  const point = (label: string, measured: MeasuredResult) => ({
    label,
    privacy: of(measured),
    utility: meanOf(measured.utility[score.key]?.values ?? [], score.range),
  });
  const measured = results.levels.filter((level) => Number.isFinite(of(level).value));
  const [first, last] = [measured[0], measured.at(-1)];
  const at = (level: (typeof measured)[number]) =>
    `${decimals(of(level).value)} at ${levelName(level)}`;
  const text =
    first && last
      ? `${name} is ${at(first)}${first === last ? ', the only level that was attacked' : ` and ${at(last)}`}`
      : `${name} was measured only for other generators`;
  return figure(document, privacyUtility, privacyUtilityTable, {
    id,
    title: text,
    privacy: axis,
    utility: {
      label: score.name,
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

function estimateOf({
  estimate,
  low,
  high,
}: {
  readonly estimate: number;
  readonly low: number | null;
  readonly high: number | null;
}): Estimate {
  return low === null || high === null
    ? { value: number(estimate) }
    : { value: number(estimate), low, high };
}
