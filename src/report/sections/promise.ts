/** What is promised of a private table, the bound on attacks that follows, and what the audit found beside it. */

import type { StudyResults } from '../../study/results.ts';
import { number, type ReportContext } from '../context.ts';
import { scrolling } from '../figure.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { decimals } from '../plots/text.ts';
import { type Html, html, NOTHING } from '../template.ts';

export function promise(context: ReportContext): Html {
  const { promise: promised } = context.results;
  if (!promised) return NOTHING;
  const { epsilon, delta, mu, neighbours, holds, statement, covered, notCovered, bound } = promised;
  if (!holds) {
    return html`<p><b>${statement}</b></p>
<p>Epsilon ${epsilon} and delta ${delta} were asked for. They mean nothing as long as the domain or the noise depends on the table: declare type, range or levels of every column in the schema, from what everybody may know.</p>`;
  }
  return html`<p>${statement}</p>
<p>Take two tables that differ by ${neighbours.replace(/;.*/, '')}. Whatever comes out is about as likely from the one as from the other: its probability changes by a factor of at most e<sup>${epsilon}</sup>, but for a chance of ${delta}. In the terms of Gaussian differential privacy, mu = ${decimals(number(mu), 3)}.</p>
${scrolling(boundTable(promised))}
<p>So no attack has more true than false alarms beyond ${decimals(100 * number(bound?.advantage), 1)} points, and none finds more than ${decimals(100 * number(bound?.foundAt1), 1)} % of members where it takes 1 % of others for members.</p>
<p><b>Covered:</b> ${covered.join(', ')}.</p>
<p><b>Not covered</b>, since computed from real rows without noise:</p>
<ul>${notCovered.map((each) => html`<li>${each}</li>`)}</ul>`;
}

export function promiseLine({ results: { promise: promised } }: ReportContext): string {
  if (!promised) return '';
  if (!promised.holds) return 'THERE IS NO GUARANTEE';
  const { epsilon, delta, bound } = promised;
  return `epsilon ${epsilon}, delta ${delta}; no membership attack has an AUC above ${decimals(number(bound?.auc), 3)}`;
}

/** For the record that is signed. */
export function promiseInLine({ promise: promised }: StudyResults): string {
  if (!promised) return 'none; risks are measured, not bounded';
  const { epsilon, delta, bound, holds, statement, neighbours } = promised;
  if (!holds) return statement;
  return `differential privacy, epsilon ${epsilon}, delta ${delta}, for ${neighbours}; of the synthetic table and model.json, not of the figures in this report. No membership attack on one person has an AUC above ${decimals(number(bound?.auc), 3)}.`;
}

function boundTable({ bound, found, file, epsilon }: NonNullable<StudyResults['promise']>): string {
  return htmlTable({
    caption:
      'Attacks on membership: what the guarantee allows any attacker, and what the audit found (95 % intervals)',
    head: ['', 'AUC', 'AUC at release', 'epsilon'],
    rows: [
      [
        'any attack, by the guarantee',
        `at most ${decimals(number(bound?.auc), 3)}`,
        `at most ${decimals(number(bound?.auc), 3)}`,
        `${epsilon}, as promised`,
      ],
      ...(file
        ? [
            [
              'who has model.json, by likelihood ratios',
              range(file.auc),
              range(file.auc),
              `refuted below ${decimals(number(file.epsilonLower), 2)}`,
            ],
          ]
        : []),
      ...found.map(({ truncation, auc, atRelease, epsilonLower }) => [
        `the audit's judge at t = ${truncation}`,
        range(auc),
        range(atRelease),
        `refuted below ${decimals(number(epsilonLower), 2)}`,
      ]),
    ],
  });
}

function range({ estimate, low, high }: { estimate: number; low: number; high: number }): string {
  const ends = [number(low), number(high)].map((end) => decimals(end, 3)).join(' to ');
  return `${decimals(number(estimate), 3)} (${ends})`;
}
