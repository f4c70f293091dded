/**
 * The first screen, for who decides: what it is about, the verdict, what an attacker can learn, what is
 * kept, the plot, and what speaks against it. Nothing here needs the words of vine copulas.
 */

import type { StudyResults } from '../../study/results.ts';
import { verdictTitle } from '../../study/verdictWords.ts';
import { type ReportContext, withCategories } from '../context.ts';
import { dateInWords } from '../record.ts';
import { type Html, html, NOTHING } from '../template.ts';
import { overview } from './overview.ts';

const SIGNS = {
  release: '✓',
  'release-with-care': '!',
  'do-not-release': '✕',
  'first-look': '?',
} as const;

export function firstScreen(context: ReportContext): Html {
  const { verdict, results } = context;
  const { sentences, against } = verdict;
  return html`<header>
<h1>${titleOf(context)}</h1>
<p class="quiet">${subtitle(context)}</p>
</header>
<div class="first"><div>
<div class="verdict ${verdict.word}" role="status"><p class="word"><span aria-hidden="true">${SIGNS[verdict.word]}</span> ${verdictTitle(verdict.word)}</p>
<p>${unbroken(verdict.why)}</p>${verdict.forced ? html`<p><b>The synthetic table was written on demand (--force-release), although no level keeps the limits.</b></p>` : NOTHING}</div>
<dl class="three">${[
    point('What an attacker can learn about a sensitive value', sentences.attribute),
    point('Whether people can be recognised as members', sentences.membership),
    point('What models and statistics keep', withCategories(context, sentences.use)),
  ]}</dl>
</div>
${overview(context)}</div>
<div class="against"><h2>What speaks against it</h2>
<ul>${[...against, ...always(results.promise)].map((text) => html`<li>${withCategories(context, text)}</li>`)}</ul>
${modelWords(context)}</div>
<p class="quiet screen">${results.data.rows} rows and ${results.data.columns} columns; sensitive: ${results.data.sensitive.join(', ') || 'none named'}; response: ${results.data.response}.</p>`;
}

/** What no figure on the page can show. */
function always(promise: StudyResults['promise']): string[] {
  const others = 'Attacks give lower bounds on the risk, and others may find more.';
  if (!promise) {
    return [
      `This is not differential privacy: nothing is proven against every attacker. ${others}`,
    ];
  }
  if (!promise.holds) return [`Nothing is proven against every attacker. ${others}`];
  return [
    "Differential privacy bounds what is learnt from one person's row. What the table shows of all people, such as a tie between two columns, can be used on anybody: that is what the figures on sensitive values are about, and for those others may find more.",
  ];
}

export function titleOf({ record, results }: ReportContext): string {
  return record.file === undefined
    ? `Synthetic data for ${results.data.response}: may it be released?`
    : `Synthetic version of ${record.file}: may it be released?`;
}

export function subtitle({ record, results }: ReportContext): string {
  return [
    ...(record.date === undefined ? [] : [dateInWords(record.date)]),
    `for ${record.audience ?? 'whoever decides on the release'}`,
    `tvinesynth ${results.engine}`,
  ].join(' · ');
}

function point(name: string, sentence: string): Html {
  return html`<div><dt>${name}</dt><dd>${unbroken(sentence)}</dd></div>`;
}

/** Figures with their unit, and options of the command, on one line each. */
function unbroken(text: string): Html {
  const parts = text.split(/(\d[\d.]* %|--[a-z-]+)/);
  return parts.reduce(
    (before, part, i) =>
      i % 2 === 0 ? html`${before}${part}` : html`${before}<span class="whole">${part}</span>`,
    NOTHING,
  );
}

/** The model file may give away more than the table. */
function modelWords({ verdict: { model, word } }: ReportContext): Html {
  return model.word === word
    ? NOTHING
    : html`<p><b>The model file (model.json): ${verdictTitle(model.word).toLowerCase()}.</b> ${model.why}</p>`;
}
