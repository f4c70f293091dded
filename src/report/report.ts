/**
 * The report of a study as one HTML page that needs nothing else: no script, no address, no font. It
 * holds no cell of the real table, only counts of at least 5 rows, correlations and measures.
 */

import { contextOf, type ReportInput } from './context.ts';
import { attribute } from './sections/attribute.ts';
import { attackersCoefficients } from './sections/coefficients.ts';
import { fidelity, margins } from './sections/fidelity.ts';
import { membership } from './sections/membership.ts';
import { checks, methods } from './sections/methods.ts';
import { summary } from './sections/summary.ts';
import { tradeoffs } from './sections/tradeoffs.ts';
import { utility } from './sections/utility.ts';
import { vine } from './sections/vine.ts';
import { STYLE } from './style.ts';
import { type Html, html, trusted } from './template.ts';

export type { ReportInput } from './context.ts';

const SECTIONS = [
  { id: 'tradeoffs', name: 'Privacy versus utility', of: tradeoffs },
  { id: 'attribute', name: 'Attribute inference', of: attribute },
  { id: 'membership', name: 'Membership inference', of: membership },
  { id: 'utility', name: 'Utility', of: utility },
  { id: 'fidelity', name: 'Fidelity', of: fidelity },
  { id: 'margins', name: 'Marginal distributions', of: margins },
  { id: 'coefficients', name: 'Regression coefficients', of: attackersCoefficients },
  { id: 'vine', name: 'The vine', of: vine },
  { id: 'checks', name: 'Checks on the released table', of: checks },
  { id: 'methods', name: 'Methods and settings', of: methods },
] as const;

/** Nothing may be loaded and nothing may run, whatever the name of a column contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/**
 * const page = reportHtml({ study: await study(table, settings), real: table, document: nodeDocument() });
 */
export function reportHtml(input: ReportInput): string {
  const steps = reportSteps(input);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, with a pause after each section: a report of many columns takes a while. */
export function* reportSteps(input: ReportInput): Generator<undefined, string> {
  const context = contextOf(input);
  const first = summary(context);
  const sections: { readonly id: string; readonly name: string; readonly body: Html }[] = [];
  for (const { id, name, of } of SECTIONS) {
    yield;
    const body = of(context);
    if (body.html !== '') sections.push({ id, name, body });
  }
  const { engine, seed } = context.results;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Synthetic data for ${context.results.data.response}: privacy and utility</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
${first}
<nav aria-label="Sections"><ul>${sections.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
${sections.map(({ body }) => body)}
</main>
<footer><p class="quiet print">The numbers behind each plot are in the HTML version of this page and in results.json.</p><p class="quiet">Written by tvinesynth ${engine}, seed ${seed}. This page needs no network connection and contains no cell of the real table.</p></footer>
</body>
</html>
`.html;
}
