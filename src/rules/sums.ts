/**
 * Sums, differences and multiples: columns that depend on others linearly, without a rest. Columns are made
 * orthogonal one after another (modified Gram-Schmidt, twice) on some rows; one of which nothing is left is a
 * sum of those before it, and its coefficients must be short numbers. O(rows of the screen x columns squared).
 * Of a column of which next to nothing is left, it lies close to a sum.
 */

import { snap } from '../margins/grid.ts';
import type { Derivation } from './derivation.ts';
import { mayFollow } from './formulas.ts';
import { isClose, type NearFormula } from './nearFormula.ts';
import { nameInRule } from './parseRule.ts';
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

/**
 * What is left of a column that lies close to a sum: of the largest part, where parts were rounded apart; else of its
 * own size. The first are looked for first, since a small part would seem to be nothing beside the others.
 */
const ROUNDING = 1e-4;
const NEXT_TO_NOTHING = 0.03;
/** How far off one part may put a sum that is near, of the size of the largest part. */
const FAR = 0.05;

/** What a column lies close to: a sum or a difference of others, all of which are known in every row. */
export function nearSums(
  columns: readonly RuleColumn[],
  screen: Uint32Array,
  kept: ReadonlySet<string>,
): NearFormula[] {
  const numbers = columns.filter(
    ({ kind, values }) => kind === 'number' && screen.every((row) => !Number.isNaN(values[row])),
  );
  const byName = new Map(numbers.map((column) => [column.name, column]));
  const rows = spread(screen);
  const search = (own: readonly RuleColumn[], isNothing: IsNothing) =>
    dependencies(own, rows, 0, isNothing, nearEquationOf);
  const rounded = search(numbers, (rest, _, largest) => rest <= ROUNDING * largest);
  const ends = new Set(rounded.map(({ members }) => members[members.length - 1].name));
  const others = numbers.filter(({ name }) => !ends.has(name));
  const near = search(others, (rest, size) => rest <= NEXT_TO_NOTHING * size);
  return [...rounded, ...near].flatMap((equation): NearFormula[] => {
    const name = totalOf(equation, kept);
    if (name === undefined) return [];
    const by = solvedFor(equation, name);
    const terms = by.kind === 'linear' ? by.terms : [];
    const at = (from: string, times: number) =>
      Float64Array.from(screen, (row) => times * (byName.get(from) as RuleColumn).values[row]);
    const parts = terms.map(({ from, times }) => at(from, times));
    if (!mayFollow(byName.get(name) as RuleColumn, screen) || !isClose(at(name, 1), parts))
      return [];
    const to = [...terms]
      .sort((a, b) => b.times - a.times)
      .map(({ from, times }, i) => `${times < 0 ? '- ' : i > 0 ? '+ ' : ''}${nameInRule(from)}`)
      .join(' ');
    return [{ name, from: terms.map(({ from }) => from), to }];
  });
}

/** The member that is the sum of the others, if there is one; else the last that is a difference of others. */
function totalOf(equation: Equation, kept: ReadonlySet<string>): string | undefined {
  const names = equation.members.map(({ name }) => name).filter((name) => !kept.has(name));
  const signs = (name: string) => {
    const by = solvedFor(equation, name);
    return by.kind === 'linear' ? by.terms.map(({ times }) => times) : [];
  };
  return (
    names.find((name) => signs(name).every((times) => times > 0)) ??
    names.reverse().find((name) => signs(name).some((times) => times > 0))
  );
}

/** With coefficients of 1 and -1 alone. */
function nearEquationOf(
  columns: readonly RuleColumn[],
  of: Float64Array,
  rows: Uint32Array,
): Equation | undefined {
  const sizes = columns.map((column) => centred(column, rows).size);
  const largest = sizes.reduce((most, size, i) => Math.max(most, Math.abs(of[i]) * size), 0);
  const rounded = Array.from(of, (x) => Math.round(x));
  const isNear = rounded.every(
    (times, i) => Math.abs(times) <= 1 && Math.abs(of[i] - times) * sizes[i] <= FAR * largest,
  );
  const members = columns.flatMap(({ name }, i) =>
    rounded[i] === 0 ? [] : [{ name, times: rounded[i] }],
  );
  const isSum = members.length >= 2 && members.length <= MOST_TERMS + 1;
  return isNear && isSum ? { members, plus: 0 } : undefined;
}

/** Of what is left of a column, its own size and the largest of the parts that were taken away from it. */
type IsNothing = (rest: number, size: number, largest: number) => boolean;

/** Equations whose last member is one of the columns from `first` on. */
function dependencies(
  columns: readonly RuleColumn[],
  rows: Uint32Array,
  first = 0,
  isNothing: IsNothing = (rest, size) => rest <= NOTHING * size,
  read = equationOf,
): Equation[] {
  const found: Equation[] = [];
  if (rows.length < columns.length + SPARE_ROWS) return found;
  const sizes: number[] = [];
  const basis: { vector: Float64Array; of: Float64Array }[] = [];
  for (const [j, column] of columns.entries()) {
    const { vector, size } = centred(column, rows);
    if (!(size > 0)) {
      sizes.push(0);
      continue;
    }
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
    sizes.push(size);
    const largest = sizes.reduce((most, own, i) => Math.max(most, Math.abs(of[i]) * own), 0);
    if (!isNothing(rest, size, largest)) {
      basis.push({ vector: vector.map((x) => x / rest), of: of.map((x) => x / rest) });
      continue;
    }
    const equation = j >= first ? read(columns, of, rows) : undefined;
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
