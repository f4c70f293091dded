import { expect, test } from 'vitest';
import { pipedProgress } from '../../src/cli/progress.ts';
import { openClock } from '../../src/cli/timeLeft.ts';

test('the time left is what was foreseen at first, and follows the pace in the end', () => {
  const clock = openClock(100);
  expect(clock.left(0, 5)).toBe(100);
  // twice as slow as foreseen: no jump, and more and more of the truth
  expect(clock.left(0.03, 6)).toBeCloseTo(0.97 * 110);
  expect(clock.left(0.15, 30)).toBeCloseTo(0.85 * 150);
  expect(clock.left(0.3, 60)).toBeCloseTo(0.7 * 200);
  expect(clock.left(0.9, 180)).toBeCloseTo(20);
  expect(clock.left(1, 200)).toBe(0);
});

test('finished work of an earlier run tells nothing of the pace', () => {
  const clock = openClock(100);
  expect(clock.left(0.5, 0)).toBe(50);
  // 40 % of the work in 40 s after a start at one half
  expect(clock.left(0.9, 40)).toBeCloseTo(10);
});

test('in a pipe there is a line every 30 s, with the share, the stage and the time left', () => {
  const lines: string[] = [];
  let now = 0;
  const progress = pipedProgress(
    (line) => lines.push(line),
    () => now,
  );
  for (now = 0; now <= 61_000; now += 1000) {
    progress.update({
      stage: 'attribute',
      done: now / 1000,
      total: 100,
      share: now / 200_000,
      secondsLeft: 200 - now / 1000,
    });
  }
  progress.end();
  expect(lines).toEqual([
    '15 %, attribute 30 of 100, 2 min 50 s left',
    '30 %, attribute 60 of 100, 2 min 20 s left',
  ]);
});
