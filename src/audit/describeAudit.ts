/** An audit as text for people: each figure with what it means and its 95 % interval. */

import type { CategoryAttack } from '../measures/attribute/attackCategories.ts';
import type { NumberAttack } from '../measures/attribute/attackNumbers.ts';
import type { Guesses } from '../measures/attribute/guesses.ts';
import { countedPeople } from '../measures/exactCopies.ts';
import type { Membership } from '../measures/membership/tableMembership.ts';
import type { AuditUtility, Scores } from '../measures/utility/tableUtility.ts';
import type { Interval } from '../numerics/intervals.ts';
import { alignText } from '../table/alignText.ts';
import type { Audit } from './audit.ts';

export function describeAudit(audit: Audit): string {
  const { data, checks, notes } = audit;
  const { real, synthetic, test } = data.rows;
  const unseen = test === null ? '' : `, with ${test} test rows that the generator did not see`;
  return [
    `Audit of ${synthetic} synthetic rows against ${real} real rows${unseen}.`,
    `${data.columns.compared.length} columns are compared. Ranges in brackets are 95 % intervals.`,
    ...section('In short', summary(audit)),
    ...section('Privacy', privacy(audit)),
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
  return ['', title, ...lines.map((line) => (line === '' ? '' : `  ${line}`))];
}

function table(lines: readonly (readonly string[])[]): string[] {
  return lines.length === 0 ? [] : alignText(lines, () => false);
}

function summary({ checks, attribute, membership, utility }: Audit): string[] {
  const failed = checks.filter(({ passed }) => !passed).map(({ name }) => name);
  const model = utility?.models.find(({ synthetic, real }) => synthetic && real);
  const points = [
    failed.length === 0
      ? `All ${checks.length} checks before a release passed.`
      : `${failed.length} of ${checks.length} checks before a release FAILED: ${failed.join(', ')}.`,
    ...attribute.map((attack) => `'${attack.name}': ${attributeVerdict(attack)}`),
    membershipVerdict(membership),
    ...(model?.synthetic && model.real && utility
      ? [
          `A ${model.model} that learns from the synthetic table predicts '${utility.response}' with ${mainScore(model.synthetic)}, one from the real table with ${mainScore(model.real)}.`,
        ]
      : []),
  ];
  return points.flatMap(item);
}

function mainScore(scores: Scores): string {
  const name = 'auc' in scores ? 'auc' : 'r2';
  return `${SCORES[name].label} ${scores[name].value.toFixed(3)}`;
}

function attributeVerdict({ real, control, beyondControl }: NumberAttack | CategoryAttack): string {
  const { right, rightByBaseline: baseline } = real;
  const rates = `${percent(right.estimate)} guessed right, ${percent(baseline.estimate)} by the same guess for everybody`;
  const helps =
    right.low > baseline.high
      ? 'THE TABLE HELPS TO GUESS IT'
      : 'the table helps little or not at all to guess it';
  if (!control || !beyondControl) {
    return `${rates}: ${helps}. Whether more so for the people in the real table takes test rows.`;
  }
  const outside = percent(control.right.estimate);
  return beyondControl.difference.low > 0
    ? `${rates}, only ${outside} for people outside the real table: SIGNS OF A LEAK about the people in it.`
    : `${rates}: ${helps}, and as well for people outside the real table (${outside}), so no single person's secret is seen to leak.`;
}

function membershipVerdict(found: Membership | null): string {
  if (!found) {
    return 'Whether people in the real table can be recognised was not measured: it takes test rows.';
  }
  const { auc, nearerToReal, advantage } = found;
  const isLeak = auc.low > 0.5 || nearerToReal.low > 0.5 || advantage.low > 0;
  const verdict = isLeak
    ? 'SIGNS OF A LEAK, people in the real table can be recognised'
    : 'No sign that people in the real table can be recognised';
  return `${verdict}: area under the ROC curve ${fixed(auc)}, where 0.5 is a coin toss.`;
}

function privacy({ attribute, membership, fidelity, data }: Audit): string[] {
  const { synthetic, holdout } = fidelity.copies;
  // rows that were not drawn may be the originals of copies
  const isWhole = fidelity.rows.real === data.rows.real;
  return [
    ...attribute.flatMap((attack) => [...attributeText(attack), '']),
    ...(membership
      ? [
          'Recognising people of the real table',
          ...table([
            [
              'synthetic rows nearer to a real row than to a test row',
              rate(membership.nearerToReal),
              '50 % without a leak',
            ],
            [
              'attacker who goes by the nearest synthetic row: area under the ROC curve',
              interval(membership.auc),
              '0.5 without a leak, 1 for copies',
            ],
            ...(membership.aucOfOutlying
              ? [
                  [
                    'the same among the tenth of people furthest from the middle',
                    interval(membership.aucOfOutlying),
                    '0.5 without a leak',
                  ],
                ]
              : []),
            [
              'members found minus false alarms, at the best distance',
              rate(membership.advantage),
              '0 % without a leak, 100 % for copies',
            ],
          ]).map(indent),
          `  With so many people an attack can prove at most a leak of epsilon ${membership.provableEpsilon.toFixed(1)}; attacks are lower bounds.`,
          '',
        ]
      : []),
    `Exact copies: ${synthetic.copies} of ${synthetic.rows} synthetic rows equal a real row, so of further ones at most ${percent(synthetic.rateAtMost, 2)} would (at 95 %).`,
    ...(holdout
      ? [`  Of the test rows, ${countedPeople(holdout.copies)} of ${holdout.rows} do.`]
      : []),
    ...(isWhole ? [distanceText(fidelity)] : []),
  ];
}

function distanceText({ closest }: Audit['fidelity']): string {
  const { median, fifthPercentile } = closest.training.distance;
  return `Distance of synthetic rows to the closest real row: median ${median.toFixed(3)}, lowest twentieth ${fifthPercentile.toFixed(3)} (0 for copies).`;
}

function attributeText(attack: NumberAttack | CategoryAttack): string[] {
  const { name, real, control, beyondControl: beyond } = attack;
  const people: readonly Guesses[] = control ? [real, control] : [real];
  const line = (label: string, cell: (guesses: Guesses) => string) => [label, ...people.map(cell)];
  const lines = [
    ['', 'people in the real table', ...(control ? ['people outside it'] : [])],
    line('right guesses', ({ right }) => rate(right)),
    line('right with the same guess for everybody', ({ rightByBaseline }) => rate(rightByBaseline)),
    line(
      attack.kind === 'numbers'
        ? 'right for the most unusual values'
        : 'right for the rarest levels',
      ({ unusual }) =>
        unusual ? `${rate(unusual.right)} of ${unusual.rows}` : 'fewer than 5 people',
    ),
  ];
  const text: string[] = [];
  if (attack.kind === 'numbers') {
    const { regression, regressionOnReal, tolerance } = attack;
    const errors = control && attack.control ? [attack.real, attack.control] : [attack.real];
    lines.push([
      'mean squared error (1: as with the mean, 0: all known)',
      ...errors.map(({ meanSquaredError }) => interval(meanSquaredError)),
    ]);
    text.push(
      `Guessing '${name}' from all other columns by a regression on the synthetic table`,
      `  Right is within ${tolerance} standard deviations.`,
    );
    text.push(...table(lines).map(indent));
    text.push(
      `  R2 ${regression.r2.toFixed(3)} (on the real table ${regressionOnReal.r2.toFixed(3)}); size of coefficients: mean ${regression.mab.toFixed(4)}, by chance ${regression.floor.toFixed(4)}, largest ${regression.wcab.toFixed(3)}.`,
    );
  } else {
    text.push(
      `Guessing '${name}' (${attack.levels} levels) from all other columns by a model of the synthetic table`,
    );
    text.push(...table(lines).map(indent));
  }
  text.push(`  A copy of the real table would give ${rate(attack.rightFromReal)} right guesses.`);
  if (beyond) {
    const { difference, residualRisk } = beyond;
    text.push(
      `  Right guesses in the table minus outside it: ${rate(difference)}; 0 % without a leak.`,
      ...(residualRisk
        ? [`  Residual risk, as a share of what is not known of anybody: ${rate(residualRisk)}.`]
        : []),
    );
  }
  return text;
}

const SCORES: Readonly<Record<string, { readonly label: string; readonly meaning: string }>> = {
  auc: { label: 'AUC', meaning: '1 best, 0.5 chance' },
  balancedAccuracy: { label: 'balanced accuracy', meaning: '1 best' },
  accuracy: { label: 'accuracy', meaning: 'share of right predictions' },
  f1: { label: 'F1', meaning: '1 best' },
  brier: { label: 'Brier score', meaning: '0 best' },
  r2: { label: 'R2', meaning: '1 best, 0 as the mean' },
  rmse: { label: 'root mean squared error', meaning: '0 best' },
};

function utilityText(utility: AuditUtility | null): string[] {
  if (!utility) return ['Not measured: no response is named.'];
  const { response, rows, testedOn, models } = utility;
  const where =
    testedOn === 'unseen'
      ? 'rows that the generator did not see'
      : 'rows of the real table, which the generator may have seen';
  const lines = [['model', 'score', 'learned from synthetic', 'learned from real', '']];
  for (const { model, synthetic, real } of models) {
    for (const name of Object.keys(synthetic ?? real ?? {})) {
      const cell = (scores: Scores | null) => {
        if (!scores) return 'could not learn';
        const { value, interval: range } = scores[name];
        return range ? interval(range) : value.toFixed(3);
      };
      const { label, meaning } = SCORES[name];
      lines.push([model, label, cell(synthetic), cell(real), meaning]);
    }
  }
  return [`Predicting '${response}' on ${rows.test} ${where}`, ...table(lines).map(indent)];
}

function fidelityText({ fidelity, fidelityOfTest, data }: Audit): string[] {
  const columns = fidelityOfTest ? [fidelity, fidelityOfTest] : [fidelity];
  type Cell = (found: (typeof columns)[number]) => string;
  const line = (label: string, cell: Cell, meaning: string) => [
    label,
    ...columns.map(cell),
    meaning,
  ];
  const lines = [
    ['', 'synthetic', ...(fidelityOfTest ? ['test rows'] : []), ''],
    line(
      'overlap of distributions, mean of columns',
      ({ margins }) => margins.meanOverlap.toFixed(3),
      '1 best',
    ),
    line('overlap, worst column', ({ margins: { worstOverlap: w } }) => named(w), '1 best'),
    ...(fidelity.margins.worstKolmogorovSmirnov
      ? [
          line(
            'largest distance of distribution functions',
            ({ margins: { worstKolmogorovSmirnov: w } }) => (w ? named(w) : ''),
            '0 best',
          ),
        ]
      : []),
    line(
      'share of missing values, largest difference',
      ({ margins: { worstMissingDifference: w } }) =>
        w.value === 0 ? 'none' : `${w.value > 0 ? '+' : ''}${percent(w.value)} (${w.name})`,
      '0 best',
    ),
    line(
      "Kendall's tau of pairs, mean difference",
      ({ kendall }) => kendall.meanAbsolute.toFixed(3),
      '0 best',
    ),
    line(
      'largest difference',
      ({ kendall: { largest: l } }) => l.difference.toFixed(3),
      fidelity.kendall.largest.names.length === 2
        ? `of synthetic: ${fidelity.kendall.largest.names.join(' and ')}`
        : '',
    ),
    line(
      'alpha-precision: are rows plausible',
      ({ alphaPrecision }) => alphaPrecision.toFixed(3),
      '1 best',
    ),
    line(
      'beta-recall: are all kinds of rows there',
      ({ betaRecall }) => betaRecall.toFixed(3),
      'about 0.5 best, with as many rows',
    ),
    line(
      'authenticity: rows that are no near copies',
      ({ authenticity }) => interval(authenticity),
      fidelity.rows.real === data.rows.real
        ? 'about 0.5 or more, 0 for copies'
        : 'about 0.5 or more, less for copies',
    ),
  ];
  const without = data.response === null ? '' : ` (whole rows without '${data.response}')`;
  return [
    ...(fidelityOfTest
      ? ['Test rows are the yardstick: no table can be expected to be nearer.']
      : []),
    ...table(lines),
    `Whole rows: ${fidelity.rows.synthetic} synthetic and ${fidelity.rows.real} real ones were compared${without}.`,
  ];
}

/** A point of a list. */
function item(text: string): string[] {
  const [first, ...rest] = wrapped(text, '  ');
  return [`- ${first.trimStart()}`, ...rest];
}

const WIDTH = 100;

/** Words in lines of some width, each behind the indent. */
function wrapped(text: string, indentation: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(`${indentation}${line}`);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, `${indentation}${line}`];
}

function indent(line: string): string {
  return `  ${line}`;
}

function named({ name, value }: { readonly name: string; readonly value: number }): string {
  return `${value.toFixed(3)} (${name})`;
}

function percent(value: number, decimals = 1): string {
  return Number.isNaN(value) ? '-' : `${(100 * value).toFixed(decimals)} %`;
}

function rate({ estimate, low, high }: Interval): string {
  const text = (value: number) => (100 * value).toFixed(1);
  return Number.isNaN(estimate) ? '-' : `${text(estimate)} % (${text(low)} to ${text(high)})`;
}

function interval({ estimate, low, high }: Interval): string {
  return `${estimate.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

function fixed({ estimate, low, high }: Interval): string {
  return `${estimate.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}
