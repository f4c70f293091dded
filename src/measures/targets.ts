/**
 * The people whom attacks are tried on: outlying ones, at extreme quantiles of each sensitive column,
 * and some drawn at random. Rows are counted from 0.
 */

import { type FeaturePlan, numbersOfColumn } from '../features/plan.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Rng } from '../random/rng.ts';
import type { Table } from '../table/table.ts';

export interface AttackTarget {
  readonly row: number;
  readonly kind: 'outlying' | 'random';
  /** Of outlying targets: in which column; nothing if that was not said. */
  readonly sensitive?: string;
}

export interface TargetSettings {
  readonly sensitive: readonly string[];
  /** Quantiles of each sensitive column. Default: those of the paper, .01, .025, .975 and .99. */
  readonly quantiles?: readonly number[];
  /** How many rows are drawn at random. Default: 4. */
  readonly random?: number;
}

export const PAPER_QUANTILES: readonly number[] = [0.01, 0.025, 0.975, 0.99];

/** Different rows, the outlying ones of each sensitive column first. */
export function chooseTargets(
  table: Table,
  plan: FeaturePlan,
  { sensitive, quantiles = PAPER_QUANTILES, random = 4 }: TargetSettings,
  rng: Rng,
): AttackTarget[] {
  const targets: AttackTarget[] = [];
  const taken = new Set<number>();
  for (const name of sensitive) {
    for (const row of outlying(table, plan, name, quantiles, taken)) {
      taken.add(row);
      targets.push({ row, kind: 'outlying', sensitive: name });
    }
  }
  const order = rng.permutation(table.rows);
  for (const row of order) {
    if (targets.length - taken.size >= random) break;
    if (!taken.has(row)) targets.push({ row, kind: 'random' });
  }
  return targets;
}

/** The targets that concern a sensitive column: its own outlying ones, and the random ones. */
export function targetsOf(targets: readonly AttackTarget[], sensitive: string): AttackTarget[] {
  return targets.filter((each) => concerns(each, sensitive));
}

export function concerns(target: AttackTarget, sensitive: string): boolean {
  return target.sensitive === undefined || target.sensitive === sensitive;
}

/**
 * By quantile q, the row for which the share of rows with no larger value is nearest to q and that
 * is not taken; of a category, rows of its rarest levels. Missing values do not count.
 */
function outlying(
  table: Table,
  { columns }: FeaturePlan,
  name: string,
  quantiles: readonly number[],
  taken: ReadonlySet<number>,
): number[] {
  const planned = columns.find((each) => each.name === name);
  const column = table.columns.find((each) => each.name === name);
  if (!planned || !column) {
    throw new InputError(`Sensitive columns: '${name}' is not in the table, or not modelled.`);
  }
  const values = numbersOfColumn(planned, column);
  const isNumber = planned.levels.length === 0;
  const known = [...values.keys()].filter((row) => !Number.isNaN(values[row]));
  if (known.length < quantiles.length) {
    throw new InputError(
      `Sensitive columns: '${name}' has ${known.length} values. At least ${quantiles.length} are needed for targets.`,
    );
  }
  const counts = isNumber ? undefined : countBy(values, known);
  const size = (row: number) => (counts ? (counts.get(values[row]) as number) : values[row]);
  known.sort((a, b) => size(a) - size(b) || a - b);
  const chosen: number[] = [];
  quantiles.forEach((quantile, place) => {
    const ideal = isNumber ? Math.round(quantile * known.length) - 1 : place;
    const free = nearestFree(known, ideal, (row) => !taken.has(row) && !chosen.includes(row));
    if (free !== undefined) chosen.push(free);
  });
  return chosen;
}

function nearestFree(
  rows: readonly number[],
  ideal: number,
  isFree: (row: number) => boolean,
): number | undefined {
  for (let away = 0; away < rows.length; away++) {
    for (const place of [ideal + away, ideal - away]) {
      if (place >= 0 && place < rows.length && isFree(rows[place])) return rows[place];
    }
  }
  return undefined;
}

function countBy(values: Float64Array, rows: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(values[row], (counts.get(values[row]) ?? 0) + 1);
  return counts;
}
