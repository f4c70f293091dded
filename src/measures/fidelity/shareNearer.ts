import { type Interval, wilson } from '../../numerics/intervals.ts';
import type { Neighbours } from './nearest.ts';

/**
 * The share of synthetic rows that are nearer to a real row, ties counted half. Synthetic rows with the
 * same nearest person say the same thing about real and held-out people, so the interval counts as many
 * trials as there are persons, by Kish's effective number: (sum of counts)² / sum of squared counts.
 */
export function shareNearer(
  toReal: Pick<Neighbours, 'row' | 'distance'>,
  toHeldOut: Pick<Neighbours, 'row' | 'distance'>,
): Interval {
  const votes = new Map<number, number>();
  const vote = (person: number, weight: number) =>
    votes.set(person, (votes.get(person) ?? 0) + weight);
  const n = toReal.distance.length;
  let nearer = 0;
  for (let j = 0; j < n; j++) {
    const gap = toHeldOut.distance[j] - toReal.distance[j];
    const share = gap > 0 ? 1 : gap < 0 ? 0 : 0.5;
    nearer += share;
    vote(toReal.row[j], share);
    // persons outside get the numbers below 0
    vote(-1 - toHeldOut.row[j], 1 - share);
  }
  let squares = 0;
  for (const count of votes.values()) squares += count * count;
  const trials = Math.min(n, Math.max(1, Math.floor((n * n) / squares)));
  return wilson((nearer / n) * trials, trials);
}
