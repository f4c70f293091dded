import { expect, test } from 'vitest';
import { judgedGains, type PersonGains } from '../../src/study/judgedGains.ts';

/** So many people with the same gains each. */
const people = (kind: PersonGains['kind'], count: number, gains: readonly number[]) =>
  Array.from({ length: count }, (): PersonGains => ({ kind, gains }));

test('outlying and random people are judged apart where both were attacked often enough', () => {
  const outlying = people('outlying', 5, [0.9, 0.9]);
  const random = [...people('random', 3, [1.2, 1.2]), ...people('random', 2, [1, 1])];
  expect(judgedGains([...outlying, ...random])).toEqual([
    { who: 'outlying people', gain: 0.9 },
    { who: 'random people', gain: 1.2 },
  ]);
});

test('all people together where one kind has few trials, since a median of three is chance', () => {
  // five trials on random people alone would say that members are always recognised
  expect(
    judgedGains([
      ...people('outlying', 6, [1]),
      ...people('random', 3, [0]),
      ...people('random', 2, [1]),
    ]),
  ).toEqual([{ who: 'all people', gain: 1 }]);
});

test('all people together where one kind is fewer than five, however often they were attacked', () => {
  const often = new Array<number>(20);
  expect(
    judgedGains([...people('outlying', 1, often.fill(0)), ...people('random', 9, [1, 1, 1])]),
  ).toEqual([{ who: 'all people', gain: 1 }]);
});

test('one kind alone, trials that could not be run, and too few people', () => {
  expect(judgedGains(people('outlying', 6, [0.5, 0.5]))).toEqual([
    { who: 'outlying people', gain: 0.5 },
  ]);
  expect(judgedGains(people('outlying', 5, [0.5, 0.5, Number.NaN]))).toEqual([
    { who: 'outlying people', gain: 0.5 },
  ]);
  expect(judgedGains(people('random', 5, [Number.NaN]))).toEqual([]);
  expect(judgedGains(people('random', 4, [1, 1, 1]))).toEqual([]);
});
