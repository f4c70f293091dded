/**
 * Can rows of the real table be told from rows of the same population that the generator did not see,
 * by the synthetic table alone? Three looks at that: whether synthetic rows are nearer to real rows
 * than to held-out ones; how many equal a real row, beside how many held-out ones do; and an attacker who
 * takes those with a near synthetic row for members.
 */

import type { FeaturePlan } from '../../features/plan.ts';
import { auc } from '../../learners/scores.ts';
import { aucInterval } from '../../numerics/aucInterval.ts';
import { differenceOfRates, type Interval, provableEpsilon } from '../../numerics/intervals.ts';
import type { Rng } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import type { WeightedStages } from '../../work/stages.ts';
import { drawAtMost } from '../drawAtMost.ts';
import { namedFeatures } from '../fidelity/featureTable.ts';
import { minMax } from '../fidelity/minMax.ts';
import { type NeighbourSearch, type Neighbours, neighbourSearch } from '../fidelity/nearest.ts';
import { distancesTo, drawPoints, meanPoint, type Points } from '../fidelity/points.ts';
import { shareNearer } from '../fidelity/shareNearer.ts';
import { joined } from './joined.ts';

export interface Membership {
  /** Rows that were compared. */
  readonly rows: { readonly real: number; readonly test: number; readonly synthetic: number };
  /** The share of synthetic rows nearer to a real row than to any of as many held-out ones: 0.5 without a leak. */
  readonly nearerToReal: Interval;
  /**
   * The area under the ROC curve of the attacker who ranks people by the distance to their nearest
   * synthetic row: 0.5 without a leak, 1 for copies.
   */
  readonly auc: Interval;
  /** The same among the tenth of all people who are furthest from the middle. */
  readonly aucOfOutlying: Interval | null;
  /**
   * Members found minus false alarms, at the distance that was best on one half of the people, counted
   * on the other half; with its sign. 0 without a leak, 1 for copies.
   */
  readonly advantage: Interval;
  /** The strongest leak, as epsilon of differential privacy, that an attack on so many people could prove. */
  readonly provableEpsilon: number;
  readonly notes: readonly string[];
}

/** Rows of each table that distances are measured between, at most. */
const PEOPLE = 5000;
const SYNTHETIC = 20_000;
/** Queries between two chances to cancel. */
const BATCH = 500;
/** People for whom a figure of the outlying ones means something. */
const LEAST_OUTLYING = 10;

export interface MembershipTask {
  readonly plan: FeaturePlan;
  readonly real: Table;
  readonly synthetic: Table;
  /** Real rows that the generator did not see. */
  readonly heldOut: Table;
  readonly rng: Rng;
  readonly steps: WeightedStages;
  /** The weight of the whole among the steps. */
  readonly weight: number;
}

export async function tableMembership(task: MembershipTask): Promise<Membership> {
  const { rng, steps, weight } = task;
  const notes: string[] = [];
  const { real, heldOut, synthetic, people } = pointsOfTables(task, notes);
  const queries = 2 * synthetic.rows + real.rows + heldOut.rows;
  const nearest = async (among: Points, points: Points): Promise<Nearest> => {
    const search = await steps.run('membership', 0, () => neighbourSearch(among));
    return inBatches(search, points, steps, weight / queries);
  };
  const size = Math.min(real.rows, heldOut.rows);
  const asked = synthetic.rows > PEOPLE ? drawPoints(synthetic, PEOPLE, rng) : synthetic;
  const toReal = await nearest(drawPoints(real, size, rng.split('real')), asked);
  const toHeldOut = await nearest(drawPoints(heldOut, size, rng.split('test')), asked);
  if (real.rows > 2 * size) {
    notes.push(
      `Membership: there are ${size} test rows for ${real.rows} real ones. Synthetic rows are held against as many real rows, so copies of the others are not seen there.`,
    );
  }
  const distances = joined([
    (await nearest(synthetic, real)).distance,
    (await nearest(synthetic, heldOut)).distance,
  ]);
  const isMember = Uint8Array.from(distances, (_, i) => (i < real.rows ? 1 : 0));
  return {
    rows: { real: real.rows, test: heldOut.rows, synthetic: synthetic.rows },
    nearerToReal: shareNearer(toReal, toHeldOut),
    auc: areaOf(distances, isMember),
    aucOfOutlying: outlyingArea(distances, isMember, people),
    advantage: advantage(distances, isMember, rng.split('halves')),
    provableEpsilon: provableEpsilon(Math.floor(size / 2)),
    notes,
  };
}

