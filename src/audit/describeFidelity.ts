/** What an audit found on fidelity, as text: the synthetic table beside the test rows. */

import type { Audit } from './audit.ts';
import type { AuditFidelity } from './auditFidelity.ts';
import { columnsOfText, interval, percent } from './figureText.ts';

export function fidelityText({ fidelity, fidelityOfTest: heldOut, data }: Audit): string[] {
  const without = data.response === null ? '' : `, without '${data.response}'`;
  const { real, synthetic } = fidelity.rows;
  const tables = heldOut ? [fidelity, heldOut] : [fidelity];
  const lines = [...columnLines(fidelity), ...rowLines(real === data.rows.real)];
  return [
    ...(heldOut
      ? ['The test rows are the yardstick: no synthetic table can be expected to come closer.']
      : []),
    ...columnsOfText([
      ['', 'synthetic', ...(heldOut ? ['test rows'] : []), ''],
      ...lines.map(({ label, cell, meaning }) => [label, ...tables.map(cell), meaning]),
    ]),
    `Measures of whole rows compare ${synthetic} synthetic with ${real} real rows${without}.`,
  ];
}

interface Line {
  readonly label: string;
  readonly cell: (found: AuditFidelity) => string;
  readonly meaning: string;
}

/** Of single columns and of pairs. */
function columnLines({ margins, kendall }: AuditFidelity): Line[] {
  const pair = kendall.largest.names;
  return [
    {
      label: 'overlap of distributions, mean over columns',
      cell: (found) => found.margins.meanOverlap.toFixed(3),
      meaning: '1 best',
    },
    {
      label: 'overlap of distributions, worst column',
      cell: (found) => named(found.margins.worstOverlap),
      meaning: '1 best',
    },
    ...(margins.worstKolmogorovSmirnov
      ? [
          {
            label: 'Kolmogorov-Smirnov distance, worst column',
            cell: ({ margins: { worstKolmogorovSmirnov: worst } }: AuditFidelity) =>
              worst ? named(worst) : '',
            meaning: '0 best',
          },
        ]
      : []),
    {
      label: 'share of missing values, largest difference',
      cell: ({ margins: { worstMissingDifference: worst } }) =>
        worst.value === 0
          ? 'none'
          : `${worst.value > 0 ? '+' : ''}${percent(worst.value)} (${worst.name})`,
      meaning: '0 best',
    },
    {
      label: "Kendall's tau of pairs, mean difference",
      cell: (found) => found.kendall.meanAbsolute.toFixed(3),
      meaning: '0 best',
    },
    {
      label: "Kendall's tau of pairs, largest difference",
      cell: (found) => found.kendall.largest.difference.toFixed(3),
      meaning: pair.length === 2 ? `synthetic: ${pair.join(' and ')}` : '',
    },
  ];
}

/** Of whole rows. */
function rowLines(isWhole: boolean): Line[] {
  return [
    {
      label: 'alpha-precision: are the rows plausible?',
      cell: ({ alphaPrecision }) => alphaPrecision.toFixed(3),
      meaning: '1 best',
    },
    {
      label: 'beta-recall: are all kinds of rows covered?',
      cell: ({ betaRecall }) => betaRecall.toFixed(3),
      meaning: 'about 0.5 best, with equal numbers of rows',
    },
    {
      label: 'detection: AUC of a model that tells the rows from real ones',
      cell: ({ detectionAuc }) => (detectionAuc ? interval(detectionAuc) : 'too few rows'),
      meaning: '0.5 best, 1 if every row is recognised',
    },
    {
      label: 'authenticity: share of rows that are no near copies',
      cell: ({ authenticity }) => interval(authenticity),
      meaning: isWhole ? 'about 0.5 or more, 0 for copies' : 'about 0.5 or more, less for copies',
    },
  ];
}

function named({ name, value }: { readonly name: string; readonly value: number }): string {
  return `${value.toFixed(3)} (${name})`;
}
