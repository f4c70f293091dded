/**
 * The promise of a private vine under the attack that it is made for: who knows all rows but one, and which two the
 * last one may be, sees the noisy numbers and says which it was. The two rows are those that differ most in what they
 * add, looked for cell by cell over the public domain, so that a person placed badly is attacked; the likelihood ratio of
 * the numbers is exact (generators/dpvine/fileRatios.ts), so that no attack is better.
 *
 * Guesses are right with probability Phi(s / 2), s <= mu. The lower end of the interval of Clopper and Pearson gives a
 * mu, and with delta an epsilon, that the mechanism exceeds with 97.5 % certainty: a bound on the trade-off curve of
 * Gaussian privacy, as Nasr and others use it ("Tight auditing of differentially private machine learning", 2023).
 */

import { contributionsOf } from '../../generators/dpvine/contributions.ts';
import { tablesRatio } from '../../generators/dpvine/fileRatios.ts';
import { type Measured, measure, type NoiseScales } from '../../generators/dpvine/measure.ts';
import type { Plan } from '../../generators/dpvine/plan.ts';
import type { Budget } from '../../generators/dpvine/settings.ts';
import { epsilonOf } from '../../generators/private/accounting.ts';
import { type AttackBound, attackBoundOf } from '../../generators/private/attackBound.ts';
import { clopperPearson, type Interval } from '../../numerics/intervals.ts';
import { kernel } from '../../numerics/kernel.ts';
import type { Rng } from '../../random/rng.ts';

export interface PromiseAudit {
  readonly runs: number;
  /** The share of right guesses; a coin has one half. */
  readonly accuracy: Interval;
  /** True less false alarms, 2 accuracy - 1. */
  readonly advantage: number;
  /** What the guarantee allows at most. */
  readonly bound: AttackBound;
  /** What is refuted: the mechanism keeps no smaller one. */
  readonly muLower: number;
  readonly epsilonLower: number;
  /** Whether more was found than is promised. */
  readonly isRefuted: boolean;
}

export interface PromiseCase {
  readonly plan: Plan;
  /** The cells of all rows; the first is the one that is replaced. */
  readonly codes: readonly Int32Array[];
  /** As promised. */
  readonly budget: Budget;
  readonly delta: number;
  readonly scales: NoiseScales;
  readonly byClass: 'auto' | boolean;
  /** What a fit releases of rows. Default: the mechanism with the promised budget. */
  readonly release?: (codes: readonly Int32Array[], noise: Rng) => Measured;
}

export function auditPromise(given: PromiseCase, runs: number, rng: Rng): PromiseAudit {
  const { plan, codes, budget, delta, scales, byClass } = given;
  const release =
    given.release ?? ((rows, noise: Rng) => measure(plan, rows, budget, byClass, noise));
  const tables = neighbours(given, release(codes, rng.split('worst')));
  const coins = rng.split('coins').uniforms(runs);
  let right = 0;
  for (let run = 0; run < runs; run++) {
    const isFirst = coins[run] < 0.5;
    const released = release(tables[isFirst ? 0 : 1], rng.split('run', run));
    if (tablesRatio(plan, released, scales, tables[0], tables[1]) > 0 === isFirst) right++;
  }
  const accuracy = clopperPearson(right, runs);
  const muLower = Math.max(0, 2 * kernel().normalQuantile(Math.max(0.5, accuracy.low)));
  return {
    runs,
    accuracy,
    advantage: 2 * accuracy.estimate - 1,
    bound: attackBoundOf(budget.mu),
    muLower,
    epsilonLower: epsilonOf(muLower, delta),
    isRefuted: muLower > budget.mu,
  };
}

const ROUNDS = 3;

/** Two tables that differ in their first row, by the two rows that are furthest apart: cell by cell, as far as that leads. */
function neighbours({ plan, codes, scales }: PromiseCase, measured: Measured): Int32Array[][] {
  const rows = codes[0].length;
  const pair = codes.map((own) => Int32Array.of(own[0], own[rows - 1]));
  let best = distance(plan, pair, measured, scales);
  for (let round = 0; round < ROUNDS; round++) {
    const before = best;
    for (let j = 0; j < pair.length; j++) {
      for (const row of [0, 1]) {
        let kept = pair[j][row];
        for (let cell = 0; cell < plan.columns[j].cells; cell++) {
          pair[j][row] = cell;
          const found = distance(plan, pair, measured, scales);
          if (found > best) [best, kept] = [found, cell];
        }
        pair[j][row] = kept;
      }
    }
    if (best === before) break;
  }
  return [0, 1].map((row) =>
    codes.map((own, j) => {
      const changed = own.slice();
      changed[0] = pair[j][row];
      return changed;
    }),
  );
}

/** The squared distance of two rows, in standard deviations of the noise: s² of the attack. */
function distance(
  plan: Plan,
  pair: readonly Int32Array[],
  measured: Measured,
  scales: NoiseScales,
): number {
  const contributions = contributionsOf(plan, pair, measured);
  const apart = new Map<string, number>();
  [1, -1].forEach((sign, row) => {
    contributions(row, (part, list, at, value) => {
      const place = `${part} ${list} ${at}`;
      apart.set(place, (apart.get(place) ?? 0) + (sign * value) / scales[part]);
    });
  });
  let sum = 0;
  for (const value of apart.values()) sum += value * value;
  return sum;
}
