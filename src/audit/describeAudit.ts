/** An audit as text for people: each figure with what it means and its 95 % interval. */

import type { AuditUtility, Scores } from '../measures/utility/tableUtility.ts';
import { verdictTitle } from '../study/verdictWords.ts';
import type { Audit } from './audit.ts';
import { fidelityText } from './describeFidelity.ts';
import { privacyText } from './describePrivacy.ts';
import { risksText } from './describeRisks.ts';
import { columnsOfText, indent, interval, item, wrapped } from './figureText.ts';

export function describeAudit(audit: Audit): string {
  const { data, checks, notes, verdict } = audit;
  const { real, synthetic, test } = data.rows;
  const heldOut = test === null ? '' : ` and ${test} test rows, which the generator did not see`;
  return [
    `Audit of ${synthetic} synthetic rows against ${real} real rows${heldOut}.`,
    `${data.columns.compared.length} columns are compared. Ranges in brackets are 95 % intervals.`,
    ...section(`Verdict: ${verdictTitle(verdict.word)}`, summary(audit)),
    ...section('Privacy', privacyText(audit)),
    ...section('Singling out, linkability, inference (Article 29 Working Party)', risksText(audit)),
    ...section('Utility', utilityText(audit.utility)),
    ...section('Fidelity', fidelityText(audit)),
    ...section(
      'Checks before a release',
      checks.flatMap(({ name, passed, found, allowed, note, advice }) => [
        `${passed ? 'passed' : 'FAILED'}  ${name}: found ${found}${allowed === null ? '' : `, allowed ${allowed}`}`,
        ...wrapped(note, '        '),
        ...(advice === undefined ? [] : wrapped(advice, '        ')),
      ]),
    ),
    ...(notes.length > 0 ? section('Notes', notes.flatMap(item)) : []),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', title, ...lines.map((line) => (line === '' ? '' : indent(line)))];
}

function summary({ verdict, judged }: Audit): string[] {
  const { sentences, against } = verdict;
  return [
    ...wrapped(verdict.why, ''),
    '',
    ...[sentences.attribute, sentences.membership, sentences.use].flatMap(item),
    '',
    'What speaks against it:',
    ...against.flatMap(item),
    '',
    'Judged by the upper ends of 95 % intervals:',
    ...judged.figures.flatMap(({ judged: word, words }) => item(`${WORDS[word]}: ${words}`)),
  ];
}

const WORDS = { safe: 'within the limit', unclear: 'unclear', unsafe: 'BEYOND THE LIMIT' } as const;

const SCORES: Readonly<Record<string, { readonly label: string; readonly meaning: string }>> = {
  auc: { label: 'AUC', meaning: '1 best, 0.5 chance' },
  balancedAccuracy: { label: 'balanced accuracy', meaning: '1 best' },
  accuracy: { label: 'accuracy', meaning: 'share of correct predictions' },
  f1: { label: 'F1', meaning: '1 best' },
  brier: { label: 'Brier score', meaning: '0 best' },
  r2: { label: 'R2', meaning: '1 best, 0 no better than the mean' },
  rmse: { label: 'root mean squared error', meaning: '0 best' },
};

function utilityText(utility: AuditUtility | null): string[] {
  if (!utility) return ['Not measured: no response was named.'];
  const { response, rows, testedOn, models } = utility;
  const where =
    testedOn === 'unseen'
      ? 'rows that the generator did not see'
      : 'rows of the real table, which the generator may have seen';
  const lines = [['model', 'score', 'trained on synthetic', 'trained on real', '']];
  for (const { model, synthetic, real } of models) {
    for (const name of Object.keys(synthetic ?? real ?? {})) {
      const { label, meaning } = SCORES[name];
      lines.push([model, label, scoreText(synthetic, name), scoreText(real, name), meaning]);
    }
  }
  return [
    `Predicting '${response}', tested on ${rows.test} ${where}`,
    ...columnsOfText(lines).map(indent),
  ];
}

function scoreText(scores: Scores | null, name: string): string {
  if (!scores) return 'could not be trained';
  const { value, interval: range } = scores[name];
  return range ? interval(range) : value.toFixed(3);
}
