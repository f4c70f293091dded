/**
 * What attackers learn about a sensitive column, level by level: about people like those in the table, what
 * being in it adds, and each attacker by itself.
 */

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
  const both = scrolling(inAndOutTable(name, everywhere));
  if (isNumberFinding(here)) {
    const rows = everywhere.flatMap(({ label, found }) =>
      isNumberFinding(found) ? [numberRow(label, found)] : [],
    );
    return html`${both}${numberTable(name, here, rows)}`;
  }
  if (!isCategoryFinding(here)) return NOTHING;
  const rows = everywhere.flatMap(({ label, found }) =>
    isCategoryFinding(found) ? [categoryRow(label, found)] : [],
  );
  return html`${both}${categoryTable(name, rows)}`;
}

interface Line {
  readonly label: string;
  readonly found: AttributeFindings | CategoryFindings | undefined;
}

/** Whoever has the table learns about people like those in it; what being in it adds is the difference. */
function inAndOutTable(name: string, lines: readonly Line[]): string {
  const isNumber = lines.some(({ found }) => isNumberFinding(found));
  return htmlTable({
    caption: isNumber
      ? `Share of the variance of ${name} that the best attacker explains, with 95 % intervals. Below 0 % the mean is a better guess.`
      : `Share of right guesses of ${name} by the best attacker, with 95 % intervals`,
    head: [
      ...['generator', 'people in the table', 'people like these, held out'],
      'because they were in the table',
    ],
    rows: lines.flatMap(({ label, found }) => {
      const sides = found && sidesOf(found);
      return sides ? [[label, ...[sides.inTable, sides.heldOut, sides.cost].map(rangeText)]] : [];
    }),
  });
}

interface Sides {
  readonly inTable: Range;
  readonly heldOut: Range;
  readonly cost: Range;
}

/** An interval as files hold it: null where there is no number. */
interface Range {
  readonly estimate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

function sidesOf(found: AttributeFindings | CategoryFindings): Sides | undefined {
  const { inTable, heldOut, participation } = found;
  return Number.isFinite(number(inTable.estimate))
    ? { inTable, heldOut, cost: participation }
    : undefined;
}

function rangeText({ estimate, low, high }: Range): string {
  const ends = [number(low), number(high)];
  const range = ends.every(Number.isFinite)
    ? ` (${ends.map((end) => decimals(100 * end, 1)).join(' to ')})`
    : '';
  return `${share(estimate)}${range}`;
}

function numberTable(name: string, { mr2Floors }: AttributeFindings, rows: string[][]): Html {
  const { pooled, byClass, forest } = mr2Floors;
  const table = htmlTable({
    caption: `Share of the variance of ${name} that each attacker explains in the synthetic table: adjusted R², or R² on rows that the forest did not see`,
    head: ['generator', 'one regression', 'within classes', 'random forest', 'strongest'],
    rows: [...rows, ['without dependence', ...[pooled, byClass, forest].map(share), '–']],
  });
  return html`${scrolling(table)}
<p>The last row is measured at the level of the verdict with ${name} shuffled within the classes of the response: what chance gives.</p>`;
}

function numberRow(label: string, found: AttributeFindings): string[] {
  const { mr2, mr2ByClass, mr2Forest, strongest } = found;
  return [label, ...[mr2, mr2ByClass, mr2Forest, strongest.mr2].map(share)];
}

function categoryTable(name: string, rows: string[][]): Html {
  const table = htmlTable({
    caption: `Share of right guesses of ${name} about the people attacked, by attacker`,
    head: [
      ...['generator', 'logistic regression', 'random forest', 'strongest'],
      'always the most frequent category',
    ],
    rows,
  });
  return scrolling(table);
}

function categoryRow(label: string, found: CategoryFindings): string[] {
  const { rate, rateForest, strongest, baseline } = found;
  return [
    label,
    ...[rate.estimate, rateForest.estimate, strongest.rate, baseline.estimate].map(share),
  ];
}

function share(value: number | null): string {
  const found = number(value);
  return Number.isFinite(found) ? `${decimals(100 * found, 1)}\u00a0%` : '–';
}
