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
}

/** A part of a store, with keys of its own. */
export function within(store: WorkStore | undefined, part: string): WorkStore | undefined {
  return (
    store && {
      get: (key) => store.get(`${part}: ${key}`),
      put: (key, value) => store.put(`${part}: ${key}`, value),
    }
  );
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
