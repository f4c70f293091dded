/** The three questions that European regulators ask of anonymised data, each with its control and its baseline. */

import type { AttackRate } from '../../measures/threeRisks/residualRisk.ts';
import { RISK_DEFINITIONS, riskRows, worstResidual } from '../../measures/threeRisks/riskRows.ts';
import type { Interval } from '../../numerics/intervals.ts';
import { number, type ReportContext } from '../context.ts';
import { scrolling } from '../figure.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { decimals } from '../plots/text.ts';
import { type Html, html, NOTHING } from '../template.ts';

export function threeRisks({ results: { threeRisks: risks } }: ReportContext): Html {
  if (!risks) return NOTHING;
  const rows = riskRows(risks);
  const weak = rows.filter(({ risk }) => !risk.beatsBaseline).map(({ name }) => name);
  return html`<p>The Article 29 Working Party (opinion 05/2014 on anonymisation techniques) asks three questions of anonymised data. Each is answered for the released table by an attack on people in it, by the same attack on people who were held out, and by an attacker who guesses. What the first achieves beyond the second is what taking part costs a person: the residual risk, (table − others) / (1 − others). A residual risk of 0 says that the table tells no more about those in it than about anybody else.</p>
<dl>${Object.entries(RISK_DEFINITIONS).map(([name, words]) => html`<dt>${name}</dt><dd>“${words}”</dd>`)}</dl>
${scrolling(
  htmlTable({
    caption: 'Successful attacks, with 95 % intervals',
    head: ['risk', 'on people in the table', 'on people held out', 'by guessing', 'residual risk'],
    rows: rows.map(({ name, risk: { main, control, baseline, residual } }) => [
      name,
      rateText(main),
      control ? rateText(control) : '–',
      rateText(baseline),
      residual ? intervalText(residual) : '–',
    ]),
  }),
)}
<p>A number is guessed right within 5 % of itself, a category if it is the same. Who infers a column knows all columns that are not sensitive; who links knows every other column, and a second party the rest. ${weak.length > 0 ? `No better than guessing, so that a small risk may only mean a weak attack: ${weak.join(', ')}. ` : ''}These figures are told and certified; the verdict goes by the limits above, whose attacks are stronger.</p>`;
}

export function threeRisksLine({ results: { threeRisks: risks } }: ReportContext): string {
  const worst = risks && worstResidual(riskRows(risks));
  return worst?.risk.residual
    ? `residual risk at most ${percent(worst.risk.residual.high)}: ${worst.name}`
    : '';
}

function rateText({ rate }: AttackRate): string {
  return intervalText(rate);
}

function intervalText({ estimate, low, high }: Interval): string {
  const middle = Number.isFinite(number(estimate)) ? percent(estimate) : 'few';
  return `${middle} (${percent(low)} to ${percent(high)})`;
}

function percent(share: number): string {
  return `${decimals(100 * number(share), 1)} %`;
}
