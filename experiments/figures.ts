/** The paper's figures, drawn by the plots of the report. */

import { meanInterval } from '../src/numerics/intervals.ts';
import { figure } from '../src/report/figure.ts';
import { coefficients, coefficientsTable } from '../src/report/plots/coefficients.ts';
import {
  correlationHeatmap,
  correlationHeatmapTable,
} from '../src/report/plots/correlationHeatmap.ts';
import type { Estimate } from '../src/report/plots/estimate.ts';
import { type LevelBoxes, levelBoxes, levelBoxesTable } from '../src/report/plots/levelBoxes.ts';
import { marginHistogram, marginHistogramTable } from '../src/report/plots/marginHistogram.ts';
import { nodeDocument } from '../src/report/plots/nodeDocument.ts';
import {
  type PrivacyUtility,
  type PrivacyUtilityPoint,
  privacyUtility,
  privacyUtilityTable,
} from '../src/report/plots/privacyUtility.ts';
import type { Html } from '../src/report/template.ts';
import type { AttributeAt, ColumnAttack, MembershipAt, UtilityFound } from './games.ts';
import { at } from './values.ts';

type Level = number | 'full';

export const document = nodeDocument();

const levelName = (level: Level) => `t = ${level}`;

/** A line of a plot of several generators. */
export interface Series<Found> {
  readonly label: string;
  readonly colour: LevelBoxes['groups'][number]['colour'];
  readonly found: readonly Found[];
}

/** Boxes over iterations or sets: by level, one group for each generator. */
export function boxes<Found extends { readonly level: Level }>(
  id: string,
  title: string,
  valueLabel: string,
  series: readonly Series<Found>[],
  values: (found: Found) => readonly number[],
  lines: LevelBoxes['lines'] = [],
): Html {
  const levels = [...new Set(series.flatMap(({ found }) => found.map(({ level }) => level)))].sort(
    (a, b) => Number(a) - Number(b),
  );
  return figure(
    document,
    levelBoxes,
    levelBoxesTable,
    {
      id,
      title,
      valueLabel,
      lines,
      levelLabel: 'truncation level',
      groups: series.map(({ label, colour }) => ({ label, colour })),
      levels: levels.map((level) => ({
        label: String(level),
        values: series.map(({ found }) =>
          found.filter((each) => each.level === level).flatMap(values),
        ),
      })),
    },
    series.length > 2 ? 'full' : 'half',
  );
}

/** Squared errors of guesses, over all people, by iteration. */
export function errorBoxes(
  id: string,
  title: string,
  found: readonly AttributeAt[],
  name: string,
): Html {
  return figure(document, levelBoxes, levelBoxesTable, {
    id,
    title,
    levelLabel: 'truncation level',
    valueLabel: 'squared error as a share of that of the mean, over people, by iteration',
    groups: [{ label: 'all people', colour: 'blue' }],
    levels: found.map(({ level, columns }) => ({
      label: String(level),
      values: [columns[name].errors],
    })),
    lines: [{ value: 1, label: 'guessing the mean' }],
  });
}

export function gains(id: string, title: string, found: readonly MembershipAt[]): Html {
  return figure(document, levelBoxes, levelBoxesTable, {
    id,
    title,
    levelLabel: 'truncation level',
    valueLabel: 'privacy gain, mean over people, by iteration',
    groups: [
      { label: 'with the target', colour: 'orange' },
      { label: 'placebo', colour: 'grey' },
    ],
    levels: found.map(({ level, gains: own, placebo }) => ({
      label: String(level),
      values: [own, placebo],
    })),
    lines: [{ value: 1, label: 'nothing is learned' }],
  });
}

export function heatmaps(
  id: string,
  title: string,
  variables: readonly string[],
  real: readonly (readonly number[])[],
  levels: readonly { readonly level: Level; readonly matrix: readonly (readonly number[])[] }[],
  blocks: readonly { readonly from: number; readonly to: number; readonly label: string }[],
  measure = 'Kendall’s tau',
): Html {
  return figure(
    document,
    correlationHeatmap,
    correlationHeatmapTable,
    {
      id,
      title,
      variables,
      blocks,
      measure,
      panels: [
        { label: 'real data', tau: real },
        ...levels.map(({ level, matrix }) => ({ label: levelName(level), tau: matrix })),
      ],
    },
    'full',
  );
}

/** A generator beside the C-vine. */
export interface PlottedCompetitor {
  readonly label: string;
  readonly attack: readonly AttributeAt[];
  readonly utility: UtilityFound;
}

/** One point a level of the C-vine; of other vines one for each level too, without a line. */
export function tradeOff(
  id: string,
  title: string,
  privacyLabel: string,
  own: { readonly attack: readonly AttributeAt[]; readonly utility: UtilityFound },
  others: readonly PlottedCompetitor[],
  name: string,
  of: (attack: ColumnAttack) => readonly number[],
  floor?: number,
): Html {
  const points = (
    attack: readonly AttributeAt[],
    utility: UtilityFound,
    label?: (level: Level) => string,
  ) => pointsOf(attack, utility, ({ columns }) => of(columns[name]), label);
  return drawTradeOff(id, title, own.utility, {
    privacy: {
      label: privacyLabel,
      better: 'lower',
      ...(floor !== undefined && { reference: { value: floor, label: 'noise floor' } }),
    },
    levels: points(own.attack, own.utility),
    competitors: others.flatMap(({ label, attack, utility }) =>
      points(attack, utility, (level) => (level === 'full' ? label : `${label} ${level}`)),
    ),
  });
}

/** A generator's membership game and utility. */
export interface PlayedAndWorth {
  readonly membership: readonly MembershipAt[];
  readonly utility: UtilityFound;
}

