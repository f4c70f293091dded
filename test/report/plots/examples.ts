/** Small examples of every plot, and the same with names that try to break out of the markup. */

import {
  type Coefficients,
  coefficients,
  coefficientsTable,
} from '../../../src/report/plots/coefficients.ts';
import {
  type CorrelationHeatmap,
  correlationHeatmap,
  correlationHeatmapTable,
} from '../../../src/report/plots/correlationHeatmap.ts';
import type { Drawing } from '../../../src/report/plots/drawFigure.ts';
import {
  type LevelBoxes,
  levelBoxes,
  levelBoxesTable,
} from '../../../src/report/plots/levelBoxes.ts';
import {
  type MarginHistogram,
  marginHistogram,
  marginHistogramTable,
} from '../../../src/report/plots/marginHistogram.ts';
import {
  type PrivacyUtility,
  privacyUtility,
  privacyUtilityTable,
} from '../../../src/report/plots/privacyUtility.ts';
import { type VineTrees, vineTrees, vineTreesTable } from '../../../src/report/plots/vineTrees.ts';

/** One plot with its data, its words taken through `name`. */
export interface Example {
  readonly name: string;
  draw(drawing: Drawing, name?: (text: string) => string): string;
  table(name?: (text: string) => string): string;
}

type Rename = (text: string) => string;

const around = (value: number, half: number) => ({ value, low: value - half, high: value + half });

export const tradeOff = (name: Rename = same): PrivacyUtility => ({
  id: 'trade-off',
  title: name('Privacy of crea is lost from level 22 on, while utility hardly grows after level 5'),
  privacy: {
    label: name('MAB of crea (per standard deviation)'),
    better: 'lower',
    reference: { value: 0.0359, label: name('noise floor of MAB') },
  },
  utility: {
    label: name('AUC on unseen real rows'),
    better: 'higher',
    reference: { value: 0.793, label: name('real data') },
  },
  levels: [
    { label: name('t = 1'), privacy: around(0.039, 0.002), utility: around(0.741, 0.012) },
    { label: name('t = 5'), privacy: around(0.046, 0.002), utility: around(0.766, 0.011) },
    { label: name('t = 10'), privacy: around(0.05, 0.003), utility: around(0.771, 0.01) },
    { label: name('t = 15'), privacy: around(0.064, 0.003), utility: around(0.774, 0.01) },
    { label: name('t = 26'), privacy: around(0.078, 0.004), utility: around(0.776, 0.011) },
  ],
  competitors: [
    { label: name('independent'), privacy: { value: 0.036 }, utility: around(0.5, 0.02) },
    { label: name('gaussian'), privacy: around(0.071, 0.003), utility: around(0.77, 0.01) },
  ],
  chosen: name('t = 5'),
  intervals: name('95 % intervals'),
});

/** Levels that cover each other, and a measure that is best at a line. */
export const together = (name: Rename = same): PrivacyUtility => {
  const { utility, chosen, ...data } = tradeOff(name);
  return {
    ...data,
    id: 'together',
    title: name('The membership attack learns nothing at any level'),
    privacy: {
      label: name('privacy gain'),
      better: 'nearer',
      reference: { value: 1, label: name('nothing is learnt') },
    },
    utility,
    levels: data.levels.map((level, i) => ({
      ...level,
      privacy: around(i < 3 ? 0.98 : 1.04, 0.05),
      utility: { value: i < 3 ? 0.76 + i / 1000 : 0.77 + i / 100 },
    })),
  };
};

export const gains = (name: Rename = same): LevelBoxes => ({
  id: 'gains',
  title: name('Outlying people are found in the data from level 10 on, random ones hardly'),
  levelLabel: name('truncation level'),
  valueLabel: name('privacy gain (1: nothing is learnt)'),
  groups: [
    { label: name('outlying targets'), colour: 'orange' },
    { label: name('random targets'), colour: 'blue' },
    { label: name('placebo'), colour: 'grey' },
  ],
  levels: [
    {
      label: name('1'),
      values: [
        [0.9, 0.95, 1, 1.02, 1.05],
        [0.97, 0.99, 1, 1.01, 1.2],
        [0.96, 0.98, 1, 1.02, 1.03],
      ],
    },
    {
      label: name('10'),
      values: [
        [0.7, 0.8, 0.85, 0.9, 1],
        [0.9, 0.97, 0.99, 1, 1.03],
        [0.95, 0.98, 1.01, 1.02, 1.04],
      ],
    },
    { label: name('26'), values: [[0.5, 0.6, 0.62, 0.7, 0.9], [0.88, 0.95, 0.97, 1, 1.01], []] },
  ],
  lines: [{ value: 1, label: name('nothing is learnt') }],
});

export const heat = (name: Rename = same): CorrelationHeatmap => ({
  id: 'heat',
  title: name('The block of kidney values comes back at level 2'),
  variables: ['age', 'crea', 'bun', 'totcst'].map(name),
  panels: [
    {
      label: name('real data'),
      tau: [
        [1, 0.12, 0.2, -0.15],
        [0.12, 1, 0.55, 0.08],
        [0.2, 0.55, 1, 0.004],
        [-0.15, 0.08, 0.004, 1],
      ],
    },
    {
      label: name('t = 1'),
      tau: [
        [1, 0.1, 0.04, -0.03],
        [0.1, 1, 0.05, 0.02],
        [0.04, 0.05, 1, -0.02],
        [-0.03, 0.02, -0.02, 1],
      ],
    },
    {
      label: name('t = 2'),
      tau: [
        [1, 0.11, 0.19, -0.14],
        [0.11, 1, 0.52, 0.07],
        [0.19, 0.52, 1, Number.NaN],
        [-0.14, 0.07, Number.NaN, 1],
      ],
    },
  ],
  blocks: [{ from: 1, to: 2, label: name('kidney') }],
});

