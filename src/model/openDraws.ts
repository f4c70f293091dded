/**
 * Rows that keep every rule and meet every condition. A row is drawn, and drawn again with the next random numbers
 * of its own until it does; so it still is a function of model, seed and its number, and its distribution is that
 * of the model given the rules and conditions. Rules that a column is built to keep (rules/given.ts) cost nothing.
 */

import { stepOf } from '../margins/grid.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Rng } from '../random/rng.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { ruleChecks } from '../rules/violations.ts';
import { inverseRosenblattEach, withTablesOf } from '../vine/inverseRosenblatt.ts';
import type { Vine } from '../vine/vine.ts';
import { drawColumns, drawingOrder, spreadOf } from './drawColumns.ts';
import type { Model } from './model.ts';
import { type Condition, meets, rootInterval } from './where.ts';

type Columns = readonly (RuleColumn | undefined)[];

export interface DrawSettings {
  readonly rng: Rng;
  readonly isExact: boolean;
  readonly onDrawn?: (rows: number, drawn: number) => void;
}

/** A row that none of so many draws is good enough for is refused. */
const MOST_ATTEMPTS = 10_000;
/** Nor are more draws made where not one of so many was good enough for any row. */
const MOST_IN_VAIN = 40_000;
/** Draws that are made at once for the rows that are still wanted. */
const AT_ONCE = 4096;

/** Draws `length` rows from the row `from` on: by vine, the columns of the model. */
export function openDraws(
  model: Model,
  conditions: readonly Condition[],
  { rng, isExact, onDrawn }: DrawSettings,
): (vines: readonly Vine[], from: number, length: number) => Columns[] {
  const order = drawingOrder(model);
  const root = rootInterval(model, conditions);
  const streams = (attempt: number) => (attempt === 0 ? rng : rng.split('again', attempt));

  /** Some rows of a piece, each at an attempt of its own. */
  const drawAt = (
    vines: readonly Vine[],
    from: number,
    length: number,
    picked: readonly Picked[] | undefined,
  ): Columns[] => {
    const attempts = picked && byAttempt(picked, from);
    const pick = (streamOf: (attempt: number) => Rng): Float64Array => {
      if (!attempts) return streamOf(0).uniforms(length, from);
      const found = new Float64Array(picked.length);
      for (const { attempt, at, numbers } of attempts) {
        const own = streamOf(attempt).uniformsAt(numbers);
        for (let i = 0; i < at.length; i++) found[at[i]] = own[i];
      }
      return found;
    };
    const uniforms = model.vine.structure.order.map((_, variable) => {
      const own = pick((attempt) => streams(attempt).split('vine', variable));
      if (variable !== root?.variable) return own;
      return own.map((u) => root.low + u * (root.high - root.low));
    });
    return inverseRosenblattEach(vines, uniforms, isExact).map((u) =>
      drawColumns(
        model,
        order,
        u,
        (column) => pick((attempt) => spreadOf(streams(attempt).split('column', column))),
        root,
      ),
    );
  };

  const isGood = goodRows(model, conditions);
  const drawGood = (vines: readonly Vine[], from: number, length: number): Columns[] => {
    const first = drawAt(vines, from, length, undefined);
    if (!isGood) return first;
    return first.map((columns, v) => {
      const good = isGood(columns, length);
      const wanted = [...good.keys()].filter((row) => good[row] === 0);
      let drawn = length;
      if (wanted.length > 0) {
        const again = redraw(wanted, (picked) => {
          drawn += picked.length;
          const [made] = drawAt([vines[v]], from, length, picked);
          return { columns: made, good: isGood(made, picked.length) };
        });
        for (const { row, columns: made, at } of again) {
          columns.forEach((column, j) => {
            if (column) column.values[row] = (made[j] as RuleColumn).values[at];
          });
        }
      }
      onDrawn?.(length, drawn);
      return columns;
    });
  };
  return (vines, from, length) =>
    isExact
      ? withTablesOf(vines, () => drawGood(vines, from, length))
      : drawGood(vines, from, length);
}

interface Picked {
  readonly row: number;
  readonly attempt: number;
}

/** By attempt, the places in the list of rows that are at it, and the numbers of these rows in their streams. */
function byAttempt(picked: readonly Picked[], from: number) {
  const places = new Map<number, number[]>();
  for (const [i, { attempt }] of picked.entries()) {
    const own = places.get(attempt);
    if (own) own.push(i);
    else places.set(attempt, [i]);
  }
  return [...places].map(([attempt, at]) => ({
    attempt,
    at,
    numbers: Float64Array.from(at, (i) => from + picked[i].row),
  }));
}

interface Redrawn {
  readonly row: number;
  readonly columns: Columns;
  readonly at: number;
}

/** The first good draw of each row that is wanted. */
function redraw(
  rows: readonly number[],
  draw: (picked: readonly Picked[]) => {
    readonly columns: Columns;
    readonly good: Uint8Array;
  },
): Redrawn[] {
  const found: Redrawn[] = [];
  let wanted = rows;
  let attempt = 1;
  let rounds = 0;
  let drawn = 0;
  while (wanted.length > 0) {
    // few at first: where most draws are good, more would be made in vain
    const most = Math.max(1, Math.floor(AT_ONCE / wanted.length));
    const each = Math.min(most, 1 << Math.min(rounds++, 12), MOST_ATTEMPTS - attempt + 1);
    const isVain = found.length === 0 && drawn >= MOST_IN_VAIN;
    if (each < 1 || isVain) throw tooFew(rows.length, found.length, drawn);
    const picked = wanted.flatMap((row) =>
      Array.from({ length: each }, (_, i) => ({ row, attempt: attempt + i })),
    );
    const { columns, good } = draw(picked);
    drawn += picked.length;
    const left: number[] = [];
    wanted.forEach((row, w) => {
      const own = good.subarray(w * each, (w + 1) * each).indexOf(1);
      if (own < 0) left.push(row);
      else found.push({ row, columns, at: w * each + own });
    });
    wanted = left;
    attempt += each;
  }
  return found;
}

function tooFew(wanted: number, found: number, drawn: number): InputError {
  return new InputError(
    `Sample: ${drawn} rows were drawn for the last ${wanted} that are wanted, and ${found} of them could be used: rows that keep all rules and conditions are too rare in this model. Widen the condition of --where, or take a rule out.`,
  );
}

/** By row, 1 where all rules hold and all conditions are met; nothing if there are none. */
function goodRows(
  model: Model,
  conditions: readonly Condition[],
): ((columns: Columns, rows: number) => Uint8Array) | undefined {
  const { constraints = [] } = model;
  if (constraints.length === 0 && conditions.length === 0) return undefined;
  return (columns, rows) => {
    const byName = new Map(columns.flatMap((column) => (column ? [[column.name, column]] : [])));
    const checks = ruleChecks(constraints, byName);
    const wanted = conditions.map((condition) => {
      const { values, grid } = byName.get(condition.name) as RuleColumn;
      const step = stepOf(grid);
      return (row: number) => meets(condition, values[row], step);
    });
    const good = new Uint8Array(rows);
    for (let row = 0; row < rows; row++) {
      const holds = checks.every((check) => check.holds(row) !== 0);
      good[row] = holds && wanted.every((isMet) => isMet(row)) ? 1 : 0;
    }
    return good;
  };
}
