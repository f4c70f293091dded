/** Decimals of numbers that were never written: of the shortest decimals that mean them. */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import type { NumericColumn } from './table.ts';
import { usualDecimals } from './usualDecimals.ts';

const MOST_DECIMALS = 100;

/** The most that any number has, and how many nearly all have (usualDecimals.ts), where that differs. */
export function shortestDecimals(
  values: Float64Array,
  isFloat: boolean,
): Pick<NumericColumn, 'decimals' | 'usual'> {
  let decimals = 0;
  // rows by their number of decimals
  const byDecimals = new Uint32Array(MOST_DECIMALS + 1);
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    const own = Number.isInteger(value) ? 0 : decimalsOf(value, isFloat);
    byDecimals[own]++;
    decimals = Math.max(decimals, own);
  }
  const usual = values.length < FEWEST_PEOPLE ? decimals : usualDecimals(byDecimals);
  return { decimals, ...(usual < decimals && { usual: { decimals: usual } }) };
}

/** Decimals of the shortest decimal that means the number, or the number rounded to 32 bits. */
function decimalsOf(value: number, isFloat: boolean): number {
  let text = String(value);
  if (isFloat) {
    for (let digits = 1; digits <= 9; digits++) {
      const candidate = Number(value.toPrecision(digits));
      if (Math.fround(candidate) !== value) continue;
      text = String(candidate);
      break;
    }
  }
  const [mantissa, exponent = '0'] = text.split('e');
  const point = mantissa.indexOf('.');
  return Math.min(
    MOST_DECIMALS,
    Math.max(0, (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent)),
  );
}
