/**
 * A column of the real and of the released table, counted in bins that tell of no single person. The
 * bins of numbers have round edges between two quantiles of the real column with at least
 * `SMALLEST_COUNT` rows beyond each; the outer bins take in all that lies beyond, so that no extreme
 * shows. Names of categories with fewer real rows are not shown: they are counted together. Small
 * counts are suppressed where they are drawn (plots/marginHistogram.ts).
 */

import type { PlannedColumn } from '../features/plan.ts';
import { dateFormat } from '../table/dateFormat.ts';
import { type MarginBin, SMALLEST_COUNT } from './plots/marginHistogram.ts';

const MOST_BINS = 16;
const MOST_LEVELS = 16;
const SECONDS_A_DAY = 86400;
const DAY = dateFormat('YYYY-MM-DD');

/** Nothing if too few values are there to show any. */
export function binsOf(
  planned: PlannedColumn,
  real: Float64Array,
  synthetic: Float64Array,
): MarginBin[] {
  if (planned.levels.length > 0) return levelBins(planned.levels, real, synthetic);
  const edges = edgesOf(real);
  const [counts, made] = [real, synthetic].map((values) => countBetween(edges, values));
  const bins = counts.map((count, i) => ({
    from: edges[i],
    to: edges[i + 1],
    real: count,
    synthetic: made[i],
  }));
  if (planned.as !== 'date') return bins;
  const inDays = planned.pattern !== undefined && dateFormat(planned.pattern).unit === 'day';
  return bins.map(({ from, real, synthetic }) => ({
    label: `from ${DAY.format(Math.floor(inDays ? from : from / SECONDS_A_DAY))}`,
    real,
    synthetic,
  }));
}

/** Round edges from below a low quantile to above a high one; none for too few values. */
export function edgesOf(values: Float64Array): number[] {
  const sorted = values.filter(Number.isFinite).sort();
  const beyond = Math.max(SMALLEST_COUNT, Math.floor(sorted.length / 100));
  if (sorted.length < 2 * beyond + 1) return [];
  const [low, high] = [sorted[beyond], sorted[sorted.length - 1 - beyond]];
  const isWhole = sorted.every(Number.isInteger);
  const step = roundStep((high - low) / (MOST_BINS - 2), isWhole, Math.abs(low));
  const first = Math.floor(low / step);
  // whole numbers of one each stand in the middle of their bins
  const shift = isWhole && step === 1 ? 0.5 : 0;
  const bins = Math.max(1, Math.floor(high / step) - first + 1);
  return Array.from({ length: bins + 1 }, (_, i) => tidy((first + i - shift) * step));
}

/** The least of 1, 2 and 5 times a power of ten that is not below. */
function roundStep(least: number, isWhole: boolean, size: number): number {
  if (!(least > 0)) return isWhole ? 1 : roundStep(size / 10 || 1, isWhole, 1);
  let power = 1;
  while (power > least) power /= 10;
  while (power * 10 <= least) power *= 10;
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((each) => each >= least) as number;
  return isWhole ? Math.max(1, step) : step;
}

/** Without the digits of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

function countBetween(edges: readonly number[], values: Float64Array): number[] {
  const bins = edges.length - 1;
  if (bins < 1) return [];
  const counts = new Array<number>(bins).fill(0);
  const step = (edges[bins] - edges[0]) / bins;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    counts[Math.min(bins - 1, Math.max(0, Math.floor((value - edges[0]) / step)))]++;
  }
  return counts;
}

/** Frequent levels by name, in their order, and the others together. */
function levelBins(
  levels: readonly string[],
  real: Float64Array,
  synthetic: Float64Array,
): MarginBin[] {
  const [counts, made] = [real, synthetic].map((codes) => countLevels(levels.length, codes));
  const frequent = [...levels.keys()]
    .filter((level) => counts[level] >= SMALLEST_COUNT)
    .sort((a, b) => counts[b] - counts[a] || a - b);
  const shown = frequent.slice(0, MOST_LEVELS).sort((a, b) => a - b);
  const rest = [...counts.keys()].filter((level) => !shown.includes(level));
  const total = (list: readonly number[]) => rest.reduce((sum, level) => sum + list[level], 0);
  const others = { label: 'other levels', real: total(counts), synthetic: total(made) };
  return [
    ...shown.map((level) => ({
      label: levels[level],
      real: counts[level],
      synthetic: made[level],
    })),
    ...(others.real + others.synthetic > 0 ? [others] : []),
  ];
}

/** By place, levels that the real table does not know last. */
function countLevels(levels: number, codes: Float64Array): number[] {
  const counts = new Array<number>(levels + 1).fill(0);
  for (const code of codes) if (!Number.isNaN(code)) counts[code < 0 ? levels : code]++;
  return counts;
}

/** 'fewer than 5 rows', or a share of which nothing can be reckoned back. */
export function protectedShare(count: number, rows: number): string {
  if (count === 0) return 'none';
  if (count < SMALLEST_COUNT) return `fewer than ${SMALLEST_COUNT} rows`;
  const rounded = SMALLEST_COUNT * Math.round(count / SMALLEST_COUNT);
  return `${Math.round((1000 * rounded) / rows) / 10} %`;
}
