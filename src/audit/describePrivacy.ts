/** What an audit found on privacy, as text: guesses of sensitive columns, membership, copies. */

import type { NumberAttack } from '../measures/attribute/attackNumbers.ts';
import type { Guesses } from '../measures/attribute/guesses.ts';
import type { TableAttribute } from '../measures/attribute/tableAttribute.ts';
import { copiesInWords } from '../measures/exactCopies.ts';
import type { Membership } from '../measures/membership/tableMembership.ts';
import type { Audit } from './audit.ts';
import { columnsOfText, indent, interval, percent, rate } from './figureText.ts';

export function attributeVerdict({
  name,
  real,
  control: heldOut,
  beyondControl,
}: TableAttribute): string {
  const { right, rightByBaseline: baseline } = real;
  const rates = `'${name}': ${percent(right.estimate)} of the guesses are right, against ${percent(baseline.estimate)} with the same guess for everybody.`;
  const helps =
    right.low > baseline.high
      ? 'THE SYNTHETIC TABLE HELPS TO GUESS IT.'
      : 'The synthetic table gives an attacker no clear advantage.';
  if (!heldOut || !beyondControl) {
    return `${rates} ${helps} Test rows would show whether people in the real table are more exposed than others.`;
  }
  const outside = percent(heldOut.right.estimate);
  return beyondControl.difference.low > 0
    ? `${rates} For people outside the real table only ${outside} are right: SIGNS OF A LEAK about the people in it.`
    : `${rates} ${helps} For people outside the real table ${outside} are right, not significantly less: no sign of a leak about the people in it.`;
}

export function membershipVerdict({ membership: found, oneShot }: Audit): string {
  if (!found) {
    return 'Whether people in the real table can be recognised was not measured: that takes test rows.';
  }
  const { auc, nearerToReal, advantage } = found;
  const area = `the attacker's AUC is ${interval(auc, 2)}, where 0.5 is chance`;
  const signs = [
    ...(auc.low > 0.5 ? [area] : []),
    ...(nearerToReal.low > 0.5
      ? [`${rate(nearerToReal)} of synthetic rows are nearer to a real row, where 50 % is chance`]
      : []),
    ...(advantage.low > 0
      ? [`the attacker's advantage is ${rate(advantage)}, where 0 % is chance`]
      : []),
    ...(oneShot && oneShot.auc.low > 0.5
      ? [`an attacker who compares densities has an AUC of ${interval(oneShot.auc, 2)}`]
      : []),
  ];
  return signs.length > 0
    ? `SIGNS OF A LEAK: people in the real table can be recognised; ${signs.join('; ')}.`
    : `No sign that people in the real table can be recognised: ${area}.`;
}

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

function attributeText(attack: TableAttribute): string[] {
  const { name, rightFromReal, beyondControl: beyond } = attack;
  const residual = beyond?.residualRisk;
  return [
    ...(attack.kind === 'numbers'
      ? [
          `Guessing '${name}' from all other columns by a regression fitted to the synthetic table`,
          `  A guess is right within ${attack.tolerance} standard deviations of the true value.`,
        ]
      : [
          `Guessing '${name}' (${attack.levels} levels) from all other columns by a logistic regression fitted to the synthetic table`,
        ]),
    ...columnsOfText(guessLines(attack)).map(indent),
    ...(attack.kind === 'numbers' ? regressionText(attack) : []),
    `  Fitted to the real table itself, the model guesses ${rate(rightFromReal)} right: what a copy would give away.`,
    ...(beyond
      ? [
          `  Right guesses, people in the real table minus others: ${rate(beyond.difference)}. Without a leak it is 0 %.`,
        ]
      : []),
    ...(residual
      ? [`  Residual risk: ${rate(residual)} of what cannot be guessed about people outside.`]
      : []),
  ];
}

function guessLines(attack: TableAttribute): string[][] {
  const { real, control: heldOut } = attack;
  const people: readonly Guesses[] = heldOut ? [real, heldOut] : [real];
  const line = (label: string, cell: (guesses: Guesses) => string) => [label, ...people.map(cell)];
  const lines = [
    ['', 'people in the real table', ...(heldOut ? ['people outside it'] : [])],
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
  if (attack.kind === 'levels') return lines;
  const errors = attack.control ? [attack.real, attack.control] : [attack.real];
  return [
    ...lines,
    [
      'mean squared error (1: no better than the mean, 0: exact)',
      ...errors.map(({ meanSquaredError }) => interval(meanSquaredError)),
    ],
  ];
}

function regressionText({ regression, regressionOnReal }: NumberAttack): string[] {
  const { r2, mab, floor, wcab } = regression;
  return [
    `  R2 of the regression: ${r2.toFixed(3)} (fitted to the real table: ${regressionOnReal.r2.toFixed(3)}).`,
    `  Absolute coefficients: mean ${mab.toFixed(4)} (${floor.toFixed(4)} expected by chance), largest ${wcab.toFixed(3)}.`,
  ];
}
