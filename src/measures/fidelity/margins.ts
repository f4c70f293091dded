/**
 * How alike a column's distribution is in the two tables, column by column. Missing values (NaN, or
 * the code -1) are left out of all but the difference of the missing rates.
 */

import { rangeOf } from './minMax.ts';

/** A column of both tables: numbers, or codes 0 .. levels - 1. */
export type MarginPair = NumberPair | LevelPair;

export interface NumberPair {
  readonly name: string;
  /** NaN where missing; else finite. */
  readonly real: Float64Array;
  readonly synthetic: Float64Array;
}

export interface LevelPair {
  readonly name: string;
  /** -1 where missing. */
  readonly real: Int32Array;
  readonly synthetic: Int32Array;
  readonly levels: number;
}

export interface MarginFidelity {
  readonly name: string;
  /**
   * The probability that the two distributions share: over 30 bins of equal width on the pooled range
   * for numbers, over levels for categories. 1 is best. One minus it is the total variation distance.
   */
  readonly overlap: number;
  readonly totalVariation: number;
  /** The largest distance of the empirical distribution functions; null for categories. */
  readonly kolmogorovSmirnov: number | null;
  /** The share of missing values, synthetic minus real. */
  readonly missingDifference: number;
}

export interface MarginsFidelity {
  readonly columns: readonly MarginFidelity[];
  readonly meanOverlap: number;
  readonly worstOverlap: NamedValue;
  /** Over columns of numbers; null if there is none. */
  readonly meanKolmogorovSmirnov: number | null;
  readonly worstKolmogorovSmirnov: NamedValue | null;
  /** The difference that is largest in size, with its sign. */
  readonly worstMissingDifference: NamedValue;
}

export interface NamedValue {
  readonly name: string;
  readonly value: number;
}

const BINS = 30;

/** At least one column. */
export function marginsFidelity(pairs: readonly MarginPair[]): MarginsFidelity {
  const columns = pairs.map(marginFidelity);
  const overlaps = columns.map(({ name, overlap }) => ({ name, value: overlap }));
  const distances = columns.flatMap(({ name, kolmogorovSmirnov: value }) =>
    value === null ? [] : [{ name, value }],
  );
  const missing = columns.map(({ name, missingDifference }) => ({
    name,
    value: missingDifference,
  }));
  return {
    columns,
    meanOverlap: mean(overlaps),
    worstOverlap: worst(overlaps, (value) => -value),
    meanKolmogorovSmirnov: distances.length === 0 ? null : mean(distances),
    worstKolmogorovSmirnov: distances.length === 0 ? null : worst(distances, (value) => value),
    worstMissingDifference: worst(missing, Math.abs),
  };
}

export function marginFidelity(pair: MarginPair): MarginFidelity {
  return 'levels' in pair ? ofLevels(pair) : ofNumbers(pair);
}

function ofNumbers({ name, real, synthetic }: NumberPair): MarginFidelity {
  const [a, b] = [real, synthetic].map((column) =>
    column.filter((value) => !Number.isNaN(value)).sort(),
  );
  const ranges = [a, b].map(rangeOf);
  const low = Math.min(ranges[0].low, ranges[1].low);
  const high = Math.max(ranges[0].high, ranges[1].high);
  const binOf = (value: number) =>
    high > low ? Math.min(Math.floor(((value - low) / (high - low)) * BINS), BINS - 1) : 0;
  const overlap = sharedMass(a.map(binOf), b.map(binOf), BINS);
  return {
    name,
    overlap,
    totalVariation: 1 - overlap,
    kolmogorovSmirnov: kolmogorovSmirnov(a, b),
    missingDifference: 1 - b.length / synthetic.length - (1 - a.length / real.length),
  };
}

function ofLevels({ name, real, synthetic, levels }: LevelPair): MarginFidelity {
  const [a, b] = [real, synthetic].map((codes) => codes.filter((code) => code >= 0));
  const overlap = sharedMass(a, b, levels);
  return {
    name,
    overlap,
    totalVariation: 1 - overlap,
    kolmogorovSmirnov: null,
    missingDifference: 1 - b.length / synthetic.length - (1 - a.length / real.length),
  };
}

/** The sum over cells of the smaller share. Two empty columns are alike, an empty and a full one not. */
function sharedMass(a: ArrayLike<number>, b: ArrayLike<number>, cells: number): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const counts = [a, b].map((column) => {
    const count = new Float64Array(cells);
    for (let i = 0; i < column.length; i++) count[column[i]]++;
    return count;
  });
  // as whole numbers over the common denominator, so that equal columns give exactly 1
  let shared = 0;
  for (let cell = 0; cell < cells; cell++) {
    shared += Math.min(counts[0][cell] * b.length, counts[1][cell] * a.length);
  }
  return shared / (a.length * b.length);
}

/** Of sorted columns; the functions are compared behind each group of ties. */
export function kolmogorovSmirnov(a: Float64Array, b: Float64Array): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 0 : 1;
  let [i, j, most] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i], b[j]);
    while (i < a.length && a[i] <= value) i++;
    while (j < b.length && b[j] <= value) j++;
    most = Math.max(most, Math.abs(i * b.length - j * a.length));
  }
  return most / (a.length * b.length);
}

function mean(values: readonly NamedValue[]): number {
  return values.reduce((total, { value }) => total + value, 0) / values.length;
}

function worst(values: readonly NamedValue[], badness: (value: number) => number): NamedValue {
  return values.reduce((a, b) => (badness(b.value) > badness(a.value) ? b : a));
}
