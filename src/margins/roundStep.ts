/** Steps of 1, 2 or 5 times a power of ten, and numbers rounded to them. */

import { powerOfTen } from './grid.ts';

export interface RoundStep {
  /** 1, 2 or 5. */
  readonly digit: number;
  readonly exponent: number;
}

/** The largest step that is not above `width`; nothing for a width that is no positive number. */
export function stepBelow(width: number): RoundStep | undefined {
  if (!(width > 0) || !Number.isFinite(width)) return undefined;
  const [digits, exponent] = width.toExponential().split('e').map(Number);
  if (!Number.isFinite(powerOfTen(Math.abs(exponent)))) return undefined;
  return { digit: digits >= 5 ? 5 : digits >= 2 ? 2 : 1, exponent };
}

/** The multiple of a step nearest to x, as the double nearest to its decimal fraction. */
export function roundToStep(x: number, step: RoundStep | undefined): number {
  if (!step) return x;
  const { digit, exponent } = step;
  const scale = powerOfTen(Math.abs(exponent));
  const result =
    exponent < 0
      ? (Math.round((x * scale) / digit) * digit) / scale
      : Math.round(x / scale / digit) * digit * scale;
  return Number.isFinite(result) ? result + 0 : x;
}
