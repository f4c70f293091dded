import type { Family } from './family.ts';
import { turnedColumns } from './preparedColumns.ts';
import { flipsOf, type Rotation } from './rotation.ts';

/** The arguments that every kernel function of the families takes. */
export interface Call {
  readonly code: number;
  readonly flips: number;
  readonly theta: number;
  readonly delta: number;
}

/** What the family's formulas read of either argument (`Columns`). */
export interface Reads {
  readonly first: number;
  readonly second: number;
}

export function callOf(family: Family, rotation: Rotation, parameters: readonly number[]): Call {
  const [theta = 0, delta = 0] = parameters;
  const { code, regular } = family;
  return { code, flips: flipsOf(rotation), theta: regular ? regular(theta) : theta, delta };
}

export function readsOf({ columns }: Family, { flips }: Call): Reads {
  return {
    first: turnedColumns(columns, (flips & 1) !== 0),
    second: turnedColumns(columns, (flips & 2) !== 0),
  };
}
