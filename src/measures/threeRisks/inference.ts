/**
 * Inference: "the possibility to deduce, with significant probability, the value of an attribute from the
 * values of a set of other attributes" (Article 29 Working Party, opinion 05/2014). The attacker knows some
 * columns of a person, looks up the nearest synthetic record and takes its value for the person's. A level is
 * guessed right if it is the same, a number within a share of itself. The naive attacker takes the value of a
 * synthetic record at random.
 */

import type { Rng } from '../../random/rng.ts';
import { type CellColumn, type Cells, cellsNamed } from './cells.ts';
import { nearestRecords } from './gower.ts';
import { type Risk, riskOf, type Successes } from './residualRisk.ts';

export interface InferenceTask {
  readonly targets: Cells;
  readonly heldOut: Cells | undefined;
  readonly synthetic: Cells;
  /** The column that is deduced, and those that are known. */
  readonly secret: string;
  readonly known: readonly string[];
  /** How far a guess of a number may be off, as a share of it. */
  readonly tolerance: number;
  readonly rng: Rng;
}

export function inference(task: InferenceTask): Risk {
  const { targets, heldOut, synthetic, rng } = task;
  const random = rng.integers(targets.rows, synthetic.rows);
  return riskOf(
    guessed(task, targets, nearest(task, targets)),
    heldOut ? guessed(task, heldOut, nearest(task, heldOut)) : null,
    guessed(task, targets, random),
  );
}

function nearest({ synthetic, known }: InferenceTask, people: Cells): Uint32Array {
  return nearestRecords(cellsNamed(people, known), cellsNamed(synthetic, known), 1);
}

/** `records`: by person, the synthetic record whose value is taken. */
function guessed(
  { synthetic, secret, tolerance }: InferenceTask,
  people: Cells,
  records: Uint32Array,
): Successes {
  const truth = columnNamed(people, secret);
  const guesses = columnNamed(synthetic, secret);
  let successes = 0;
  for (let i = 0; i < people.rows; i++) {
    const [value, guess] = [truth.values[i], guesses.values[records[i]]];
    if (isRight(value, guess, truth.isNumber ? tolerance : 0)) successes++;
  }
  return { successes, attacks: people.rows };
}

function isRight(value: number, guess: number, tolerance: number): boolean {
  if (Number.isNaN(value) || Number.isNaN(guess)) return Number.isNaN(value) && Number.isNaN(guess);
  const off = value > guess ? value - guess : guess - value;
  return off <= tolerance * (value < 0 ? -value : value);
}

function columnNamed({ columns }: Cells, name: string): CellColumn {
  const column = columns.find((each) => each.name === name);
  if (!column) throw new Error(`there is no column '${name}'`);
  return column;
}
