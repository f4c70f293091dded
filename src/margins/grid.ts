/** The numbers that a column can hold: whole multiples of a step. */

/** Plain data: multiples of 10^-decimals, or of `step` where it is given (60 for minutes, 0.5, 5). */
export interface Grid {
  readonly decimals: number;
  readonly step?: number;
}

/**
 * Steps up to 2^51: from there on a step divided and multiplied again by a power of ten may round to
 * another one, and numbers stay as they are.
 */
const LARGEST_WHOLE = 0x8000000000000;
const MOST_DECIMALS = 15;

/** The nearest number on the grid. */
export function snap(x: number, grid: Grid): number {
  return onGrid(x, grid, Math.round);
}

/** The multiples of a step, with as many decimals as they need. */
export function gridOfStep(step: number): Grid {
  let decimals = 0;
  while (decimals < MOST_DECIMALS && !isWholeNumber(step, decimals)) decimals++;
  return step === 1 / powerOfTen(decimals) ? { decimals } : { decimals, step };
}

function isWholeNumber(step: number, decimals: number): boolean {
  const scale = powerOfTen(decimals);
  return Math.round(step * scale) / scale === step;
}

/** `snap` of every value, in place. */
export function snapAll(values: Float64Array, grid: Grid): Float64Array {
  const { decimals, step } = grid;
  if (step !== undefined || decimals > MOST_DECIMALS) {
    for (let i = 0; i < values.length; i++) values[i] = snap(values[i], grid);
    return values;
  }
  const scale = powerOfTen(decimals);
  for (let i = 0; i < values.length; i++) {
    const scaled = values[i] * scale;
    if (Math.abs(scaled) < LARGEST_WHOLE) values[i] = Math.round(scaled) / scale + 0;
  }
  return values;
}

/** The largest number on the grid that is not above x. */
export function snapDown(x: number, grid: Grid): number {
  return onGrid(x, grid, Math.floor);
}

/** The least number on the grid that is not below x. */
export function snapUp(x: number, grid: Grid): number {
  return onGrid(x, grid, Math.ceil);
}

/** The distance between two neighbours on the grid. */
export function stepOf({ decimals, step }: Grid): number {
  return step ?? 1 / powerOfTen(decimals);
}

/** 10^0 to 10^22, all exact. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** 10^exponent, the nearest double; exponents from 0 to 22 are exact. */
export function powerOfTen(exponent: number): number {
  return POWERS[exponent] ?? Number(`1e${exponent}`);
}

function onGrid(x: number, { decimals, step }: Grid, round: (x: number) => number): number {
  if (decimals > MOST_DECIMALS) return x;
  const scale = powerOfTen(decimals);
  const scaled = x * scale;
  if (step !== undefined) {
    const units = Math.round(step * scale);
    return Math.abs(scaled) < LARGEST_WHOLE ? (round(scaled / units) * units) / scale + 0 : x;
  }
  // a whole number divided by a power of ten is the double nearest to the decimal fraction
  return Math.abs(scaled) < LARGEST_WHOLE ? round(scaled) / scale + 0 : x;
}
