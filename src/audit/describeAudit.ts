/** An audit as text for people: each figure with what it means and its 95 % interval. */

import type { AuditUtility, Scores } from '../measures/utility/tableUtility.ts';
import type { Audit } from './audit.ts';
import { attributeVerdict } from './describeAttribute.ts';
import { fidelityText } from './describeFidelity.ts';
import { membershipVerdict, privacyText } from './describePrivacy.ts';
import { columnsOfText, indent, interval, item, wrapped } from './figureText.ts';

export function describeAudit(audit: Audit): string {
  const { data, checks, notes } = audit;
  const { real, synthetic, test } = data.rows;
  const heldOut = test === null ? '' : ` and ${test} test rows, which the generator did not see`;
  return [
    `Audit of ${synthetic} synthetic rows against ${real} real rows${heldOut}.`,
    `${data.columns.compared.length} columns are compared. Ranges in brackets are 95 % intervals.`,
    ...section('In short', summary(audit)),
    ...section('Privacy', privacyText(audit)),
    ...section('Utility', utilityText(audit.utility)),
    ...section('Fidelity', fidelityText(audit)),
    ...section(
      'Checks before a release',
      checks.flatMap(({ name, passed, found, allowed, note }) => [
        `${passed ? 'passed' : 'FAILED'}  ${name}: found ${found}${allowed === null ? '' : `, allowed ${allowed}`}`,
        ...wrapped(note, '        '),
      ]),
    ),
    ...(notes.length > 0 ? section('Notes', notes.flatMap(item)) : []),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', title, ...lines.map((line) => (line === '' ? '' : indent(line)))];
}

function summary(found: Audit): string[] {
  const { checks, attribute, utility } = found;
  const failed = checks.filter(({ passed }) => !passed).map(({ name }) => name);
  const points = [
    failed.length === 0
      ? `All ${checks.length} checks before a release passed.`
      : `${failed.length} of ${checks.length} checks before a release FAILED: ${failed.join(', ')}.`,
    ...attribute.map(attributeVerdict),
    membershipVerdict(found),
    ...(utility ? utilityVerdict(utility) : []),
  ];
  return points.flatMap(item);
}

/** Of the first model that learned from both tables. */
function utilityVerdict({ models, response }: AuditUtility): string[] {
  for (const { model, synthetic, real } of models) {
    if (!synthetic || !real) continue;
    const name = 'auc' in synthetic ? 'auc' : 'r2';
    const [made, own] = [synthetic, real].map((scores) => scores[name].value.toFixed(3));
    return [
      `The model '${model}' predicts '${response}' with ${SCORES[name].label} ${made} when trained on the synthetic table, and ${own} when trained on the real table.`,
    ];
  }
  return [];
}

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
