import { readFileSync } from 'node:fs';
import { readText } from './repository.ts';

/** Points with their 50-digit values, as bench/peers/reference/specialFunctions.py wrote them. */
export interface ReferencePoints {
  /** One column per argument. */
  readonly arguments: readonly (readonly number[])[];
  /** The nearest double to the exact value, and what is missing to it. */
  readonly value: readonly number[];
  readonly rest: readonly number[];
}

/** Function, regime, points. */
export type Reference = Readonly<Record<string, Readonly<Record<string, ReferencePoints>>>>;

export const reference = JSON.parse(
  readFileSync(
    new URL('../../bench/peers/reference/specialFunctions.json', import.meta.url),
    'utf8',
  ),
) as Reference;

/** The spacing of doubles at `x`. */
export function ulp(x: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(x));
  view.setBigInt64(0, view.getBigInt64(0) + 1n);
  return view.getFloat64(0) - Math.abs(x);
}

/** The error of `got` against value + rest; the difference to the nearest double is exact. */
export function errorOf(got: number, value: number, rest: number): number {
  return Math.abs(got - value - rest);
}

/** Reference values that a script of bench/peers/reference has made and the repository holds. */
export function readReference(name: string): unknown {
  return JSON.parse(readText(`bench/peers/reference/${name}`));
}
