import type { Rng } from './rng.ts';

/** A seed from a stream: 52 of its bits. */
export function seedOf(rng: Rng): number {
  const [low, high] = rng.integers(2, 0x4000000);
  return high * 0x4000000 + low;
}
