/**
 * Singling out: "the possibility to isolate some or all records which identify an individual in the dataset"
 * (Article 29 Working Party, opinion 05/2014). The attacker looks for what is unique in the synthetic table and
 * claims that exactly one person in the real table has it. By one column: values that occur once, and the
 * least and the largest. By several: a random synthetic record, its numbers as bounds towards the nearer end
 * of their column, its levels as they are. The naive attacker draws columns, comparisons and values at random.
 */

import { medianOf } from '../../numerics/median.ts';
import type { Rng } from '../../random/rng.ts';
import { drawSome } from '../drawAtMost.ts';
import { type Cells, cellRows } from './cells.ts';
import { type Condition, isolates, keyOf, type Predicate } from './predicates.ts';
import { type Risk, riskOf, type Successes } from './residualRisk.ts';

export interface SinglingOutTask {
  readonly real: Cells;
  readonly synthetic: Cells;
  readonly heldOut: Cells | undefined;
  /** Predicates that are tried. */
  readonly attacks: number;
  /** Columns of a predicate on several. */
  readonly width: number;
  readonly rng: Rng;
}

export interface SinglingOut {
  readonly univariate: Risk | null;
  readonly multivariate: Risk | null;
}

/** Null where the synthetic table has nothing unique to begin with. */
export function singlingOut(task: SinglingOutTask): SinglingOut {
  const { synthetic, attacks, rng } = task;
  const width = Math.min(task.width, synthetic.columns.length);
  const one = univariate(synthetic, attacks, rng.split('univariate'));
  const several = multivariate(synthetic, attacks, width, rng.split('multivariate'));
  return {
    univariate: judge(task, one, 1, rng.split('naive', 1)),
    multivariate: judge(task, several, width, rng.split('naive', width)),
  };
}

/**
 * In more rows fewer predicates are met by one person alone, and others by the first: people in the table and
 * people held out are compared in equal numbers. The attack and the naive one are on the whole table.
 */
function judge(
  { real, heldOut, synthetic }: SinglingOutTask,
  predicates: readonly Predicate[],
  width: number,
  rng: Rng,
): Risk | null {
  if (predicates.length === 0) return null;
  const naive = guessed(synthetic, predicates.length, width, rng.split('guesses'));
  const main = successes(predicates, real);
  const baseline = successes(naive, real);
  if (!heldOut) return riskOf(main, null, baseline);
  const size = Math.min(real.rows, heldOut.rows);
  const some = (cells: Cells, name: string) =>
    cells.rows === size ? cells : cellRows(cells, drawSome(cells.rows, size, rng.split(name)));
  const control = successes(predicates, some(heldOut, 'held out'));
  const equal = riskOf(successes(predicates, some(real, 'real')), control, baseline);
  const { residual } = equal;
  return { ...riskOf(main, null, baseline), control: equal.control, residual };
}

function successes(predicates: readonly Predicate[], cells: Cells): Successes {
  const right = predicates.filter((predicate) => isolates(predicate, cells)).length;
  return { successes: right, attacks: predicates.length };
}

/** Values that occur once, gaps that occur once, and both ends: what selects one synthetic row. */
function univariate(synthetic: Cells, attacks: number, rng: Rng): Predicate[] {
  const candidates: Condition[] = synthetic.columns.flatMap(({ values, isNumber }, column) => {
    const counts = new Map<number, number>();
    let gaps = 0;
    for (const value of values) {
      if (Number.isNaN(value)) gaps++;
      else counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const once = [...counts].filter(([, count]) => count === 1).map(([value]) => value);
    const all = [...counts.keys()];
    const ends: Condition[] =
      isNumber && all.length > 0
        ? [
            { column, is: 'atMost', value: least(all) },
            { column, is: 'atLeast', value: -least(all.map((value) => -value)) },
          ]
        : [];
    return [
      ...(gaps === 1 ? [{ column, is: 'missing', value: 0 } as const] : []),
      ...ends,
      ...once.map((value): Condition => ({ column, is: 'equal', value })),
    ];
  });
  const chosen: Predicate[] = [];
  for (const place of rng.permutation(candidates.length)) {
    if (chosen.length === attacks) break;
    const predicate = [candidates[place]];
    if (isolates(predicate, synthetic)) chosen.push(predicate);
  }
  return chosen;
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => (value < low ? value : low));
}

