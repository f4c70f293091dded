/**
 * Sums, differences and multiples: columns that depend on others linearly, without a rest. Columns are made
 * orthogonal one after another (modified Gram-Schmidt, twice) on some rows; one of which nothing is left is a
 * sum of those before it, and its coefficients must be short numbers. O(rows of the screen x columns squared).
 */

import { snap } from '../margins/grid.ts';
import type { Derivation } from './derivation.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** What is left of a column that is a sum, of its size. */
const NOTHING = 1e-8;
const MOST_TERMS = 10;
/** Rows beyond the number of columns: with fewer, chance makes sums. */
const SPARE_ROWS = 40;
const SCREEN_ROWS = 600;
/** With more columns, those that have gaps are not searched one by one. */
const MOST_SEARCHED = 120;

/** An equation: plus = the sum of times * column over all members. */
export interface Equation {
  readonly members: readonly { readonly name: string; readonly times: number }[];
  readonly plus: number;
}

/** Equations between columns of numbers and dates; of dates, in their own unit. */
export function findEquations(columns: readonly RuleColumn[], screen: Uint32Array): Equation[] {
  const numbers = columns.filter(({ kind }) => kind !== 'category');
  const isWhole = ({ values }: RuleColumn) => screen.every((row) => !Number.isNaN(values[row]));
  const complete = numbers.filter(isWhole);
  const found = dependencies(complete, spread(screen));
  const incomplete = numbers.filter((column) => !complete.includes(column));
  if (numbers.length > MOST_SEARCHED) return found;
  for (const target of incomplete) {
    const rows = screen.filter((row) => !Number.isNaN(target.values[row]));
    const sources = numbers.filter(
      (column) => column !== target && rows.every((row) => !Number.isNaN(column.values[row])),
    );
    found.push(...dependencies([...sources, target], spread(rows), sources.length));
  }
  return found;
}

function spread(rows: Uint32Array): Uint32Array {
  const length = Math.min(rows.length, SCREEN_ROWS);
  return Uint32Array.from({ length }, (_, i) => rows[Math.floor((i * rows.length) / length)]);
}

/** Equations whose last member is one of the columns from `first` on. */
function dependencies(columns: readonly RuleColumn[], rows: Uint32Array, first = 0): Equation[] {
  const found: Equation[] = [];
  if (rows.length < columns.length + SPARE_ROWS) return found;
  const basis: { vector: Float64Array; of: Float64Array }[] = [];
  for (const [j, column] of columns.entries()) {
    const { vector, size } = centred(column, rows);
    if (!(size > 0)) continue;
    // the vector is the column itself, and the coefficients say what was taken away from it
    const of = new Float64Array(columns.length);
    of[j] = 1;
    for (let pass = 0; pass < 2; pass++) {
      for (const each of basis) {
        const share = dot(vector, each.vector);
        if (share === 0) continue;
        for (let i = 0; i < vector.length; i++) vector[i] -= share * each.vector[i];
        for (let i = 0; i <= j; i++) of[i] -= share * each.of[i];
      }
    }
    const rest = Math.sqrt(dot(vector, vector));
    if (rest > NOTHING * size) {
      basis.push({ vector: vector.map((x) => x / rest), of: of.map((x) => x / rest) });
      continue;
    }
    const equation = j >= first ? equationOf(columns, of, rows) : undefined;
    if (equation) found.push(equation);
  }
  return found;
}

function centred({ values }: RuleColumn, rows: Uint32Array) {
  const vector = Float64Array.from(rows, (row) => values[row]);
  let mean = 0;
  for (let i = 0; i < vector.length; i++) mean += (vector[i] - mean) / (i + 1);
  for (let i = 0; i < vector.length; i++) vector[i] -= mean;
  return { vector, size: Math.sqrt(dot(vector, vector)) };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** The coefficients as short numbers; nothing if they are not, or if they are many. */
function equationOf(
  columns: readonly RuleColumn[],
  of: Float64Array,
  rows: Uint32Array,
): Equation | undefined {
  const largest = of.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const members = columns.flatMap(({ name }, j) => {
    if (Math.abs(of[j]) <= 1e-7 * largest) return [];
    return [{ name, times: short(of[j]) }];
  });
  if (members.length < 2 || members.length > MOST_TERMS + 1) return undefined;
  if (members.some(({ times }) => times === undefined || times === 0)) return undefined;
  const own = members as { name: string; times: number }[];
  const byName = new Map(columns.map((column) => [column.name, column]));
  const row = rows[rows.length >> 1];
  const sum = (i: number) =>
    own.reduce(
      (total, { name, times }) => total + times * (byName.get(name) as RuleColumn).values[i],
      0,
    );
  const decimals = Math.max(...own.map(({ name }) => byName.get(name)?.grid.decimals ?? 0));
  return { members: own, plus: snap(sum(row), { decimals: Math.min(decimals + 4, 12) }) };
}

/** The number with at most four decimals that this one is; also the inverse of one, and parts of a day. */
function short(value: number): number | undefined {
  for (const scale of [1, 86_400, 1 / 86_400]) {
    const scaled = value * scale;
    const near = Math.round(scaled * 1e4) / 1e4;
    if (near !== 0 && Math.abs(scaled - near) <= 1e-6 * Math.abs(near)) return near / scale;
  }
  const inverse = Math.round((1 / value) * 1e4) / 1e4;
  if (inverse !== 0 && Math.abs(1 / value - inverse) <= 1e-6 * Math.abs(inverse)) {
    return 1 / inverse;
  }
  return undefined;
}

/** The equation solved for one of its members. */
export function solvedFor({ members, plus }: Equation, name: string): Derivation {
  const own = members.find((member) => member.name === name)?.times ?? 1;
  const terms = members
    .filter((member) => member.name !== name)
    .map(({ name: from, times }) => ({ from, times: -times / own + 0 }));
  return { kind: 'linear', terms, plus: plus / own + 0 };
}
