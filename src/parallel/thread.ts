/** A thread, in Node (`worker_threads`) or in a browser (Web Workers), and how to reach it. */

import { type Endpoint, type Remote, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { Hand } from './units.ts';

export interface Thread {
  readonly hand: Remote<Hand>;
  /** Ends the thread at once, whatever it is doing. */
  end(): void;
}

/** Where the bundle of the threads lies: beside the library's own. */
const PROGRAM = new URL('./worker.js', import.meta.url);

/** Starts a thread that runs `program`. `failed` is told if it dies or cannot be started. */
export async function startThread(
  failed: (reason: Error) => void,
  program = PROGRAM,
): Promise<Thread> {
  if (!inNode()) {
    const worker = new Worker(program, { type: 'module' });
    worker.addEventListener('error', (event) =>
      failed(new Error(event.message || 'a thread failed')),
    );
    return { hand: wrap<Hand>(worker), end: () => worker.terminate() };
  }
  const { Worker: NodeWorker } = await import('node:worker_threads');
  // options of the main program, such as --input-type, are not for threads
  const worker = new NodeWorker(program, { execArgv: [] });
  worker.on('error', failed);
  worker.on('exit', (code) => failed(new Error(`a thread ended with code ${code}`)));
  return { hand: wrap<Hand>(nodeEndpoint(worker)), end: () => void worker.terminate() };
}

/** Inside a thread: the endpoint that leads to the pool. */
export async function poolEndpoint(): Promise<Endpoint> {
  if (!inNode()) return self as unknown as Endpoint;
  const { parentPort } = await import('node:worker_threads');
  if (!parentPort) throw new Error('this file runs only as a thread');
  return nodeEndpoint(parentPort);
}

function inNode(): boolean {
  return typeof process === 'object' && typeof process.versions?.node === 'string';
}
