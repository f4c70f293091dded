/**
 * Who is in a table: mostly each row is a person. Rows that share a value of the `group` column are one
 * person, and so are up to four equal rows, since a person whose double is in the training table is in
 * it too. A row that five or more people share tells of nobody; its people are taken one by one.
 *
 * Coins match people with equally many rows, so that every training table has the same number of rows.
 * Somebody whom nobody matches is never in, and is not scored. Of very many people some are scored.
 */

import { columnOf } from '../../features/columnOf.ts';
import type { FeaturePlan } from '../../features/plan.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import type { Rng } from '../../random/rng.ts';
import { rowHashes } from '../../table/rowHashes.ts';
import type { Table } from '../../table/table.ts';
import { drawSome } from '../drawAtMost.ts';

export interface People {
  /** The rows of all people, person after person, those that are scored first. */
  readonly rows: Uint32Array;
  /** Where each person's rows begin; one more for the end. */
  readonly starts: Uint32Array;
  /** How many are scored: the first. */
  readonly scored: number;
  /** People who may be matched: equally many rows, all scored or none. Each list has at least two. */
  readonly strata: readonly Uint32Array[];
}

export interface PeopleSettings {
  /** A column whose value is a person's alone. */
  readonly group?: string | undefined;
  /** The most people that are scored. */
  readonly most: number;
}

export function planPeople(
  table: Table,
  plan: FeaturePlan,
  { group, most }: PeopleSettings,
  rng: Rng,
): People {
  const people = group === undefined ? equalRows(table, plan) : groups(table, group);
  const [matched, alone] = byMatch(people);
  const drawn = matched.length > most ? new Set(drawSome(matched.length, most, rng)) : undefined;
  const [scored, unmatched] = byMatch(matched.filter((_, place) => drawn?.has(place) ?? true));
  const rest = drawn ? matched.filter((_, place) => !drawn.has(place)) : [];
  return arrange(scored, [...rest, ...unmatched, ...alone]);
}

/** The rows of a person. */
type Rows = readonly number[];

/** Those for whom somebody else has equally many rows, and those for whom nobody has. */
function byMatch(people: readonly Rows[]): [Rows[], Rows[]] {
  const sizes = new Map<number, number>();
  for (const { length } of people) sizes.set(length, (sizes.get(length) ?? 0) + 1);
  const hasMatch = ({ length }: Rows) => (sizes.get(length) ?? 0) > 1;
  return [people.filter(hasMatch), people.filter((each) => !hasMatch(each))];
}

function arrange(scored: readonly Rows[], others: readonly Rows[]): People {
  const all = [...scored, ...others];
  const starts = new Uint32Array(all.length + 1);
  const strata = new Map<string, number[]>();
  all.forEach(({ length }, person) => {
    starts[person + 1] = starts[person] + length;
    const stratum = `${length} ${person < scored.length}`;
    const same = strata.get(stratum);
    if (same) same.push(person);
    else strata.set(stratum, [person]);
  });
  return {
    rows: Uint32Array.from(all.flat()),
    starts,
    scored: scored.length,
    strata: [...strata.values()]
      .filter(({ length }) => length > 1)
      .map((persons) => Uint32Array.from(persons)),
  };
}

function groups(table: Table, name: string): Rows[] {
  return sameHash(rowHashes([columnOf(table, name)], table.rows));
}

function equalRows(table: Table, { columns }: FeaturePlan): Rows[] {
  const compared = columns.map(({ name }) => columnOf(table, name));
  return sameHash(rowHashes(compared, table.rows)).flatMap((equal) =>
    equal.length < FEWEST_PEOPLE ? [equal] : equal.map((row) => [row]),
  );
}

/** In the order of their first rows. */
function sameHash(hashes: Float64Array): Rows[] {
  const found = new Map<number, number[]>();
  hashes.forEach((hash, row) => {
    const same = found.get(hash);
    if (same) same.push(row);
    else found.set(hash, [row]);
  });
  return [...found.values()];
}
