/**
 * An attacker with nothing but the synthetic table learns a sensitive category from all other columns
 * by logistic regression, and guesses it for people whose other columns are known. A ridge penalty of
 * the weight of one row keeps coefficients finite where columns separate the levels.
 */

import type { Features } from '../../features/features.ts';
import type { ClassTarget } from '../../features/target.ts';
import { asClasses } from '../../learners/learner.ts';
import { learnAndPredict } from '../../learners/models.ts';
import { labelsOf } from '../../learners/scores.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { Interval } from '../../numerics/intervals.ts';
import type { Rng } from '../../random/rng.ts';
import {
  type BeyondControl,
  beyondControl,
  type Guesses,
  guessesOf,
  unusualCount,
} from './guesses.ts';

export interface LevelAttack {
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

export interface KnownPeople {
  readonly features: Features;
  readonly target: ClassTarget;
}

export interface LevelTask {
  readonly name: string;
  readonly synthetic: KnownPeople;
  readonly real: KnownPeople;
  readonly control: KnownPeople | undefined;
}

export function attackLevels(task: LevelTask, rng: Rng): LevelAttack {
  const { name, synthetic, real, control } = task;
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
  const isRare = rareLevels(real.target);
  const usual = mostFrequent(synthetic.target);
  const judge = (learned: KnownPeople, people: KnownPeople): Guesses => {
    const { codes } = people.target;
    const labels = guess(learned, people.features, rng);
    return guessesOf({
      right: Uint8Array.from(codes, (code, i) => (labels[i] === code ? 1 : 0)),
      baseline: Uint8Array.from(codes, (code) => (code === usual ? 1 : 0)),
      unusual: Uint8Array.from(codes, (code) => (isRare[code] ? 1 : 0)),
    });
  };
  const onReal = judge(synthetic, real);
  const onControl = control && control.target.codes.length > 0 ? judge(synthetic, control) : null;
  return {
    kind: 'levels',
    name,
    levels: real.target.levels.length,
    rows: synthetic.target.codes.length,
    rightFromReal: judge(real, real).right,
    real: onReal,
    control: onControl,
    beyondControl: onControl && beyondControl(onReal, onControl),
  };
}

function guess(learned: KnownPeople, features: Features, rng: Rng): Int32Array {
  const penalty = { strength: 1 / learned.target.codes.length };
  const { prediction } = learnAndPredict('ridge', learned, features, { penalty }, rng);
  return labelsOf(asClasses(prediction).probabilities);
}

function countsOf({ codes, levels }: ClassTarget): Int32Array {
  const counts = new Int32Array(levels.length);
  for (const code of codes) counts[code]++;
  return counts;
}

function mostFrequent(target: ClassTarget): number {
  return countsOf(target).reduce(
    (best, count, code, counts) => (count > counts[best] ? code : best),
    0,
  );
}

/** By level, whether it is one of the rarest, which together hold about a hundredth of the rows. */
function rareLevels(target: ClassTarget): readonly boolean[] {
  const counts = countsOf(target);
  const enough = unusualCount(target.codes.length);
  const rare = counts.reduce<boolean[]>((all) => [...all, false], []);
  let rows = 0;
  for (const code of [...counts.keys()].sort((a, b) => counts[a] - counts[b] || a - b)) {
    if (rows >= enough) break;
    rows += counts[code];
    rare[code] = counts[code] > 0;
  }
  return rare;
}
