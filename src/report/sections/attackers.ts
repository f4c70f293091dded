/** The attackers on a sensitive column side by side, level by level: what each learns, and of whom. */

import type { AttributeFindings, CategoryFindings } from '../../measures/attribute/findings.ts';
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
import { type Html, html, NOTHING } from '../template.ts';

export function attackersTable({ results, chosen }: ReportContext, name: string): Html {
  const everywhere = [
    ...levelsAndCompetitors(results).map(({ label, aia }) => ({ label, found: aia[name] })),
    { label: 'real data', found: results.real.aia[name] },
  ];
  const here = chosen.aia[name];
  if (isNumberFinding(here)) {
    const rows = everywhere.flatMap(({ label, found }) =>
      isNumberFinding(found) ? [numberRow(label, found)] : [],
    );
    return numberTable(name, here, rows);
  }
  if (!isCategoryFinding(here)) return NOTHING;
  return categoryTable(
    name,
    everywhere.flatMap(({ label, found }) =>
      isCategoryFinding(found) ? [categoryRow(label, found)] : [],
    ),
  );
}

function numberTable(name: string, { mr2Floors }: AttributeFindings, rows: string[][]): Html {
  const { pooled, byClass, forest } = mr2Floors;
  const table = htmlTable({
    caption: `Share of the variance of ${name} that each attacker explains, by adjusted R² or on rows that the forest did not see, and of real people (R²)`,
    head: [
      ...['generator', 'one regression', 'within classes', 'random forest', 'strongest'],
      ...['people in the table', 'people held out'],
    ],
    rows: [
      ...rows,
      ['without dependence', ...[pooled, byClass, forest].map(share), ...['–', '–', '–']],
    ],
  });
  return html`${scrolling(table)}
<p>The strongest attacker counts in scores and limits. The last two columns are of whoever guesses best for people in the training rows, and for real people that the generator did not see: what exceeds the latter is learned because a person is in the table. The last row is measured at the recommended level with ${name} shuffled within the classes of the response. Below 0 % the guesses are worse than the mean.</p>`;
}

function numberRow(label: string, found: AttributeFindings): string[] {
  const { mr2, mr2ByClass, mr2Forest, strongest, inTable, heldOut } = found;
  return [
    label,
    ...[mr2, mr2ByClass, mr2Forest, strongest.mr2, inTable.estimate, heldOut.estimate].map(share),
  ];
}

function categoryTable(name: string, rows: string[][]): Html {
  const table = htmlTable({
    caption: `Share of correct guesses of ${name} by each attacker`,
    head: [
      ...['generator', 'logistic regression', 'random forest', 'strongest', 'most frequent level'],
      ...['people in the table', 'people held out'],
    ],
    rows,
  });
  return html`${scrolling(table)}
<p>The first columns are about the people attacked. The last two are about all training rows, and about real people that the generator did not see, by the attacker who is right more often about the training rows. That attacker counts in scores.</p>`;
}

function categoryRow(label: string, found: CategoryFindings): string[] {
  const { rate, rateForest, strongest, baseline, rightOnReal } = found;
  const { attacker } = strongest;
  return [
    label,
    ...[rate.estimate, rateForest.estimate, strongest.rate, baseline.estimate].map(share),
    ...[rightOnReal.inTable[attacker], rightOnReal.heldOut[attacker]].map(share),
  ];
}

function share(value: number | null): string {
  const found = number(value);
  return Number.isFinite(found) ? `${decimals(100 * found, 1)}\u00a0%` : '–';
}
