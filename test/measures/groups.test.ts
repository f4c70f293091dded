import { expect, test } from 'vitest';
import { overGroups, type PersonFigure } from '../../src/measures/groups.ts';

const figures = (
  kind: PersonFigure['kind'],
  people: readonly number[],
  iterations: number,
  value: (person: number, iteration: number) => number,
): PersonFigure[] =>
  people.flatMap((person) =>
    Array.from({ length: iterations }, (_, iteration) => ({
      ...{ person, kind, iteration, value: value(person, iteration) },
    })),
  );

test('a ratio of sums over at least five people, by iteration', () => {
  const errors = figures('random', [0, 1, 2, 3, 4], 2, (person, iteration) => person + iteration);
  const found = overGroups(errors.map((each) => ({ ...each, of: 4 })));
  // (0 + 1 + 2 + 3 + 4)/20, and five more
  expect(found).toEqual({ outlying: [], random: [0.5, 0.75], all: [0.5, 0.75] });
});

test('four people are told of by no figure, however often they were attacked', () => {
  const none = { outlying: [], random: [], all: [] };
  expect(overGroups(figures('random', [0, 1, 2, 3], 50, () => 1))).toEqual(none);
  expect(overGroups([])).toEqual(none);
});

test('kinds are apart only where both are five: else the difference would tell of the fewer', () => {
  const outlying = figures('outlying', [0, 1, 2, 3], 1, () => 2);
  const random = figures('random', [4, 5, 6, 7, 8, 9], 1, () => 1);
  expect(overGroups([...outlying, ...random])).toEqual({ outlying: [], random: [], all: [1.4] });
  const fifth = figures('outlying', [10], 1, () => 7);
  expect(overGroups([...outlying, ...fifth, ...random])).toEqual({
    ...{ outlying: [3], random: [1], all: [21 / 11] },
  });
});

test('an iteration in which fits failed for some counts with those that are left, or not at all', () => {
  const found = overGroups([
    ...figures('random', [0, 1, 2, 3, 4], 2, (person, iteration) =>
      person === 4 && iteration === 1 ? Number.NaN : 1,
    ),
  ]);
  expect(found.all).toEqual([1]);
});
