/** A server that goes away for a while comes back: what is asked of it meanwhile is asked again. */

export interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which its error is taken for good. Default: ten minutes. */
  readonly patience?: number;
}

export async function retrying<Result>(
  ask: () => Promise<Result>,
  { signal, patience = 600_000 }: RetryOptions = {},
): Promise<Result> {
  const until = performance.now() + patience;
  for (let turn = 0; ; turn++) {
    signal?.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(2000, 50 * 2 ** turn)));
    }
  }
}
