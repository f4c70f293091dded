/**
 * Who is in the training table of a fit: people are matched at random, and a fair coin for each pair
 * says which of the two is in. So every table has equally many rows, and given everything else a coin
 * tells nothing: guesses of coins that nothing leaks about are right with probability 1/2 exactly. Who
 * is left over is out.
 */

import type { Rng } from '../../random/rng.ts';
import type { People } from './people.ts';

/** Those who are scored; the coins of all others are nobody's concern. */
export interface Coins {
  /** By person, 1 if in. */
  readonly isIn: Uint8Array;
  /** By pair: one of the two, and the other. */
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

export interface Flip extends Coins {
  /** The rows of all people who are in, ascending. */
  readonly rows: Uint32Array;
}

export function flipCoins({ rows, starts, scored, strata }: People, rng: Rng): Flip {
  const isIn = new Uint8Array(starts.length - 1);
  const first: number[] = [];
  const second: number[] = [];
  strata.forEach((persons, stratum) => {
    const order = rng.split('pairs', stratum).permutation(persons.length);
    const pairs = persons.length >> 1;
    const coins = rng.split('coins', stratum).integers(pairs, 2);
    for (let pair = 0; pair < pairs; pair++) {
      const one = persons[order[2 * pair]];
      const other = persons[order[2 * pair + 1]];
      isIn[coins[pair] === 1 ? one : other] = 1;
      if (one >= scored) continue;
      first.push(one);
      second.push(other);
    }
  });
  const taken: number[] = [];
  for (let person = 0; person < isIn.length; person++) {
    if (isIn[person] === 0) continue;
    for (let at = starts[person]; at < starts[person + 1]; at++) taken.push(rows[at]);
  }
  return {
    isIn: isIn.slice(0, scored),
    first: Uint32Array.from(first),
    second: Uint32Array.from(second),
    rows: Uint32Array.from(taken).sort(),
  };
}
