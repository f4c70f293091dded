/**
 * One estimate of the time that a study takes, kept up to date: at first what was foreseen, then more and more
 * what it turns out to take. Pace alone would jump, as stages cost more or less than foreseen.
 */

/** From this share of the work on pace alone counts. */
const KNOWN = 0.3;

export interface Clock {
  /** Seconds to the end, at a share of the work and so many seconds after the start. */
  left(share: number, elapsed: number): number;
}

/** `foreseen`: seconds for the whole work. */
export function openClock(foreseen: number): Clock {
  // finished work of an earlier run took no time of this one
  let first: number | undefined;
  return {
    left(share, elapsed) {
      first ??= share;
      const done = share - first;
      const rest = 1 - share;
      if (!(done > 0)) return rest * foreseen;
      const trust = Math.min(1, done / KNOWN);
      const whole = (1 - trust) * foreseen + trust * (elapsed / done);
      return rest * whole;
    },
  };
}
