/**
 * Groups of people that are named before anything is attacked, since single people need far more fits
 * and a mean over everybody hides a few: the most isolated (Meeus and others 2023), those with the
 * largest leverage, those at the ends of each sensitive column, and each class of the response. Five
 * people at least, and at least five left over.
 */

import { columnOf } from '../../features/columnOf.ts';
import { type FeaturePlan, numbersOfColumn, type PlannedColumn } from '../../features/plan.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import type { Table } from '../../table/table.ts';
import type { People } from './people.ts';
import { referenceOf, shareBelow } from './rankScale.ts';

export interface GroupName {
  readonly kind: 'isolated' | 'leverage' | 'outlying' | 'class';
  /** The sensitive column, or the response. */
  readonly column?: string;
  /** Of a class: the place of its level, from 1 on. */
  readonly level?: number;
}

export interface Group extends GroupName {
  /** By person who is scored, 1 for a member. */
  readonly members: Uint8Array;
  readonly people: number;
}

export interface GroupSettings {
  readonly sensitive: readonly string[];
  readonly response: string | undefined;
  /** By row of the people who are scored. */
  readonly isolation: Float64Array;
  readonly leverage: Float64Array;
}

const SHARE = 0.05;

export function planGroups(
  table: Table,
  plan: FeaturePlan,
  people: People,
  { sensitive, response, isolation, leverage }: GroupSettings,
): Group[] {
  const planned = (name: string | undefined) => plan.columns.find((each) => each.name === name);
  const rows = people.rows.subarray(0, people.starts[people.scored]);
  const of = (name: GroupName, isMember: (at: number) => boolean): Group => {
    const members = new Uint8Array(people.scored);
    for (let person = 0; person < people.scored; person++) {
      for (let at = people.starts[person]; at < people.starts[person + 1]; at++) {
        if (isMember(at)) members[person] = 1;
      }
    }
    return { ...name, members, people: members.reduce((sum, is) => sum + is, 0) };
  };
  const groups = [
    of({ kind: 'isolated' }, largest(isolation)),
    of({ kind: 'leverage' }, largest(leverage)),
    ...sensitive.flatMap((name) => {
      const column = planned(name);
      if (!column) return [];
      const isOutlying = outlyingRows(column, numbersOfColumn(column, columnOf(table, name)));
      return [of({ kind: 'outlying', column: name }, (at) => isOutlying[rows[at]] === 1)];
    }),
  ].filter((group) => isTold(group, people.scored));
  const column = planned(response);
  if (!column || column.levels.length < 2) return groups;
  const codes = numbersOfColumn(column, columnOf(table, column.name));
  const classes = column.levels.map((_, level) =>
    of({ kind: 'class', column: column.name, level: level + 1 }, (at) => codes[rows[at]] === level),
  );
  return [...groups, ...toldClasses(classes, people.scored)];
}

function isTold({ people }: Group, all: number): boolean {
  return people >= FEWEST_PEOPLE && all - people >= FEWEST_PEOPLE;
}

/** Small classes are left out, and larger ones with them until those left out are at least five people. */
function toldClasses(classes: readonly Group[], all: number): Group[] {
  const bySize = [...classes].sort((a, b) => a.people - b.people);
  let [hidden, left] = [0, 0];
  while (
    left < bySize.length &&
    (bySize[left].people < FEWEST_PEOPLE || (hidden > 0 && hidden < FEWEST_PEOPLE))
  ) {
    hidden += bySize[left++].people;
  }
  const shown = new Set(bySize.slice(left));
  return classes.filter((each) => shown.has(each) && isTold(each, all));
}

/** The rows with the largest 5 % of the values, or five. */
function largest(values: Float64Array): (at: number) => boolean {
  const size = Math.max(FEWEST_PEOPLE, Math.round(SHARE * values.length));
  const order = Array.from(values.keys()).sort((a, b) => values[b] - values[a] || a - b);
  const chosen = new Set(order.slice(0, size));
  return (at) => chosen.has(at);
}

/** The lowest and highest 2.5 % of a number; of a category the rarest levels, up to 5 % of all rows. */
function outlyingRows({ levels }: PlannedColumn, values: Float64Array): Uint8Array {
  const reference = referenceOf(values);
  if (levels.length === 0) {
    return Uint8Array.from(values, (value) => {
      const share = shareBelow(reference, value);
      return share < SHARE / 2 || share > 1 - SHARE / 2 ? 1 : 0;
    });
  }
  const counts = levels.map((_, level) => reference.filter((code) => code === level).length);
  const byCount = Array.from(counts.keys()).sort((a, b) => counts[a] - counts[b] || a - b);
  const rare = new Set<number>();
  let rows = 0;
  for (const level of byCount) {
    rows += counts[level];
    if (rows > SHARE * reference.length) break;
    rare.add(level);
  }
  return Uint8Array.from(values, (code) => (rare.has(code) ? 1 : 0));
}
