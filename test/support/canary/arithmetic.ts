/**
 * What an attacker computes who knows every other record of a table exactly, and all published
 * numbers. Each family of formulas turns a published number into candidates for the canary.
 *
 * Among so many candidates some hit any value by chance. So the same search is made for decoys: values
 * like the canary that are in no table. A canary counts as found if it is hit more often than every
 * decoy, and so often that chance would do it with a probability below `FALSE_ALARM`.
 */

import { rngFromSeed } from '../../../src/random/rng.ts';

export interface Secret {
  readonly value: number;
  /** All other values of the column. */
  readonly others: readonly number[];
  /** Decimals of the canary, which decoys have too. */
  readonly decimals: number;
}

export interface Recovery {
  readonly family: string;
  readonly tolerance: number;
  readonly hits: number;
  /** Expected by chance. */
  readonly chance: number;
}

/** Of one family. With six families, eight canaries and eight scenarios: 1 % for all together. */
export const FALSE_ALARM = 3e-5;
const DECOYS = 199;
/** Relative: from the last digit to as many as make a person known, since numbers are rounded. */
const TOLERANCES = [1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4];
/** At which the density of candidates around decoys is measured. */
const WIDE = 1e-2;

type Family = (numbers: readonly number[], secret: Secret) => number[];

const FAMILIES: Readonly<Record<string, Family>> = {
  // a share or a mean of up to twice all rows, where nothing else was in the sum
  multiples: (numbers, { others }) => {
    const most = 2 * (others.length + 1);
    return numbers.flatMap((x) => Array.from({ length: most }, (_, m) => x * (m + 1)));
  },
  // a mean of all, of which the others are taken away
  'mean less the others': (numbers, { others }) => {
    const rest = sum(others);
    const n = others.length + 1;
    return numbers.flatMap((x) => [n * x - rest, (n - 1) * x - rest, x - rest]);
  },
  // a mean of the outermost, or a middle between two
  'outermost less the others': (numbers, { others }) => {
    const sorted = [...others].sort((a, b) => a - b);
    const candidates: number[] = [];
    for (const from of [sorted, [...sorted].reverse()]) {
      for (let j = 2; j <= 10; j++) {
        const rest = sum(from.slice(0, j - 1));
        for (const x of numbers) candidates.push(j * x - rest);
      }
    }
    return candidates;
  },
  // a variance or a standard deviation of all, with either divisor
  spread: (numbers, { others }) =>
    numbers.flatMap((x) => [x, x * x].flatMap((variance) => fromVariance(variance, others))),
  // others that were scaled to the range of the column
  'scale of others': (numbers, { others }) => {
    const least = Math.min(...others);
    const largest = Math.max(...others);
    const span = largest - least;
    return numbers.flatMap((x) => [least + span / x, largest - span / x]);
  },
};

/** Depends on mean and deviation of all, which a decoy would have changed. */
function fromStandardised(numbers: readonly number[], value: number, others: readonly number[]) {
  const all = [...others, value];
  const mean = sum(all) / all.length;
  const squares = sum(all.map((x) => (x - mean) ** 2));
  const candidates: number[] = [];
  for (const divisor of [all.length, all.length - 1]) {
    const deviation = Math.sqrt(squares / divisor);
    for (const x of numbers) {
      const root = deviation * Math.sqrt(Math.abs(x));
      candidates.push(mean + root, mean - root, mean + deviation * x, mean - deviation * x);
    }
  }
  return candidates;
}

export function recover(published: readonly number[], secret: Secret): Recovery[] {
  const numbers = [...new Set(published.map(Math.abs))];
  const decoys = decoysOf(secret);
  const found: Recovery[] = [];
  for (const [family, candidatesOf] of Object.entries(FAMILIES)) {
    const candidates = nearby(candidatesOf(numbers, secret), secret.value);
    const hits = (value: number, tolerance: number) => within(candidates, value, tolerance);
    found.push(...judge(family, secret.value, decoys, hits));
  }
  const cache = new Map<number, Float64Array>();
  found.push(
    ...judge('standardised', secret.value, decoys.slice(0, 49), (value, tolerance) => {
      let candidates = cache.get(value);
      if (!candidates) {
        candidates = nearby(fromStandardised(numbers, value, secret.others), value);
        cache.set(value, candidates);
      }
      return within(candidates, value, tolerance);
    }),
  );
  return found;
}

function judge(
  family: string,
  value: number,
  decoys: readonly number[],
  hits: (value: number, tolerance: number) => number,
): Recovery[] {
  const mean = (tolerance: number) => sum(decoys.map((x) => hits(x, tolerance))) / decoys.length;
  const wide = mean(WIDE);
  for (const tolerance of TOLERANCES) {
    const got = hits(value, tolerance);
    if (got === 0 || decoys.some((decoy) => hits(decoy, tolerance) >= got)) continue;
    // decoys that are never hit leave the rate to the density around them
    const chance = Math.max(mean(tolerance), (wide * tolerance) / WIDE);
    if (poissonTail(got, chance) < FALSE_ALARM) return [{ family, tolerance, hits: got, chance }];
  }
  return [];
}

/** Values between half and twice the canary, with as many decimals. */
function decoysOf({ value, others, decimals }: Secret): number[] {
  const uniforms = rngFromSeed(97)
    .split('decoys')
    .uniforms(4 * DECOYS);
  const grid = 10 ** decimals;
  const known = new Set([value, ...others]);
  return Array.from(uniforms, (u) => {
    const decoy = value * 4 ** (u - 0.5);
    return decimals > 9 ? decoy : Math.round(decoy * grid) / grid;
  })
    .filter((decoy) => !known.has(decoy))
    .slice(0, DECOYS);
}

/** Sizes in ascending order, of those that a decoy might be. */
function nearby(candidates: readonly number[], value: number): Float64Array {
  const [least, largest] = [0.4 * Math.abs(value), 2.5 * Math.abs(value)];
  const sizes = candidates.map(Math.abs).filter((size) => size > least && size < largest);
  return Float64Array.from(sizes).sort();
}

function within(sorted: Float64Array, value: number, tolerance: number): number {
  const size = Math.abs(value);
  return place(sorted, size * (1 + tolerance)) - place(sorted, size * (1 - tolerance));
}

/** How many are at most `value`. */
function place(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Both values that would give all records this variance. */
function fromVariance(variance: number, others: readonly number[]): number[] {
  const m = others.length;
  const n = m + 1;
  const mean = sum(others) / m;
  const within = sum(others.map((x) => (x - mean) ** 2));
  return [n, m].flatMap((divisor) => {
    // all squares: those of the others, and (v - mean)^2 m / n
    const rest = ((variance * divisor - within) * n) / m;
    return rest > 0 ? [mean + Math.sqrt(rest), mean - Math.sqrt(rest)] : [];
  });
}

/** The probability of `least` or more. */
function poissonTail(least: number, rate: number): number {
  let term = Math.exp(-rate);
  let below = 0;
  for (let i = 0; i < least; i++) {
    below += term;
    term *= rate / (i + 1);
  }
  // the rest of the series, since 1 - below would lose all digits
  let tail = 0;
  for (let i = least; i < least + 60; i++) {
    tail += term;
    term *= rate / (i + 1);
  }
  return Math.min(1, below > 0.5 ? tail : Math.max(tail, 1 - below));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