export const margin = (name: Rename = same): MarginHistogram => ({
  id: 'margin',
  title: name('Age: the synthetic column follows the real one'),
  columnLabel: name('age (years)'),
  bins: [
    { from: 10, to: 30, real: 3, synthetic: 6 },
    { from: 30, to: 50, real: 41, synthetic: 36 },
    { from: 50, to: 70, real: 97, synthetic: 103 },
    { from: 70, to: 90, real: 58, synthetic: 53 },
    { from: 90, to: 110, real: 1, synthetic: 2 },
  ],
  realRows: 200,
  syntheticRows: 200,
});

export const categories = (name: Rename = same): MarginHistogram => ({
  id: 'categories',
  title: name('Diagnosis: shares are kept, rare diagnoses are pooled'),
  columnLabel: name('diagnosis'),
  bins: [
    { label: name('lung cancer'), real: 90, synthetic: 85 },
    { label: name('coma'), real: 64, synthetic: 70 },
    { label: name('other'), real: 4, synthetic: 3 },
  ],
  realRows: 158,
  syntheticRows: 158,
});

export const attacker = (name: Rename = same): Coefficients => ({
  id: 'attacker',
  title: name('From level 2 on an attacker learns crea from bun'),
  valueLabel: name('coefficient (standard deviations of crea per standard deviation)'),
  spreadLabel: name('5th to 95th percentile over the games'),
  variables: ['age', 'bun', 'totcst'].map(name),
  levels: [
    {
      label: name('t = 1'),
      coefficients: [around(0.01, 0.06), around(0.03, 0.06), around(-0.02, 0.05)],
    },
    {
      label: name('t = 2'),
      coefficients: [around(-0.08, 0.06), around(0.55, 0.07), { value: Number.NaN }],
    },
  ],
});

export const trees = (name: Rename = same): VineTrees => ({
  id: 'trees',
  title: name('crea and bun are joined in the second tree: level 1 cuts the pair'),
  variables: ['Y', 'bun', 'crea', 'age'].map(name),
  pairs: [
    { tree: 1, a: 0, b: 1, given: [], family: 'gaussian', parameters: [0.3], tau: 0.194 },
    {
      ...{ tree: 1, a: 2, b: 0, given: [], family: 'clayton', rotation: 180 },
      ...{ parameters: [0.5], tau: 0.2 },
    },
    { tree: 1, a: 0, b: 3, given: [], family: 'independence' },
    { tree: 2, a: 1, b: 2, given: [0], family: 'bb1', parameters: [0.4, 1.5], tau: 0.444 },
    { tree: 2, a: 1, b: 3, given: [0], family: 'student', parameters: [0.2, 6.12345], tau: 0.128 },
    { tree: 3, a: 2, b: 3, given: [0, 1], family: name('frank'), parameters: [-1.2], tau: -0.131 },
  ],
  rule: name('Truncation at level t keeps the pairs of the first t trees.'),
  cutLabel: name('cut at t = 3'),
});

/** Pairs that differ between classes, and pairs that are cut. */
export const treesByClass = (name: Rename = same): VineTrees => {
  const { pairs, ...data } = trees(name);
  const [first, second, third, fourth, fifth, sixth] = pairs;
  const place = ({ tree, a, b, given }: VineTrees['pairs'][number]) => ({ tree, a, b, given });
  const classes = [
    { name: name('no'), family: 'gaussian', tau: 0.31 },
    { name: name('yes'), family: 'frank', tau: -0.28 },
  ];
  const shares = classes.map((own) => ({ name: own.name, family: 'shares' }));
  return {
    ...data,
    id: 'trees-by-class',
    pairs: [
      first,
      { ...place(second), family: 'shares by class', classes: shares },
      third,
      { ...fourth, cut: true },
      { ...place(fifth), family: 'by class', classes },
      { ...place(sixth), family: 'by class', classes, cut: true },
    ],
  };
};

export const EXAMPLES: readonly Example[] = [
  example('privacyUtility', tradeOff, privacyUtility, privacyUtilityTable),
  example('privacyUtility-together', together, privacyUtility, privacyUtilityTable),
  example('levelBoxes', gains, levelBoxes, levelBoxesTable),
  example('correlationHeatmap', heat, correlationHeatmap, correlationHeatmapTable),
  example('marginHistogram', margin, marginHistogram, marginHistogramTable),
  example('marginHistogram-categories', categories, marginHistogram, marginHistogramTable),
  example('coefficients', attacker, coefficients, coefficientsTable),
  example('vineTrees', trees, vineTrees, vineTreesTable),
  example('vineTrees-classes', treesByClass, vineTrees, vineTreesTable),
];

function example<Data>(
  name: string,
  make: (rename?: Rename) => Data,
  draw: (data: Data, drawing: Drawing) => string,
  table: (data: Data) => string,
): Example {
  return {
    name,
    draw: (drawing, rename) => draw(make(rename), drawing),
    table: (rename) => table(make(rename)),
  };
}

function same(text: string): string {
  return text;
}
