/**
 * What an attacker sees of a synthetic table: a vector of summaries. Stadler, Oprisanu and Troncoso
 * (USENIX Security 2022) propose three kinds, which see different leaks:
 *
 * - naive: mean, median and variance (n - 1) of a number; of a category the most and the least
 *   frequent level and how many there are (the first of equally frequent ones);
 * - histogram: counts in ten bins of equal width, in their order, over the range of the real column
 *   (values beyond it count in the bin at that end); counts of the levels of a category, and of what
 *   is none of them; where the real column has gaps, the number of missing values;
 * - correlation: Pearson's correlations of all features of the table (src/features), the upper
 *   triangle by rows; 0 for a constant feature. The paper's attack sees these alone.
 *
 * 'all' is the union of these three. Apart from it stands
 *
 * - nearness: how near the set comes to the target (nearness.ts). It alone notices plain copies; among
 *   hundreds of other summaries a forest would rarely ask for it.
 */

import { type FeaturePlan, numbersOfColumn, type PlannedColumn } from '../../features/plan.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { Table } from '../../table/table.ts';
import type { AttackTarget } from '../targets.ts';
import { NEARNESS_NAMES, type NearnessPlan, planNearness } from './nearness.ts';

const COMMON_BLOCKS = ['naive', 'histogram', 'correlation'] as const;

const FEATURE_BLOCKS = [...COMMON_BLOCKS, 'nearness'] as const;

export type FeatureBlock = (typeof FEATURE_BLOCKS)[number];

export type FeatureSet = FeatureBlock | 'all';

export const FEATURE_SETS: readonly FeatureSet[] = [...FEATURE_BLOCKS, 'all'];

/** The blocks that a feature set consists of. */
export function blocksOf(set: FeatureSet): readonly FeatureBlock[] {
  return set === 'all' ? COMMON_BLOCKS : [set];
}

/** How tables are summarised: plain data, made once on the real table. */
export interface SummaryPlan {
  readonly features: FeaturePlan;
  /** By planned column: the least and the largest real number; nothing for categories. */
  readonly ranges: readonly (readonly [number, number] | undefined)[];
  readonly nearness?: NearnessPlan;
  readonly blocks: readonly FeatureBlock[];
}

/**
 * By block: the summaries of some sets, one set after the other. Those of nearness concern one target
 * each: all sets for the first target, then all for the second.
 */
export type SetSummaries = { readonly [Block in FeatureBlock]?: Float64Array };

export const BINS = 10;

export function planSummaries(
  features: FeaturePlan,
  table: Table,
  targets: readonly AttackTarget[],
  sets: readonly FeatureSet[],
): SummaryPlan {
  const wanted = new Set(sets.flatMap(blocksOf));
  const ranges = columnsOf(features, table).map((values, j) =>
    isNumber(features.columns[j]) ? rangeOf(values) : undefined,
  );
  return {
    features,
    ranges,
    ...(wanted.has('nearness') && { nearness: planNearness(features, table, targets) }),
    blocks: FEATURE_BLOCKS.filter((block) => wanted.has(block)),
  };
}

/** What each entry of a block is; of nearness, for one target. */
export function summaryNames(
  { features: { columns } }: SummaryPlan,
  block: FeatureBlock,
): readonly string[] {
  if (block === 'naive') {
    return columns.flatMap((column) =>
      (isNumber(column) ? NUMBER_NAMES : LEVEL_NAMES).map((what) => `${column.name}: ${what}`),
    );
  }
  if (block === 'histogram') return columns.flatMap(binNames);
  if (block === 'nearness') return NEARNESS_NAMES;
  const names = featureNames(columns);
  return names.flatMap((name, j) => names.slice(j + 1).map((other) => `${name} ~ ${other}`));
}

const NUMBER_NAMES = ['mean', 'median', 'variance'];
const LEVEL_NAMES = ['most frequent level', 'least frequent level', 'number of levels'];

export function binNames(column: PlannedColumn): string[] {
  const { name, levels, hasGaps } = column;
  const bins = isNumber(column)
    ? Array.from({ length: BINS }, (_, bin) => `bin ${bin + 1}`)
    : [...levels.map((level) => `= ${level}`), 'another level'];
  return [...bins, ...(hasGaps ? ['missing'] : [])].map((what) => `${name}: ${what}`);
}

/** The names that `featuresOf` gives. */
function featureNames(columns: readonly PlannedColumn[]): string[] {
  return columns.flatMap(({ name, as, shown, levels, hasGaps }) => [
    ...(as === 'levels' ? shown.map((place) => `${name} = ${levels[place]}`) : [name]),
    ...(hasGaps ? [`${name} is missing`] : []),
  ]);
}

/** The planned columns of a table as numbers, NaN where missing. */
export function columnsOf({ columns }: FeaturePlan, table: Table): Float64Array[] {
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  return columns.map((plan) => {
    const column = byName.get(plan.name);
    if (column) return numbersOfColumn(plan, column);
    throw new InputError(
      `Columns: the table has none called '${plan.name}'. Give it, as the real table has it.`,
    );
  });
}

export function isNumber({ as }: PlannedColumn): boolean {
  return as === 'number' || as === 'date';
}

function rangeOf(values: Float64Array): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 0];
}
