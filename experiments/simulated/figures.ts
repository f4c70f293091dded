/** The paper's figures of the vines on the simulated data. */

import type { Html } from '../../src/report/template.ts';
import { competitorFigures, otherVines, playedCompetitors } from '../competitorFigures.ts';
import {
  coefficientSizes,
  coefficientsFigure,
  errorBoxes,
  gains,
  gainTradeOff,
  heatmaps,
  tradeOff,
  VINE_NAMES,
  VINES,
  worth,
} from '../figures.ts';
import { at } from '../values.ts';
import { COVARIATES, SENSITIVE, type SimulatedFindings } from './findings.ts';

/** The largest truncation at which the paper finds each column safe. */
const SAFE: Readonly<Record<string, number>> = { X1: 18, X6: 11, X11: 1 };

export function simulatedFigures(found: SimulatedFindings): Html[] {
  const { attribute, membership, utility, matrices } = found;
  return [
    heatmaps(
      'sim-matrices',
      'Pearson correlations: block 3 comes first, block 2 from 12, block 1 from 17',
      COVARIATES,
      matrices.real,
      matrices.levels,
      [
        { from: 0, to: 4, label: 'block 1' },
        { from: 5, to: 9, label: 'block 2' },
        { from: 10, to: 19, label: 'block 3' },
      ],
      'Pearson’s correlation',
    ),
    ...SENSITIVE.flatMap((name) => [
      ...coefficientSizes(
        'sim',
        `MAB of ${name}: low up to truncation ${SAFE[name]} in the C-vine, not in the others`,
        attribute,
        name,
      ),
      errorBoxes(
        `sim-mse-${name}`,
        `Squared errors of guesses of ${name}, C-vine: as with the mean up to ${SAFE[name]}`,
        attribute.cvine,
        name,
      ),
      tradeOff(
        `sim-tradeoff-${name}`,
        `MAB of ${name} against utility`,
        `MAB of ${name} (per standard deviation)`,
        { attack: attribute.cvine, utility: utility.cvine },
        otherVines(attribute, utility, [1, 20], found.competitors),
        name,
        ({ mab }) => mab,
        at(attribute.cvine, 1).columns[name].floor,
      ),
    ]),
    coefficientsFigure(
      'sim-coefficients',
      'Coefficients of X1 are nought until X5, X3 and X2 become centres at 17, 19 and 20',
      attribute.cvine.filter(({ level }) => [1, 11, 16, 17, 19, 20].includes(Number(level))),
      'X1',
    ),
    ...VINES.map((vine) =>
      gains(`sim-gain-${vine}`, `Privacy gain of the ${VINE_NAMES[vine]}`, membership[vine]),
    ),
    gainTradeOff('sim-tradeoff-gain', { membership: membership.cvine, utility: utility.cvine }, [
      ...(['rvine', 'star'] as const).map((vine) => ({
        label: VINE_NAMES[vine],
        membership: membership[vine],
        utility: utility[vine],
      })),
      ...playedCompetitors(found.competitors, utility.cvine.real),
    ]),
    ...worth('sim', utility),
    ...competitorFigures('sim', SENSITIVE, found.competitors, utility.cvine.real),
  ];
}
