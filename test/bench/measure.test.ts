import { describe, expect, test } from 'vitest';
import { measure, median } from '../../bench/measure.ts';

describe('measure', () => {
  test('runs as often as asked and gives the last value', async () => {
    let runs = 0;
    const { timing, value } = await measure(() => ++runs, { repeats: 4, budgetSeconds: 60 });
    expect(value).toBe(4);
    expect(timing.seconds).toHaveLength(4);
    expect(timing.cpuSeconds).toHaveLength(4);
  });

  test('starts no further run when the budget is spent, but always one', async () => {
    let runs = 0;
    await measure(async () => ++runs, { repeats: 4, budgetSeconds: 0 });
    expect(runs).toBe(1);
  });

  test('tells waiting from computing', async () => {
    const wait = () => new Promise((resolve) => setTimeout(resolve, 200));
    const { timing } = await measure(wait, { repeats: 1, budgetSeconds: 1 });
    expect(timing.seconds[0]).toBeGreaterThan(0.19);
    expect(timing.cpuSeconds[0]).toBeLessThan(0.15);
  });
});

test('median is the middle value, or the mean of the two in the middle', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow('no values');
});
