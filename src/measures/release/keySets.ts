/**
 * Columns that an outsider may know of a person: key sets. A real row that is alone with its key can be
 * found by it, and finds a synthetic row if one has the same key.
 *
 * - replicated-uniques: real rows that are alone with their key and have it in the synthetic table.
 *   A number to be read: what a replica tells depends on the other columns.
 * - rare-keys: synthetic rows whose key fewer than k real rows have (k-map). Judged on demand.
 */

import { columnOf } from '../../features/columnOf.ts';
import { checkColumnName } from '../../numerics/checkName.ts';
import { InputError } from '../../numerics/inputError.ts';
import { countedPeople } from '../../table/counted.ts';
import { countHashes, rowHashes } from '../../table/rowHashes.ts';
import type { Table } from '../../table/table.ts';
import type { ReleaseCheck } from './releaseChecks.ts';

export interface KeySettings {
  readonly k: number;
  /** Whether a rare key fails the release. */
  readonly blockKeys: boolean;
}

export function keyChecks(
  real: Table,
  synthetic: Table,
  key: readonly string[],
  { k, blockKeys }: KeySettings,
): ReleaseCheck[] {
  checkKey(key, real, 'real');
  checkKey(key, synthetic, 'synthetic');
  const own = rowHashes(
    key.map((name) => columnOf(real, name)),
    real.rows,
  );
  const made = rowHashes(
    key.map((name) => columnOf(synthetic, name)),
    synthetic.rows,
  );
  const known = countHashes(own);
  const drawn = new Set(made);
  const isAlone = (hash: (typeof own)[number]) => known.get(hash) === 1;
  const alone = own.filter(isAlone).length;
  const replicated = own.filter((hash) => isAlone(hash) && drawn.has(hash)).length;
  const rare = made.reduce((sum, hash) => {
    const real = known.get(hash) ?? 0;
    return sum + (real > 0 && real < k ? 1 : 0);
  }, 0);
  const name = key.join(', ');
  return [
    {
      name: 'replicated-uniques',
      passed: true,
      found: replicated,
      allowed: null,
      note: `of ${countedPeople(alone, 'real row')} that are alone with their ${name}, those whose key is in the synthetic table`,
    },
    {
      name: 'rare-keys',
      passed: !blockKeys || rare === 0,
      found: rare,
      allowed: blockKeys ? 0 : null,
      note: `synthetic rows whose ${name} fewer than ${k} real rows have`,
    },
  ];
}

function checkKey(key: readonly string[], { columns }: Table, which: string): void {
  if (key.length === 0) throw new InputError('Keys: found an empty key set. Name its columns.');
  const names = columns.map(({ name }) => name);
  for (const name of key) checkColumnName(name, names, 'Keys', `the ${which} table`);
}
