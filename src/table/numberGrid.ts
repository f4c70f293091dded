/**
 * The grid that the numbers of a column lie on, by their values and not by how they are written: whole
 * numbers also when they are written 157.0, half points, multiples of 5 or of 1,000.
 *
 * It is the coarsest step of 10^e times 1, 2, 5, 25 or 125 of which nearly all values are multiples.
 * Values beside it are passed over if they are fewer than five or at most 1 % of the rows, and none of
 * them is shared by five rows: then it belongs to the column. For whole numbers and fewer decimals it is
 * 10 % of the rows, where the column has many values that lie twenty steps apart and more: 74,948.38 among
 * incomes in whole dollars would else give four in five incomes cents. Zeros say nothing of a step. What
 * differs from a multiple by the rounding of a double (0.30000000000000004) counts as one.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { tooFewCells } from './usualDecimals.ts';

export interface NumberGrid {
  /** Values are multiples of it. */
  readonly step: number;
  /** Decimals that its multiples need. */
  readonly decimals: number;
}

/** Whole multiples beyond it may round to another number. */
const LARGEST_WHOLE = 0x8000000000000;
const MOST_DECIMALS = 15;
const COARSEST = 6;
const FACTORS = [125, 25, 5, 2];
/** Values that a column must have for a step of whole numbers, and for any coarser or odd one. */
const LEAST_FOR_WHOLE = 5;
const LEAST_FOR_STEP = 20;
/** With more decimals a step of 5 or 2 units is an accident of arithmetic. */
const MOST_DECIMALS_OF_STEP = 8;
/** Where rounding to whole numbers or fewer decimals changes little: rows beside the grid, values, steps in the middle half. */
const MANY_ROWS = 100;
const MANY_VALUES = 30;
const MANY_STEPS = 20;
const BESIDE_SHARE = 0.1;
/** Roundings of a double. */
const CLOSE = 8 * Number.EPSILON;

/**
 * `values` are the different values in order, `counts` how many rows have each, `most` the decimals
 * that numbers are written with. Nothing if there is no grid that is coarser than these.
 */
export function numberGrid(
  values: ArrayLike<number>,
  counts: ArrayLike<number>,
  most: number,
): NumberGrid | undefined {
  let rows = 0;
  for (let i = 0; i < values.length; i++) if (isCounted(values[i])) rows += counts[i];
  if (values.length < 2 || rows < LEAST_FOR_WHOLE) return undefined;
  const rare = Math.min(tooFewCells(rows), Math.floor(rows / 5));
  const many = rows >= MANY_ROWS && values.length > MANY_VALUES;
  const middle = many ? middleHalf(values, counts, rows) : 0;
  const fits = (units: number, decimals: number, rare: number) => {
    let beside = 0;
    for (let i = 0; i < values.length; i++) {
      if (!isCounted(values[i]) || isMultiple(values[i], units, decimals)) continue;
      beside += counts[i];
      if (beside > rare || counts[i] >= FEWEST_PEOPLE) return false;
    }
    return true;
  };
  const coarsest = rows < LEAST_FOR_STEP ? 0 : COARSEST;
  for (let exponent = coarsest; exponent >= -Math.min(most, MOST_DECIMALS); exponent--) {
    const decimals = Math.max(0, -exponent);
    const unit = exponent > 0 ? Number(`1e${exponent}`) : 1;
    const isFine = exponent <= 0 && middle * Number(`1e${decimals}`) >= MANY_STEPS;
    if (!fits(unit, decimals, isFine ? Math.floor(rows * BESIDE_SHARE) : rare)) continue;
    const factor =
      rows < LEAST_FOR_STEP || decimals > MOST_DECIMALS_OF_STEP
        ? 1
        : (FACTORS.find((each) => fits(each * unit, decimals, rare)) ?? 1);
    return { step: (factor * unit) / Number(`1e${decimals}`), decimals };
  }
  return undefined;
}

/** How far the middle half of the rows spreads; zeros apart. */
function middleHalf(values: ArrayLike<number>, counts: ArrayLike<number>, rows: number): number {
  const at = (share: number) => {
    let before = 0;
    for (let i = 0; i < values.length; i++) {
      if (isCounted(values[i])) before += counts[i];
      if (before >= share * rows) return values[i];
    }
    return Number.NaN;
  };
  return at(0.75) - at(0.25);
}

/** The nearest multiple where a value differs from it by rounding alone; else the value. */
export function withoutArtefact(value: number, { step, decimals }: NumberGrid): number {
  const scale = Number(`1e${decimals}`);
  const units = Math.round(step * scale);
  return isMultiple(value, units, decimals) ? nearestMultiple(value, units, scale) : value;
}

function isCounted(value: number): boolean {
  return value !== 0 && Number.isFinite(value);
}

function isMultiple(value: number, units: number, decimals: number): boolean {
  const scale = Number(`1e${decimals}`);
  if (Math.abs(value * scale) >= LARGEST_WHOLE) {
    return decimals === 0 && Number.isInteger(value) && value % units === 0;
  }
  const nearest = nearestMultiple(value, units, scale);
  return Math.abs(value - nearest) <= CLOSE * Math.abs(value);
}

function nearestMultiple(value: number, units: number, scale: number): number {
  if (Math.abs(value * scale) >= LARGEST_WHOLE) return value;
  return (Math.round((value * scale) / units) * units) / scale + 0;
}
