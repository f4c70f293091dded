/** Methods in words with every setting, the checks on the released table, and all notes. */

import { levelWords } from '../../study/levelWords.ts';
import { isOfVine, type ReportContext, type VineContext } from '../context.ts';
import { scrolling } from '../figure.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { SETTING_WORDS } from '../settingWords.ts';
import { type Html, html, NOTHING } from '../template.ts';

export function checks({ results }: ReportContext): Html {
  return html`${scrolling(
    htmlTable({
      caption: 'Each check counts something that should not occur, or that a person should review',
      head: ['check', 'result', 'found', 'allowed', 'what was counted', 'what to do'],
      rows: results.checks.map(({ name, passed, found, allowed, note, advice }) => [
        name,
        allowed === null ? 'to review' : passed ? 'passed' : 'FAILED',
        String(found),
        allowed === null ? '–' : String(allowed),
        note,
        advice ?? '–',
      ]),
    }),
  )}`;
}

export function checksLine({ results: { checks } }: ReportContext): string {
  const failed = checks.filter(({ passed }) => !passed);
  return failed.length === 0
    ? `all ${checks.length} passed`
    : `${failed.length} of ${checks.length} FAILED: ${failed.map(({ name }) => name).join(', ')}`;
}

export function methods(context: ReportContext): Html {
  const { results, study } = context;
  const { data, settings, seed, preset, engine, people, notes } = results;
  return html`<p>${isOfVine(context) ? vineWords(context) : privateWords(context)}</p>
<p>${data.sensitive.length > 0 ? 'In each iteration and for each target, the attribute attack refits the generator, draws synthetic sets and regresses the sensitive column on all others, over all rows and within the classes of the response where there are at most 10; once in each iteration a random forest tries too. ' : ''}${results.membership.attacked.length > 0 ? 'The membership attack trains a classifier on synthetic sets from generators fitted with and without the target. ' : ''}${people.outlying + people.random} people were attacked: ${people.outlying} outlying, ${people.random} random. No figure is based on fewer than five of them, and figures are rounded to three digits. Before anything was measured, numbers in the real table were limited to ranges that no single person determines, and rare levels were pooled, as in the model. Utility is that of random forests trained on synthetic rows and tested on ${data.test} real rows that were in no fit.</p>
<p>Privacy is the lowest of the following values, each between 0 and 1. For numbers it is 1 minus the larger of two shares of variance: the MR2 of the strongest attacker, and the share that corresponds to the MAB above its noise floor. For categories it is 1 minus the share of the errors of the best constant guess that the stronger attacker avoids. For membership it is 1 minus the distance of the median privacy gain from 1, for outlying and for random people; both are pooled where one kind was attacked fewer than ten times or has fewer than five people. Utility is the ${'auc' in results.real.utility ? 'AUC above one half' : 'R²'} relative to that of the real data. The score is alpha × privacy + (1 − alpha) × utility.</p>
${scrolling(
  htmlTable({
    caption: 'All settings that determine the results',
    head: ['setting', 'value', 'meaning'],
    rows: [
      ['program', `tvinesynth ${engine}`],
      ['seed', String(seed)],
      ['preset', preset],
      [
        'data',
        `${data.rows} rows; ${data.train} for fits and attacks, ${data.test} for the utility`,
      ],
      ['columns', String(data.columns)],
      ['response', data.response],
      ['sensitive', data.sensitive.join(', ') || 'none'],
      ['K', data.K.join(', ') || 'none'],
      ['cut', data.protected?.join(', ') ?? 'all columns'],
      ...Object.entries(settings).flatMap(([name, value]) => settingRows(name, value)),
    ].map(([name, value]) => [name, value, SETTING_WORDS[name] ?? '']),
  }),
)}
<p>Anyone who has the model and the seed can draw the same synthetic table again. The seed is not a secret and protects nobody.</p>
<h4>Column types</h4>
${scrolling(
  htmlTable({
    caption: 'The type of each column',
    head: ['column', 'type'],
    rows: [...study.schema.columns].map(([name, { type }]) => [name, type ?? 'detected']),
  }),
)}
${
  notes.length === 0
    ? NOTHING
    : html`<h4>Notes</h4><ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`
}`;
}

function vineWords({ results, study }: VineContext): string {
  const { data } = results;
  const order =
    study.model.structure === 'cvine'
      ? 'Algorithm 1 of the paper orders the columns so that pairs of sensitive columns and columns strongly associated with them are in the last trees.'
      : '';
  const cut = data.protected
    ? ` of ${data.protected.length === 1 ? 'this column' : 'these columns'}`
    : '';
  return `TVineSynth fits a marginal distribution to each column and a vine copula to the ranks of ${data.train} training rows. ${order} ${classWords(results)} ${levelWords(results)} The vine was fitted once, with ${data.tMax} of ${data.trees} trees${cut}; all levels are truncations of this fit.`;
}

function privateWords({ results }: ReportContext): string {
  const { data } = results;
  return `TVineSynth measured ${data.train} training rows once, in whole numbers with Gaussian noise (dpvine), and computed margins, the order of Algorithm 1 and a Gaussian C-vine with ${data.trees} trees from them. ${levelWords(results)} Levels up to ${data.tMax} were compared; all follow from the same noisy numbers. Attacks fit it anew, with noise of their own. Which rows were held out follows from their numbers and the seed alone.`;
}

/** Whether dependence differs between classes. */
function classWords({ data }: ReportContext['results']): string {
  return data.byClass
    ? `Pair by pair either one copula serves all classes of ${data.response}, or each class has its own: ${data.byClass.pairs} of ${data.byClass.of} pairs differ.`
    : 'Each pair has one copula for all rows.';
}

/** Settings within settings by their path: sizes, membership, shadows. */
export function settingRows(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return [[name, value.map(String).join(', ') || 'none']];
  if (typeof value === 'object' && value !== null) {
    const inside = Object.entries(value);
    if (inside.length === 0) return [[name, 'none']];
    return inside.flatMap(([key, part]) => settingRows(`${name}: ${key}`, part));
  }
  return [[name, value === null || value === undefined ? 'none' : String(value)]];
}
