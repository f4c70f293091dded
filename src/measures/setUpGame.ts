/**
 * What a privacy game is played on: the real table, what its columns mean, the people attacked, and
 * the rows that fits may see. Column types and the order of the columns are settled once, on the whole
 * table, as the holder of the data would do; each fit then sees its own rows.
 */

import type { FeaturePlan } from '../features/plan.ts';
import { freezeSchema } from '../generators/freezeSchema.ts';
import type { GeneratorSettings } from '../generators/generator.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Rng } from '../random/rng.ts';
import type { Table } from '../table/table.ts';
import { type AttackTarget, chooseTargets, type TargetSettings } from './targets.ts';

export interface GameSetup {
  readonly table: Table;
  readonly plan: FeaturePlan;
  /** With all types and the order of the columns declared. */
  readonly settings: GeneratorSettings;
  readonly targets: readonly AttackTarget[];
  /** All rows but the targets. */
  readonly pool: Uint32Array;
  readonly notes: readonly string[];
}

/** The rows that are attacked, or how they are chosen. */
export type TargetChoice = readonly AttackTarget[] | Omit<TargetSettings, 'sensitive'>;

export async function setUpGame(
  table: Table,
  settings: GeneratorSettings,
  choice: TargetChoice = {},
  rng: Rng,
  signal?: AbortSignal,
): Promise<GameSetup> {
  const { plan, settings: settled, notes } = await freezeSchema(table, settings, signal);
  const { sensitive = [] } = settled;
  const targets = isList(choice)
    ? choice
    : chooseTargets(table, plan, { ...choice, sensitive }, rng.split('targets'));
  const taken = checkTargets(targets, table.rows);
  const pool = Uint32Array.from({ length: table.rows }, (_, row) => row).filter(
    (row) => !taken.has(row),
  );
  return { table, plan, settings: settled, targets, pool, notes };
}

function isList(choice: TargetChoice): choice is readonly AttackTarget[] {
  return Array.isArray(choice);
}

/** The rows of the targets: at least one, each there and named once. */
function checkTargets(targets: readonly AttackTarget[], rows: number): ReadonlySet<number> {
  if (targets.length === 0) {
    throw new InputError(
      'Targets: found none. Give rows, sensitive columns or a number of random rows.',
    );
  }
  const taken = new Set<number>();
  for (const { row } of targets) {
    if (!Number.isInteger(row) || row < 0 || row >= rows) {
      throw new InputError(
        `Targets: there is no row ${row}. Rows are counted from 0 to ${rows - 1}.`,
      );
    }
    if (taken.has(row)) throw new InputError(`Targets: found row ${row} twice. Give it once.`);
    taken.add(row);
  }
  return taken;
}

/** `size` different rows of the pool; never a target. */
export function drawRows({ pool, targets }: GameSetup, size: number, rng: Rng): Uint32Array {
  if (size > pool.length) throw new RangeError(`${size} rows of ${pool.length} cannot be drawn`);
  const rows = rng
    .permutation(pool.length)
    .subarray(0, size)
    .map((place) => pool[place]);
  if (targets.some(({ row }) => rows.includes(row))) throw new Error('a target is among the rows');
  return rows;
}

/** The rows and one more. */
export function withRow(rows: Uint32Array, row: number): Uint32Array {
  if (rows.includes(row)) throw new Error('the row is there already');
  const more = new Uint32Array(rows.length + 1);
  more.set(rows);
  more[rows.length] = row;
  return more;
}
