import { expect, test } from 'vitest';
import { runAll } from '../../src/work/runAll.ts';
import { withRunner } from '../../src/work/withRunner.ts';

const units = {
  async half(task: { readonly x: number }) {
    if (task.x % 2 === 1) throw new Error('odd');
    await new Promise((resolve) => setTimeout(resolve, 5 - task.x));
    return task.x / 2;
  },
};

test('gives results in the order of the tasks, and keeps them when others fail', async () => {
  let done = 0;
  const outcome = await withRunner(units, {}, (runner) => {
    const wide: typeof runner = { ...runner, size: 3 };
    return runAll(
      wide,
      'half',
      [0, 1, 2, 3, 4].map((x) => ({ x })),
      { done: () => done++ },
    );
  });
  expect(outcome.results).toEqual([0, undefined, 1, undefined, 2]);
  expect(outcome.failures).toEqual([
    { task: 1, reason: "Unit of work 'half' failed: odd. Its input: { x: number }" },
    { task: 3, reason: "Unit of work 'half' failed: odd. Its input: { x: number }" },
  ]);
  expect(done).toBe(5);
});

test('is cancelled between units', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  let done = 0;
  const run = withRunner(units, { signal }, (runner) =>
    runAll(
      runner,
      'half',
      [0, 2, 4, 0].map((x) => ({ x })),
      {
        signal,
        done: () => {
          done++;
          if (done === 2) controller.abort(new Error('enough'));
        },
      },
    ),
  );
  await expect(run).rejects.toThrow('enough');
  expect(done).toBe(2);
});

test('a number of threads that is none', async () => {
  await expect(withRunner(units, { threads: 0 }, async () => 1)).rejects.toThrow(
    'Threads: found 0. Give a whole number of at least 1.',
  );
});
