import { expect, test } from 'vitest';
import { openProgress, type Progress } from '../../src/parallel/progress.ts';

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

test('needs nobody to tell', () => {
  expect(openProgress(1)).not.toThrow();
});
