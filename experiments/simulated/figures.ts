/** The paper's figures of the vines on the simulated data. */

import type { Html } from '../../src/report/template.ts';
import { boxes, byTarget, coefficientsFigure, gains, heatmaps, tradeOff } from '../figures.ts';
import { at } from '../values.ts';
import { COVARIATES, SENSITIVE, type SimulatedFindings } from './findings.ts';

const COLOURS = { cvine: 'blue', rvine: 'orange', star: 'green' } as const;
const LABELS = { cvine: 'C-vine', rvine: 'R-vine', star: 'R-vine star1' } as const;

/** The largest truncation at which the paper finds each column safe. */
const SAFE: Readonly<Record<string, number>> = { X1: 18, X6: 11, X11: 1 };

export function simulatedFigures(found: SimulatedFindings): Html[] {
  const { attribute, membership, utility, matrices } = found;
  const vines = ['cvine', 'rvine', 'star'] as const;
  const series = <Found>(of: (vine: (typeof vines)[number]) => readonly Found[]) =>
    vines.map((vine) => ({ label: LABELS[vine], colour: COLOURS[vine], found: of(vine) }));
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
    ),
    ...SENSITIVE.flatMap((name) => [
      boxes(
        `sim-mab-${name}`,
        `MAB of ${name}: low up to truncation ${SAFE[name]} in the C-vine, not in the others`,
        `MAB of ${name}, by iteration (per standard deviation)`,
        series((vine) => attribute[vine]),
        ({ columns }) => columns[name].mab,
        [{ value: at(attribute.cvine, 1).columns[name].floor, label: 'noise floor at 1' }],
      ),
      boxes(
        `sim-wcab-${name}`,
        `WCAB of ${name}: the largest of all coefficients`,
        `WCAB of ${name} (per standard deviation)`,
        series((vine) => attribute[vine]),
        ({ columns }) => [columns[name].wcab],
      ),
      byTarget(
        `sim-mse-${name}`,
        `Squared errors of guesses of ${name}, C-vine: outlying people are safe up to ${SAFE[name]}`,
        'squared error (squared standard deviations)',
        attribute.cvine,
        ({ columns }) => columns[name],
      ),
      tradeOff(
        `sim-tradeoff-${name}`,
        `MAB of ${name} against utility`,
        `MAB of ${name} (per standard deviation)`,
        { attack: attribute.cvine, utility: utility.cvine },
        (['rvine', 'star'] as const).map((vine) => ({
          label: LABELS[vine],
          attack: attribute[vine].filter(({ level }) => level === 1 || level === 20),
          utility: utility[vine],
        })),
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
    ...vines.map((vine) =>
      gains(`sim-gain-${vine}`, `Privacy gain of the ${LABELS[vine]}: about 1`, membership[vine]),
    ),
    boxes(
      'sim-utility',
      'Balanced accuracy on real rows: the paper’s “AUC”',
      'balanced accuracy, by synthetic set',
      series((vine) => utility[vine].levels),
      ({ balancedAccuracy }) => balancedAccuracy,
      [{ value: utility.cvine.real.balancedAccuracy, label: 'learning from real rows' }],
    ),
    boxes(
      'sim-auc',
      'AUC of probabilities on real rows',
      'AUC, by synthetic set',
      series((vine) => utility[vine].levels),
      ({ auc }) => auc,
      [{ value: utility.cvine.real.auc, label: 'learning from real rows' }],
    ),
  ];
}
