import { expect, test } from 'vitest';
import { openProgress, type Progress } from '../../src/work/progress.ts';

test('tells what is done, of how much, and the seconds left at the pace so far', async () => {
  const seen: Progress[] = [];
  const done = openProgress(4, (progress) => seen.push(progress));
  const begun = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 40));
  done();
  const elapsed = (performance.now() - begun) / 1000;
  done();
  done();
  done();
  expect(seen.map(({ done, total }) => [done, total])).toEqual([
    [1, 4],
    [2, 4],
    [3, 4],
    [4, 4],
  ]);
  expect(seen[0].secondsLeft).toBeGreaterThan(3 * 0.035);
  expect(seen[0].secondsLeft).toBeLessThanOrEqual(3 * elapsed);
  expect(seen[3].secondsLeft).toBe(0);
});

test('what an earlier call had finished does not count for the pace', async () => {
  const seen: Progress[] = [];
  const done = openProgress(6, (progress) => seen.push(progress));
  const begun = performance.now();
  done(true);
  done(true);
  expect(seen[1]).toMatchObject({ done: 2, total: 6, kept: 2, secondsLeft: Infinity });
  await new Promise((resolve) => setTimeout(resolve, 40));
  done();
  const elapsed = (performance.now() - begun) / 1000;
  // one unit took all the time, and three are left
  expect(seen[2].secondsLeft).toBeGreaterThan(3 * 0.035);
  expect(seen[2].secondsLeft).toBeLessThanOrEqual(3 * elapsed);
});

test('needs nobody to tell', () => {
  expect(openProgress(1)).not.toThrow();
});
