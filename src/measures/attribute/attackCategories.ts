/**
 * Attackers with nothing but the synthetic table learn a sensitive category from all other columns, by
 * logistic regression and by a random forest, and guess it for people whose other columns are known.
 */

import { InputError } from '../../numerics/inputError.ts';
import type { Interval } from '../../numerics/intervals.ts';
import type { Rng } from '../../random/rng.ts';
import type { CategoryAttacker } from './categoriesOverSets.ts';
import {
  type CategoryRows,
  categoryForest,
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
import { MOST_FOREST_ROWS } from './learnForest.ts';

/** Guesses of one attacker about people in the real table, and about others. */
export interface GuessedPeople {
  readonly real: Guesses;
  readonly control: Guesses | null;
  readonly beyondControl: BeyondControl | null;
}

/** Guesses are those of the logistic regression unless it says otherwise. */
export interface CategoryAttack extends GuessedPeople {
  readonly kind: 'levels';
  readonly name: string;
  readonly levels: number;
  /** Rows learned from. */
  readonly rows: number;
  /** Right guesses about people in the real table by what was learned from it: what a copy gives away. */
  readonly rightFromReal: Interval;
  readonly people: Readonly<Record<CategoryAttacker, GuessedPeople>>;
  /** Who is right more often about people in the real table. */
  readonly strongest: { readonly attacker: CategoryAttacker; readonly rate: number };
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
  const judge = judgeOf(real, mostFrequentLevel(synthetic.target));
  const byRegression = (learned: CategoryRows) => (people: CategoryRows) =>
    guessCategory(learned, people.features, 'one row', rng);
  const forest = categoryForest(synthetic, MOST_FOREST_ROWS, rng.split('forest'));
  const attack = (guess: (people: CategoryRows) => Int32Array): GuessedPeople => {
    const inside = judge(real, guess(real));
    const outside =
      heldOut && heldOut.target.codes.length > 0 ? judge(heldOut, guess(heldOut)) : null;
    return {
      real: inside,
      control: outside,
      beyondControl: outside && beyondControl(inside, outside),
    };
  };
  const people = {
    logistic: attack(byRegression(synthetic)),
    forest: attack(({ features }) => forest(features)),
  };
  const attacker =
    people.forest.real.right.estimate > people.logistic.real.right.estimate ? 'forest' : 'logistic';
  return {
    kind: 'levels',
    name,
    levels: real.target.levels.length,
    rows: synthetic.target.codes.length,
    rightFromReal: judge(real, byRegression(real)(real)).right,
    ...people.logistic,
    people,
    strongest: { attacker, rate: people[attacker].real.right.estimate },
  };
}

/** How guesses about people fare beside guessing the usual level for all. */
function judgeOf(real: CategoryRows, usual: number) {
  const isRare = rareLevels(real);
  return ({ target: { codes } }: CategoryRows, labels: Int32Array): Guesses =>
    guessesOf({
      right: Uint8Array.from(codes, (code, i) => (labels[i] === code ? 1 : 0)),
      baseline: Uint8Array.from(codes, (code) => (code === usual ? 1 : 0)),
      unusual: Uint8Array.from(codes, (code) => (isRare[code] ? 1 : 0)),
    });
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
