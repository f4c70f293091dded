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
/** Draws that are made at once for the rows that are still wanted: fewer than the least cost no less. */
const AT_LEAST = 64;
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
    const drawn = drawAt(vines, from, length, undefined);
    if (!isGood) return drawn;
    const wanted = drawn.map((columns) => {
      const good = isGood(columns, length);
      return [...good.keys()].filter((row) => good[row] === 0);
    });
    const attempts = new Float64Array(vines.length).fill(length);
    const again = redraw(wanted, (picked, which) =>
      drawAt(
        which.map((v) => vines[v]),
        from,
        length,
        picked,
      ).map((columns) => ({ columns, good: isGood(columns, picked.length) })),
    );
    for (const { v, row, attempt, columns, at } of again) {
      attempts[v] += attempt;
      drawn[v].forEach((column, j) => {
        if (column) column.values[row] = (columns[j] as RuleColumn).values[at];
      });
    }
    for (const tried of attempts) onDrawn?.(length, tried);
    return drawn;
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
  /** The place of the vine. */
  readonly v: number;
  readonly row: number;
  /** Which of its draws it is, after the first. */
  readonly attempt: number;
  readonly columns: Columns;
  readonly at: number;
}

interface Judged {
  readonly columns: Columns;
  readonly good: Uint8Array;
}

/**
 * The first good draw of each row that is wanted, by vine. Rows are drawn from all vines that want any at once: these
 * have most of their work in common, and mostly want the same rows.
 */
function redraw(
  wanted: readonly (readonly number[])[],
  draw: (picked: readonly Picked[], which: readonly number[]) => readonly Judged[],
): Redrawn[] {
  const found: Redrawn[] = [];
  const left = wanted.map((rows) => rows);
  const drawn = new Float64Array(wanted.length);
  const isNone = wanted.map(() => true);
  let attempt = 1;
  for (let round = 0; ; round++) {
    const which = [...left.keys()].filter((v) => left[v].length > 0);
    if (which.length === 0) return found;
    const rows = [...new Set(which.flatMap((v) => left[v]))].sort((a, b) => a - b);
    // few at first: where most draws are good, more would be made in vain
    const usual = Math.max(1 << Math.min(round, 12), Math.floor(AT_LEAST / rows.length));
    const most = Math.max(1, Math.floor(AT_ONCE / rows.length));
    const each = Math.min(most, usual, MOST_ATTEMPTS - attempt + 1);
    const vain = which.find((v) => each < 1 || (isNone[v] && drawn[v] >= MOST_IN_VAIN));
    if (vain !== undefined) {
      const all = wanted[vain].length;
      throw tooFew(all, all - left[vain].length, drawn[vain]);
    }
    const picked = rows.flatMap((row) =>
      Array.from({ length: each }, (_, i) => ({ row, attempt: attempt + i })),
    );
    const place = new Map(rows.map((row, w) => [row, w * each]));
    for (const [k, { columns, good }] of draw(picked, which).entries()) {
      const v = which[k];
      drawn[v] += left[v].length * each;
      left[v] = left[v].filter((row) => {
        const from = place.get(row) as number;
        const own = good.subarray(from, from + each).indexOf(1);
        if (own >= 0) found.push({ v, row, attempt: attempt + own, columns, at: from + own });
        return own < 0;
      });
      isNone[v] = left[v].length === wanted[v].length;
    }
    attempt += each;
  }
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
