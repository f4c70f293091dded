/** Threads change nothing but the time. Runs the built threads: `npm run build` makes them. */

import { expect, test, vi } from 'vitest';
import { study, writeTable } from '../../src/index.ts';
import { Draw } from '../support/draw.ts';
import { numericTable } from '../support/numericTable.ts';

const opened: number[] = [];

vi.mock('../../src/work/pool.ts', async (original) => {
  const pools = await original<typeof import('../../src/work/pool.ts')>();
  const built = new URL('../../dist/worker.js', import.meta.url);
  const openPool = (size: number) => {
    opened.push(size);
    return pools.openPool(size, built);
  };
  return { ...pools, openPool };
});

test('1, 2 and 3 threads give the same results and the same table, to the last byte', async () => {
  const draw = new Draw(5);
  const a = draw.column(100, () => draw.uniform());
  const table = numericTable({
    a,
    b: a.map((x) => x + 0.2 * draw.uniform()),
    c: draw.column(100, () => draw.uniform()),
    y: a.map((x) => (x + 0.5 * draw.uniform() > 0.7 ? 1 : 0)),
  });
  const run = async (threads: number) => {
    const { results, synthetic } = await study(table, {
      response: 'y',
      sensitive: ['b'],
      membership: 'both',
      membershipLevels: 'all',
      levels: [1, 'full'],
      compare: ['rvine'],
      threads,
      sizes: {
        targets: { quantiles: [0.99], random: 1 },
        attribute: { iterations: 2, sets: 2 },
        audit: { fits: 8, controls: false },
        membership: { iterations: 2, shadows: 2, setsPerShadow: 2, sets: 3, trees: 10 },
        utility: { sets: 2, trees: 10 },
      },
    });
    return [JSON.stringify(results), (await writeTable(synthetic)).bytes] as const;
  };
  const here = await run(1);
  expect(opened).toEqual([]);
  for (const threads of [2, 3]) expect(await run(threads)).toEqual(here);
  expect(new Set(opened)).toEqual(new Set([2, 3]));
}, 60_000);

test('the private vine too, whose noise follows from a secret and not from who computes it', async () => {
  opened.length = 0;
  const draw = new Draw(6);
  const a = draw.column(120, () => draw.uniform());
  const table = numericTable({
    a,
    b: a.map((x) => 0.5 * (x + draw.uniform())),
    y: a.map((x) => (x > 0.5 ? 1 : 0)),
  });
  const range = { type: 'continuous', min: 0, max: 1, decimals: 3 };
  const run = async (threads: number) => {
    const { results, synthetic } = await study(table, {
      generator: 'dpvine',
      epsilon: 5,
      schema: { columns: { a: range, b: range, y: { type: 'boolean', levels: ['0', '1'] } } },
      generators: { noiseSeed: 8 },
      response: 'y',
      sensitive: ['b'],
      levels: [1],
      threads,
      sizes: {
        targets: { quantiles: [0.99], random: 4 },
        attribute: { iterations: 2, sets: 2 },
        audit: { fits: 8, controls: false },
        utility: { sets: 2, trees: 10 },
      },
    });
    return [JSON.stringify(results), (await writeTable(synthetic)).bytes] as const;
  };
  const here = await run(1);
  expect(await run(2)).toEqual(here);
  expect(opened).toContain(2);
}, 60_000);
