/** Rows set aside for tests: in the same proportions of what is to be predicted, or by their numbers alone. */

import { fifthsOf } from '../numerics/fifths.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Rng } from '../random/rng.ts';
import type { Target } from './target.ts';

export interface Split {
  /** Ascending; no row is in both. */
  readonly train: Uint32Array;
  readonly test: Uint32Array;
}

/** A share of each class, or of each fifth of a numeric response, is set aside. */
export function stratifiedSplit(target: Target, share: number, rng: Rng): Split {
  checkHoldout(share);
  const strata = strataOf(target);
  const test = new Set<number>();
  for (const stratum of new Set(strata)) {
    const rows = [...strata.keys()].filter((row) => strata[row] === stratum);
    const order = rng.split('stratum', stratum).permutation(rows.length);
    const size = Math.round(share * rows.length);
    for (let k = 0; k < size; k++) test.add(rows[order[k]]);
  }
  return splitBy(test, strata.length, share);
}

/**
 * A share of all rows. Their values have no say in it: if one row is replaced, all others stay on their side,
 * as a private fit to one of the sides needs it.
 */
export function plainSplit(rows: number, share: number, rng: Rng): Split {
  checkHoldout(share);
  const order = rng.split('rows').permutation(rows);
  return splitBy(new Set(order.subarray(0, Math.round(share * rows))), rows, share);
}

function checkHoldout(share: number): void {
  if (share > 0 && share < 1) return;
  throw new InputError(`Holdout: found ${share}. Give a share between 0 and 1, such as 0.2.`);
}

function splitBy(test: ReadonlySet<number>, rows: number, share: number): Split {
  const all = Uint32Array.from({ length: rows }, (_, row) => row);
  const split = {
    train: all.filter((row) => !test.has(row)),
    test: all.filter((row) => test.has(row)),
  };
  if (split.train.length === 0 || split.test.length === 0) {
    throw new InputError(
      `Holdout: a share of ${share} of ${rows} rows leaves no rows on one side. Give another share, or a table of test rows.`,
    );
  }
  return split;
}

/** The class of a row, 0 where it is missing, or the fifth that its number is in. */
function strataOf(target: Target): Int32Array {
  return target.kind === 'classes'
    ? target.codes.map((code) => Math.max(code, -1) + 1)
    : fifthsOf(target.values);
}
