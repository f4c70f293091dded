/**
 * The second page of the print, seen on paper alone: what was done with what, in which version, what was
 * judged, and a place to sign. The first page is the first screen.
 */

import { verdictTitle } from '../../study/verdictWords.ts';
import type { ReportContext } from '../context.ts';
import { dateInWords } from '../record.ts';
import { type Html, html, trusted } from '../template.ts';
import { subtitle, titleOf } from './firstScreen.ts';
import { judgedTable } from './limits.ts';
import { settingRows } from './methods.ts';
import { promiseInLine } from './promise.ts';

const LINE = html`<span class="line"></span>`;

export function printSheet(context: ReportContext): Html {
  const { results, record, verdict } = context;
  const { checks, notes } = results;
  const failed = checks.filter(({ passed }) => !passed);
  return html`<section class="sheet" aria-label="Record and signature">
<h2>${titleOf(context)}</h2>
<p class="quiet">${subtitle(context)} · page 2: the record</p>
<dl class="record">${rowsOf(context).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${trusted(judgedTable(context))}
<p><b>Checks on the table:</b> ${failed.length === 0 ? `all ${checks.length} passed.` : `${failed.length} of ${checks.length} FAILED: ${failed.map(({ name }) => name).join(', ')}.`}${notes.length > 0 ? ` ${notes.length} notes are in report.html and results.json.` : ''}</p>
<div class="sign">
<p><b>Decision on the verdict “${verdictTitle(verdict.word)}”</b> (${record.date === undefined ? 'no date given' : dateInWords(record.date)}): ☐ release ☐ release with care, under the conditions below ☐ do not release</p>
<p>Conditions ${LINE}</p>
<p class="two"><span>Name and role ${LINE}</span><span>Place and date ${LINE}</span></p>
<p>Signature ${LINE}</p>
</div></section>`;
}

function rowsOf({ results, record, study }: ReportContext): [string, Html][] {
  const { data, seed, engine, preset } = results;
  const row = (name: string, value: string | undefined): [string, Html][] =>
    value === undefined ? [] : [[name, html`${value}`]];
  return [
    ...row(
      'Table',
      `${record.file ?? 'the table'}: ${data.rows} rows, ${data.columns} columns; response ${data.response}; sensitive ${data.sensitive.join(', ') || 'none named'}`,
    ),
    ['Purpose', record.purpose === undefined ? LINE : html`${record.purpose}`],
    [
      'SHA-256 of the input',
      record.saltedInput === undefined
        ? html`not printed: whoever has this page could test guesses of the table against it. A hash behind a salt that the data holder keeps can be given in its place.`
        : html`<code>${record.saltedInput}</code> (salted; the data holder keeps the salt)`,
    ],
    [
      'SHA-256 of the output',
      record.synthetic
        ? html`<code>${record.synthetic.sha256}</code> (${record.synthetic.file})`
        : html`no synthetic table was written with this report`,
    ],
    ...row('Program', `tvinesynth ${engine}, preset ${preset}`),
    ...row('Command', record.command),
    ...row(
      'Seed',
      study.model === null
        ? `${seed}, no secret: with model.json it gives the table again. The noise is secret, so that the seed alone gives neither.`
        : `${seed}. The same table, settings, seed and version give the same files. The seed is no secret: with the model it gives the table again.`,
    ),
    ['Settings', html`<small>${settingsInLine(results.settings)}</small>`],
    ...row('Columns cut', data.protected?.join(', ') ?? 'all'),
    ...row('Guarantee', promiseInLine(results)),
    ...(study.model?.k === undefined
      ? []
      : row('Fewest people', `nothing is told of fewer than ${study.model.k}`)),
  ];
}

/** Without the sizes of attacks, which the preset stands for. */
function settingsInLine(settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(settings)
    .filter(([name]) => name !== 'sizes')
    .flatMap(([name, value]) => settingRows(name, value))
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