/** As `tradeOff`, with the privacy gain of the paper's membership game. */
export function gainTradeOff(
  id: string,
  own: PlayedAndWorth,
  others: readonly (PlayedAndWorth & { readonly label: string })[],
): Html {
  const points = ({ membership, utility }: PlayedAndWorth, label?: (level: Level) => string) =>
    pointsOf(membership, utility, ({ gains: values }) => values, label);
  return drawTradeOff(id, 'Privacy gain against utility', own.utility, {
    privacy: {
      label: 'privacy gain of the membership attack',
      better: 'nearer',
      reference: { value: 1, label: 'nothing is learned' },
    },
    levels: points(own),
    competitors: others.flatMap((other) =>
      points(other, (level) => (level === 'full' ? other.label : `${other.label} ${level}`)),
    ),
  });
}

/** One point for each level at which both are known. */
function pointsOf<Found extends { readonly level: Level }>(
  found: readonly Found[],
  utility: UtilityFound,
  values: (found: Found) => readonly number[],
  label: (level: Level) => string = levelName,
): PrivacyUtilityPoint[] {
  return utility.levels.flatMap(({ level, auc }) => {
    const own = found.find((each) => each.level === level);
    return own
      ? [{ label: label(level), privacy: estimate(values(own)), utility: estimate(auc) }]
      : [];
  });
}

function drawTradeOff(
  id: string,
  title: string,
  { real }: UtilityFound,
  parts: Pick<PrivacyUtility, 'privacy' | 'levels' | 'competitors'>,
): Html {
  return figure(document, privacyUtility, privacyUtilityTable, {
    id,
    title,
    ...parts,
    utility: {
      label: 'AUC of a forest that learns from synthetic rows',
      better: 'higher',
      reference: { value: real.auc, label: 'learning from real rows' },
      range: [0, 1],
    },
    intervals: '95 % intervals',
  });
}

function estimate(values: readonly number[]): Estimate {
  const { estimate, low, high } = meanInterval(values);
  return Number.isFinite(low) && Number.isFinite(high)
    ? { value: estimate, low, high }
    : { value: estimate };
}

export function coefficientsFigure(
  id: string,
  title: string,
  found: readonly AttributeAt[],
  name: string,
): Html {
  return figure(
    document,
    coefficients,
    coefficientsTable,
    {
      id,
      title,
      valueLabel: `coefficient in the regression of ${name} (per standard deviation)`,
      spreadLabel: 'mean with two standard deviations over regressions',
      variables: found[0].columns[name].coefficients.names,
      levels: found.map(({ level, columns }) => {
        const { mean, sd } = columns[name].coefficients;
        return {
          label: levelName(level),
          coefficients: mean.map((value, k) => ({
            value,
            low: value - 2 * sd[k],
            high: value + 2 * sd[k],
          })),
        };
      }),
    },
    'full',
  );
}

export function margin(
  id: string,
  title: string,
  name: string,
  edges: readonly number[],
  real: readonly number[],
  synthetic: readonly number[],
): Html {
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  return figure(document, marginHistogram, marginHistogramTable, {
    id,
    title,
    columnLabel: name,
    bins: real.map((count, k) => ({
      from: edges[k],
      to: edges[k + 1],
      real: count,
      synthetic: synthetic[k],
    })),
    realRows: total(real),
    syntheticRows: total(synthetic),
  });
}

export const VINES = ['cvine', 'rvine', 'star'] as const;
export type Vine = (typeof VINES)[number];
export const VINE_NAMES = { cvine: 'C-vine', rvine: 'R-vine', star: 'R-vine star1' } as const;
const VINE_COLOURS = { cvine: 'blue', rvine: 'orange', star: 'green' } as const;

/** The three vines side by side. */
export function vineSeries<Found>(
  found: Readonly<Record<Vine, readonly Found[]>>,
): Series<Found>[] {
  return VINES.map((vine) => ({
    label: VINE_NAMES[vine],
    colour: VINE_COLOURS[vine],
    found: found[vine],
  }));
}

/** MAB and WCAB of a sensitive column, of all vines. */
export function coefficientSizes(
  id: string,
  title: string,
  attribute: Readonly<Record<Vine, readonly AttributeAt[]>>,
  name: string,
): Html[] {
  const series = vineSeries(attribute);
  return [
    boxes(
      `${id}-mab-${name}`,
      title,
      `MAB of ${name}, by iteration (per standard deviation)`,
      series,
      ({ columns }) => columns[name].mab,
      [{ value: at(attribute.cvine, 1).columns[name].floor, label: 'noise floor at 1' }],
    ),
    boxes(
      `${id}-wcab-${name}`,
      `WCAB of ${name}: the largest of all coefficients`,
      `WCAB of ${name} (per standard deviation)`,
      series,
      ({ columns }) => [columns[name].wcab],
    ),
  ];
}

/** What forests learn from the tables of all vines. */
export function worth(id: string, utility: Readonly<Record<Vine, UtilityFound>>): Html[] {
  const { real } = utility.cvine;
  const series = vineSeries({
    cvine: utility.cvine.levels,
    rvine: utility.rvine.levels,
    star: utility.star.levels,
  });
  const line = (value: number) => [{ value, label: 'learning from real rows' }];
  return [
    boxes(
      `${id}-utility`,
      'Balanced accuracy on real rows: the paper’s “AUC”',
      'balanced accuracy, by synthetic set',
      series,
      ({ balancedAccuracy }) => balancedAccuracy,
      line(real.balancedAccuracy),
    ),
    boxes(
      `${id}-auc`,
      'AUC of probabilities on real rows',
      'AUC, by synthetic set',
      series,
      ({ auc }) => auc,
      line(real.auc),
    ),
  ];
}
