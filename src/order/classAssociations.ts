/**
 * How strongly columns go together within each class of the response: opposite signs cancel in the
 * whole table, and an attacker who knows the class is not deceived.
 *
 * The largest of several noisy associations is larger than any of them truly is. So an association
 * within a class counts with what it is at least: the end of its one-sided interval by Fisher's
 * transformation, |a| going to tanh(atanh |a| - q e / (1 - a²)) with the error e of its rows, and q so
 * that all classes together stay above the truth with a chance of ERROR. Simulated with Kendall's tau,
 * classes of 50 rows and a threshold of 0.6: of pairs with 0.55 in all classes 2 to 7 % came out above
 * it, whether there were two classes or ten; uncorrected 42 to 98 %.
 */

import { kernel } from '../numerics/kernel.ts';
import { LEAST_CLASS } from '../vine/split.ts';
import { type AssociationName, associationsWith } from './association.ts';
import { associationError } from './associationError.ts';
import { type ResponseClass, valuesIn } from './responseClasses.ts';

/** One standard error if there is a single class. */
const ERROR = 0.16;

export interface ClassAssociations {
  /** The level of the response. */
  readonly label: string;
  /** The association of two columns in the class's rows. */
  readonly association: (j: number, k: number) => number;
  /** What the association of two columns is at least in size; 0 if too few rows have both. */
  readonly sizeAtLeast: (j: number, k: number) => number;
}

export function classAssociations(
  columns: readonly Float64Array[],
  classes: readonly ResponseClass[],
  method: AssociationName,
): ClassAssociations[] {
  const quantile = classes.length === 0 ? 0 : kernel().normalQuantile(1 - ERROR / classes.length);
  return classes.map(({ label, rows }) => {
    const own = columns.map((column) => valuesIn(column, rows));
    // few columns are compared with all others: the sensitive ones, and those related to them
    const found = new Map<number, Float64Array>();
    const association = (j: number, k: number) => {
      const known = found.get(j) ?? associationsWith(own, j, method);
      found.set(j, known);
      return known[k];
    };
    const sizes = new Map<number, number>();
    const sizeAtLeast = (j: number, k: number) => {
      const pair = j * columns.length + k;
      const known = sizes.get(pair) ?? leastSize(j, k);
      sizes.set(pair, known);
      return known;
    };
    const leastSize = (j: number, k: number) => {
      const both = rowsWithBoth(own[j], own[k]);
      if (both.length < LEAST_CLASS) return 0;
      const [x, y] = [valuesIn(own[j], both), valuesIn(own[k], both)];
      return lessError(Math.abs(association(j, k)), quantile * associationError(x, y, method));
    };
    return { label, association, sizeAtLeast };
  });
}

/** tanh(atanh(size) - error / (1 - size²)), or 0 if that is negative. */
function lessError(size: number, error: number): number {
  if (size >= 1) return 1;
  const shrunk = kernel().exp((-2 * error) / (1 - size * size));
  const tanh = (1 - shrunk) / (1 + shrunk);
  return Math.max(0, (size - tanh) / (1 - size * tanh));
}

function rowsWithBoth(x: Float64Array, y: Float64Array): Uint32Array {
  return Uint32Array.from(x.keys()).filter((i) => !Number.isNaN(x[i] + y[i]));
}
