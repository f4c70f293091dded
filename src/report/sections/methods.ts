/** Methods in words with every setting, the checks on the released table, and all notes. */

import type { ReportContext } from '../context.ts';
import { scrolling } from '../figure.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { SETTING_WORDS } from '../settingWords.ts';
import { type Html, html, NOTHING } from '../template.ts';

export function checks({ results }: ReportContext): Html {
  return html`<section id="checks"><h2>Checks on the released table</h2>
${scrolling(
  htmlTable({
    caption: 'Each check counts something that should not be, or is to be read',
    head: ['check', 'result', 'found', 'allowed', 'what was counted'],
    rows: results.checks.map(({ name, passed, found, allowed, note }) => [
      name,
      allowed === null ? 'to be read' : passed ? 'passed' : 'FAILED',
      String(found),
      allowed === null ? '–' : String(allowed),
      note,
    ]),
  }),
)}</section>`;
}

export function methods({ results, study }: ReportContext): Html {
  const { data, settings, seed, preset, engine, people, notes } = results;
  return html`<section id="methods"><h2>Methods and settings</h2>
<p>TVineSynth fits a vine copula to the ranks of ${data.train} training rows, and margins to each column. ${study.model.structure === 'cvine' ? 'The order of the columns (Algorithm 1 of the paper) places sensitive columns and those strongly associated with them so that their pairs stand in the last trees.' : ''} Truncation at level t keeps the first t trees and treats all later pairs as conditionally independent. The vine was fitted once with ${data.tMax} of ${data.trees} trees; all levels are cut from it.</p>
<p>${data.sensitive.length > 0 ? 'The attribute attack fits the generator anew for each iteration and target, draws synthetic sets and regresses the sensitive column on all others. ' : ''}${results.membership.attacked.length > 0 ? 'The membership attack trains a classifier on sets of generators fitted with and without the target. ' : ''}${people.outlying + people.random} people were attacked: ${people.outlying} outlying, ${people.random} random. No figure rests on fewer than five of them, and figures have three digits. Before anything was measured, columns of the real table were cut off at limits that no single person sets, and rare levels were pooled, as in the model. Utility is that of random forests which learn from synthetic rows and are tested on ${data.test} real rows kept out of every fit.</p>
<p>Privacy is the weakest of all sides, each on a scale from 0 to 1: for numbers 1 minus the larger of MR2 and what MAB above its floor stands for; for categories 1 minus the share of errors of the best constant guess that the attacker avoids; for membership 1 minus the distance of the median privacy gain from 1, of outlying and of random people, or of all together where one kind was attacked fewer than ten times or has fewer than five people. Utility is the ${'auc' in results.real.utility ? 'AUC above one half' : 'R²'} as a share of that of the real data. The score is alpha times privacy plus (1 − alpha) times utility.</p>
${scrolling(
  htmlTable({
    caption: 'Everything that determines the result',
    head: ['setting', 'value', 'what it is'],
    rows: [
      ['program', `tvinesynth ${engine}`],
      ['seed', String(seed)],
      ['preset', preset],
      [
        'data',
        `${data.rows} rows given, ${data.train} for fits and attacks, ${data.test} for the utility`,
      ],
      ['columns', String(data.columns)],
      ['response', data.response],
      ['sensitive', data.sensitive.join(', ') || 'none'],
      ['K', data.K.join(', ') || 'none'],
      ...Object.entries(settings).flatMap(([name, value]) => settingRows(name, value)),
    ].map(([name, value]) => [name, value, SETTING_WORDS[name] ?? '']),
  }),
)}
<p>Whoever has both the model and the seed can draw the same synthetic table again: the seed is no secret that protects anyone.</p>
<h3>Types of columns</h3>
${scrolling(
  htmlTable({
    caption: 'What columns were taken for',
    head: ['column', 'type'],
    rows: [...study.schema.columns].map(([name, { type }]) => [name, type ?? 'detected']),
  }),
)}
${
  notes.length === 0
    ? NOTHING
    : html`<h3>Notes</h3><ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`
}</section>`;
}

/** Settings within settings by their path: sizes, membership, shadows. */
function settingRows(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return [[name, value.map(String).join(', ') || 'none']];
  if (typeof value === 'object' && value !== null) {
    const inside = Object.entries(value);
    if (inside.length === 0) return [[name, 'none']];
    return inside.flatMap(([key, part]) => settingRows(`${name}: ${key}`, part));
  }
  return [[name, value === null || value === undefined ? 'none' : String(value)]];
}
