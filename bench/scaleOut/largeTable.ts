/** A large table to two workers, through a folder of inputs, and a large result. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openQueueRun } from '../../test/support/queueRun.ts';

const UNITS = 12;

export async function largeTable(url: string, megabytes: number) {
  const blobs = mkdtempSync(join(tmpdir(), 'tvinesynth-blobs-'));
  const run = await openQueueRun(url, 'large', undefined, blobs);
  try {
    const settings = { threads: 1, lease: 120, blobs };
    const workers = [run.worker(settings), run.worker(settings)];
    const cells = Float64Array.from({ length: megabytes * 2 ** 17 }, (_, i) => i / 7);
    const begun = performance.now();
    const outcomes = await run.doAll({ count: UNITS, pause: 300, table: { cells } });
    const seconds = (performance.now() - begun) / 1000;
    if (outcomes.some((outcome) => 'reason' in outcome)) throw new Error('a unit failed');
    // each tells what it did as it ends
    for (const { child } of workers) child.kill('SIGTERM');
    const ended = await Promise.all(workers.map((worker) => worker.ended));
    const then = performance.now();
    run.worker(settings);
    const [large] = await run.doAll({ unit: 'large', count: 1, pause: 0, megabytes: 200 });
    const found = 'result' in large ? (large.result as { bytes: Uint8Array }).bytes.length : 0;
    if (found !== 200 << 20) throw new Error('the large result is not whole');
    return {
      seconds,
      resultSeconds: (performance.now() - then) / 1000,
      workers: ended.flatMap((totals) => totals ?? []),
    };
  } finally {
    await run.close();
    rmSync(blobs, { recursive: true, force: true });
  }
}
