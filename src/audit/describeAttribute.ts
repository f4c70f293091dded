/** What an audit found on sensitive columns, as text: who guesses them, of whom, and how well. */

import type { CategoryAttack } from '../measures/attribute/attackCategories.ts';
import { ATTACKER_WORDS, ATTACKERS } from '../measures/attribute/attackers.ts';
import type { NumberAttack } from '../measures/attribute/attackNumbers.ts';
import type { Guesses } from '../measures/attribute/guesses.ts';
import { explainedBy } from '../measures/attribute/judgeGuesses.ts';
import type { TableAttribute } from '../measures/attribute/tableAttribute.ts';
import { columnsOfText, indent, interval, percent, rate } from './figureText.ts';

export function attributeText(attack: TableAttribute): string[] {
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
    ...(attack.kind === 'numbers' ? strongerNumbers(attack) : strongerCategories(attack)),
  ];
}

function guessLines(attack: TableAttribute): string[][] {
  const { real, control: heldOut } = attack;
  const people: readonly Guesses[] = heldOut ? [real, heldOut] : [real];
  const line = (label: string, cell: (guesses: Guesses) => string) => [label, ...people.map(cell)];
  const lines = [
    ['', ...peopleHead(heldOut !== null)],
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

function peopleHead(hasOthers: boolean): string[] {
  return ['people in the real table', ...(hasOthers ? ['people outside it'] : [])];
}

function regressionText({ regression, regressionOnReal }: NumberAttack): string[] {
  const { r2, mab, floor, wcab } = regression;
  return [
    `  R2 of the regression: ${r2.toFixed(3)} (fitted to the real table: ${regressionOnReal.r2.toFixed(3)}).`,
    `  Absolute coefficients: mean ${mab.toFixed(4)} (${floor.toFixed(4)} expected by chance), largest ${wcab.toFixed(3)}.`,
  ];
}

/** All attackers on a column of numbers side by side. */
function strongerNumbers(attack: NumberAttack): string[] {
  const { mr2, mr2ByClass, mr2Forest, mr2Floors, people, strongestInReal } = attack;
  const explained = { pooled: mr2, byClass: mr2ByClass, forest: mr2Forest };
  const lines = ATTACKERS.flatMap((attacker) => {
    const found = people[attacker];
    if (!found) return [];
    const { real, control } = found;
    return [
      [
        ATTACKER_WORDS[attacker],
        share(explained[attacker]),
        share(mr2Floors[attacker]),
        ...[real, ...(control ? [control] : [])].map((guesses) => rate(explainedBy(guesses))),
      ],
    ];
  });
  return [
    '  Share of the variance explained by attackers who learned from the synthetic table',
    ...columnsOfText([
      ['', 'synthetic table', 'without dependence', ...peopleHead(attack.control !== null)],
      ...lines,
    ]).map((line) => indent(indent(line))),
    `  The strongest explains ${share(attack.strongest.mr2)} in the synthetic table. In the real table it would be ${share(strongestInReal.mr2)}, by ${ATTACKER_WORDS[strongestInReal.attacker]}.`,
  ];
}

function share(value: number | null): string {
  return percent(value ?? Number.NaN);
}

function strongerCategories({ people: { forest } }: CategoryAttack): string[] {
  const outside = forest.control ? `, ${rate(forest.control.right)} about people outside it` : '';
  return [
    `  By a random forest, ${rate(forest.real.right)} of the guesses about people in the real table are right${outside}.`,
  ];
}
