/** What an audit found on privacy, as text: guesses of sensitive columns, membership, copies. */

import { copiesInWords } from '../measures/exactCopies.ts';
import type { Membership } from '../measures/membership/tableMembership.ts';
import type { Audit } from './audit.ts';
import { attributeText } from './describeAttribute.ts';
import { columnsOfText, indent, interval, percent, rate } from './figureText.ts';

export function privacyText({ attribute, membership, oneShot, fidelity, data }: Audit): string[] {
  const { synthetic, holdout: heldOut } = fidelity.copies;
  // rows that were not drawn may be the originals of copies
  const isWhole = fidelity.rows.real === data.rows.real;
  return [
    ...attribute.flatMap((attack) => [...attributeText(attack), '']),
    ...(membership ? [...membershipText(membership, oneShot), ''] : []),
    `Exact copies: ${synthetic.copies} of ${synthetic.rows} synthetic rows equal a real row. The rate of copies is at most ${percent(synthetic.rateAtMost, 2)} (95 % bound).`,
    ...(heldOut
      ? [`  Among the test rows, ${copiesInWords(heldOut.copies)} of ${heldOut.rows} do.`]
      : []),
    ...(isWhole ? [distanceText(fidelity)] : []),
  ];
}

function distanceText({ closest }: Audit['fidelity']): string {
  const { median, fifthPercentile } = closest.training.distance;
  return `Distance of synthetic rows to the closest real row: median ${median.toFixed(3)}, 5th percentile ${fifthPercentile.toFixed(3)} (0 for copies).`;
}

function membershipText(found: Membership, oneShot: Audit['oneShot']): string[] {
  const outlying = found.aucOfOutlying;
  const lines = [
    [
      'synthetic rows nearer to a real row than to any test row',
      rate(found.nearerToReal),
      '50 % without a leak',
    ],
    [
      'AUC of an attacker who ranks people by their nearest synthetic row',
      interval(found.auc),
      '0.5 without a leak, 1 for copies',
    ],
    ...(outlying
      ? [['the same for the most outlying tenth', interval(outlying), '0.5 without a leak']]
      : []),
    [
      'advantage: true minus false positive rate at the best threshold',
      rate(found.advantage),
      '0 % without a leak, 100 % for copies',
    ],
    ...(oneShot
      ? [
          [
            'AUC of an attacker who compares densities of synthetic and test rows',
            interval(oneShot.auc),
            '0.5 without a leak',
          ],
        ]
      : []),
  ];
  return [
    'Recognising people in the real table',
    ...columnsOfText(lines).map(indent),
    `  With this many people no attack could prove a leak above epsilon ${found.provableEpsilon.toFixed(1)}. Attacks give lower bounds only.`,
  ];
}
