/** How far a long call is. Clocks stay out of what computes results; here they serve the user. */

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Seconds to the end at the pace so far. */
  readonly secondsLeft: number;
}

/** Call the result after each of `total` units of work: it tells how far the call is. */
export function openProgress(total: number, tell?: (progress: Progress) => void): () => void {
  const told = openPace(tell);
  let done = 0;
  return () => told(++done, total);
}

/** Call the result with what is done of how much: it tells how far the call is. */
export function openPace(
  tell?: (progress: Progress) => void,
): (done: number, total: number) => void {
  const begun = performance.now();
  return (done, total) => {
    const elapsed = (performance.now() - begun) / 1000;
    tell?.({ done, total, secondsLeft: (elapsed / done) * (total - done) });
  };
}
