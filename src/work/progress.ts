/** How far a long call is. Clocks stay out of what computes results; here they serve the user. */

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** What of `done` an earlier call had finished, so that it took no time. */
  readonly kept: number;
  /** Seconds to the end at the pace so far; infinite as long as there is none. */
  readonly secondsLeft: number;
}

/** Call the result after each of `total` units of work: it tells how far the call is. */
export function openProgress(
  total: number,
  tell?: (progress: Progress) => void,
): (isKept?: boolean) => void {
  const told = openPace(tell);
  let done = 0;
  let kept = 0;
  return (isKept = false) => {
    if (isKept) kept++;
    told(++done, total, kept);
  };
}

/** Call the result with what is done of how much, and what of it took no time. */
export function openPace(
  tell?: (progress: Progress) => void,
): (done: number, total: number, kept?: number) => void {
  const begun = performance.now();
  return (done, total, kept = 0) => {
    const elapsed = (performance.now() - begun) / 1000;
    const secondsLeft =
      done >= total ? 0 : done > kept ? (elapsed / (done - kept)) * (total - done) : Infinity;
    tell?.({ done, total, kept, secondsLeft });
  };
}
