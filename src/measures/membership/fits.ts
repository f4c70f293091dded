/**
 * Which fits a game needs: rows and keys. Subsets of rows serve all targets: each is fitted once as it
 * is (out), and once with each target added (in). So shadows cost S (1 + T) fits and iterations
 * N (1 + T), and N more with a row added that is no target: the placebo.
 */

import type { KeyElement, StreamKey } from '../../random/keyPath.ts';
import type { Rng } from '../../random/rng.ts';
import type { AttackTarget } from '../targets.ts';
import type { GameSizes } from './settings.ts';

/** Which row a training table holds besides its subset: a target by its place, or the placebo. */
export type Added = number | 'none' | 'placebo';

export interface PlannedFit {
  readonly stage: 'shadow' | 'iteration';
  /** Which shadow or iteration. */
  readonly turn: number;
  readonly added: Added;
  /** Rows of the table; the added one last. */
  readonly rows: Uint32Array;
  readonly key: StreamKey;
}

export function planFits(
  pool: readonly number[],
  targets: readonly AttackTarget[],
  { shadows, iterations, referenceSize, trainSize }: GameSizes,
  placebo: boolean,
  rng: Rng,
): PlannedFit[] {
  const reference = choose(pool, referenceSize, rng.split('reference'));
  const fits: PlannedFit[] = [];
  const add = (
    stage: PlannedFit['stage'],
    turn: number,
    added: Added,
    subset: Uint32Array,
    row: number | undefined,
  ): void => {
    const rows = row === undefined ? subset : Uint32Array.of(...subset, row);
    // by the target's row, so that a target's place in the list does not matter
    const path: KeyElement[] = typeof added === 'number' ? ['in', row as number] : [added];
    fits.push({ stage, turn, added, rows, key: rng.split(stage, turn, ...path).key });
  };
  for (let turn = 0; turn < shadows; turn++) {
    const subset = choose(reference, trainSize, rng.split('shadow', turn, 'rows'));
    add('shadow', turn, 'none', subset, undefined);
    for (const [place, { row }] of targets.entries()) add('shadow', turn, place, subset, row);
  }
  for (let turn = 0; turn < iterations; turn++) {
    const stream = rng.split('iteration', turn, 'rows');
    const more = choose(pool, placebo ? trainSize + 1 : trainSize, stream);
    const subset = more.subarray(0, trainSize);
    add('iteration', turn, 'none', subset, undefined);
    for (const [place, { row }] of targets.entries()) add('iteration', turn, place, subset, row);
    if (placebo) add('iteration', turn, 'placebo', subset, more[trainSize]);
  }
  checkFits(fits, targets);
  return fits;
}

function choose(rows: ArrayLike<number>, count: number, rng: Rng): Uint32Array {
  return rng
    .permutation(rows.length)
    .subarray(0, count)
    .map((place) => rows[place]);
}

/** No row twice, and no target but the one that was added. */
export function checkFits(fits: readonly PlannedFit[], targets: readonly AttackTarget[]): void {
  const isTarget = new Set(targets.map(({ row }) => row));
  for (const { stage, turn, added, rows } of fits) {
    const where = `${stage} ${turn}, added ${added}`;
    if (new Set(rows).size !== rows.length) throw new Error(`${where}: a row is there twice`);
    const found = Array.from(rows).filter((row) => isTarget.has(row));
    const wanted = typeof added === 'number' ? [targets[added].row] : [];
    if (found.length !== wanted.length || found[0] !== wanted[0]) {
      throw new Error(`${where}: a target is where it must not be, or is not where it must be`);
    }
  }
}