/** Attempts for each predicate wanted: in tables of few levels nothing may be unique. */
const ATTEMPTS = 50;

function multivariate(synthetic: Cells, attacks: number, width: number, rng: Rng): Predicate[] {
  const medians = synthetic.columns.map(({ values, isNumber }) =>
    isNumber ? medianOf([...values].filter((value) => !Number.isNaN(value))) : 0,
  );
  const found = new Map<string, Predicate>();
  const attempts = ATTEMPTS * attacks;
  const rows = rng.split('rows').integers(attempts, synthetic.rows);
  const draws = rng.split('columns').uniforms(attempts * width);
  const places = Array.from(synthetic.columns.keys());
  for (let attempt = 0; attempt < attempts && found.size < attacks; attempt++) {
    const own = draws.subarray(attempt * width, (attempt + 1) * width);
    const predicate = someOf(places, own).map((column) =>
      conditionOf(synthetic, column, rows[attempt], medians[column]),
    );
    if (!isolates(predicate, synthetic)) continue;
    const key = keyOf(predicate);
    if (!found.has(key)) found.set(key, predicate);
  }
  return [...found.values()];
}

/** As many of the places as there are draws, none twice: the beginning of a shuffle, taken back in the end. */
function someOf(places: number[], draws: Float64Array): number[] {
  const count = places.length;
  const others: number[] = [];
  const chosen: number[] = [];
  const swap = (k: number, other: number) => {
    const place = places[k];
    places[k] = places[other];
    places[other] = place;
  };
  for (let k = 0; k < draws.length; k++) {
    const other = k + Math.floor(draws[k] * (count - k));
    swap(k, other);
    others.push(other);
    chosen.push(places[k]);
  }
  for (let k = draws.length - 1; k >= 0; k--) swap(k, others[k]);
  return chosen;
}

function conditionOf({ columns }: Cells, column: number, row: number, median: number): Condition {
  const { values, isNumber } = columns[column];
  const value = values[row];
  if (Number.isNaN(value)) return { column, is: 'missing', value: 0 };
  if (!isNumber) return { column, is: 'equal', value };
  return { column, is: value > median ? 'atLeast' : 'atMost', value };
}

/** What somebody says who looks at nothing but names and ranges. */
function guessed(synthetic: Cells, attacks: number, width: number, rng: Rng): Predicate[] {
  const known = synthetic.columns.map(knownOf);
  return Array.from({ length: attacks }, (_, attack) => {
    const own = rng.split(attack);
    const columns = own.split('columns').permutation(synthetic.columns.length).slice(0, width);
    return Array.from(columns, (column): Condition => {
      const { isNumber } = synthetic.columns[column];
      const { present, low, high } = known[column];
      const [which, where] = own.split('value', column).uniforms(2);
      if (present.length === 0) return { column, is: 'missing', value: 0 };
      if (!isNumber) {
        const at = Math.min(present.length - 1, Math.floor(where * present.length));
        return { column, is: 'equal', value: present[at] };
      }
      const is = which < 1 / 3 ? 'equal' : which < 2 / 3 ? 'atMost' : 'atLeast';
      return { column, is, value: low + where * (high - low) };
    });
  });
}

/** The cells of a column that are there, with their range. */
function knownOf({ values }: Cells['columns'][number]) {
  const present = values.filter((value) => !Number.isNaN(value));
  let [low, high] = [present[0], present[0]];
  for (const value of present) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { present, low, high };
}
