/** Several categories as one column of the vine (rules/given.ts). */

import { orderByMean } from '../margins/nominalOrder.ts';
import { missingMask } from '../numerics/missing.ts';
import type { Derivation } from '../rules/derivation.ts';
import type { Joint } from '../rules/given.ts';
import type { PreparedColumn } from './prepareColumns.ts';

/** Several categories as one: its combinations of at least k rows; rows of rarer ones go to the likest. */
export function encodeJoint(
  members: readonly PreparedColumn[],
  score: Float64Array,
  k: number,
):
  | {
      readonly given: Joint;
      readonly column: PreparedColumn;
      readonly parts: readonly Derivation[];
    }
  | undefined {
  const [first] = members;
  const rows = first.values.length;
  const keys: string[] = [];
  const counts = new Map<string, number>();
  for (let i = 0; i < rows; i++) {
    const own = members.map(({ values }) => values[i]);
    const key = own.some(Number.isNaN) ? '' : own.join();
    keys.push(key);
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const kept = [...counts]
    .filter(([, count]) => count >= k)
    .map(([key]) => key)
    .sort();
  if (kept.length < 2) return undefined;
  const likest = (key: string) => {
    const parts = key.split(',');
    const shared = (other: string) =>
      other.split(',').filter((part, i) => part === parts[i]).length;
    return kept.reduce((a, b) => {
      const gain = shared(b) - shared(a) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0);
      return gain > 0 ? b : a;
    });
  };
  const placeOf = new Map(
    [...counts.keys()].map((key) => [key, kept.indexOf(kept.includes(key) ? key : likest(key))]),
  );
  const codes = Float64Array.from(keys, (key) => placeOf.get(key) ?? Number.NaN);
  const order = orderByMean(
    codes.map((code) => (Number.isNaN(code) ? -1 : code)),
    kept.length,
    score,
  );
  const rank = new Float64Array(kept.length);
  order.forEach((old, place) => {
    rank[old] = place;
  });
  const values = codes.map((code) => (Number.isNaN(code) ? code : rank[code]));
  const ownCodes = (member: number) => order.map((old) => Number(kept[old].split(',')[member]));
  const nameOf = (old: number) =>
    kept[old]
      .split(',')
      .map((code, m) => members[m].levels?.[Number(code)] ?? code)
      .join(' & ');
  const { missing, name, typed, keepsMissing } = first;
  return {
    given: { kind: 'joint', results: ownCodes(0), levels: first.levels ?? [] },
    column: {
      name,
      typed,
      values,
      levels: order.map(nameOf),
      original: first,
      missing: missingMask(values),
      keepsMissing,
      ...(missing && { state: missing }),
    },
    parts: members
      .slice(1)
      .map((_, m): Derivation => ({ kind: 'part', from: name, results: ownCodes(m + 1) })),
  };
}
