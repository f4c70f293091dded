/** The other generators in figures: beside the vines, and side by side. */

import { figure } from '../src/report/figure.ts';
import { type LevelBoxes, levelBoxes, levelBoxesTable } from '../src/report/plots/levelBoxes.ts';
import type { Html } from '../src/report/template.ts';
import { COMPETITOR_NAMES, type Competitor, type CompetitorName } from './competitors.ts';
import {
  document,
  type PlayedAndWorth,
  type PlottedCompetitor,
  VINE_NAMES,
  type Vine,
} from './figures.ts';
import type { AttributeAt, FitFound, UtilityFound } from './games.ts';

/** R-vine and star1 beside the C-vine in a plot of privacy against utility, at two levels each. */
export function otherVines(
  attribute: Readonly<Record<Vine, readonly AttributeAt[]>>,
  utility: Readonly<Record<Vine, UtilityFound>>,
  levels: readonly number[],
  competitors: readonly Competitor[],
): PlottedCompetitor[] {
  return [
    ...(['rvine', 'star'] as const).map((vine) => ({
      label: VINE_NAMES[vine],
      attack: attribute[vine].filter(({ level }) => levels.includes(Number(level))),
      utility: utility[vine],
    })),
    ...competitors.map((other) => ({
      label: SHORT_NAMES[other.name],
      attack: [other.attribute],
      utility: utilityOf(other.fits, utility.cvine.real),
    })),
  ];
}

/** Those among them whose membership game was played. */
export function playedCompetitors(
  competitors: readonly Competitor[],
  real: UtilityFound['real'],
): (PlayedAndWorth & { readonly label: string })[] {
  return competitors.flatMap(({ name, membership, fits }) =>
    membership
      ? [{ label: SHORT_NAMES[name], membership: [membership], utility: utilityOf(fits, real) }]
      : [],
  );
}

/** By fit, as it is by set for vines. */
function utilityOf(fits: readonly FitFound[], real: UtilityFound['real']): UtilityFound {
  return {
    real,
    levels: [
      {
        level: 'full',
        auc: fits.map(({ auc }) => auc),
        balancedAccuracy: fits.map(({ balancedAccuracy }) => balancedAccuracy),
      },
    ],
  };
}

const SHORT_NAMES: Readonly<Record<CompetitorName, string>> = {
  ...COMPETITOR_NAMES,
  'privbayes-0.1': 'PrivBayes .1',
  'privbayes-1': 'PrivBayes 1',
  'privbayes-5': 'PrivBayes 5',
};

/** The other generators side by side: a box each. */
function competitorBoxes(
  id: string,
  title: string,
  valueLabel: string,
  competitors: readonly Competitor[],
  values: (competitor: Competitor) => readonly number[],
  lines: LevelBoxes['lines'] = [],
): Html {
  return figure(document, levelBoxes, levelBoxesTable, {
    id,
    title,
    valueLabel,
    lines,
    levelLabel: 'generator',
    groups: [{ label: 'all', colour: 'sky' }],
    levels: competitors.map((each) => ({
      label: SHORT_NAMES[each.name],
      values: [values(each)],
    })),
  });
}

/** What each of the others leaks and is worth. */
export function competitorFigures(
  id: string,
  sensitive: readonly string[],
  competitors: readonly Competitor[],
  real: UtilityFound['real'],
): Html[] {
  if (competitors.length === 0) return [];
  const recognised = competitors.flatMap(({ name, membership }) =>
    membership ? [{ name, ...membership }] : [],
  );
  return [
    ...sensitive.map((name) =>
      competitorBoxes(
        `${id}-others-mab-${name}`,
        `MAB of ${name} of the other generators`,
        `MAB of ${name}, by iteration (per standard deviation)`,
        competitors,
        ({ attribute }) => attribute.columns[name].mab,
      ),
    ),
    ...sensitive.flatMap((name) => [
      competitorBoxes(
        `${id}-others-wcab-${name}`,
        `WCAB of ${name} of the other generators: the largest of all coefficients`,
        `WCAB of ${name} (per standard deviation)`,
        competitors,
        ({ attribute }) => [attribute.columns[name].wcab],
      ),
      competitorBoxes(
        `${id}-others-mse-${name}`,
        `Squared errors of guesses of ${name}, other generators`,
        'squared error as a share of that of the mean, over people, by iteration',
        competitors.filter(({ attribute }) => attribute.columns[name].errors.length > 0),
        ({ attribute }) => attribute.columns[name].errors,
        [{ value: 1, label: 'guessing the mean' }],
      ),
    ]),
    competitorBoxes(
      `${id}-others-margins`,
      'Overlap of margins of the other generators: mean over columns',
      'overlap, by fit',
      competitors,
      ({ fits }) => fits.map(({ fidelity }) => meanOverlap(fidelity.overlap)),
    ),
    figure(document, levelBoxes, levelBoxesTable, {
      id: `${id}-others-gain`,
      title: 'Privacy gain of the other generators, with the placebo',
      levelLabel: 'generator',
      valueLabel: 'privacy gain, mean over people, by iteration',
      groups: [
        { label: 'with the target', colour: 'orange' },
        { label: 'placebo', colour: 'grey' },
      ],
      levels: recognised.map(({ name, gains, placebo }) => ({
        label: SHORT_NAMES[name],
        values: [gains, placebo],
      })),
      lines: [{ value: 1, label: 'nothing is learned' }],
    }),
    competitorBoxes(
      `${id}-others-auc`,
      'AUC of forests that learn from the other generators',
      'AUC, by fit',
      competitors,
      ({ fits }) => fits.map(({ auc }) => auc),
      [{ value: real.auc, label: 'learning from real rows' }],
    ),
  ];
}

function meanOverlap(overlap: Readonly<Record<string, number>>): number {
  const values = Object.values(overlap);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