/** The tables as points, scaled alike; `people` are the real and then the held-out ones. */
function pointsOfTables({ plan, rng, ...tables }: MembershipTask, notes: string[]) {
  const features = (what: string, table: Table, most: number) => {
    const note = (drawn: string) => notes.push(`Membership: ${drawn}.`);
    return namedFeatures(plan, drawAtMost(what, table, most, rng.split('draw', what), note));
  };
  const { columns: real, names } = features('real', tables.real, PEOPLE);
  const { columns: heldOut } = features('test', tables.heldOut, PEOPLE);
  const { columns: synthetic } = features('synthetic', tables.synthetic, SYNTHETIC);
  // by both together: scaled by the real rows alone, held-out rows would stand out at the edges
  const together = real.map((column, j) => joined([column, heldOut[j]]));
  const { embed } = minMax(names, together);
  return {
    real: embed(real),
    heldOut: embed(heldOut),
    synthetic: embed(synthetic),
    people: embed(together),
  };
}

type Nearest = Pick<Neighbours, 'row' | 'distance'>;

async function inBatches(
  search: NeighbourSearch,
  points: Points,
  steps: WeightedStages,
  weight: number,
): Promise<Nearest> {
  const { rows, width, values } = points;
  const all = { row: new Uint32Array(rows), distance: new Float64Array(rows) };
  for (let from = 0; from < rows; from += BATCH) {
    const to = Math.min(from + BATCH, rows);
    const batch = { rows: to - from, width, values: values.subarray(from * width, to * width) };
    const found = await steps.run('membership', weight * (to - from), () => search.of(batch));
    all.row.set(found.row, from);
    all.distance.set(found.distance, from);
  }
  return all;
}

/** The nearer, the more likely a member. */
function areaOf(distances: Float64Array, isMember: Uint8Array): Interval {
  const members = isMember.reduce((sum, is) => sum + is, 0);
  const area = auc(
    distances.map((distance) => -distance),
    isMember,
  );
  return aucInterval(area, members, isMember.length - members);
}

function outlyingArea(
  distances: Float64Array,
  isMember: Uint8Array,
  people: Points,
): Interval | null {
  const far = distancesTo(meanPoint(people), people);
  const limit = far.slice().sort()[Math.floor(0.9 * far.length)];
  const chosen = Uint32Array.from(far.keys()).filter((i) => far[i] >= limit);
  const own = Uint8Array.from(chosen, (i) => isMember[i]);
  const members = own.reduce((sum, is) => sum + is, 0);
  if (Math.min(members, own.length - members) < LEAST_OUTLYING) return null;
  return areaOf(
    Float64Array.from(chosen, (i) => distances[i]),
    own,
  );
}

/** A half of the members and of the others to choose the distance on, the other halves to count on. */
function advantage(distances: Float64Array, isMember: Uint8Array, rng: Rng): Interval {
  const order = rng.permutation(distances.length);
  const seen = [0, 0];
  const halves = Uint8Array.from(order, (i) => seen[isMember[i]]++ % 2);
  const ofHalf = (half: number) => order.filter((_, k) => halves[k] === half);
  const limit = bestDistance(ofHalf(0), distances, isMember);
  const counts = [0, 1].map((kind) => {
    const people = ofHalf(1).filter((i) => isMember[i] === kind);
    return {
      successes: people.filter((i) => distances[i] <= limit).length,
      trials: people.length,
    };
  });
  return differenceOfRates(counts[1], counts[0]);
}

/** The distance up to which members exceed others most, by shares. */
export function bestDistance(
  people: Uint32Array,
  distances: Float64Array,
  isMember: Uint8Array,
): number {
  const sorted = Array.from(people).sort((a, b) => distances[a] - distances[b]);
  const members = sorted.filter((i) => isMember[i] === 1).length;
  const others = sorted.length - members;
  let [found, alarms, most, best] = [0, 0, Number.NEGATIVE_INFINITY, 0];
  sorted.forEach((i, k) => {
    if (isMember[i]) found++;
    else alarms++;
    const isLastOfTies = k + 1 === sorted.length || distances[sorted[k + 1]] > distances[i];
    const gain = found / members - alarms / others;
    if (isLastOfTies && gain > most) [most, best] = [gain, distances[i]];
  });
  return best;
}
