import { expect, test } from 'vitest';
import { runAll } from '../../src/work/runAll.ts';
import { keep, within } from '../../src/work/store.ts';
import { withRunner } from '../../src/work/withRunner.ts';
import { memoryStore } from '../support/memoryStore.ts';

test('what is kept is not done again', async () => {
  const store = memoryStore();
  let times = 0;
  const work = () => keep(store, 'sum', () => ({ times: ++times, values: Float64Array.of(1, 2) }));
  expect(await work()).toEqual({ times: 1, values: Float64Array.of(1, 2) });
  expect(await work()).toEqual({ times: 1, values: Float64Array.of(1, 2) });
  expect(times).toBe(1);
});

test('what fails is not kept', async () => {
  const store = memoryStore();
  const failing = keep(store, 'sum', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await keep(store, 'sum', () => 3)).toBe(3);
});

test('parts of a store do not know each other; without one nothing is kept', async () => {
  const store = memoryStore();
  for (const part of ['a', 'b']) await keep(within(store, part), 'x', () => part);
  expect([...store.kept]).toEqual([
    ['a: x', 'a'],
    ['b: x', 'b'],
  ]);
  expect(within(undefined, 'a')).toBeUndefined();
  expect(await keep(undefined, 'x', () => 1)).toBe(1);
});

test('units that are kept are not run, those that failed are run again', async () => {
  const store = memoryStore();
  let ran: number[] = [];
  const units = {
    half({ x }: { readonly x: number }) {
      ran.push(x);
      if (x === 3) throw new Error('odd');
      return { half: x / 2 };
    },
  };
  const kept: boolean[] = [];
  const run = (values: number[]) =>
    withRunner(units, {}, (runner) =>
      runAll(
        runner,
        'half',
        values.map((x) => ({ x })),
        { store, done: (isKept) => kept.push(isKept) },
      ),
    );
  const first = await run([2, 3, 4]);
  expect(ran).toEqual([2, 3, 4]);
  ran = [];
  expect(await run([2, 3, 4, 6])).toEqual({
    results: [{ half: 1 }, undefined, { half: 2 }, { half: 3 }],
    failures: first.failures,
  });
  expect(ran).toEqual([3, 6]);
  expect(kept).toEqual([false, false, false, true, false, true, false]);
});
