/**
 * Checks of what a caller gives for a pair copula, before anything is computed with it. Messages name
 * the column and the row, counted from 0, never a value of the data.
 */

import { InputError } from '../numerics/inputError.ts';
import type { CopulaColumn } from './copulaColumn.ts';
import type { PairCopula } from './evaluate.ts';
import { families } from './families/index.ts';
import type { FamilyName } from './family.ts';
import type { Rotation } from './rotation.ts';
import { rotationsOf } from './rotation.ts';
import { checkFamilyName } from './selectSettings.ts';

/** A pair copula as a caller gives it. */
export interface PairCopulaOptions {
  readonly family: FamilyName;
  /** Counter-clockwise in degrees: 0, 90, 180 or 270. Default: 0. */
  readonly rotation?: Rotation | undefined;
  /** In the order of the family, such as [theta, delta]. Default: none, as independence has. */
  readonly parameters?: readonly number[] | undefined;
}

/** The copula as frozen data, if family, rotation and parameters go together. */
export function checkedCopula(options: PairCopulaOptions): PairCopula {
  const { family: name, rotation = 0, parameters = [] } = options;
  checkFamilyName(name, 'Family');
  const family = families[name];
  const rotations = rotationsOf(family);
  if (!rotations.includes(rotation)) {
    throw new InputError(
      `Rotation: found ${rotation}, but ${name} has ${rotations.join(', ')}. Give ${family.rotates ? 'one of them' : '0'}.`,
    );
  }
  const wanted = family.parameters;
  if (parameters.length !== wanted.length) {
    const names = wanted.length === 0 ? 'none' : wanted.join(', ');
    throw new InputError(
      `Parameters of ${name}: found ${parameters.length}, expected ${wanted.length} (${names}).`,
    );
  }
  wanted.forEach((parameter, k) => {
    const [low, high] = [family.lower[k], family.upper[k]];
    if (parameters[k] >= low && parameters[k] <= high) return;
    throw new InputError(
      `Parameter ${parameter} of ${name}: found ${parameters[k]}. Give a number from ${low} to ${high}.`,
    );
  });
  return Object.freeze({ family: name, rotation, parameters: Object.freeze([...parameters]) });
}

/** Two columns of the same length with values in [0, 1]. */
export function checkColumns(u1: Float64Array, u2: Float64Array): void {
  checkColumn(u1, 'First column');
  checkColumn(u2, 'Second column');
  if (u1.length === u2.length) return;
  throw new InputError(
    `Columns: the first has ${u1.length} rows, the second ${u2.length}. Make them equal.`,
  );
}

/** With fewer rows no pair copula can be told from another. */
export const FEWEST_ROWS = 10;

/** Two columns to fit a copula to, with the left limits of the discrete ones. */
export function checkFittable(first: CopulaColumn, second: CopulaColumn): void {
  checkColumns(first.u, second.u);
  const rows = first.u.length;
  if (rows < FEWEST_ROWS) {
    throw new InputError(`Columns: found ${rows} rows, but a fit needs at least ${FEWEST_ROWS}.`);
  }
  checkLimits(first, 'Left limits of the first column');
  checkLimits(second, 'Left limits of the second column');
}

function checkColumn(values: Float64Array, what: string): void {
  if (!(values instanceof Float64Array)) {
    throw new InputError(`${what}: it is no Float64Array. Convert it.`);
  }
  const row = values.findIndex((value) => !(value >= 0 && value <= 1));
  if (row < 0) return;
  const found = Number.isNaN(values[row]) ? 'not a number' : 'not in [0, 1]';
  throw new InputError(
    `${what}, row ${row}: ${found}. Give ranks divided by n + 1, or another distribution function's values.`,
  );
}

function checkLimits({ u, left }: CopulaColumn, what: string): void {
  if (!left) return;
  checkColumn(left, what);
  if (left.length !== u.length) {
    throw new InputError(`${what}: found ${left.length} rows, the column has ${u.length}.`);
  }
  const row = left.findIndex((value, i) => !(value < u[i]));
  if (row < 0) return;
  throw new InputError(
    `${what}, row ${row}: not below the column's value. Give the distribution function just below the level.`,
  );
}
