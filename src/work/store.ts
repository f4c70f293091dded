/**
 * What a long job keeps of its finished work, so that the next call with the same input goes on from
 * there. Units are pure functions of their input, so that a kept result is as good as a new one. The
 * job says what is kept under which key; where it is kept, and that it belongs to the same input, is
 * the caller's concern. Inputs hold rows of the real table and are never kept.
 */
export interface WorkStore {
  /** What was put under the key, typed arrays and all; nothing if there is none. */
  get(key: string): unknown;
  put(key: string, value: unknown): void | Promise<void>;
  /** Where other processes do the same work at the same time: each unit is done by one of them. */
  readonly joint?: JointStore | undefined;
}

export interface JointStore {
  /** All units of a kind, by whichever process. */
  doAll(work: JointWork): Promise<void>;
  /** What one process gives; the others wait for it. Errors are not kept. */
  once<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

export interface JointWork {
  readonly unit: string;
  /** How many there are, and under which key each is kept. */
  readonly tasks: number;
  readonly keyOf: (task: number) => string;
  /** What the unit is told, with no part left out. */
  readonly inputOf: (task: number) => unknown;
  /** Does it in this process, which can do `size` at a time. */
  readonly run: (task: number) => Promise<unknown>;
  readonly size: number;
  readonly signal?: AbortSignal | undefined;
  /** Told once for each; kept: it was finished before this work began. */
  readonly finished: (task: number, outcome: JointOutcome, isKept: boolean) => void;
}

/** The result of a unit, or why it failed. */
export type JointOutcome = { readonly result: unknown } | { readonly reason: string };

/** A part of a store, with keys of its own. */
export function within(store: WorkStore | undefined, part: string): WorkStore | undefined {
  if (!store) return undefined;
  const { joint } = store;
  const own = (key: string) => `${part}: ${key}`;
  return {
    get: (key) => store.get(own(key)),
    put: (key, value) => store.put(own(key), value),
    ...(joint && {
      joint: {
        doAll: (work) => joint.doAll({ ...work, keyOf: (task) => own(work.keyOf(task)) }),
        once: (key, work, signal) => joint.once(own(key), work, signal),
      },
    }),
  };
}

/** What is kept under the key, or else what `work` gives, which is then kept. */
export async function keep<Result>(
  store: WorkStore | undefined,
  key: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const found = await store?.get(key);
  if (found !== undefined) return found as Result;
  const result = await work();
  await store?.put(key, result);
  return result;
}

/** The same for work without parts: of many processes one does it. */
export async function keepOnce<Result>(
  store: WorkStore | undefined,
  key: string,
  work: () => Promise<Result>,
  signal?: AbortSignal | undefined,
): Promise<Result> {
  if (!store?.joint) return keep(store, key, work);
  return store.joint.once(key, work, signal);
}
