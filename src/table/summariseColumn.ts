/**
 * What may be shown of a column's values: the range that five rows at each end reach, rounded; levels
 * that five rows have, counted to five, the others together; the share of missing values. Nothing hangs
 * on the values of the four outermost rows.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { distinctNumbers } from './columnFacts.ts';
import { dateFormat } from './dateFormat.ts';
import type { ColumnDetection } from './detectSchema.ts';
import { levelWriter } from './levelNames.ts';
import type { Column } from './table.ts';

export interface ColumnSummary {
  /** From the mean of the fifth to the ninth value to that at the other end, rounded. */
  readonly range?: { readonly from: string; readonly to: string };
  /** Levels that five rows have, the most frequent first; rows are counted to five. */
  readonly levels?: readonly { readonly level: string; readonly rows: number }[];
  /** Levels besides these, each of fewer than five rows. */
  readonly rareLevels?: boolean;
}

const LEAST_FOR_RANGE = 20;
const MOST_LEVELS = 50;

export function summariseColumn(column: Column, detection: ColumnDetection): ColumnSummary {
  const { type } = detection;
  if (type === 'identifier' || type === 'text') return {};
  if (type === 'boolean' || type === 'ordered' || type === 'nominal') return levelsOf(column);
  if (type === 'date') return dateRange(column, detection.format);
  return column.kind === 'numeric' ? numberRange(column.values, detection) : {};
}

/** The means of five values behind the four outermost ones on either side. */
function endsOf(values: ArrayLike<number>): readonly [number, number] | undefined {
  const sorted = Float64Array.from(values)
    .filter((value) => Number.isFinite(value))
    .sort();
  if (sorted.length < LEAST_FOR_RANGE) return undefined;
  const hidden = FEWEST_PEOPLE - 1;
  const mean = (from: number) =>
    sorted.subarray(from, from + FEWEST_PEOPLE).reduce((sum, value) => sum + value, 0) /
    FEWEST_PEOPLE;
  return [mean(hidden), mean(sorted.length - hidden - FEWEST_PEOPLE)];
}

function numberRange(
  values: Float64Array,
  { type, step, decimals = 0 }: ColumnDetection,
): ColumnSummary {
  const ends = endsOf(values);
  if (!ends) return {};
  const range = ends[1] - ends[0];
  // a power of ten below a fiftieth of the range
  const exponent = range > 0 ? Math.floor(Math.log10(range / 50)) : 0;
  const isWhole = type === 'count' || (step !== undefined && step >= 1);
  const coarse = Math.max(exponent, isWhole ? 0 : -Math.min(15, decimals));
  const shown = (value: number) => {
    if (coarse >= 0) return String(Math.round(value / 10 ** coarse) * 10 ** coarse);
    return value.toFixed(Math.min(15, -coarse));
  };
  return { range: { from: shown(ends[0]), to: shown(ends[1]) } };
}

function dateRange(column: Column, pattern: string | undefined): ColumnSummary {
  if (column.kind !== 'text' || pattern === undefined) return {};
  const { parse, unit } = dateFormat(pattern);
  const day = unit === 'day' ? 1 : 86_400;
  const parsed = column.dictionary.map((text) => Math.floor(parse(text) / day));
  const ends = endsOf(Array.from(column.codes, (code) => (code < 0 ? Number.NaN : parsed[code])));
  if (!ends) return {};
  const month = (days: number) => dateFormat('YYYY-MM-DD').format(Math.floor(days)).slice(0, 7);
  return { range: { from: month(ends[0]), to: month(ends[1]) } };
}

function levelsOf(column: Column): ColumnSummary {
  const counted = countsOf(column);
  const shown = counted
    .filter(({ rows }) => rows >= FEWEST_PEOPLE)
    .sort((a, b) => b.rows - a.rows)
    .map(({ level, rows }) => ({ level, rows: FEWEST_PEOPLE * Math.round(rows / FEWEST_PEOPLE) }));
  return {
    levels: shown.slice(0, MOST_LEVELS),
    ...(shown.length < counted.length && { rareLevels: true }),
  };
}

function countsOf(column: Column): { level: string; rows: number }[] {
  if (column.kind === 'numeric') {
    const { values, counts } = distinctNumbers(column);
    const write = levelWriter(column);
    return values.map((value, i) => ({ level: write(value), rows: counts[i] }));
  }
  const counts = new Uint32Array(column.dictionary.length);
  for (const code of column.codes) if (code >= 0) counts[code]++;
  return column.dictionary.flatMap((level, place) =>
    counts[place] > 0 ? [{ level, rows: counts[place] }] : [],
  );
}
