/**
 * Linkability: "the ability to link at least two records concerning the same data subject" (Article 29
 * Working Party, opinion 05/2014). Two parties know different columns of the same people. Each looks up the
 * nearest synthetic records to what it knows; where both find a record in common, the synthetic table has
 * linked what they know. The naive attacker takes synthetic records at random.
 */

import type { Rng } from '../../random/rng.ts';
import { type Cells, cellsNamed } from './cells.ts';
import { nearestRecords } from './gower.ts';
import { type Risk, riskOf, type Successes } from './residualRisk.ts';

export interface LinkabilityTask {
  /** People in the table who are attacked, and people held out. */
  readonly targets: Cells;
  readonly heldOut: Cells | undefined;
  readonly synthetic: Cells;
  /** What the first and what the second party knows. */
  readonly known: readonly [readonly string[], readonly string[]];
  /** Synthetic records that each looks up. */
  readonly neighbours: number;
  readonly rng: Rng;
}

export function linkability(task: LinkabilityTask): Risk {
  const { targets, heldOut, synthetic, rng } = task;
  const k = Math.min(task.neighbours, synthetic.rows);
  return riskOf(
    linked(task, targets, k),
    heldOut ? linked(task, heldOut, k) : null,
    linkedAtRandom(targets.rows, synthetic.rows, k, rng),
  );
}

function linked({ synthetic, known }: LinkabilityTask, people: Cells, k: number): Successes {
  const [first, second] = known.map((names) =>
    nearestRecords(cellsNamed(people, names), cellsNamed(synthetic, names), k),
  );
  return { successes: shared(first, second, k), attacks: people.rows };
}

function linkedAtRandom(attacks: number, records: number, k: number, rng: Rng): Successes {
  const draw = (party: number) => {
    const chosen = new Uint32Array(attacks * k);
    for (let attack = 0; attack < attacks; attack++) {
      const stream = rng.split('naive', party, attack);
      const own = k === 1 ? stream.integers(1, records) : stream.permutation(records).slice(0, k);
      chosen.set(own, attack * k);
    }
    return chosen;
  };
  return { successes: shared(draw(0), draw(1), k), attacks };
}

/** For how many people the two lists of k records have one in common. */
function shared(first: Uint32Array, second: Uint32Array, k: number): number {
  let count = 0;
  for (let from = 0; from < first.length; from += k) {
    const own = second.subarray(from, from + k);
    if (first.subarray(from, from + k).some((record) => own.includes(record))) count++;
  }
  return count;
}
