/** All scores that rest on distances, from one pass over the synthetic rows on either scale. */

import type { Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/takeRows.ts';
import { type DistancePlan, placeRows } from './distancePlan.ts';
import { kernelScores } from './kernel.ts';
import { nearScores } from './near.ts';
import { neighboursOf } from './neighbours.ts';
import type { ScoreName, Scores } from './score.ts';

/** The first of so many synthetic rows are looked at. */
export const NEAREST_ROWS = 5000;

export function distanceScores(
  plan: DistancePlan,
  synthetic: Table,
  wanted: ReadonlySet<ScoreName>,
): Scores {
  const rows = placeRows(plan, firstRows(synthetic));
  const count = Math.min(5, synthetic.rows);
  const isStandardised = wanted.has('near') || wanted.has('near5');
  const isRanked = wanted.has('nearRanks') || wanted.has('near5Ranks') || wanted.has('kernel');
  const found: { [Name in ScoreName]?: Float64Array } = {};
  if (isStandardised) {
    const { squares } = neighboursOf(plan.standardised, rows.standardised, count);
    found.near = nearScores(squares, count, 1);
    found.near5 = nearScores(squares, count, count);
  }
  if (isRanked) {
    const bandwidth = wanted.has('kernel') ? plan.squaredBandwidth : undefined;
    const { squares, density } = neighboursOf(plan.ranked, rows.ranked, count, bandwidth);
    found.nearRanks = nearScores(squares, count, 1);
    found.near5Ranks = nearScores(squares, count, count);
    if (density) found.kernel = kernelScores(density);
  }
  return Object.fromEntries(
    Object.entries(found).filter(([name]) => wanted.has(name as ScoreName)),
  );
}

function firstRows(table: Table): Table {
  if (table.rows <= NEAREST_ROWS) return table;
  return takeRows(
    table,
    Uint32Array.from({ length: NEAREST_ROWS }, (_, row) => row),
  );
}
