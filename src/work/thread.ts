/** A thread, in Node (`worker_threads`) or in a browser (Web Workers), and how to reach it. */

import { type Endpoint, type Remote, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { kernelModule } from '../numerics/kernel.ts';
import type { WorkerApi } from './units.ts';

export interface Thread {
  readonly api: Remote<WorkerApi>;
  /** The thread is in use: `failed` is told if it dies or could not be started. */
  wake(failed: (reason: Error) => void): void;
  /** The thread is not in use and does not keep the process alive. */
  rest(): void;
  /** Ends the thread at once, whatever it is doing. */
  end(): void;
}

/** Where the bundle of the threads lies: beside the library's own. */
const programBeside = () => new URL('./worker.js', import.meta.url);

let startWorker: (() => Worker) | undefined;

/**
 * How a browser starts threads from now on, where no bundle lies beside the library, as in a page that is one
 * file. What `start` gives must run a program as src/worker.ts is.
 */
export function startThreadsWith(start: () => Worker): void {
  startWorker = start;
}

/** Columns that a unit is done with are let go as soon as so much is new; a quarter of what Node takes costs no time. */
const YOUNG_MB = 12;

/** Starts a thread that runs `program`. */
export async function startThread(program?: URL): Promise<Thread> {
  let dead: Error | undefined;
  let tell: ((reason: Error) => void) | undefined;
  const died = (reason: Error): void => {
    dead ??= reason;
    tell?.(dead);
  };
  const wake = (failed: (reason: Error) => void): void => {
    tell = failed;
    if (dead) failed(dead);
  };
  if (!inNode()) {
    const worker = startWorker?.() ?? new Worker(program ?? programBeside(), { type: 'module' });
    worker.addEventListener('error', (event) =>
      died(new Error(event.message || 'a thread failed')),
    );
    return {
      api: handOver(wrap<WorkerApi>(worker)),
      wake,
      rest: () => {
        tell = undefined;
      },
      end: () => worker.terminate(),
    };
  }
  const { Worker: NodeWorker } = await import('node:worker_threads');
  const worker = new NodeWorker(program ?? programBeside(), {
    // options of the main program, such as --input-type, are not for threads
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  worker.on('error', died);
  worker.on('exit', (code) => died(new Error(`a thread ended with code ${code}`)));
  return {
    api: handOver(wrap<WorkerApi>(nodeEndpoint(worker))),
    wake(failed) {
      worker.ref();
      wake(failed);
    },
    rest() {
      worker.unref();
      tell = undefined;
    },
    end: () => void worker.terminate(),
  };
}

/** Messages arrive in order, so that the kernel is there before the first unit. */
function handOver(api: Remote<WorkerApi>): Remote<WorkerApi> {
  api.begin(kernelModule()).catch(() => undefined); // a thread that cannot start says so by itself
  return api;
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
