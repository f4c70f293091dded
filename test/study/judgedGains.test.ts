import { expect, test } from 'vitest';
import { judgedGains } from '../../src/study/judgedGains.ts';

const many = (value: number, count = 10) => new Array<number>(count).fill(value);

test('outlying and random people are judged apart where both were attacked often enough', () => {
  expect(judgedGains({ outlying: many(0.9), random: [...many(1.2, 6), ...many(1, 5)] })).toEqual([
    { who: 'outlying people', gain: 0.9 },
    { who: 'random people', gain: 1.2 },
  ]);
});

test('all people together where one kind has few trials, since a median of three is chance', () => {
  // three trials on random people alone would say that members are always recognised
  expect(judgedGains({ outlying: many(1, 6), random: [1, 0, 0] })).toEqual([
    { who: 'all people', gain: 1 },
  ]);
});

test('one kind alone, trials that could not be run, and none at all', () => {
  expect(judgedGains({ outlying: many(0.5, 12), random: [] })).toEqual([
    { who: 'outlying people', gain: 0.5 },
  ]);
  expect(judgedGains({ outlying: [...many(0.5), Number.NaN], random: [] })).toEqual([
    { who: 'outlying people', gain: 0.5 },
  ]);
  expect(judgedGains({ outlying: [], random: [Number.NaN] })).toEqual([]);
});
