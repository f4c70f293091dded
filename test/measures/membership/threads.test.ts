/** Threads change nothing but the time. Runs the built threads: `npm run build` makes them. */

import { describe, expect, test } from 'vitest';
import { playGame } from '../../../src/measures/membership/game.ts';
import { resolveGame } from '../../../src/measures/membership/settings.ts';
import { type MembershipUnits, membershipUnits } from '../../../src/measures/membership/units.ts';
import { openPool } from '../../../src/work/pool.ts';
import type { Runner } from '../../../src/work/runner.ts';
import { withRunner } from '../../../src/work/withRunner.ts';
import { people } from './tables.ts';

const BUILT = new URL('../../../dist/worker.js', import.meta.url);

const game = await resolveGame(people(90), {
  generator: 'cvine',
  fit: { response: 'y', sensitive: ['b'] },
  targets: { random: 1, quantiles: [0.99] },
  levels: [1, 'full'],
  features: ['all', 'nearness'],
  referenceSize: 60,
  trainSize: 40,
  shadows: 3,
  setsPerShadow: 3,
  iterations: 2,
  sets: 5,
  trees: 20,
});

async function onThreads<T>(threads: number, job: (runner: Runner<MembershipUnits>) => Promise<T>) {
  const pool = await openPool(threads, BUILT);
  try {
    return await job(pool as unknown as Runner<MembershipUnits>);
  } finally {
    pool.close();
  }
}

describe('the game on threads', () => {
  test('1, 2 and 3 threads give what the calling thread gives, to the last digit', async () => {
    const here = await withRunner(membershipUnits, {}, (runner) => playGame(game, runner));
    expect(here.failures).toEqual([]);
    for (const threads of [1, 2, 3]) {
      const there = await onThreads(threads, (runner) => playGame(game, runner));
      expect(JSON.stringify(there)).toBe(JSON.stringify(here));
    }
  });

  test('progress goes to the end', async () => {
    const seen: number[] = [];
    const total = 3 * 3 + 2 * 4 + 2 * 2 * 2;
    await onThreads(2, (runner) =>
      playGame(game, runner, {
        onProgress(progress) {
          expect(progress.total).toBe(total);
          seen.push(progress.done);
        },
      }),
    );
    expect(seen).toEqual(Array.from({ length: total }, (_, k) => k + 1));
  });

  test('is cancelled at once', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const pool = await openPool(2, BUILT);
    const cancelled = new Error('changed my mind');
    signal.addEventListener('abort', () => pool.close(cancelled));
    const run = playGame(game, pool as unknown as Runner<MembershipUnits>, {
      signal,
      onProgress({ done }) {
        if (done === 2) controller.abort(cancelled);
      },
    });
    await expect(run).rejects.toThrow('changed my mind');
  });
});
