/**
 * What keeps single people out of an encoding, which a saved fit holds and every sample goes through:
 *
 * - numbers are moved to the limits that k records support (margins/limits.ts) before modes are fitted,
 *   and synthetic ones end there;
 * - modes with fewer than k records are dropped: their mean would be a person's value;
 * - levels with fewer than k rows are pooled, as in the vine's model;
 * - fewer than k gaps are filled for good, and a column with fewer than k values is missing throughout.
 */

import { limitsOf } from '../../margins/limits.ts';
import { gridOf } from '../../model/fitMargins.ts';
import { FIT_DEFAULTS } from '../../model/settings.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { Rng } from '../../random/rng.ts';
import type { TypedLevels, TypedNumbers } from '../../table/applySchema.ts';
import { counted } from '../../table/counted.ts';
import { poolRare } from '../rareLevels.ts';
import type { EncodeSettings } from './encode.ts';
import { type Mixture, responsibilities } from './mixture.ts';

export interface GuardedNumbers {
  /** NaN where missing. */
  readonly values: Float64Array;
  /** Those that are there. */
  readonly there: Float64Array;
  /** Whether being missing is learnt. */
  readonly hasGaps: boolean;
  readonly least: number;
  readonly largest: number;
}

type Guard = Pick<EncodeSettings, 'k' | 'pooledLevel'>;

/** Nothing for a column that is missing throughout. */
export function guardNumbers(
  column: TypedNumbers,
  { k }: Guard,
  notes: string[],
): GuardedNumbers | undefined {
  const { name, values } = column;
  const there = values.filter((value) => !Number.isNaN(value));
  const infinite = there.reduce((sum, x) => sum + (Number.isFinite(x) ? 0 : 1), 0);
  if (infinite > 0) {
    throw new InputError(
      `Column '${name}': infinite in ${counted(infinite, 'row')}. Mark these values as missing, or correct them.`,
    );
  }
  if (there.length < (k ?? 1)) {
    if (there.length > 0) notes.push(tooFew(name, k));
    return undefined;
  }
  const sorted = there.slice().sort();
  const missing = values.length - there.length;
  if (k === undefined) {
    const [least, largest] = [sorted[0], sorted[sorted.length - 1]];
    return { values, there, hasGaps: missing > 0, least, largest };
  }
  const hasGaps = missing >= k;
  if (missing > 0 && !hasGaps) notes.push(fewGaps(name, k));
  // declared bounds do not matter here: who is alone near them is alone
  const { least, largest } = limitsOf(sorted, k, gridOf(column), {});
  const within = (x: number) => (x < least ? least : x > largest ? largest : x);
  return { values: values.map(within), there: there.map(within), hasGaps, least, largest };
}

/** Those of the modes that most of k values or more belong to; the heaviest, if none has so many. */
export function supported(
  mixture: Mixture,
  modes: readonly number[],
  values: Float64Array,
  k: number,
): readonly number[] {
  const counts = new Float64Array(modes.length);
  const shares = new Float64Array(modes.length);
  for (const value of values) {
    responsibilities(mixture, modes, value, shares);
    let best = 0;
    for (let place = 1; place < shares.length; place++)
      if (shares[place] > shares[best]) best = place;
    counts[best]++;
  }
  const kept = modes.filter((_, place) => counts[place] >= k);
  if (kept.length > 0) return kept;
  return [modes[counts.indexOf(Math.max(...counts))]];
}

/** Nothing for a column that is missing throughout. */
export function guardLevels(
  column: TypedLevels,
  { k, pooledLevel = FIT_DEFAULTS.pooledLevel }: Guard,
  rng: Rng,
  notes: string[],
): TypedLevels | undefined {
  if (k === undefined) return column;
  const { name } = column;
  const there = column.codes.filter((code) => code >= 0);
  if (there.length < k) {
    if (there.length > 0) notes.push(tooFew(name, k));
    return undefined;
  }
  const missing = column.codes.length - there.length;
  let filled = column.codes;
  if (missing > 0 && missing < k) {
    notes.push(fewGaps(name, k));
    const donors = rng.integers(filled.length, there.length);
    filled = filled.map((code, row) => (code < 0 ? there[donors[row]] : code));
  }
  const { column: guarded, pooled } = poolRare({ ...column, codes: filled }, k, pooledLevel);
  if (pooled > 0) notes.push(`${name}: ${counted(pooled, 'rare level')} pooled with others.`);
  return guarded;
}

function tooFew(name: string, k: number | undefined): string {
  return `${name}: it has fewer than ${k} values and is missing throughout in the synthetic table.`;
}

function fewGaps(name: string, k: number): string {
  return `${name}: it has fewer than ${k} missing values; the synthetic column has none.`;
}
