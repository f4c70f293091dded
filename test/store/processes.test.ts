/** Processes over one shared folder, some of which are killed. Runs the built package: `npm run build`. */

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { killAtRandom, type Processes, processesOver } from '../support/storeProcesses.ts';

let processes: Processes | undefined;
afterEach(() => {
  if (processes) rmSync(dirname(processes.folder), { recursive: true, force: true });
});

describe('processes over one folder', () => {
  test('do each unit once, and all have all results', async () => {
    processes = processesOver({ units: 60, pause: 20, lease: 60, tries: 3 });
    const told = await Promise.all([1, 2, 3].map(() => processes?.start().ended));
    const [first] = told;
    expect(first).toMatchObject({ failed: [], count: 60 });
    for (const each of told) expect(each).toEqual(first);
    const starts = processes.starts();
    expect(starts.size).toBe(60);
    expect([...starts.values()].every((count) => count === 1)).toBe(true);
    // one that comes when all is done does nothing and has the same
    expect(await processes.start().ended).toEqual(first);
    expect(processes.starts()).toEqual(starts);
  });

  test('lose nothing when they are killed, and give the same', async () => {
    // more than any machine does before the last kill
    const job = { units: 120, pause: 60, lease: 60, tries: 1000 };
    const calm = processesOver(job);
    const expected = await calm.start().ended;
    rmSync(dirname(calm.folder), { recursive: true, force: true });
    processes = processesOver(job);
    const { told, killed } = await killAtRandom(processes, { count: 2, kills: 6, every: 500 });
    expect(killed).toBe(6);
    expect(told).toEqual([expected, expected]);
    expect(processes.starts().size).toBe(job.units);
  });

  test('keep their leases while they compute without a pause', async () => {
    // each unit takes longer than a lease
    processes = processesOver({ units: 4, pause: 1500, lease: 1, tries: 3, blocks: true });
    const told = await Promise.all([1, 2].map(() => processes?.start().ended));
    expect(told[0]).toMatchObject({ failed: [], count: 4 });
    expect(told[1]).toEqual(told[0]);
    expect([...processes.starts().values()]).toEqual([1, 1, 1, 1]);
  });

  test('give up a unit that ends three of them, and do the others', async () => {
    processes = processesOver({ units: 12, pause: 5, lease: 60, tries: 3, poison: 7 });
    const { told } = await killAtRandom(processes, { count: 1, kills: 0, every: 1000 });
    expect(told).toMatchObject([{ failed: [7], count: 12 }]);
    expect(processes.starts().get(7)).toBe(3);
  });
});
