/** The coefficients of the attacker's regressions, level by level. */

import { cellsOf } from '../../measures/fidelity/tableFidelity.ts';
import {
  isNumberFinding,
  levelName,
  levelsDrawn,
  number,
  type ReportContext,
  shownLevels,
} from '../context.ts';
import { figure } from '../figure.ts';
import { coefficients, coefficientsTable } from '../plots/coefficients.ts';
import type { Estimate } from '../plots/estimate.ts';
import { SMALLEST_COUNT } from '../plots/marginHistogram.ts';
import { decimals } from '../plots/text.ts';
import { type Html, html, NOTHING } from '../template.ts';

const MOST_PANELS = 12;

export function attackersCoefficients(context: ReportContext): Html {
  const { document, chosen } = context;
  const shown = shownLevels(context, MOST_PANELS);
  const rare = rareFeatures(context);
  const figures = Object.entries(chosen.aia).flatMap(([name, found], i) => {
    if (!isNumberFinding(found)) return [];
    const levels = shown.flatMap((level) => {
      const here = level.aia[name];
      if (!isNumberFinding(here)) return [];
      const { mean, sd } = here.coefficients;
      return [
        {
          label: levelName(level),
          coefficients: mean.map((value, k) => ({
            value: number(value),
            low: number(value) - 2 * number(sd[k]),
            high: number(value) + 2 * number(sd[k]),
          })),
        },
      ];
    });
    return [
      figure(
        document,
        coefficients,
        coefficientsTable,
        {
          id: `coefficients-${i}`,
          title: titleOf(
            name,
            found.coefficients.names.map((each) => rare.get(each) ?? each),
            levels,
          ),
          valueLabel: 'mean coefficient (in standard deviations, per standard deviation)',
          spreadLabel: 'mean ± 2 standard deviations over regressions',
          variables: found.coefficients.names.map((each) => rare.get(each) ?? each),
          levels,
        },
        'full',
      ),
    ];
  });
  if (figures.length === 0) return NOTHING;
  return html`<p>These are the coefficients of the attacker's regression of a sensitive column on all others. The synthetic table reveals the dependence between two columns from the truncation level at which the coefficient departs from zero.</p>
${levelsDrawn(context, shown)}${figures}`;
}

/** The column that reveals most, at the highest level. */
function titleOf(
  name: string,
  variables: readonly string[],
  levels: readonly { readonly label: string; readonly coefficients: readonly Estimate[] }[],
): string {
  const last = levels[levels.length - 1];
  const sizes = last.coefficients.map(({ value }) => Math.abs(value) || 0);
  const most = sizes.indexOf(Math.max(...sizes));
  if (most < 0) return `Coefficients for ${name}`;
  return `At ${last.label}, ${variables[most]} reveals most about ${name}: its coefficient is ${decimals(last.coefficients[most].value)}`;
}

/** Names of features that would tell a category with few real rows, and what to say in their place. */
function rareFeatures({ sides: { plan, real } }: ReportContext): Map<string, string> {
  const names = new Map<string, string>();
  for (const planned of plan.columns) {
    if (planned.as !== 'levels') continue;
    const counts = new Array<number>(planned.levels.length).fill(0);
    for (const code of cellsOf(planned, real)) if (code >= 0) counts[code]++;
    planned.levels.forEach((level, place) => {
      if (counts[place] >= SMALLEST_COUNT) return;
      names.set(`${planned.name} = ${level}`, `${planned.name} = rare level ${place + 1}`);
    });
  }
  return names;
}
