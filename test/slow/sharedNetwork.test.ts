/**
 * Workers behind a network of their own: a server and a coordinator in one namespace, workers in another. The
 * cable is pulled for 20 s while units are under way; where the kernel has netem the line is slow and loses
 * packets. Skipped where namespaces may not be made.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readRunKey } from '../../src/store/runKey.ts';
import { openNamespaces } from '../support/namespaces.ts';
import { expectedOf, plainly } from '../support/queueRun.ts';
import { ROOT } from '../support/repository.ts';
import { hasRedis } from '../support/servers.ts';
import { begunAgain, startsIn } from '../support/storeProcesses.ts';

const [PORT, COUNT, PULLED] = [6399, 300, 20_000];
const network = hasRedis ? openNamespaces() : undefined;
const home = mkdtempSync(join(tmpdir(), 'tvinesynth-network-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  network?.remove();
  rmSync(home, { recursive: true, force: true });
});

const start = ([program, ...before]: readonly string[], ...args: string[]) => {
  const child = spawn(program, [...before, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  return child;
};
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const support = (name: string) => join(ROOT, 'test/support', name);

test.skipIf(!network)(
  'a network that fails loses nothing, and carries the queue alone',
  async () => {
    if (!network) return;
    const isSlow = network.slow(50, 2);
    network.watch(PORT);
    const [keyFile, starts] = [join(home, 'key'), join(home, 'starts')];
    readRunKey({ keyFile, create: true });
    start(
      network.inFirst,
      ...['redis-server', '--port', String(PORT), '--bind', '127.0.0.1', network.address],
      ...['--protected-mode', 'no', '--dir', home, '--save', '', '--appendonly', 'yes'],
    );
    await later(1500);
    const far = { url: `redis://${network.address}:${PORT}`, insecure: true };
    const worker = { ...far, keyFile, threads: 2, lease: 10, tries: 100 };
    for (const _ of [1, 2]) {
      start(network.inSecond, process.execPath, support('queueWorker.mjs'), JSON.stringify(worker));
    }
    const told = { url: `redis://127.0.0.1:${PORT}`, keyFile, count: COUNT, pause: 200, starts };
    const all = printed(
      start(
        network.inFirst,
        process.execPath,
        support('queueCoordinator.mjs'),
        JSON.stringify(told),
      ),
    );
    while (startsIn(starts).size < 40) await later(100);
    network.cable(false);
    const before = startsIn(starts).size;
    await later(PULLED);
    // units that were under way end; none can be fetched
    expect(startsIn(starts).size - before).toBeLessThan(8);
    network.cable(true);
    expect(JSON.parse(await all)).toEqual(plainly(expectedOf(COUNT)));
    expect(startsIn(starts).size).toBe(COUNT);
    expect(network.strayPackets()).toBe(0);
    process.stdout.write(
      `network: cable pulled for ${PULLED / 1000} s, ${COUNT} units done, ${begunAgain(startsIn(starts))} begun again, no packet but to the queue's port; ${isSlow ? 'delay 50 ms, loss 2 %' : 'no delay and loss: this kernel has no netem'}\n`,
    );
  },
);

function printed(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  return new Promise((resolve) => child.on('close', () => resolve(text)));
}
