/** Inputs that units share. Pools run the built threads: `npm run build` makes them. */

import { MessageChannel } from 'node:worker_threads';
import { expose, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { playGame } from '../../src/measures/membership/game.ts';
import { resolveGame } from '../../src/measures/membership/settings.ts';
import type { MembershipUnits } from '../../src/measures/membership/units.ts';
import { openPool, type Pool } from '../../src/work/pool.ts';
import type { Runner } from '../../src/work/runner.ts';
import { addressesIn, addressOf, sharedAt, withInputs } from '../../src/work/shared.ts';
import { type WorkerApi, workerApi } from '../../src/work/units.ts';
import { people } from '../measures/membership/tables.ts';

const program = new URL('../../dist/worker.js', import.meta.url);

let pool: Pool | undefined;
afterEach(() => pool?.close());

describe('a task with shared parts', () => {
  test('gets values in place of addresses, and keeps the rest', () => {
    const rows = Uint32Array.of(1, 2);
    const task = { table: sharedAt<number[]>('7'), rows, other: { shared: 'no' } };
    expect(addressesIn(task)).toEqual(['7']);
    expect(withInputs(task, (address) => [Number(address)])).toEqual({ ...task, table: [7] });
    expect(addressOf(task.other)).toBeUndefined();
  });

  test('and one without is the same object', () => {
    for (const task of [{ a: 1 }, [1, 2], 3, null, new Map(), Float64Array.of(1)]) {
      expect(withInputs(task, () => expect.unreachable())).toBe(task);
    }
  });
});

describe('a thread', () => {
  const { port1, port2 } = new MessageChannel();
  afterAll(() => port1.close());
  expose(
    workerApi({
      sum: ({ values }: { values: Float64Array }) => ({ sum: values.reduce((a, b) => a + b, 0) }),
      part: ({ values }: { values: Float64Array }) => ({ part: values.subarray(1) }),
    }),
    nodeEndpoint(port1),
  );
  const api = wrap<WorkerApi>(nodeEndpoint(port2));

  test('holds an input until it is told to forget it', async () => {
    await api.keep('a', Float64Array.of(1, 2));
    const task = { values: sharedAt('a') };
    expect(await api.run('sum', task)).toEqual({ sum: 3 });
    expect(await api.run('sum', task)).toEqual({ sum: 3 });
    await api.forget('a');
    await expect(api.run('sum', task)).rejects.toThrow('no input has the address a');
  });

  test('does not hand over the memory of an input with a result', async () => {
    await api.keep('b', Float64Array.of(1, 2));
    const values = sharedAt('b');
    expect(await api.run('part', { values })).toEqual({ part: Float64Array.of(2) });
    expect(await api.run('sum', { values })).toEqual({ sum: 3 });
  });
});

describe('a pool', () => {
  test('knows a value by its identity, and says when there is no such input', async () => {
    pool = await openPool(1, program);
    const value = { a: 1 };
    expect(pool.share(value)).toEqual(pool.share(value));
    expect(pool.share({ a: 1 })).not.toEqual(pool.share(value));
    pool.unshare(value);
    expect(pool.share(value)).toBeDefined();
  });

  test('sends the table of a game once to each thread, and small tasks', async () => {
    pool = await openPool(2, program);
    const { run } = pool;
    const sizes: number[] = [];
    const posted = {
      ...pool,
      run(name: string, task: unknown) {
        if (name === 'summariseSets') sizes.push(bytesIn(task));
        return run(name, task);
      },
    } as unknown as Runner<MembershipUnits>;
    const game = await resolveGame(people(300), {
      fit: { response: 'y', sensitive: ['b'] },
      targets: { random: 1 },
      levels: [1],
      referenceSize: 200,
      trainSize: 100,
      shadows: 2,
      setsPerShadow: 2,
      iterations: 1,
      sets: 2,
      trees: 5,
    });
    const { failures } = await playGame(game, posted);
    expect(failures).toEqual([]);
    expect(sizes.length).toBe(19);
    // row numbers of 200 rows, 4 bytes each, and some words
    expect(Math.max(...sizes)).toBeLessThan(2000);
  });
});

/** Of a message, about. */
function bytesIn(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce((sum, [name, part]) => sum + name.length + bytesIn(part), 0);
}
