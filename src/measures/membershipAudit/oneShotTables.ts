/**
 * The attacker who has one synthetic table and no generator to fit: a density is fitted to the synthetic
 * rows and another one to real rows of the same population, and who is more likely under the first is
 * taken for a member (DOMIAS: van Breugel and others 2023). Half of the held-out rows make the
 * reference, the others are the people outside; then the halves change places.
 *
 * The public scale is that of the synthetic rows, which favours neither the people in nor those outside.
 */

import type { FeaturePlan } from '../../features/plan.ts';
import { auc } from '../../learners/scores.ts';
import { aucInterval } from '../../numerics/aucInterval.ts';
import type { Interval } from '../../numerics/intervals.ts';
import type { Rng } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/takeRows.ts';
import { drawAtMost } from '../drawAtMost.ts';
import { planJudge, refitScores } from './scores/refit.ts';

export interface OneShotTables {
  /** Rows of each half that was a reference, and trees of the densities. */
  readonly reference: number;
  readonly trees: number;
  /** .5 by chance; 1 if everybody is recognised. */
  readonly auc: Interval;
}

export interface OneShotTask {
  readonly plan: FeaturePlan;
  readonly real: Table;
  readonly synthetic: Table;
  /** Real rows that the generator did not see. */
  readonly heldOut: Table;
  /** Which becomes the centre of the first tree. Default: the last column. */
  readonly response: string | undefined;
  readonly rng: Rng;
}

const PEOPLE = 5000;
const SYNTHETIC = 20_000;
/** A half with fewer rows is no reference. */
const FEWEST_REFERENCE = 20;

/** Null with too few held-out rows. */
export function oneShotTables({ rng, ...task }: OneShotTask): OneShotTables | null {
  const some = (what: string, table: Table, most: number) =>
    drawAtMost(what, table, most, rng.split('draw', what), () => {});
  const real = some('real', task.real, PEOPLE);
  const synthetic = some('synthetic', task.synthetic, SYNTHETIC);
  const heldOut = some('test', task.heldOut, 2 * PEOPLE);
  const half = heldOut.rows >> 1;
  if (half < FEWEST_REFERENCE) return null;
  const order = rng.split('halves').permutation(heldOut.rows);
  const halves = [order.subarray(0, half), order.subarray(half)].map((rows) =>
    takeRows(heldOut, rows),
  );
  const names = orderOf(task.plan, task.response);
  // as many correlations as the smaller table can bear
  const trees = Math.max(1, Math.floor(Math.min(half, synthetic.rows) / (2 * names.length)));
  const scores = (people: Table, reference: Table) => {
    const judge = planJudge(task.plan, synthetic, people, names, reference.rows);
    const under = refitScores(judge, reference, trees);
    return refitScores(judge, synthetic, trees).map((score, i) => score - under[i]);
  };
  const areas = halves.map((reference, at) => {
    const inside = scores(real, reference);
    const outside = scores(halves[1 - at], reference);
    const both = new Float64Array(inside.length + outside.length);
    both.set(inside);
    both.set(outside, inside.length);
    return auc(
      both,
      Uint8Array.from(both, (_, i) => (i < inside.length ? 1 : 0)),
    );
  });
  const area = (areas[0] + areas[1]) / 2;
  return { reference: half, trees, auc: aucInterval(area, real.rows, heldOut.rows) };
}

/** The response last, as vines have it. */
function orderOf({ columns }: FeaturePlan, response: string | undefined): string[] {
  const others = columns.map(({ name }) => name).filter((name) => name !== response);
  return response === undefined ? others : [...others, response];
}
