/** Attribute inference: how well an attacker guesses sensitive columns, level by level. */

import type { AttributeFindings, CategoryFindings } from '../../measures/attribute/findings.ts';
import { medianOf } from '../../numerics/median.ts';
import {
  isCategoryFinding,
  isNumberFinding,
  levelsAndCompetitors,
  number,
  type ReportContext,
} from '../context.ts';
import { gallery } from '../figure.ts';
import { boxes, byGroup, finite, LEVEL_LABEL, ONE_GROUP } from '../levelPlots.ts';
import type { LevelBoxes } from '../plots/levelBoxes.ts';
import { decimals, shortNumber } from '../plots/text.ts';
import { type Html, html, NOTHING } from '../template.ts';
import { attackersTable } from './attackers.ts';

export function attribute(context: ReportContext): Html {
  const names = Object.keys(context.chosen.aia);
  if (names.length === 0) return NOTHING;
  return html`<p>An attacker knows all other columns of a person and guesses the sensitive one. Three attackers learn from the synthetic table how to do so: by one linear regression of the sensitive column on all others, as in the paper; by a regression for each class of the response, since dependence may differ between classes; and by a random forest. Categories are guessed by logistic regression and by a forest. The plots are about the paper's attacker. Outlying people have extreme values of the sensitive column. Errors are pooled over at least five people. MAB is the mean absolute coefficient of the regressions; WCAB is the largest.</p>
${names.map((name, i) => html`<h4>${name}</h4>${attackersTable(context, name)}${gallery(plotsOf(context, name, i).map((plot) => boxes(context, plot)))}`)}`;
}

export function attributeLine({ chosen }: ReportContext): string {
  return Object.entries(chosen.aia)
    .map(([name, found]) =>
      isNumberFinding(found)
        ? `${name}: ${share(Math.max(0, number(found.inTable.estimate)))} of the variance explained`
        : `${name}: ${share(found.strongest.rate)} guessed right`,
    )
    .join('; ');
}

function plotsOf(context: ReportContext, name: string, i: number): LevelBoxes[] {
  const found = context.chosen.aia[name];
  if (isNumberFinding(found)) {
    const column: NumberColumn = {
      name,
      i,
      found,
      real: context.results.real.aia[name],
      everywhere: levelsAndCompetitors(context.results).flatMap(({ label, aia }) => {
        const here = aia[name];
        return isNumberFinding(here) ? [{ label, here }] : [];
      }),
    };
    return [mabPlot(column), errorPlot(column), wcabPlot(column)];
  }
  return isCategoryFinding(found) ? [guessesPlot(context, name, i, found)] : [];
}

/** A numeric sensitive column, by its place among the sensitive ones. */
interface NumberColumn {
  readonly name: string;
  readonly i: number;
  /** At the level of the verdict, and in the real table. */
  readonly found: AttributeFindings;
  readonly real: AttributeFindings | CategoryFindings | undefined;
  readonly everywhere: readonly { readonly label: string; readonly here: AttributeFindings }[];
}

function mabPlot({ name, i, found, real, everywhere }: NumberColumn): LevelBoxes {
  return {
    id: `mab-${i}`,
    title: `At the level of the verdict the MAB of ${name} is ${decimals(number(found.mab.median))}; the noise floor is ${decimals(number(found.mabFloor))}`,
    levelLabel: LEVEL_LABEL,
    valueLabel: `MAB of ${name} by iteration (per standard deviation)`,
    groups: ONE_GROUP,
    levels: everywhere.map(({ label, here }) => ({ label, values: [finite(here.mab.values)] })),
    lines: [
      ...(isNumberFinding(real) ? [{ value: number(real.mab.median), label: 'real data' }] : []),
      { value: number(found.mabFloor), label: 'noise floor' },
    ].filter(({ value }) => Number.isFinite(value)),
  };
}

function errorPlot({ name, i, found, everywhere }: NumberColumn): LevelBoxes {
  return {
    id: `mse-${i}`,
    title: `At the level of the verdict the squared error of guesses of ${name} is ${shortNumber(medianOf(finite(found.mse.all)))} times that of guessing the mean; lower means more is revealed`,
    levelLabel: LEVEL_LABEL,
    valueLabel: 'squared error relative to guessing the mean, by iteration',
    ...byGroup(everywhere.map(({ label, here }) => ({ label, figures: here.mse }))),
    lines: [{ value: 1, label: 'guessing the mean' }],
  };
}

function wcabPlot({ name, i, found, real, everywhere }: NumberColumn): LevelBoxes {
  return {
    id: `wcab-${i}`,
    title: `At the level of the verdict the largest coefficient for ${name} (WCAB) is ${decimals(number(found.wcab))}`,
    levelLabel: LEVEL_LABEL,
    valueLabel: `WCAB of ${name}, over all regressions (per standard deviation)`,
    groups: ONE_GROUP,
    levels: everywhere.map(({ label, here }) => ({ label, values: [finite([here.wcab])] })),
    lines: isNumberFinding(real)
      ? finite([real.wcab]).map((value) => ({ value, label: 'real data' }))
      : [],
  };
}

function guessesPlot(
  { results }: ReportContext,
  name: string,
  i: number,
  found: CategoryFindings,
): LevelBoxes {
  return {
    id: `right-${i}`,
    title: `At the level of the verdict ${share(found.rate.estimate)} of guesses of ${name} are correct; always guessing the most frequent category is correct in ${share(found.baseline.estimate)}`,
    levelLabel: LEVEL_LABEL,
    valueLabel: 'share of correct guesses, over people, by iteration',
    ...byGroup(
      levelsAndCompetitors(results).flatMap(({ label, aia }) => {
        const here = aia[name];
        return isCategoryFinding(here) ? [{ label, figures: here.right }] : [];
      }),
    ),
    lines: [{ value: number(found.baseline.estimate), label: 'most frequent category' }],
  };
}

function share(value: number | null): string {
  return `${decimals(100 * number(value), 0)} %`;
}
