/**
 * Threads, stops and starts change nothing but the time. Runs the built threads: `npm run build` makes
 * them.
 */

import { describe, expect, test } from 'vitest';
import { runAudit } from '../../../src/measures/membershipAudit/membershipAudit.ts';
import { resolveAudit } from '../../../src/measures/membershipAudit/resolveAudit.ts';
import {
  type MembershipAuditUnits,
  membershipAuditUnits,
} from '../../../src/measures/membershipAudit/units.ts';
import { openPool } from '../../../src/work/pool.ts';
import type { Runner } from '../../../src/work/runner.ts';
import { withRunner } from '../../../src/work/withRunner.ts';
import { memoryStore } from '../../support/memoryStore.ts';
import { mixedRecords } from './tables.ts';

const BUILT = new URL('../../../dist/worker.js', import.meta.url);
const FITS = 8;

const audit = await resolveAudit(mixedRecords(90), {
  generator: 'cvine',
  fit: { response: 'y', sensitive: ['income'] },
  levels: [1, 'full'],
  fits: FITS,
  controls: ['copy', 'unrelated'],
  holdout: mixedRecords(40, 2),
});
const here = await withRunner(membershipAuditUnits, {}, (runner) => runAudit(audit, runner));

async function onThreads<T>(
  threads: number,
  job: (runner: Runner<MembershipAuditUnits>) => Promise<T>,
) {
  const pool = await openPool(threads, BUILT);
  try {
    return await job(pool as unknown as Runner<MembershipAuditUnits>);
  } finally {
    pool.close();
  }
}

describe('the audit', () => {
  test('on 1, 2 and 3 threads gives what the calling thread gives, to the last digit', async () => {
    expect(here.failures).toEqual([]);
    for (const threads of [1, 2, 3]) {
      const there = await onThreads(threads, (runner) => runAudit(audit, runner));
      expect(JSON.stringify(there)).toBe(JSON.stringify(here));
    }
  });

  test('goes on where it was stopped, with the same result', async () => {
    const store = memoryStore();
    const controller = new AbortController();
    const { signal } = controller;
    const stopped = withRunner(membershipAuditUnits, { signal }, (runner) =>
      runAudit(audit, runner, {
        signal,
        store,
        onProgress({ done }) {
          if (done === FITS + 3) controller.abort(new Error('enough for today'));
        },
      }),
    );
    await expect(stopped).rejects.toThrow('enough for today');
    expect(store.kept.size).toBe(FITS + 3);
    expect([...store.kept.keys()].at(-1)).toBe('control copy: auditFit 2');
    const kept: number[] = [];
    const again = await withRunner(membershipAuditUnits, {}, (runner) =>
      runAudit(audit, runner, { store, onProgress: (progress) => kept.push(progress.kept) }),
    );
    expect(JSON.stringify(again)).toBe(JSON.stringify(here));
    expect(kept).toHaveLength(3 * FITS);
    expect(kept.at(-1)).toBe(FITS + 3);
  });

  test('keeps scores alone, and no row of the table', async () => {
    const store = memoryStore();
    await withRunner(membershipAuditUnits, {}, (runner) => runAudit(audit, runner, { store }));
    const people = audit.people.scored;
    for (const byLevel of store.kept.values()) {
      for (const scores of byLevel as readonly Record<string, Float64Array>[]) {
        for (const [name, own] of Object.entries(scores)) {
          expect(audit.scores).toContain(name);
          expect(own).toHaveLength(people);
        }
      }
    }
  });
});
