/** The paper's figures of the vines on SUPPORT2. */

import type { Html } from '../../src/report/template.ts';
import { competitorFigures, otherVines, playedCompetitors } from '../competitorFigures.ts';
import {
  boxes,
  coefficientSizes,
  coefficientsFigure,
  errorBoxes,
  gains,
  gainTradeOff,
  heatmaps,
  margin,
  tradeOff,
  vineSeries,
  worth,
} from '../figures.ts';
import { at } from '../values.ts';
import { PLOTTED, SENSITIVE, type Support2Findings } from './findings.ts';

export function support2Figures(found: Support2Findings): Html[] {
  const { attribute, importance, membership, utility, matrices, importanceMatrices } = found;
  const shown = attribute.cvine.filter(({ level }) => PLOTTED.includes(Number(level)));
  return [
    heatmaps(
      'support2-matrices',
      'Kendall’s tau in the order of Algorithm 1: the costs find each other at 12',
      matrices.names,
      matrices.real,
      matrices.levels,
      [{ from: 0, to: 5, label: 'sensitive and related' }],
    ),
    heatmaps(
      'support2-matrices-importance',
      'Kendall’s tau in the order of importance: much is there at 5 already',
      importanceMatrices.names,
      importanceMatrices.real,
      importanceMatrices.levels,
      [],
    ),
    ...SENSITIVE.flatMap((name) => [
      ...coefficientSizes('support2', `MAB of ${name} by level and vine`, attribute, name),
      boxes(
        `support2-mr2-${name}`,
        name === 'totcst'
          ? 'MR2 of totcst jumps at 12 and rises to the end, where MAB falls'
          : 'MR2 of crea jumps at 22, where MAB hardly moves',
        `MR2 of ${name}, by iteration (share of variance)`,
        vineSeries(attribute),
        ({ columns }) => columns[name].mr2,
      ),
      errorBoxes(
        `support2-mse-${name}`,
        `Squared errors of guesses of ${name}, C-vine`,
        shown,
        name,
      ),
      ...(['mab', 'mr2'] as const).map((what) =>
        tradeOff(
          `support2-tradeoff-${what}-${name}`,
          `${what.toUpperCase()} of ${name} against utility`,
          `${what.toUpperCase()} of ${name} ${what === 'mab' ? '(per standard deviation)' : '(share of variance)'}`,
          { attack: shown, utility: utility.cvine },
          otherVines(attribute, utility, [1, 26], found.competitors),
          name,
          (attack) => attack[what],
          what === 'mab' ? at(attribute.cvine, 1).columns[name].floor : undefined,
        ),
      ),
      coefficientsFigure(
        `support2-coefficients-${name}`,
        `What gives ${name} away, by level`,
        attribute.cvine.filter(({ level }) => [1, 10, 12, 20, 22, 26].includes(Number(level))),
        name,
      ),
    ]),
    boxes(
      'support2-importance',
      'MAB of totcst: by importance it is high at 5 already',
      'MAB of totcst, by iteration (per standard deviation)',
      [
        { label: 'order of Algorithm 1', colour: 'blue', found: shown },
        { label: 'order of importance', colour: 'vermillion', found: importance.found },
      ],
      ({ columns }) => columns.totcst.mab,
    ),
    gains('support2-gain', 'Privacy gain of the C-vine: about 1 at all levels', membership),
    gainTradeOff(
      'support2-tradeoff-gain',
      { membership, utility: utility.cvine },
      playedCompetitors(found.competitors, utility.cvine.real),
    ),
    ...worth('support2', utility),
    ...competitorFigures('support2', SENSITIVE, found.competitors, utility.cvine.real),
    ...found.margins.map(({ name, edges, real, synthetic }) =>
      margin(
        `support2-margin-${name}`,
        `${name} at truncation 10`,
        name,
        edges,
        real,
        synthetic[1],
      ),
    ),
  ];
}
