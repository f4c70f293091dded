/** The pool of threads, with the threads' program of the built library: `npm run build` makes it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import type { EdgeResult, EdgeTask } from '../../src/vine/fitEdge.ts';
import { endRestingThreads, openPool, type Pool } from '../../src/work/pool.ts';
import { Draw } from '../support/draw.ts';

const program = new URL('../../dist/worker.js', import.meta.url);

let pool: Pool | undefined;
afterEach(() => pool?.close());

/** A unit of work that any thread can do. */
function edgeTask(rows = 50): EdgeTask {
  const draw = new Draw(81);
  const u = draw.column(rows, () => 0.01 + 0.98 * draw.uniform());
  return {
    first: { u },
    second: { u: u.map((x) => 0.5 * x + 0.25 * draw.uniform() + 0.1) },
    settings: { families: ['gaussian'], criterion: 'aic', giveUp: true },
    withRoot: false,
    needsDirect: true,
    needsIndirect: true,
  };
}

describe('a pool of threads', () => {
  test('does more units than it has threads, and gives each its own result', async () => {
    pool = await openPool(2, program);
    const rows = [20, 30, 40, 50, 60, 70];
    const results = await Promise.all(rows.map((n) => pool?.run('fitEdge', edgeTask(n))));
    expect(results.map((result) => (result as EdgeResult).direct?.u.length)).toEqual(rows);
  });

  test('reports an error of a unit, and goes on', async () => {
    pool = await openPool(1, program);
    const broken = { ...edgeTask(), first: null };
    await expect(pool.run('fitEdge', broken)).rejects.toThrow(
      /^Unit of work 'fitEdge' failed: .*\. Its input: { first: null, second: { u: Float64Array\(50\) }/,
    );
    await expect(pool.run('makeTea', {})).rejects.toThrow("no unit of work is called 'makeTea'");
    expect(await pool.run('fitEdge', edgeTask())).toHaveProperty('edge.family', 'gaussian');
  });

  test('rejects what is under way or waits, and what comes later, when it is closed', async () => {
    const open = await openPool(1, program);
    const jobs = [1, 2, 3].map(() => open.run('fitEdge', edgeTask(20_000)));
    open.close(new Error('closing time'));
    for (const job of jobs) await expect(job).rejects.toThrow('closing time');
    await expect(open.run('fitEdge', edgeTask())).rejects.toThrow('closing time');
  });

  test('closed twice, as when it is cancelled, it leaves threads that rest to the next pool', async () => {
    for (let round = 0; round < 5; round++) {
      const open = await openPool(2, program);
      const job = open.run('fitEdge', edgeTask(20_000));
      open.close(new Error('changed my mind'));
      open.close();
      await expect(job).rejects.toThrow('changed my mind');
      pool = await openPool(2, program);
      const rows = [20, 30, 40, 50];
      await Promise.all(rows.map((n) => pool?.run('fitEdge', edgeTask(n))));
      pool.close();
    }
  });

  test('rejects what is under way when a thread cannot start', async () => {
    pool = await openPool(1, new URL('./noSuchProgram.js', import.meta.url));
    await expect(pool.run('fitEdge', edgeTask())).rejects.toThrow(/noSuchProgram/);
  });

  test('does not hold on to results', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    pool = await openPool(1, program);
    const results: WeakRef<EdgeResult>[] = [];
    for (let k = 0; k < 10; k++) {
      results.push(new WeakRef((await pool.run('fitEdge', edgeTask())) as EdgeResult));
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
    expect(results.filter((result) => result.deref()).length).toBeLessThan(2);
  });
});

describe('threads that rest', () => {
  /** How many threads `work` starts. */
  async function started(work: () => Promise<void>): Promise<number> {
    let count = 0;
    const seen = () => void count++;
    process.on('worker', seen);
    await work();
    process.off('worker', seen);
    return count;
  }

  test('are taken over by the next pool, unless they were at work when theirs was closed', async () => {
    endRestingThreads();
    const use = async () => {
      pool = await openPool(2, program);
      expect(await pool.run('fitEdge', edgeTask())).toHaveProperty('edge.family', 'gaussian');
    };
    expect(await started(use)).toBe(2);
    pool?.close();
    expect(await started(use)).toBe(0);
    const busy = pool?.run('fitEdge', edgeTask(200_000));
    pool?.close(new Error('closing time'));
    await expect(busy).rejects.toThrow('closing time');
    expect(await started(use)).toBe(1);
    pool?.close();
    endRestingThreads();
    expect(await started(use)).toBe(2);
  });
});
