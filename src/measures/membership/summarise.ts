/** The summaries of synthetic sets: the arithmetic behind features.ts. */

import { featuresOf, sliceFeatures, type TableFeatures } from '../../features/features.ts';
import { type PlannedColumn, UNKNOWN } from '../../features/plan.ts';
import { pearsonMatrix } from '../../numerics/pearson.ts';
import type { Table } from '../../table/table.ts';
import {
  BINS,
  binNames,
  columnsOf,
  type FeatureBlock,
  isNumber,
  type SetSummaries,
  type SummaryPlan,
  summaryNames,
} from './features.ts';
import { NEARNESS_NAMES, nearnessTo } from './nearness.ts';

/** The summaries of the sets of `setSize` rows that tables consist of, one below the other. */
export function summarise(
  plan: SummaryPlan,
  tables: readonly Table[],
  setSize: number,
): SetSummaries {
  const sets = tables.reduce((sum, { rows }) => sum + rows, 0) / setSize;
  if (!Number.isInteger(sets)) throw new Error(`sets of ${setSize} rows do not fill the tables`);
  const result: { [Block in FeatureBlock]?: Float64Array } = {};
  for (const block of plan.blocks) {
    if (block === 'nearness') {
      result[block] = allNearness(plan, tables, setSize, sets);
      continue;
    }
    const width = summaryNames(plan, block).length;
    const matrix = new Float64Array(sets * width);
    let at = 0;
    for (const table of tables) {
      const summary = blockSummary(plan, block, table);
      for (let from = 0; from < table.rows; from += setSize, at += width) {
        summary(from, from + setSize, matrix.subarray(at, at + width));
      }
    }
    result[block] = matrix;
  }
  return result;
}

/** The figures of all sets, target by target. */
function allNearness(
  { features: featurePlan, nearness }: SummaryPlan,
  tables: readonly Table[],
  setSize: number,
  sets: number,
): Float64Array {
  if (!nearness) throw new Error('a plan without nearness');
  const width = NEARNESS_NAMES.length;
  const matrix = new Float64Array(nearness.targets.length * sets * width);
  let set = 0;
  for (const table of tables) {
    const features = featuresOf(featurePlan, table);
    for (let from = 0; from < table.rows; from += setSize, set++) {
      const part = sliceFeatures(features, from, from + setSize);
      for (let place = 0; place < nearness.targets.length; place++) {
        const at = (place * sets + set) * width;
        nearnessTo(nearness, place, part, matrix.subarray(at, at + width));
      }
    }
  }
  return matrix;
}

/** Writes the summary of the rows `from` to `to` of a table, the end left out. */
type Summary = (from: number, to: number, out: Float64Array) => void;

function blockSummary(
  plan: SummaryPlan,
  block: Exclude<FeatureBlock, 'nearness'>,
  table: Table,
): Summary {
  if (block === 'correlation') {
    const features = featuresOf(plan.features, table);
    return (from, to, out) => correlations(sliceFeatures(features, from, to), out);
  }
  const { columns: planned } = plan.features;
  const columns = columnsOf(plan.features, table);
  if (block === 'naive') {
    return (from, to, out) => {
      columns.forEach((values, j) => {
        const part = values.subarray(from, to);
        const own = out.subarray(3 * j, 3 * j + 3);
        if (isNumber(planned[j])) naiveNumber(part, planned[j].fill, own);
        else naiveLevels(part, planned[j].levels.length, own);
      });
    };
  }
  const widths = planned.map((column) => binNames(column).length);
  return (from, to, out) => {
    let at = 0;
    columns.forEach((values, j) => {
      const own = out.subarray(at, at + widths[j]);
      countBins(values.subarray(from, to), planned[j], plan.ranges[j], own);
      at += widths[j];
    });
  };
}

/** Of the values that are there; without any, the real mean and no variance. */
function naiveNumber(values: Float64Array, fill: number, out: Float64Array): void {
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const n = known.length;
  if (n === 0) {
    out.set([fill, fill, 0]);
    return;
  }
  let total = 0;
  for (const value of known) total += value;
  const mean = total / n;
  let squares = 0;
  for (const value of known) squares += (value - mean) * (value - mean);
  out[0] = mean;
  out[1] = (known[(n - 1) >> 1] + known[n >> 1]) / 2;
  out[2] = n > 1 ? squares / (n - 1) : 0;
}

function naiveLevels(values: Float64Array, levels: number, out: Float64Array): void {
  const counts = new Float64Array(levels + 1);
  countLevels(values, levels, counts);
  let [most, least, found] = [0, -1, 0];
  for (let level = 0; level <= levels; level++) {
    if (counts[level] === 0) continue;
    found++;
    if (counts[level] > counts[most]) most = level;
    if (least < 0 || counts[level] < counts[least]) least = level;
  }
  out[0] = most;
  out[1] = Math.max(least, 0);
  out[2] = found;
}

function countBins(
  values: Float64Array,
  column: PlannedColumn,
  range: readonly [number, number] | undefined,
  out: Float64Array,
): void {
  out.fill(0);
  if (range) {
    const [low, high] = range;
    const scale = high > low ? BINS / (high - low) : 0;
    for (const value of values) {
      if (Number.isNaN(value)) continue;
      out[Math.min(Math.max(Math.floor((value - low) * scale), 0), BINS - 1)]++;
    }
  } else {
    countLevels(values, column.levels.length, out);
  }
  if (!column.hasGaps) return;
  let missing = 0;
  for (const value of values) if (Number.isNaN(value)) missing++;
  out[out.length - 1] = missing;
}

/** What is none of the levels has the place behind them. */
function countLevels(values: Float64Array, levels: number, counts: Float64Array): void {
  for (const value of values) {
    if (!Number.isNaN(value)) counts[value === UNKNOWN ? levels : value]++;
  }
}

function correlations({ columns }: TableFeatures, out: Float64Array): void {
  const d = columns.length;
  const matrix = pearsonMatrix(columns);
  let at = 0;
  for (let j = 0; j < d; j++) {
    for (let k = j + 1; k < d; k++) out[at++] = matrix[j][k];
  }
}
