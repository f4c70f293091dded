/**
 * The observed values of a column in order of size, each with its weight: 1, and 1 more for each
 * missing cell that it was a donor for. Weights shape the distribution; whether enough records stand
 * behind a number is a matter of records alone.
 */

export interface Observations {
  /** Ascending. */
  readonly values: Float64Array;
  readonly weights: Float64Array;
  /** The sum of the weights. */
  readonly total: number;
}

/** Values that differ, with the records that hold each. */
export interface Distinct {
  readonly value: number;
  /** The observations from `start` to before `end` hold it. */
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

/** `values` may hold NaN where missing; `weights` by row, all 1 when left out. */
export function observe(values: Float64Array, weights?: Float64Array): Observations {
  const rows = Uint32Array.from(values.keys()).filter((i) => !Number.isNaN(values[i]));
  rows.sort((i, j) => values[i] - values[j] || i - j);
  const sorted = Float64Array.from(rows, (i) => values[i] + 0);
  const sortedWeights = Float64Array.from(rows, (i) => weights?.[i] ?? 1);
  return { values: sorted, weights: sortedWeights, total: sumOf(sortedWeights) };
}

/**
 * Values that differ. What lies beyond the `hidden` outermost records on either side is not told apart:
 * up to this many records beyond the next one inside count as one value, that of the innermost of them.
 */
export function distinctOf({ values, weights }: Observations, hidden = 0): Distinct[] {
  const result: Distinct[] = [];
  const n = values.length;
  const low = values[hidden];
  const high = values[n - 1 - hidden];
  const isSame = (i: number, j: number) =>
    values[i] === values[j] ||
    (values[i] < low && values[j] < low) ||
    (values[i] > high && values[j] > high);
  for (let start = 0; start < n; ) {
    let end = start;
    let weight = 0;
    while (end < n && isSame(end, start)) weight += weights[end++];
    result.push({ value: values[values[start] < low ? end - 1 : start], start, end, weight });
    start = end;
  }
  return result;
}

/** The weighted mean of the observations from `start` to before `end`. */
export function meanOf({ values, weights }: Observations, start: number, end: number): number {
  let mean = 0;
  let total = 0;
  for (let i = start; i < end; i++) {
    total += weights[i];
    mean += ((values[i] - mean) * weights[i]) / total;
  }
  return Math.min(Math.max(mean, values[start]), values[end - 1]);
}

/** The mean of observations, each record once. */
export function plainMean(values: Float64Array): number {
  let mean = 0;
  for (let i = 0; i < values.length; i++) mean += (values[i] - mean) / (i + 1);
  return Math.min(Math.max(mean, values[0]), values[values.length - 1]);
}

export function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
