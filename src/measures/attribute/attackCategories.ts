/**
 * An attacker with nothing but the synthetic table learns a sensitive category from all other columns
 * by logistic regression, and guesses it for people whose other columns are known.
 */

import { InputError } from '../../numerics/inputError.ts';
import type { Interval } from '../../numerics/intervals.ts';
import type { Rng } from '../../random/rng.ts';
import {
  type CategoryRows,
  guessCategory,
  levelCounts,
  mostFrequentLevel,
} from './guessCategory.ts';
import {
  type BeyondControl,
  beyondControl,
  type Guesses,
  guessesOf,
  unusualCount,
} from './guesses.ts';

export interface CategoryAttack {
  readonly kind: 'levels';
  readonly name: string;
  readonly levels: number;
  /** Rows learned from. */
  readonly rows: number;
  /** Right guesses about people in the real table by what was learned from it: what a copy gives away. */
  readonly rightFromReal: Interval;
  /** Guesses about people in the real table, and about others. */
  readonly real: Guesses;
  readonly control: Guesses | null;
  readonly beyondControl: BeyondControl | null;
}

export interface CategoryTask {
  readonly name: string;
  readonly synthetic: CategoryRows;
  readonly real: CategoryRows;
  readonly heldOut: CategoryRows | undefined;
}

export function attackCategories(task: CategoryTask, rng: Rng): CategoryAttack {
  const { name, synthetic, real, heldOut } = task;
  if (real.features.columns.length === 0) {
    throw new InputError(
      `Sensitive columns: the tables share no column besides '${name}' to guess it from.`,
    );
  }
  if (synthetic.target.codes.length < 2) {
    throw new InputError(
      `Sensitive columns: the synthetic table has ${synthetic.target.codes.length} rows with a level of '${name}' that the real table has. At least 2 are needed to learn from.`,
    );
  }
  const isRare = rareLevels(real);
  const usual = mostFrequentLevel(synthetic.target);
  const judge = (learned: CategoryRows, people: CategoryRows): Guesses => {
    const { codes } = people.target;
    const labels = guessCategory(learned, people.features, 'one row', rng);
    return guessesOf({
      right: Uint8Array.from(codes, (code, i) => (labels[i] === code ? 1 : 0)),
      baseline: Uint8Array.from(codes, (code) => (code === usual ? 1 : 0)),
      unusual: Uint8Array.from(codes, (code) => (isRare[code] ? 1 : 0)),
    });
  };
  const onReal = judge(synthetic, real);
  const onHeldOut = heldOut && heldOut.target.codes.length > 0 ? judge(synthetic, heldOut) : null;
  return {
    kind: 'levels',
    name,
    levels: real.target.levels.length,
    rows: synthetic.target.codes.length,
    rightFromReal: judge(real, real).right,
    real: onReal,
    control: onHeldOut,
    beyondControl: onHeldOut && beyondControl(onReal, onHeldOut),
  };
}

/** By level, whether it is one of the rarest, which together hold about a hundredth of the rows. */
function rareLevels({ target }: CategoryRows): readonly boolean[] {
  const counts = levelCounts(target);
  const enough = unusualCount(target.codes.length);
  const rare = target.levels.map(() => false);
  let rows = 0;
  for (const code of [...counts.keys()].sort((a, b) => counts[a] - counts[b] || a - b)) {
    if (rows >= enough) break;
    rows += counts[code];
    rare[code] = counts[code] > 0;
  }
  return rare;
}
