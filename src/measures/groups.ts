/**
 * Figures of attacks over groups of people. What an attack finds about one person is nobody's to read:
 * where nothing leaks, the error of a guess is the square of how far that person is from the mean. So
 * figures are pooled over at least `FEWEST_PEOPLE` people, by iteration; outlying and random people are
 * told apart only where both are as many, since else the difference from all would tell of the fewer.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import type { AttackTarget } from './targets.ts';

/** What one play found about one person. */
export interface PersonFigure {
  /** Any number that is that person's alone. */
  readonly person: number;
  readonly kind: AttackTarget['kind'];
  readonly iteration: number;
  readonly value: number;
  /** What the value is a part of: the pooled figure is a ratio of sums. Default: 1, so that it is a mean. */
  readonly of?: number;
}

/** By iteration; empty where fewer than `FEWEST_PEOPLE` people are behind it. */
export interface GroupFigures {
  readonly outlying: readonly number[];
  readonly random: readonly number[];
  readonly all: readonly number[];
}

export function overGroups(figures: readonly PersonFigure[]): GroupFigures {
  const known = figures.filter(
    ({ value, of = 1 }) => Number.isFinite(value) && Number.isFinite(of),
  );
  const groups = { outlying: [] as number[], random: [] as number[], all: [] as number[] };
  for (const iteration of new Set(known.map((each) => each.iteration))) {
    const here = known.filter((each) => each.iteration === iteration);
    if (countPeople(here) >= FEWEST_PEOPLE) groups.all.push(pooled(here));
    const kinds = (['outlying', 'random'] as const)
      .map((kind) => ({ kind, own: here.filter((each) => each.kind === kind) }))
      .filter(({ own }) => own.length > 0);
    if (!kinds.every(({ own }) => countPeople(own) >= FEWEST_PEOPLE)) continue;
    for (const { kind, own } of kinds) groups[kind].push(pooled(own));
  }
  return groups;
}

function countPeople(figures: readonly PersonFigure[]): number {
  return new Set(figures.map(({ person }) => person)).size;
}

function pooled(figures: readonly PersonFigure[]): number {
  let [sum, of] = [0, 0];
  for (const each of figures) {
    sum += each.value;
    of += each.of ?? 1;
  }
  return of === 0 ? Number.NaN : sum / of;
}
