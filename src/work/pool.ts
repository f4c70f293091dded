/**
 * A pool of threads that do units of work. Which thread does a unit, and when, does not change its
 * result. Threads outlive their pool: the next one takes them over with everything they have compiled,
 * since starting and warming two threads cost as much as they saved on a fit of a second.
 */

import { addressesIn, type Shared, sharedAt } from './shared.ts';
import { startThread, type Thread } from './thread.ts';

export interface Pool {
  readonly size: number;
  readonly ahead: number;
  /** The result of the unit called `name`; rejects if the unit fails or the pool is closed. */
  run(name: string, task: unknown): Promise<unknown>;
  /** Stands for the value in tasks: it is posted to each thread once. */
  share<Value>(value: Value): Shared<Value>;
  inputAt(address: string): unknown;
  /** No task will refer to the value any more. */
  unshare(value: unknown): void;
  /** Ends all threads that are at work; what is under way is rejected with `reason`. */
  close(reason?: unknown): void;
}

/** Units that a thread is sent: the one it does, and one to go on with while the first one's result is taken in. */
const SENT = 2;

/** Threads that rest, by the program they run. They do not keep the process alive. */
const resting = new Map<string, Thread[]>();

/** Takes or starts `size` threads; `program` is what they run, by default the one beside the library. */
export async function openPool(size: number, program?: URL): Promise<Pool> {
  const stock = stockOf(program);
  /** Units that each thread was sent and has not done. */
  const loads = new Map<Thread, number>();
  const waiting: ((thread: Thread) => void)[] = [];
  const life = openLife();
  let isClosed = false;
  const inputs = openInputs();
  const release = (thread: Thread): void => {
    if (life.ended()) {
      thread.end();
      return;
    }
    const next = waiting.shift();
    if (next) next(thread);
    else loads.set(thread, loadOf(thread) - 1);
  };
  const loadOf = (thread: Thread): number => loads.get(thread) as number;
  const leastLoaded = (): Thread | undefined => {
    const [first] = [...loads].sort(([, a], [, b]) => a - b);
    if (first[1] >= SENT) return undefined;
    loads.set(first[0], first[1] + 1);
    return first[0];
  };

  const threads = await Promise.all(
    Array.from({ length: size }, () => stock.pop() ?? startThread(program)),
  );
  for (const thread of threads) thread.wake(life.end);
  for (const thread of threads) loads.set(thread, 0);
  return {
    size,
    ahead: (SENT - 1) * size,
    async run(name, task) {
      const ended = life.ended();
      if (ended) throw ended.reason;
      const free = leastLoaded() ?? new Promise<Thread>((take) => waiting.push(take));
      const thread = free instanceof Promise ? await life.unlessEnded(free) : free;
      try {
        await life.unlessEnded(inputs.post(task, thread));
        return await life.unlessEnded(thread.api.run(name, task));
      } finally {
        release(thread);
      }
    },
    share: inputs.share,
    inputAt: inputs.inputAt,
    unshare: inputs.unshare,
    close(reason = new Error('the pool of threads was closed')) {
      // by who cancels, and again by who cleans up: threads that rest by then are the next pool's
      if (isClosed) return;
      isClosed = true;
      // once one of them has died, none is trusted
      const atRest = life.ended() ? [] : threads.filter((thread) => loadOf(thread) === 0);
      for (const thread of atRest) {
        inputs.forget(thread);
        thread.rest();
      }
      stock.push(...atRest);
      for (const thread of threads) if (!atRest.includes(thread)) thread.end();
      life.end(reason);
    },
  };
}

/** What tasks share, and which thread holds what of it. */
interface Inputs {
  share<Value>(value: Value): Shared<Value>;
  inputAt(address: string): unknown;
  unshare(value: unknown): void;
  /** Sends what the task refers to and the thread does not hold. */
  post(task: unknown, thread: Thread): Promise<void>;
  /** A thread that rests holds nothing. */
  forget(thread: Thread): void;
}

/** Of all pools, so that no address is used twice. */
let shared = 0;

/** Within a process a value is known by its identity: nothing need be digested. */
function openInputs(): Inputs {
  const values = new Map<string, unknown>();
  const addresses = new Map<unknown, string>();
  const held = new Map<Thread, Map<string, Promise<void>>>();
  const heldBy = (thread: Thread) => {
    const own = held.get(thread) ?? new Map<string, Promise<void>>();
    held.set(thread, own);
    return own;
  };
  return {
    share(value) {
      const address = addresses.get(value) ?? String(++shared);
      addresses.set(value, address);
      values.set(address, value);
      return sharedAt(address);
    },
    inputAt: (address) => values.get(address),
    unshare(value) {
      const address = addresses.get(value);
      if (address === undefined) return;
      addresses.delete(value);
      values.delete(address);
      for (const [thread, own] of held) {
        if (own.delete(address)) thread.api.forget(address).catch(() => undefined);
      }
    },
    async post(task, thread) {
      const own = heldBy(thread);
      for (const address of addressesIn(task)) {
        if (!own.has(address)) own.set(address, thread.api.keep(address, values.get(address)));
        await own.get(address);
      }
    },
    forget(thread) {
      if (held.delete(thread)) thread.api.forget().catch(() => undefined);
    },
  };
}

/** From the opening of a pool to its end: whoever waits for a result is told when none will come. */
interface Life {
  ended(): { readonly reason: unknown } | undefined;
  end(reason: unknown): void;
  /** What `work` gives, unless the pool ends before. */
  unlessEnded<T>(work: Promise<T>): Promise<T>;
}

function openLife(): Life {
  let ended: { readonly reason: unknown } | undefined;
  const waiting = new Set<(reason: unknown) => void>();
  return {
    ended: () => ended,
    end(reason) {
      ended ??= { reason };
      for (const refuse of waiting) refuse(ended.reason);
      waiting.clear();
    },
    // (a race with one promise would keep all results)
    unlessEnded: (work) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended.reason);
        waiting.add(reject);
        work.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
  };
}

/** Ends the threads that rest. They cost memory, not time; a program that ends need not call it. */
export function endRestingThreads(): void {
  for (const stock of resting.values()) for (const thread of stock.splice(0)) thread.end();
}

function stockOf(program: URL | undefined): Thread[] {
  const key = String(program);
  const stock = resting.get(key) ?? [];
  resting.set(key, stock);
  return stock;
}
