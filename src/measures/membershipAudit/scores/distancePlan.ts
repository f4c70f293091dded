/**
 * The space in which people and synthetic rows are compared, made once on the real table: the features
 * of the table, each divided by its standard deviation, and each by its rank.
 */

import { featuresOf } from '../../../features/features.ts';
import type { FeaturePlan } from '../../../features/plan.ts';
import { sum } from '../../../numerics/sum.ts';
import type { Table } from '../../../table/table.ts';
import { type Points, pickPoints, pointsOf } from '../../fidelity/points.ts';
import { isolationOf } from '../isolation.ts';
import { type Reference, referenceOf, shareBelow } from '../rankScale.ts';
import { squaredBandwidthOf } from './kernel.ts';

export interface DistancePlan {
  readonly features: FeaturePlan;
  /** By feature, 1 / standard deviation; 0 for a constant one. */
  readonly scales: Float64Array;
  readonly references: readonly Reference[];
  /** The people's rows on either scale. */
  readonly standardised: Points;
  readonly ranked: Points;
  /** Of the kernel, on ranks. */
  readonly squaredBandwidth: number;
}

/** `people`: the rows of those who are scored. Besides, how alone each of them is. */
export function planDistances(
  features: FeaturePlan,
  table: Table,
  people: Uint32Array,
): { readonly plan: DistancePlan; readonly isolation: Float64Array } {
  const { columns } = featuresOf(features, table);
  const scales = Float64Array.from(columns, (column) => {
    const deviation = deviationOf(column);
    return deviation > 0 ? 1 / deviation : 0;
  });
  const references = columns.map(referenceOf);
  const all = rankedPoints(columns, references);
  const ranked = pickPoints(all, people);
  return {
    plan: {
      features,
      scales,
      references,
      standardised: pickPoints(standardisedPoints(columns, scales), people),
      ranked,
      squaredBandwidth: squaredBandwidthOf(all),
    },
    isolation: isolationOf(ranked, all),
  };
}

/** A synthetic table in the same space. */
export function placeRows({ features, scales, references }: DistancePlan, table: Table) {
  const { columns } = featuresOf(features, table);
  return {
    standardised: standardisedPoints(columns, scales),
    ranked: rankedPoints(columns, references),
  };
}

function standardisedPoints(columns: readonly Float64Array[], scales: Float64Array): Points {
  return pointsOf(columns.map((column, j) => column.map((value) => value * scales[j])));
}

function rankedPoints(columns: readonly Float64Array[], references: readonly Reference[]): Points {
  return pointsOf(
    columns.map((column, j) => column.map((value) => shareBelow(references[j], value))),
  );
}

function deviationOf(column: Float64Array): number {
  const mean = sum(column) / column.length;
  return Math.sqrt(sum(column.map((value) => (value - mean) * (value - mean))) / column.length);
}
