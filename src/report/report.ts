/**
 * The report of a study as one HTML page that needs nothing else: no script, no address, no font. It
 * holds no cell of the real table, only counts of at least 5 rows, correlations and measures.
 *
 * The first screen is for who decides. All that it rests on is below, closed, each part with its result in
 * a line; printed, the page is two pages: the first screen, and the record with a place to sign.
 */

import { contextOf, type ReportContext, type ReportInput } from './context.ts';
import { attribute, attributeLine } from './sections/attribute.ts';
import { attackersCoefficients } from './sections/coefficients.ts';
import { fidelity, fidelityLine, margins } from './sections/fidelity.ts';
import { firstScreen, titleOf } from './sections/firstScreen.ts';
import { levels } from './sections/levels.ts';
import { limits, limitsLine } from './sections/limits.ts';
import { membership } from './sections/membership.ts';
import { auditLine, membershipAudit } from './sections/membershipAudit.ts';
import { checks, checksLine, methods } from './sections/methods.ts';
import { printSheet } from './sections/printSheet.ts';
import { promise, promiseLine } from './sections/promise.ts';
import { threeRisks, threeRisksLine } from './sections/threeRisks.ts';
import { tradeoffs } from './sections/tradeoffs.ts';
import { utility, utilityLine } from './sections/utility.ts';
import { vine } from './sections/vine.ts';
import { STYLE } from './style.ts';
import { type Html, html, NOTHING, trusted } from './template.ts';

export type { ReportInput } from './context.ts';

interface Part {
  readonly id: string;
  readonly name: string;
  /** Nothing where there is nothing to show. */
  readonly of: (context: ReportContext) => Html;
  /** What it found, in a line. */
  readonly line?: (context: ReportContext) => string;
}

const GROUPS: readonly { readonly name: string; readonly parts: readonly Part[] }[] = [
  {
    name: 'The decision',
    parts: [
      { id: 'limits', name: 'Limits and judged figures', of: limits, line: limitsLine },
      { id: 'checks', name: 'Checks on the table', of: checks, line: checksLine },
      { id: 'levels', name: 'All levels', of: levels },
    ],
  },
  {
    name: 'Privacy',
    parts: [
      { id: 'promise', name: 'Differential privacy', of: promise, line: promiseLine },
      { id: 'attribute', name: 'Sensitive values', of: attribute, line: attributeLine },
      { id: 'audit', name: 'Membership audit', of: membershipAudit, line: auditLine },
      {
        id: 'risks',
        name: 'Singling out, linkability, inference',
        of: threeRisks,
        line: threeRisksLine,
      },
      { id: 'membership', name: "Membership, the paper's game", of: membership },
      { id: 'coefficients', name: "The attacker's coefficients", of: attackersCoefficients },
      { id: 'tradeoffs', name: 'Privacy versus utility', of: tradeoffs },
    ],
  },
  {
    name: 'Use',
    parts: [
      { id: 'utility', name: 'Predicting the response', of: utility, line: utilityLine },
      { id: 'fidelity', name: 'The table as a whole', of: fidelity, line: fidelityLine },
      { id: 'margins', name: 'Column by column', of: margins },
    ],
  },
  {
    name: 'How it was made',
    parts: [
      { id: 'vine', name: 'The vine', of: vine },
      { id: 'methods', name: 'Methods, settings and notes', of: methods },
    ],
  },
];

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
  const first = firstScreen(context);
  const groups: Html[] = [];
  for (const { name, parts } of GROUPS) {
    const drawn: Html[] = [];
    for (const part of parts) {
      yield;
      drawn.push(collapsed(part, context));
    }
    const shown = drawn.filter(({ html }) => html !== '');
    if (shown.length > 0) {
      groups.push(html`<div class="group"><h2>${name}</h2>
${shown}</div>`);
    }
  }
  const { engine, seed } = context.results;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${titleOf(context)}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
<div class="screen-one">
${first}
</div>
${printSheet(context)}
${groups}
</main>
<footer><p class="quiet">Written by tvinesynth ${engine}, seed ${seed}. This page needs no network connection and contains no cell of the real table. All figures are in results.json.</p></footer>
</body>
</html>
`.html;
}

function collapsed({ id, name, of, line }: Part, context: ReportContext): Html {
  const body = of(context);
  if (body.html === '') return NOTHING;
  return html`<section id="${id}"><details class="part"><summary><h3>${name}</h3>${line ? html` <span>${line(context)}</span>` : NOTHING}</summary>
<div class="body">
${body}
</div></details></section>`;
}
