/**
 * Two columns beside each other in cells, real and synthetic. Numbers are cut at quantiles of the real column,
 * so that cells hold many rows; a cell with fewer than five real rows is not told.
 */

import type { PlannedColumn } from '../../features/plan.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import { edgesOf } from '../../report/bins.ts';
import { dateFormat } from '../../table/dateFormat.ts';
import type { PairAxis, PairGrid } from './protocol.ts';

export interface PairColumn {
  readonly planned: PlannedColumn;
  readonly real: Float64Array;
  /** By level. */
  readonly synthetic: readonly Float32Array[];
}

/** Bins of numbers and levels on an axis. */
const MOST_LEVELS = 12;

interface Binned {
  readonly axis: PairAxis;
  readonly place: (value: number) => number;
}

export function pairGrid(x: PairColumn, y: PairColumn): PairGrid {
  const [across, up] = [binned(x), binned(y)];
  const [width, height] = [across.axis.labels.length, up.axis.labels.length];
  const count = (a: ArrayLike<number>, b: ArrayLike<number>): number[] => {
    const counts = new Array<number>(width * height).fill(0);
    for (let row = 0; row < a.length; row++) {
      const [i, j] = [across.place(a[row]), up.place(b[row])];
      if (i >= 0 && j >= 0) counts[j * width + i]++;
    }
    return counts;
  };
  const real = count(x.real, y.real);
  return {
    x: across.axis,
    y: up.axis,
    real: real.map((rows) =>
      rows > 0 && rows < FEWEST_PEOPLE
        ? null
        : (Math.round(rows / FEWEST_PEOPLE) * FEWEST_PEOPLE) / Math.max(1, x.real.length),
    ),
    synthetic: x.synthetic.map((values, level) =>
      count(values, y.synthetic[level]).map((rows) => rows / Math.max(1, values.length)),
    ),
  };
}

function binned({ planned, real }: PairColumn): Binned {
  const { name, levels } = planned;
  if (levels.length > 0) return binnedLevels(name, levels, real);
  const edges = edgesOf(real);
  const inner = edges.slice(1, -1);
  const labels = Array.from({ length: inner.length + 1 }, (_, i) =>
    i === 0
      ? `below ${label(planned, inner[0] ?? Number.NaN)}`
      : `from ${label(planned, inner[i - 1])}`,
  );
  return {
    axis: { name, labels: inner.length === 0 ? ['all values'] : labels },
    place: (value) => {
      if (Number.isNaN(value)) return -1;
      let at = 0;
      while (at < inner.length && value >= inner[at]) at++;
      return at;
    },
  };
}

function label({ as, pattern }: PlannedColumn, value: number): string {
  if (as !== 'date') return String(value);
  const inDays = pattern !== undefined && dateFormat(pattern).unit === 'day';
  return dateFormat('YYYY-MM-DD').format(Math.floor(inDays ? value : value / 86400));
}

/** The most frequent levels that five rows have; all others together. */
function binnedLevels(name: string, levels: readonly string[], real: Float64Array): Binned {
  const counts = levels.map(() => 0);
  for (const place of real) if (place >= 0) counts[place]++;
  const kept = counts
    .map((rows, place) => ({ rows, place }))
    .filter(({ rows }) => rows >= FEWEST_PEOPLE)
    .sort((a, b) => b.rows - a.rows)
    .slice(0, MOST_LEVELS)
    .map(({ place }) => place)
    .sort((a, b) => a - b);
  const others = kept.length < levels.length;
  const places = levels.map((_, place) => {
    const at = kept.indexOf(place);
    return at < 0 ? kept.length : at;
  });
  return {
    axis: {
      name,
      labels: [...kept.map((place) => levels[place]), ...(others ? ['others'] : [])],
    },
    place: (value) => (value >= 0 ? (places[value] ?? -1) : -1),
  };
}
